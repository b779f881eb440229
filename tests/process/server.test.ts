import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/journeys/harness/server.ts';
import { refundFields, refundPapers, requestFor } from '../server/requests.ts';
import { answers, type Caller, type Program, pause, ready, root, server, signIn, start, stopped } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-process-'));
const isRoot = process.getuid?.() === 0;
let program: Program | undefined;
let named = 0;

beforeAll(() => {
  const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
  execFileSync(process.execPath, ['-e', build], { cwd: root });
}, 120_000);
afterEach(() => stopped(program));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a data folder that does not exist yet. */
const newFolder = () => join(folder, `data-${++named}`);

describe('[F34] SIGTERM to npm start', () => {
  test('lets an upload under way end and answers it, and leaves nothing behind', async () => {
    const [port, data] = [await freePort(), newFolder()];
    const url = `http://127.0.0.1:${port}`;
    program = start(['npm', 'start'], { PORT: String(port), AMPARO_DATA: data });
    await ready(url, program);
    const who = await signIn(url);
    const idle = await fetch(`${url}/health`);
    await idle.text();
    const upload = slowRefund(url, who, 6_000);
    await pause(1_000);
    program.child.kill('SIGTERM');
    await pause(1_500);
    // New callers are refused while the upload goes on.
    expect(await answers(`${url}/health`)).toBe(false);
    expect(await upload).toBe(200);
    await expect.poll(() => existsSync(join(data, 'en-uso')), { timeout: 15_000 }).toBe(false);
    await program.end;
    expect(await canListen(port)).toBe(true);
  }, 120_000);

  test('[F63] behind a proxy it is first not ready, still answers, and then ends with 0', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    program = start(server, { PORT: String(port), AMPARO_DATA: newFolder(), AMPARO_DRAIN: '2' });
    await ready(url, program);
    program.child.kill('SIGTERM');
    await expect
      .poll(() => fetch(`${url}/ready`).then(({ status }) => status), { timeout: 1_500, interval: 50 })
      .toBe(503);
    const late = await fetch(`${url}/health`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await program.end).toBe(0);
  }, 60_000);

  /** Sends a refund in pieces over that time. @returns the status of the answer */
  async function slowRefund(url: string, who: Caller, milliseconds: number): Promise<number> {
    const sent = { fields: refundFields(who, '520021'), files: refundPapers() };
    const { headers, body } = await wire(sent, who);
    return new Promise((resolve, reject) => {
      const call = request(`${url}/api/reembolsos/create`, { method: 'POST', headers });
      call.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.on('error', reject);
      const pieces = 12;
      const size = Math.ceil(body.length / pieces);
      void (async () => {
        for (let piece = 0; piece < pieces; piece += 1) {
          call.write(body.subarray(piece * size, (piece + 1) * size));
          await pause(milliseconds / pieces);
        }
        call.end();
      })();
    });
  }
});

