import { eq, inArray } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { patience } from '#server/database/postgres.ts';
import { auditTrail, refunds, tickets } from '#server/database/schema.ts';
import { customerLimits } from '#server/http/admission.ts';
import { refundFields, refundPapers, type Sent, send } from '../server/requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';

/** The longest time an answer may take: a wait for a connection, then for one statement. */
const MAX_ANSWER_MS = patience.connect + patience.answer + 1_500;

describe.skipIf(!postgresBin)('on a real PostgreSQL', () => {
  let cluster: Cluster;
  let server: TestApp;
  let who: SignedIn;

  beforeAll(async () => {
    cluster = await createCluster();
    const database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    server = await createTestApp({ database, seed: ['costarica@demo.test'] });
    who = await server.signIn('costarica@demo.test');
  }, 120_000);
  afterAll(async () => {
    cluster?.thaw();
    await server?.close();
    await cluster?.remove();
  });
  beforeEach(async () => {
    expect((await server.app.request(`${ORIGIN}/ready`)).status).toBe(200);
  });

  const ticket = (text: string): Sent => ({
    fields: { idUsuario: who.id, idTipoTicket: '1', descripcion: text, poliza: '520021' },
  });
  const refund = (text: string): Sent => ({
    fields: { ...refundFields(who, '520021'), diagnostico: text },
    files: refundPapers(),
  });
  const post = (key: string, text: string) => {
    const headers = { ...who.headers, 'Idempotency-Key': key };
    const [name, sent] = text.startsWith('refund')
      ? (['createRefund', refund(text)] as const)
      : (['createTicket', ticket(text)] as const);
    return send(server.app, name, sent, headers);
  };

  /** Runs it while each commit waits for a standby that is not there. */
  async function withoutStandby(work: () => Promise<void>): Promise<void> {
    await cluster.ask("alter system set synchronous_standby_names = '*'");
    await cluster.ask('select pg_reload_conf()');
    const now = () => cluster.ask('show synchronous_standby_names');
    try {
      await expect.poll(now).toEqual([{ synchronous_standby_names: '*' }]);
      await work();
    } finally {
      await cluster.ask('alter system reset synchronous_standby_names');
      await cluster.ask('select pg_reload_conf()');
    }
  }

  test('[F44] [S22] while no standby follows reads go on, and each leaves its line and its note behind it', async () => {
    await server.settled();
    const lines = () => server.db.$count(auditTrail, eq(auditTrail.event, 'refunds-read'));
    const before = await lines();
    const read = () => send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers);
    await cluster.ask("update devices set seen = 'epoch'");
    await withoutStandby(async () => {
      // Four times as many as there are connections, one after the other: each is answered before its line is written.
      for (let times = 0; times < 40; times += 1) expect((await read()).status).toBe(200);
      expect((await server.app.request(`${ORIGIN}/ready`)).status).toBe(200);
      await expect.poll(lines).toBe(before + 40);
      expect(await cluster.ask("select from devices where seen = 'epoch'")).toEqual([]);
    });
    await server.settled();
  }, 60_000);

  test('[F44] while no standby follows nothing is acknowledged, and no earlier command again: not under its key, nor by its receipt or its withdrawal', async () => {
    const key = crypto.randomUUID();
    const about = async (name: 'receipt' | 'withdraw') =>
      (await send(server.app, name, { fields: { clave: key } }, who.headers)).status;
    const all = async () => [await about('receipt'), await about('withdraw'), (await post(key, 'ticket')).status];
    // As after a crash: what was committed is read again, though perhaps this machine alone has it.
    expect((await post(key, 'ticket')).status).toBe(200);
    await withoutStandby(async () => {
      expect([...(await all()), (await post(crypto.randomUUID(), 'ticket')).status]).toEqual([503, 503, 503, 503]);
    });
    await expect.poll(all, { timeout: 20_000 }).toEqual([200, 200, 200]);
  }, 90_000);

  describe('[F31] connections that end in the middle of a transaction', () => {
    const disturbances: [string, (during: () => boolean) => Promise<void>][] = [
      [
        'pg_terminate_backend, again and again',
        async (during) => {
          while (during()) {
            await cluster.terminateConnections();
            await pause(5);
          }
        },
      ],
      ['a fast restart', () => cluster.stop('fast').then(cluster.start)],
      ['a crash and a restart', () => cluster.stop('immediate').then(cluster.start)],
    ];

    test.each(disturbances)(
      '%s: commands get 503 with Retry-After, and each takes effect once when it is repeated',
      async (name, disturb) => {
        const run = crypto.randomUUID().slice(0, 8);
        const commands: { key: string; text: string }[] = [];
        const first: Answer[] = [];
        const isRefused = ({ status }: Answer) => status !== 200;
        let running = true;
        const disturbed = disturb(() => running);
        // A quick machine makes many commands before the database hears of its end.
        await inLanes(async () => {
          if (commands.length >= 60 && first.some(isRefused)) return false;
          const text = `${commands.length % 3 === 0 ? 'refund' : 'ticket'} ${name} ${run} ${commands.length}`;
          const at = commands.push({ key: crypto.randomUUID(), text }) - 1;
          await pause(40);
          first[at] = await post(commands[at]?.key ?? '', text);
          return true;
        });
        running = false;
        await disturbed;
        for (const { status, body, headers } of first.filter(isRefused)) {
          expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true]);
        }

        await expect
          .poll(async () => (await server.app.request(`${ORIGIN}/ready`)).status, { timeout: 15_000 })
          .toBe(200);
        // All connections may have been lost, so every call must find a new one.
        const again: Answer[] = [];
        const left = [...commands.entries()];
        await inLanes(async () => {
          const [at, { key, text }] = left.shift() ?? [-1, { key: '', text: '' }];
          if (at >= 0) again[at] = await post(key, text);
          return at >= 0;
        });
        expect(again.map(({ status }) => status)).toEqual(commands.map(() => 200));
        for (const [at, answer] of first.entries())
          if (answer.status === 200) expect(again[at]?.body).toEqual(answer.body);
        const texts = commands.map(({ text }) => text);
        const stored = [
          ...(await server.db.select({ text: tickets.notas }).from(tickets).where(inArray(tickets.notas, texts))).map(
            ({ text }) => text,
          ),
          ...(await server.db.select().from(refunds))
            .map(({ fields }) => fields.diagnostico ?? '')
            .filter((text) => texts.includes(text)),
        ];
        expect(stored.sort()).toEqual(texts.sort());
      },
    );

    test('a transaction that could not begin loses no connection of the pool', async () => {
      for (let times = 0; times < 25; times += 1) {
        const answers = [post(crypto.randomUUID(), `leak ${times}`), post(crypto.randomUUID(), `leak too ${times}`)];
        await cluster.terminateConnections();
        await Promise.all(answers);
      }
      const all = await Promise.all(Array.from({ length: 20 }, (_, at) => post(crypto.randomUUID(), `after ${at}`)));
      expect(all.every(({ status }) => status === 200)).toBe(true);
    });
  });

  describe('[F32] a database that is frozen, locked or slow', () => {
    test('frozen: every call gets 503 with Retry-After, /health answers 200 and /ready 503, and later calls succeed', async () => {
      cluster.freeze();
      const key = crypto.randomUUID();
      const started = performance.now();
      const alive = await server.app.request(`${ORIGIN}/health`);
      const ready = await server.app.request(`${ORIGIN}/ready`);
      const told = performance.now() - started;
      const calls = await Promise.all([
        post(key, 'frozen'),
        ...Array.from({ length: 30 }, () => post(crypto.randomUUID(), 'frozen too')),
      ]);
      const took = performance.now() - started;
      cluster.thaw();
      expect([alive.status, ready.status, told < 2_500]).toEqual([200, 503, true]);
      expect([...new Set(calls.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))]).toEqual([
        '503 10',
      ]);
      expect(took).toBeLessThan(MAX_ANSWER_MS + 2_500);
      await expect
        .poll(async () => (await server.app.request(`${ORIGIN}/ready`)).status, { timeout: 15_000 })
        .toBe(200);
      expect((await post(key, 'frozen')).status).toBe(200);
    });

    test('locked: calls that need the table get 503, others succeed, and the same key succeeds afterwards', async () => {
      const other = new pg.Client({ connectionString: cluster.url });
      await other.connect();
      const key = crypto.randomUUID();
      try {
        await other.query('begin; lock table tickets in access exclusive mode');
        const [refused, list] = await Promise.all([
          post(key, 'locked'),
          send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers),
        ]);
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0, list.status]).toEqual([503, true, 200]);
      } finally {
        await other.query('rollback');
        await other.end();
      }
      expect((await post(key, 'locked')).status).toBe(200);
    });
  });
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** As many at once as the server works on uploads of one customer. */
const LANES = customerLimits.large.working;
type Answer = Awaited<ReturnType<typeof send>>;

/** Repeats a step in each lane until it says that there is no other. */
async function inLanes(step: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await step());
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
