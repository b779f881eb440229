import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/open.ts';
import { outgoingEvents } from '#server/database/schema.ts';
import { readSigningKeys } from '#server/insurer/signature.ts';
import { openDelivery } from '#server/outgoing/deliver.ts';
import { runHistory, type Surroundings } from '../outbox/history.ts';
import { createHouse, type House } from '../outbox/house.ts';
import { type Receiver, type Reply, startReceiver } from './receiver.ts';
import { unasked } from './test-app.ts';
import { comparedWithTold } from './told.ts';

/**
 * The random histories of a device (`tests/outbox`), followed on to the insurer's systems: the receiver is down, slow, forgets
 * to answer or refuses for a while, and processes that deliver die at any moment of it. `AMPARO_SEED=<seed> npx vitest run
 * tests/server/told-histories.test.ts` plays one again; `AMPARO_HISTORIES` asks for more.
 */
const given = process.env.AMPARO_SEED;
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (given === undefined ? 8 : 1));
const first = Number(given ?? 1);
const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const keys = readSigningKeys(SECRET) ?? [];
const DAY = '1 day';

const replies: Reply[] = [
  200,
  200,
  503,
  500,
  404,
  'silent',
  'lost',
  'lost',
  { status: 429, headers: { 'retry-after': '60' } },
];

let receiver: Receiver;
let house: House;
beforeAll(async () => {
  receiver = await startReceiver(SECRET);
  house = await createHouse({ receiver: { url: receiver.url, keys } });
}, 60_000);
afterAll(async () => {
  await house.close();
  await receiver.close();
});

test(
  '[F39][F1][F2] from the phone to the insurer each request arrives once, in order, and nothing else does',
  async () => {
    const met = { told: 0, tries: 0, deaths: 0 };
    for (let seed = first; seed < first + HISTORIES; seed += 1) {
      const since = new Date();
      receiver.effects.length = 0;
      receiver.tries.length = 0;
      const around = surroundings(met);
      const broken = await runHistory(house, seed, around).catch((error: unknown) => [
        String((error as Error)?.stack ?? error),
      ]);
      await house.setTokens('good');
      await settle();
      expect(broken, `AMPARO_SEED=${seed}`).toEqual([]);
      const wrong = await comparedWithTold(house.db, house.idUsuario, since, receiver.effects);
      expect(wrong, `AMPARO_SEED=${seed}`).toEqual([]);
      met.told += receiver.effects.length;
      met.tries += receiver.tries.length;
    }
    expect(receiver.forged).toBe(0);
    // What never went wrong proves nothing.
    if (given === undefined) expect(Math.min(met.told, met.tries - met.told, met.deaths)).toBeGreaterThan(0);
  },
  20_000 + HISTORIES * 10_000,
);

/** The receiver is well again, and days pass until nothing waits. */
async function settle(): Promise<void> {
  receiver.reply = () => 200;
  for (let round = 0; round < 10; round += 1) {
    await pass();
    await openDelivery({
      db: house.db,
      clock: () => new Date(),
      jobs: unasked,
      receiver: { url: receiver.url, keys },
    })();
    if ((await house.db.$count(outgoingEvents)) === 0) return;
  }
}

const pass = (): Promise<unknown> =>
  house.db.update(outgoingEvents).set({ due: sql`${outgoingEvents.due} - ${DAY}::interval` });

function surroundings(met: { deaths: number }): Surroundings {
  const lives = [mortal(house.db), mortal(house.db)];
  const running: Promise<unknown>[] = [];
  const deliver = async (random: () => number) => {
    const life = lives[random() < 0.5 ? 0 : 1];
    if (!life) return;
    const work = openDelivery({
      db: life.db,
      clock: () => new Date(),
      jobs: unasked,
      receiver: { url: receiver.url, keys },
    });
    // Whoever died throws.
    running.push(work().catch(() => {}));
    await new Promise((done) => setTimeout(done, random() * 25));
  };
  const die = async (random: () => number) => {
    const at = random() < 0.5 ? 0 : 1;
    lives[at]?.kill();
    lives[at] = mortal(house.db);
    met.deaths += 1;
  };
  const receive = async (random: () => number) => {
    const spoilt = random();
    receiver.reply = () => (random() < spoilt ? (replies[Math.floor(random() * replies.length)] ?? 200) : 200);
  };
  const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);
  return {
    steps: [
      ...often(8, 'deliver', deliver),
      ...often(4, 'processDies', die),
      ...often(4, 'receiver', receive),
      ...often(4, 'daysPass', pass),
    ],
    often: { ticket: 6, refund: 3, document: 4 },
    least: 24,
    spoilt: 0.5,
    heal: async () => void (await Promise.all(running)),
  };
}

/** The database as a process sees it that may die: from then on it asks nothing more. */
function mortal(db: Database): { db: Database; kill(): void } {
  let isDead = false;
  const watched = new Proxy(db, {
    get(target, name, self) {
      if (isDead) throw new Error('this process is dead');
      const value = Reflect.get(target, name, self);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db: watched,
    kill() {
      isDead = true;
    },
  };
}