describe('the server does not start, exits 1 with one clear line and changes nothing, because of', () => {
  test('a setting that makes no sense', () => expectRefusal({ PORT: 'x' }, /el ajuste PORT no es válido/));

  test('a port in use', async () => {
    const taken = createServer().listen(0);
    await new Promise((done) => taken.once('listening', done));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const data = newFolder();
    await expectRefusal(
      { PORT: String(port), AMPARO_DATA: data },
      new RegExp(`el puerto ${port} \\(PORT\\) ya está en uso`),
    );
    expect(existsSync(data)).toBe(false);
    taken.close();
  });

  test('a folder with other files', async () => {
    const data = newFolder();
    mkdirSync(data);
    writeFileSync(join(data, 'tesis.odt'), 'x');
    await expectRefusal({ AMPARO_DATA: data }, /la carpeta ya tiene otros archivos/);
    expect(readdirSync(data)).toEqual(['tesis.odt']);
  });

  test('a file where the folder should be', async () => {
    const data = newFolder();
    writeFileSync(data, 'x');
    await expectRefusal({ AMPARO_DATA: data }, /no es una carpeta/);
  });

  test('a database that is damaged', async () => {
    const data = newFolder();
    mkdirSync(join(data, 'base/global'), { recursive: true });
    for (const part of ['PG_VERSION', 'global/pg_control']) writeFileSync(join(data, 'base', part), '17\n');
    for (const part of ['pg_wal', 'base']) mkdirSync(join(data, 'base', part));
    truncateSync(join(data, 'base/global/pg_control'), 8192);
    const before = listing(data);
    await expectRefusal({ AMPARO_DATA: data }, /están dañados/);
    truncateSync(join(data, 'base/global/pg_control'), 100);
    await expectRefusal({ AMPARO_DATA: data }, /están dañados/);
    expect(listing(data)).toEqual(before);
  }, 60_000);

  test('a PostgreSQL that does not answer', async () => {
    const port = await freePort();
    await expectRefusal(
      { DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` },
      /\(AMP-10\): en esa dirección no hay ninguna base de datos \(DATABASE_URL\)$/,
    );
  });

  async function expectRefusal(env: Record<string, string>, line: RegExp) {
    program = start(server, { PORT: '0', AMPARO_DATA: newFolder(), ...env });
    expect(await program.end).toBe(1);
    expect(program.said.err.trim()).toMatch(line);
    expect(program.said.err.trim().split('\n')).toHaveLength(1);
  }
});

describe.skipIf(!isRoot)('[F33] a data folder that another container uses', () => {
  test('is refused, although process numbers of that container mean nothing here', async () => {
    const [port, data] = [await freePort(), newFolder()];
    const inside = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', ...server];
    program = start(inside, { PORT: String(port), AMPARO_DATA: data });
    await ready(`http://127.0.0.1:${port}`, program);
    const other = start(server, { PORT: '0', AMPARO_DATA: data });
    expect(await other.end).toBe(1);
    expect(other.said.err).toContain('Amparo ya está funcionando con esta carpeta');
  }, 120_000);
});

/** The small file system needs a mount, which only root can make. */
describe.skipIf(!isRoot)('[F33] a disk that fills up', () => {
  const disk = join(folder, 'disk');
  let url: string;
  let who: Caller;

  beforeAll(async () => {
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', disk]);
  });
  afterAll(async () => {
    await stopped(program);
    execFileSync('umount', ['-l', disk]);
  });

  test('leads to 507 for writes before it is full; reads go on, and the server recovers', async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = start(server, { PORT: String(port), AMPARO_DATA: join(disk, 'data') });
    await ready(url, program);
    who = await signIn(url);
    const filler = join(disk, 'filler');
    const statuses: number[] = [];
    writeFileSync(filler, Buffer.alloc(120 * 1024 * 1024));
    // Real uploads fill the disk until the server refuses one.
    while (statuses.at(-1) !== 507 && statuses.length < 100) statuses.push((await refund(2 * 1024 * 1024)).status);
    expect([...new Set(statuses)]).toEqual([200, 507]);
    const refused = await refund(2 * 1024 * 1024);
    expect(refused.status).toBe(507);
    expect([(await refused.json()).code, Number(refused.headers.get('retry-after'))]).toEqual(['unavailable', 60]);
    // Signing in still has room.
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    who = await signIn(url);

    // Other programs fill the rest of the disk.
    const left = () => execFileSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' }).split('\n')[1];
    writeFileSync(join(disk, 'more'), Buffer.alloc((Number(left()) - 8 * 1024) * 1024));
    // Writing that much may take longer than the server keeps an idle connection.
    await expect.poll(async () => (await fetch(`${url}/ready`).catch(() => null))?.status).toBe(507);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await refund(10)).status).toBe(507);
    await expect(signIn(url)).rejects.toThrow('507');
    for (let times = 0; times < 50; times += 1) expect((await list()).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);

    rmSync(filler);
    rmSync(join(disk, 'more'));
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect((await refund(2 * 1024 * 1024)).status).toBe(200);
  }, 180_000);

  const list = () =>
    fetch(`${url}/api/reembolsos/getByPolicy?${new URLSearchParams({ idUsuario: who.id, poliza: '520021' })}`, {
      headers: who.headers,
    });

  async function refund(padding: number): Promise<Response> {
    const files = {
      ...refundPapers(),
      documentoFactura: new File(['%PDF-1.4\n', randomBytes(padding), '\n%%EOF\n'], 'f.pdf'),
    };
    const { headers, body } = await wire({ fields: refundFields(who, '520021'), files }, who);
    return fetch(`${url}/api/reembolsos/create`, { method: 'POST', headers, body: new Uint8Array(body) });
  }
});

/** The headers and bytes of the refund's request. */
async function wire(sent: Parameters<typeof requestFor>[1], who: Caller) {
  const made = requestFor('createRefund', sent, { ...who.headers, 'Idempotency-Key': crypto.randomUUID() });
  const body = Buffer.from(await made.arrayBuffer());
  return { headers: { ...Object.fromEntries(made.headers), 'content-length': String(body.length) }, body };
}

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

function listing(at: string): string[] {
  return readdirSync(at, { recursive: true }).map((name) => `${name} ${statSync(join(at, String(name))).isFile()}`);
}
