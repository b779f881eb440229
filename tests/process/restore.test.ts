import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { requestFor } from '../server/requests.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Program, pause, ready, root, server, signIn, start, stopped } from './program.ts';

/** The blocks of one section of docs/operations.md in that language, as an operator copies them: without their indent. */
function blocksOf(section: string, language: 'sh' | 'sql'): string[] {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const part = text.split(/^## /m).find((one) => one.startsWith(`${section}\n`)) ?? expect.fail(section);
  const blocks = part.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'));
  return [...blocks].map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

describe.skipIf(!postgresBin)('a restored backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-restore-'));
  const received: string[] = [];
  let taking = false;
  let cluster: Cluster;
  let receiver: Server;
  let program: Program | undefined;
  let port: number;

  beforeAll(async () => {
    cluster = await createCluster();
    receiver = createServer((request, answer) => {
      if (taking) received.push(request.url ?? '');
      answer.writeHead(taking ? 204 : 503).end();
    }).listen(0, '127.0.0.1');
  }, 120_000);
  afterAll(async () => {
    await stopped(program);
    await cluster?.remove();
    receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a block of the document in a shell of the database's administrator. */
  function run(block: string): string {
    const env = { ...process.env, PATH: `${postgresBin}:${process.env.PATH}`, PGHOST: '127.0.0.1', PGUSER: 'amparo' };
    const at = { ...env, PGPORT: new URL(cluster.url).port };
    return execFileSync('sh', ['-euc', block], { cwd: folder, env: at, encoding: 'utf8' });
  }
  const sql = (database: string, block: string) =>
    run(`psql --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 --dbname ${database} <<'SQL'\n${block}\nSQL`);

  const reached = (user: string, database: string) =>
    cluster.url.replace(/amparo@(.*)\/postgres$/, `${user}@$1/${database}`);

  async function begin(database: string, more: Record<string, string> = {}): Promise<string> {
    port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    program = start(server, {
      PORT: String(port),
      AMPARO_DATA: join(folder, `${database}-${more.AMPARO_QUIET ?? 0}`),
      DATABASE_URL: reached('amparo_serves', database),
      DATABASE_OWNER_URL: reached('amparo_owner', database),
      AMPARO_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/eventos`,
      AMPARO_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      ...more,
    });
    await ready(url, program);
    return url;
  }

  async function ask(url: string, text: string): Promise<string> {
    const who = await signIn(url);
    const fields = { idUsuario: who.id, idTipoTicket: '1', descripcion: text, poliza: '520021' };
    const headers = { ...who.headers, 'Idempotency-Key': crypto.randomUUID() };
    const asked = requestFor('createTicket', { fields }, headers);
    const sent = new Request(new URL(new URL(asked.url).pathname, url), asked);
    const answer = await fetch(sent);
    expect(answer.status).toBe(200);
    return /C-\d{4}-\d{6}/.exec(await answer.text())?.[0] ?? expect.fail('no number');
  }
  /** The greatest number of the trail. */
  const lastLine = (name: string) => Number(sql(name, 'select max(id) from audit_trail'));
  const serialOf = (number: string) => Number(number.split('-')[2]);
  const mails = (name: string) => {
    const place = join(folder, name, 'correo');
    return existsSync(place) ? readdirSync(place) : [];
  };

  const post = async (url: string, name: EndpointName, fields: Record<string, string>, headers = {}) => {
    const asked = requestFor(name, { fields }, headers);
    const answer = await fetch(new Request(new URL(new URL(asked.url).pathname, url), asked));
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const renewalOf = ({ body }: { body: Record<string, unknown> }) =>
    String((body.usuario as { renovacion?: string }).renovacion);

  test('[S8] [S30] is made and looked at as the document says: it sends nothing, gives no number twice and opens nothing that was closed since', async () => {
    const [makes = ''] = blocksOf('PostgreSQL', 'sql');
    sql('postgres', makes);
    const before = await begin('amparo');
    const kept = await ask(before, 'Antes de la copia');
    const lostPhone = await signIn(before);
    const unlocked = await post(before, 'login', { email: 'colombia@demo.test', password: 'Amparo2026' });
    const guessed = await signIn(before, 'guatemala@demo.test');
    const [backup = '', restore = '', close = ''] = blocksOf('Backup and restore', 'sh');
    run(backup);
    const lost = await ask(before, 'Después de la copia');
    // What customers close and what their devices exchange after the backup.
    expect((await post(before, 'logout', { idUsuario: lostPhone.id }, lostPhone.headers)).status).toBe(200);
    const exchanged = renewalOf(await post(before, 'renewSession', { renovacion: renewalOf(unlocked) }));
    const changed = { id: guessed.id, current: 'Amparo2026', new: 'Distinta2027', confirm: 'Distinta2027' };
    expect((await post(before, 'changePassword', changed, guessed.headers)).status).toBe(200);
    // Its line is written behind the answer, and this process is killed.
    const isNoted = () => sql('amparo', "select 1 from audit_trail where event = 'password-changed'") !== '';
    for (const until = Date.now() + 30_000; !isNoted() && Date.now() < until; ) await pause(100);
    await stopped(program);
    const exported = lastLine('amparo');
    expect(mails('amparo-0').length).toBeGreaterThan(0);

    run(restore);
    const [numbers = ''] = blocksOf('Backup and restore', 'sql');
    sql('amparo_restored', numbers);
    run(close);
    // From here on the receiver would take what the copy sends.
    taking = true;
    const quiet = { AMPARO_QUIET: '1' };
    sql('amparo_restored', 'update outgoing_events set due = now()');
    const copy = await begin('amparo_restored', quiet);
    expect(program?.said.out).toContain('Esta copia no envía ni borra nada (AMPARO_QUIET)');
    const doctor = start([process.execPath, 'dist/server/doctor.js'], {
      DATABASE_URL: reached('amparo_serves', 'amparo_restored'),
      DATABASE_OWNER_URL: reached('amparo_owner', 'amparo_restored'),
      ...quiet,
    });
    await doctor.end;
    expect(doctor.said.out).toMatch(/^ok {4}sending: .*nothing is swept \(AMPARO_QUIET\)$/m);
    expect(doctor.said.out).toMatch(/^ok {4}database: /m);
    expect((await post(copy, 'logout', { idUsuario: lostPhone.id }, lostPhone.headers)).status).toBe(401);
    const [gone, old] = [
      await post(copy, 'renewSession', { renovacion: exchanged }),
      await post(copy, 'login', { email: 'guatemala@demo.test', password: 'Amparo2026' }),
    ];
    expect([gone.status, gone.body.code, old.status, old.body.code]).toEqual([
      401,
      'unauthorised',
      401,
      'bad-credentials',
    ]);
    const next = await ask(copy, 'En la copia');
    expect([serialOf(lost) - serialOf(kept), serialOf(next) > serialOf(lost) + 1_000]).toEqual([1, true]);
    expect(sql('amparo_restored', "select notas from tickets where notas like '%la copia' order by serial")).toBe(
      'Antes de la copia\nEn la copia\n',
    );
    expect(sql('amparo_restored', "select count(*) from audit_trail where event = 'renewal-reused'")).toBe('0\n');
    await pause(12_000);
    expect(lastLine('amparo_restored')).toBeGreaterThan(exported + 1_000);
    expect([received, mails('amparo_restored-1')]).toEqual([[], []]);
    await stopped(program);

    // The same database without the setting sends what waits: it was the setting that kept it.
    sql('amparo_restored', 'update outgoing_events set due = now()');
    await begin('amparo_restored');
    for (const until = Date.now() + 60_000; received.length === 0 && Date.now() < until; ) await pause(200);
    expect(received.length).toBeGreaterThan(0);
  }, 240_000);
});
