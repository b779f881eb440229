import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { openDatabase } from '#server/database/open.ts';
import { files } from '#server/database/schema.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { certificate } from '#server/doctor/address.ts';
import { callers, listening } from '#server/doctor/callers.ts';
import { administration } from '#server/doctor/connections.ts';
import { database } from '#server/doctor/database.ts';
import { examine, printed } from '#server/doctor/examine.ts';
import { files as filesOf } from '#server/doctor/files.ts';
import { OF_ONE_ADDRESS } from '#server/http/health.ts';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import { statOf } from '#tests/proc.ts';

let folder: string;
/** A server that speaks HTTP where TLS is expected. */
let plain: Server;
let plainPort: number;
/** The folder of a database that a stopped server left behind. */
let left: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amparo-doctor-'));
  plain = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1');
  await new Promise((listening) => plain.once('listening', listening));
  plainPort = (plain.address() as AddressInfo).port;
  left = join(folder, 'left');
  const template = join(folder, 'template.tar.gz');
  writeFileSync(template, await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
  await (await openDatabase({ folder: left, template })).close();
  mkdirSync(join(folder, 'photos'));
  writeFileSync(join(folder, 'photos', 'holiday.jpg'), '');
}, 60_000);
afterAll(() => {
  plain.close();
  rmSync(folder, { recursive: true, force: true });
});

const lines = async (env: Record<string, string>) =>
  (await examine({ AMPARO_DATA: join(folder, 'none'), ...env })).map(printed);
const failing = async (env: Record<string, string>) => (await lines(env)).filter((line) => line.startsWith('FAIL'));

const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

