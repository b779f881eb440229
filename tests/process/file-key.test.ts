import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/journeys/harness/server.ts';
import { openBucket } from '../server/bucket.ts';
import { refundFields, refundPapers, send } from '../server/requests.ts';
import { ORIGIN } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Caller, type Program, ready, server, signIn, start, stopped } from './program.ts';

const [OLD, NEXT] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
/** Finds nothing in any file; and one that gives no verdict. */
const [SCANNER, NO_SCANNER] = ['cat', '/nowhere/scanner'];
/** Health, with refunds: costarica@demo.test's. */
let policy = '';

describe.skipIf(!postgresBin)('[F46] two servers on one database and bucket, with other file keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-keys-'));
  let cluster: Cluster;
  let bucket: Awaited<ReturnType<typeof openBucket>>;
  const programs: Program[] = [];
  beforeAll(async () => {
    cluster = await createCluster();
    bucket = await openBucket();
  }, 60_000);
  afterAll(async () => {
    for (const program of programs) await stopped(program);
    await bucket?.close();
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = () => ({
    DATABASE_URL: cluster.url,
    AMPARO_FILES: bucket.address,
    ...bucket.access,
  });

  async function run(keys: readonly string[], scanner: string) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const own = { PORT: String(port), AMPARO_DATA: join(folder, String(port)) };
    const given = { AMPARO_FILES_KEY: keys.join(','), AMPARO_SCAN_COMMAND: scanner };
    const program = start(server, { ...settings(), ...own, ...given });
    programs.push(program);
    await ready(url, program);
    return { url, program };
  }

  const through = (url: string) => ({
    fetch: (request: Request) => fetch(new Request(request.url.replace(ORIGIN, url), request)),
  });

  async function ask(url: string, who: Caller) {
    const sent = { fields: refundFields(who, policy), files: refundPapers() };
    const { status, body } = await send(through(url), 'createRefund', sent, who.headers);
    expect([status, body.text ?? '']).toEqual([200, '']);
    const [history] = (body.reembolso as { documentos: { idDocumento: string; idReembolso: string }[] }).documentos;
    return history ?? expect.fail('no document');
  }

  async function open(url: string, who: Caller, { idDocumento, idReembolso }: Awaited<ReturnType<typeof ask>>) {
    const fields = { idDocumento, idReembolso, idUsuario: who.id };
    const { status, body } = await send(through(url), 'downloadRefundDocument', { fields }, who.headers);
    return status === 200 ? (await fetch(url + new URL(String(body.url), url).pathname)).status : status;
  }

  const held = () => cluster.ask("select id, state, problem from files where state <> 'kept' order by id");

  async function lookAgain() {
    const { end, said } = start([process.execPath, 'dist/server/outgoing.js', 'again'], { DATABASE_URL: cluster.url });
    expect([await end, said.err]).toEqual([0, '']);
  }

  test('a file that one cannot open waits, is told, and is handed out once it can; none is quarantined', async () => {
    // It seals with the next key, and has no scanner, so that the other one meets the files.
    const turned = await run([NEXT, OLD], NO_SCANNER);
    const behind = await run([OLD], SCANNER);
    const who = await signIn(turned.url);
    [{ id: policy }] = (await cluster.ask(
      "select id from demo.demo_policies where owner_nif = (select nif from customers where email = 'costarica@demo.test') and fields ->> 'LineOfBusinessType' = 'Health' limit 1",
    )) as [{ id: string }];
    const document = await ask(turned.url, who);
    await expect.poll(held, { timeout: 30_000 }).toMatchObject([{ problem: 'no verdict' }, { problem: 'no verdict' }]);
    await lookAgain();
    await ask(behind.url, who);
    const unopened = { state: 'held', problem: 'not sealed by us' };
    await expect.poll(held, { timeout: 30_000 }).toMatchObject([unopened, unopened]);
    expect(await open(behind.url, who, document)).toBe(503);
    expect(behind.program.said.out).toContain('"error":"DamagedFile"');

    await stopped(behind.program);
    const caughtUp = await run([OLD, NEXT], SCANNER);
    await lookAgain();
    await ask(caughtUp.url, who);
    await expect.poll(held, { timeout: 90_000 }).toEqual([]);
    expect(await open(caughtUp.url, who, document)).toBe(200);
    expect(await open(turned.url, who, document)).toBe(200);
  }, 300_000);
});
