import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { openDatabase } from '#server/database/open.ts';
import { passkeys } from '#server/database/schema.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { callsOf } from '../server/calls.ts';
import { send } from '../server/requests.ts';
import { createTestApp, pathOf, type SignedIn, type TestApp } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Caller, type Program, pause, ready, root, server, signIn, start, stopped } from './program.ts';

const MARIA = 'costarica@demo.test';

describe('[S29] the built server, with a body that ends after its sign-in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-ended-'));
  let program: Program;
  let url: string;

  beforeAll(async () => {
    const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
    execFileSync(process.execPath, ['-e', build], { cwd: root });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = start(server, { PORT: String(port), AMPARO_DATA: folder });
    await ready(url, program);
  }, 240_000);
  afterAll(async () => {
    await stopped(program);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends all but the last byte of a body. `end` sends that one and gives the answer. */
  async function begin(name: EndpointName, fields: object, { headers }: Caller) {
    const body = JSON.stringify(fields);
    const begun = request(url + pathOf(name), {
      method: endpoints[name].method,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    const answer = new Promise<{ status: number; code: string }>((resolve, reject) => {
      begun.on('error', reject).on('response', async (came) => {
        const chunks = await came.toArray();
        resolve({ status: came.statusCode ?? 0, code: JSON.parse(Buffer.concat(chunks).toString()).code });
      });
    });
    begun.write(body.slice(0, -1));
    // The first look at who is signed in passes while the body is on its way.
    await pause(300);
    return {
      end: () => {
        begun.end(body.slice(-1));
        return answer;
      },
    };
  }

  async function post(name: EndpointName, fields: object, { headers }: Caller): Promise<number> {
    const method = endpoints[name].method;
    const body = JSON.stringify(fields);
    return (
      await fetch(url + pathOf(name), { method, headers: { ...headers, 'Content-Type': 'application/json' }, body })
    ).status;
  }

  test('a password that a lost phone was changing stays, and so does the address, once its owner closed it', async () => {
    const [lost, own] = [await signIn(url), await signIn(url)];
    const words = { current: 'Amparo2026', new: 'Ladrona2026', confirm: 'Ladrona2026' };
    const held = [
      await begin('changePassword', { id: lost.id, ...words }, lost),
      await begin('updatePersonalInformation', { id: lost.id, referencia: 'De quien lo halló' }, lost),
    ];
    expect(await post('endSessions', { idUsuario: own.id }, own)).toBe(200);
    const ended = { status: 401, code: 'session-ended' };
    expect(await Promise.all(held.map(({ end }) => end()))).toEqual([ended, ended]);
    const query = `?${new URLSearchParams({ id: own.id })}`;
    const kept = await fetch(url + pathOf('personalInformation') + query, { headers: own.headers });
    expect(await kept.text()).not.toContain('De quien lo halló');
    // The owner's password still opens.
    await signIn(url);
  }, 60_000);
});

/** The database in memory runs transactions one after the other. Only a real PostgreSQL runs two at the same time. */
describe.skipIf(!postgresBin)('[S29] a write and an end of its sign-in at the same time, on a real PostgreSQL', () => {
  let cluster: Cluster;
  let house: TestApp;
  let hand: pg.Client;
  let renames: { fields: Record<string, unknown> };

  beforeAll(async () => {
    cluster = await createCluster();
    const database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    house = await createTestApp({ database, seed: [MARIA] });
    hand = new pg.Client({ connectionString: cluster.url });
    await hand.connect();
    const who = await house.signIn(MARIA);
    const usual = await callsOf(house, who, '520021');
    const listed = await send(house.app, 'passkeys', usual.passkeys, who.headers);
    const { credencial } = (listed.body as unknown as { credencial: string }[]).at(-1) ?? {};
    renames = { fields: { ...usual.renamePasskey.fields, credencial } };
  }, 120_000);
  afterAll(async () => {
    await hand?.end();
    await house?.close();
    await cluster?.remove();
  });

  const rename = (who: SignedIn, nombre: string) =>
    send(house.app, 'renamePasskey', { fields: { ...renames.fields, nombre } }, who.headers);
  const end = (who: SignedIn) => send(house.app, 'endSessions', { fields: { idUsuario: who.id } }, who.headers);
  const nameNow = async () => {
    const [row] = await house.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, String(renames.fields.credencial)));
    return row?.name;
  };

  /** Runs the work while another connection holds those rows, and lets go when it has begun. */
  async function whileHeld(rows: string, work: () => Promise<void>, then: () => Promise<void>): Promise<void> {
    await hand.query('begin');
    await hand.query(`${rows} for update`);
    await work();
    await hand.query('commit');
    await then();
  }
  const isWaiting = async (processes: number) => {
    for (const until = Date.now() + 10_000; Date.now() < until; await pause(20)) {
      const [row] = await cluster.ask("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'");
      if (Number(row?.n) >= processes) return;
    }
    throw new Error('Nobody waits for a lock');
  };

  test('an end waits for the write that was first, and nothing changes after its answer', async () => {
    const [lost, own] = [await house.signIn(MARIA), await house.signIn(MARIA)];
    const order: string[] = [];
    let both: Promise<unknown>[] = [];
    await whileHeld(
      'select 1 from passkeys',
      async () => {
        both = [rename(lost, 'Antes').then(({ status }) => order.push(`rename ${status}`))];
        await isWaiting(1);
        both.push(end(own).then(({ status }) => order.push(`end ${status}`)));
        await isWaiting(2);
        expect(order).toEqual([]);
      },
      async () => void (await Promise.all(both)),
    );
    expect(order).toEqual(['rename 200', 'end 200']);
    expect(await nameNow()).toBe('Antes');
  });

  test('a write waits for the end that was first, and is refused', async () => {
    const [lost, own] = [await house.signIn(MARIA), await house.signIn(MARIA)];
    const before = await nameNow();
    let answers: Promise<{ status: number }>[] = [];
    await whileHeld(
      'select 1 from tokens',
      async () => {
        answers = [end(own)];
        await isWaiting(1);
        answers.push(rename(lost, 'Después'));
        await isWaiting(2);
      },
      async () => void (await Promise.all(answers)),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401]);
    expect(await nameNow()).toBe(before);
  });
});