/** What a bucket says of a removal that only hid the file. */
const hidden = (version: string) => ({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': version });

/** What a running process writes into its lock file: its number, and its start time (proc(5), field 22 of stat). */
function holderText(pid: number): string {
  return `${pid} ${statOf(pid)[19] ?? ''}`;
}

describe('npm run doctor', () => {
  test('finds nothing wrong with the demo before its first start, and creates no files', async () => {
    const found = await lines({});
    expect(found.filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect(found).toContainEqual(
      expect.stringMatching(/^ok {4}database: none yet in .*none: the first start makes it$/),
    );
  });

  test.each([
    ['a port that is none', { PORT: 'abc' }, 'settings: AMP-04, PORT makes no sense'],
    ['a switch with a slip', { AMPARO_DEMO: 'off' }, 'settings: AMP-04, AMPARO_DEMO makes no sense'],
    [
      'an address without its beginning',
      { AMPARO_ADDRESS: 'portal.example' },
      'AMPARO_ADDRESS must begin with https://',
    ],
    ['no address, without the demo', { AMPARO_DEMO: '0' }, 'address: links in mails lead to http://localhost:4173'],
    ['an address that is not https', { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'http://amparo.test' }, 'is not https'],
    ['the demo, for everybody', { AMPARO_ADDRESS: 'https://192.0.2.1:1' }, 'set AMPARO_DEMO=0'],
    ['a scanner that is not there', { AMPARO_SCAN_COMMAND: '/nowhere/scanner -' }, 'every new file is held back'],
    ['a scanner that ends with 2', { AMPARO_SCAN_COMMAND: 'grep -E (' }, 'every new file is held back'],
    ['a scanner that ends with 1 for anything', { AMPARO_SCAN_COMMAND: 'false' }, 'every new file is quarantined'],
    [
      'a bucket that does not answer',
      { AMPARO_FILES: 's3://papeles?endpoint=http://127.0.0.1:1', AMPARO_FILES_KEY: 'A'.repeat(43), ...aws },
      'AMPARO_FILES',
    ],
    [
      'a mail server that is not there',
      { AMPARO_SMTP_URL: 'smtp://127.0.0.1:1', AMPARO_MAIL_FROM: 'a@b.test' },
      'AMPARO_SMTP_URL',
    ],
    [
      'an administration that is not there',
      { AMPARO_CORE_URL: 'http://127.0.0.1:1', AMPARO_CORE_SECRET: 'x'.repeat(48) },
      'AMPARO_CORE_URL',
    ],
    [
      'a receiver of webhooks that does not listen',
      { AMPARO_WEBHOOK_URL: 'http://127.0.0.1:1', AMPARO_WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` },
      'AMPARO_WEBHOOK_URL',
    ],
    [
      'mails that reach nobody',
      { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://192.0.2.1:1' },
      'mail: nobody gets a mail',
    ],
    [
      '[S36] that all customers count as one, since the proxy that ends TLS is not named',
      { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://192.0.2.1:1' },
      'callers: all customers count as one: AMPARO_TRUST_PROXY',
    ],
    ['a database that is not there', { DATABASE_URL: 'postgres://amparo@127.0.0.1:1/amparo' }, 'DATABASE_URL'],
  ])(
    'finds %s',
    async (_what, env, text) => {
      expect((await failing(env)).join('\n')).toContain(text);
    },
    20_000,
  );

  test('says since when there is a maintenance, and calls it no fault', async () => {
    const set = async (text: string | null) => {
      const { db, close } = await openDatabase({ folder: left });
      await setMaintenance(db, () => new Date('2026-11-28T01:00:00Z'), text).finally(close);
    };
    await set('Volvemos pronto');
    expect((await lines({ AMPARO_DATA: left })).join('\n')).toMatch(
      /^ok {4}database: .*; in maintenance since 2026-11-28T01:00:00\.000Z \(npm run maintenance -- off\)$/m,
    );
    await set(null);
    expect((await lines({ AMPARO_DATA: left })).join('\n')).not.toContain('maintenance');
  });

  test('[F46] fails where files lie in a bucket that the settings do not name', async () => {
    const { db, close } = await openDatabase({ folder: left });
    const file = { id: 'f', name: 'f.pdf', type: 'application/pdf', size: 1, sha256: '', created: new Date() };
    await db
      .insert(files)
      .values({ ...file, bytes: null, state: 'kept' })
      .finally(close);
    expect((await failing({ AMPARO_DATA: left })).join('\n')).toMatch(
      /^FAIL {2}database: .*bucket.*\(AMPARO_FILES\)$/m,
    );
    const bucket = {
      AMPARO_FILES: 's3://papeles?endpoint=http://127.0.0.1:1',
      AMPARO_FILES_KEY: 'A'.repeat(43),
      ...aws,
    };
    expect((await examine({ AMPARO_DATA: left, ...bucket }, [database])).at(-1)).toMatchObject({ fine: true });
    const again = await openDatabase({ folder: left });
    await again.db.delete(files).finally(again.close);
  });

  test.each<[string, { removed?: Record<string, string>; missing?: number }, RegExp]>([
    ['one without versions, and content', {}, /^ok {4}files: papeles at http/],
    ['one whose versions are suspended, and content', { removed: hidden('null') }, /^ok {4}files: /],
    ['one with versions, and fails', { removed: hidden('7') }, /^FAIL {2}files: .* keeps what is removed .*versions/],
    ['one that may not say that a file is lost, and fails', { missing: 403 }, /^FAIL {2}files: .* 403; .*ListBucket/],
  ])(
    '[S32] [S21] puts, reads and removes a file of the bucket: %s',
    async (_what, { removed, missing = 404 }, said) => {
      const objects = new Map<string, Buffer>();
      const store = createServer(async (request, response) => {
        const at = request.url ?? '';
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece);
        if (request.method === 'PUT') objects.set(at, Buffer.concat(pieces));
        if (request.method !== 'DELETE')
          return response.writeHead(objects.has(at) ? 200 : missing).end(objects.get(at));
        objects.delete(at);
        return response.writeHead(204, removed).end();
      }).listen(0, '127.0.0.1');
      await new Promise((opened) => store.once('listening', opened));
      const { port } = store.address() as AddressInfo;
      const env = {
        AMPARO_FILES: `s3://papeles?endpoint=http://127.0.0.1:${port}`,
        AMPARO_FILES_KEY: 'A'.repeat(43),
        ...aws,
      };
      expect((await examine(env, [filesOf])).map(printed).at(-1)).toMatch(said);
      expect(objects.size).toBe(0);
      store.close();
    },
  );

  test('asks an administration as the server does: only one that knows our token and the contract is fine', async () => {
    const secret = 'x'.repeat(48);
    let answer: [number, string] = [200, ''];
    const core = createServer((request, response) => {
      const known = request.url === '/policies/search' && request.headers.authorization === `Bearer ${secret}`;
      response.writeHead(known ? answer[0] : 404, { 'Content-Type': 'application/json' }).end(answer[1]);
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => core.once('listening', listening));
    const { port } = core.address() as AddressInfo;
    const env = { AMPARO_CORE_URL: `http://127.0.0.1:${port}`, AMPARO_CORE_SECRET: secret };
    const said = async (status: number, text: string) => {
      answer = [status, text];
      return (await examine(env, [administration])).map(printed).at(-1);
    };
    expect(await said(200, '{"policies":[]}')).toMatch(/^ok {4}administration: /);
    expect(await said(401, '{}')).toMatch(/^FAIL {2}administration: .*\(AMPARO_CORE_SECRET\)$/);
    expect(await said(200, '{"hello":"there"}')).toMatch(/^FAIL {2}administration: .*shape \(AMPARO_CORE_URL\)$/);
    expect(await said(404, '{}')).toMatch(/^FAIL {2}administration: .*status 404 \(AMPARO_CORE_URL\)$/);
    core.close();
  });

  test('[S36] says where the port is open, and who is believed there', async () => {
    const said = async (env: Record<string, string>) =>
      (await examine({ AMPARO_DEMO: '0', ...env }, [listening])).at(-1)?.message;
    expect(await said({})).toBe('http://127.0.0.1:4173, for this machine alone');
    expect(await said({ AMPARO_LISTEN: '192.0.2.7' })).toBe('http://192.0.2.7:4173');
    expect(await said({ AMPARO_LISTEN: '::', AMPARO_TRUST_PROXY: '10.0.0.0/8' })).toBe(
      'port 4173 of every address of this machine',
    );
    expect(await said({ AMPARO_LISTEN: '0.0.0.0', AMPARO_TRUST_PROXY: '1' })).toContain('is believed');
  });

  test('[S36] finds by the running server that most calls come from one address', async () => {
    let share: number | null = 0.97;
    const running = createServer((_request, response) =>
      response.end(JSON.stringify({ estado: 'ok', [OF_ONE_ADDRESS]: share })),
    ).listen(0, '127.0.0.1');
    await new Promise((opened) => running.once('listening', opened));
    const { port } = running.address() as AddressInfo;
    const env = {
      PORT: String(port),
      AMPARO_DEMO: '0',
      AMPARO_ADDRESS: 'https://amparo.test',
      AMPARO_TRUST_PROXY: '1',
    };
    const found = async () => (await examine(env, [callers])).at(-1);
    expect(await found()).toMatchObject({
      fine: false,
      message: expect.stringMatching(/^97 of 100 .*AMPARO_TRUST_PROXY/),
    });
    share = 0.2;
    expect(await found()).toMatchObject({ fine: true, message: expect.stringContaining('20 of 100') });
    share = null;
    expect(await found()).toMatchObject({ fine: true });
    running.close();
    expect(await found()).toMatchObject({ fine: true });
  });

  test('names every setting that makes no sense, not only the first', async () => {
    const found = await failing({ PORT: 'abc', AMPARO_TRUST_PROXY: 'yes' });
    expect(found.map((line) => line.split(' ')[4])).toEqual(['PORT', 'AMPARO_TRUST_PROXY']);
  });

  test('finds that the data folder holds files of something else', async () => {
    expect(await failing({ AMPARO_DATA: join(folder, 'photos') })).toEqual([
      expect.stringMatching(/^FAIL {2}database: .*photos cannot be used: .*\(AMPARO_DATA\)$/),
    ]);
  });

  test('finds that nobody speaks TLS at the address', async () => {
    const found = await failing({ AMPARO_DEMO: '0', AMPARO_ADDRESS: `https://127.0.0.1:${plainPort}` });
    expect(found.join('\n')).toMatch(/^FAIL {2}certificate: /m);
  });

  test.each([
    ['one that browsers refuse', { trouble: 'CERT_HAS_EXPIRED', ends: new Date(0) }, 'CERT_HAS_EXPIRED'],
    ['one that ends in a week', { trouble: null, ends: new Date(Date.now() + 7.5 * DAY_MS) }, 'in 7 days'],
  ])('finds a certificate: %s', async (_what, greeting, text) => {
    const found = await examine({ AMPARO_ADDRESS: 'https://amparo.test' }, [certificate(async () => greeting)]);
    expect(found.at(-1)).toMatchObject({ subject: 'certificate', fine: false, message: expect.stringContaining(text) });
  });

  test('opens a database that no server uses, and fails for one that a newer version took something from', async () => {
    expect(await lines({ AMPARO_DATA: left })).toContainEqual(expect.stringMatching(/up to date$/));
    const lock = join(left, 'en-uso');
    writeFileSync(lock, holderText(process.ppid));
    expect(await lines({ AMPARO_DATA: left })).toContainEqual(
      expect.stringMatching(/^ok .*in use by the running server$/),
    );
    rmSync(lock);
    const open = await openDatabase({ folder: left });
    await open.db.execute(sql`insert into applied_migrations values ('9998_more.sql', 0, '0.9.0')`);
    await open.close();
    expect(await lines({ AMPARO_DATA: left })).toContainEqual(expect.stringMatching(/^ok .*added \(9998_more\.sql\)$/));
    const again = await openDatabase({ folder: left });
    await again.db.execute(sql`insert into applied_migrations values ('9999_less.sql', 9998, '0.9.1')`);
    await again.close();
    expect(await failing({ AMPARO_DATA: left })).toEqual([
      expect.stringMatching(/^FAIL {2}database: AMP-21, .*\(0\.9\.1\).*: 9999_less\.sql$/),
    ]);
  }, 30_000);
});
