import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { openHttpCore } from '#server/core/http-core.ts';
import type { Database } from '#server/database/open.ts';
import { outgoingEvents } from '#server/database/schema.ts';
import { referenceCore } from '#server/demo/reference-core.ts';
import { readSigningKeys } from '#server/insurer/signature.ts';
import { openDelivery } from '#server/outgoing/deliver.ts';
import { randomFrom } from '#tests/seeded.ts';
import { runHistory, type Surroundings } from '../outbox/history.ts';
import { createHouse, EMAIL, type House } from '../outbox/house.ts';
import { type ClaimsDesk, openClaimsDesk } from './insurer/claims-desk.ts';
import { wayBack } from './insurer/there-and-back.ts';
import { type Killable, killable } from './killable.ts';
import { type Receiver, type Reply, startReceiver } from './receiver.ts';
import { createTestApp, ORIGIN, type TestApp } from './test-app.ts';
import { comparedWithTold } from './told.ts';

/**
 * Random histories of a device (`tests/outbox`), followed to the insurer's systems and back. The receiver dies, is slow,
 * does not answer or refuses for a while. Delivering processes die at any moment. The administration dies and returns.
 * The insurer's decisions reach the device's mirror late, twice or out of order.
 * `tests/process/there-and-back.test.ts` does the same with real processes.
 * `AMPARO_SEED=<seed> npx vitest run tests/server/told-histories.test.ts` replays one; `AMPARO_HISTORIES` plays more.
 */
const given = process.env.AMPARO_SEED;
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (given === undefined ? 8 : 1));
const first = Number(given ?? 1);
const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const keys = readSigningKeys(SECRET) ?? [];
const CORE_SECRET = 'a-secret-of-the-tests';
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
let books: TestApp;
let administration: Killable;
let house: House;
beforeAll(async () => {
  receiver = await startReceiver(SECRET);
  books = await createTestApp({ seed: [EMAIL] });
  const reference = referenceCore(books.core, CORE_SECRET, ORIGIN);
  administration = await killable((request) => reference.fetch(request));
  // A history plays a customer's minutes in milliseconds, so these waits are short.
  const patience = { attempt: 1_000, call: 2_000, retries: 1, open: 30 };
  const core = openHttpCore({ steady: thisMachine.steady, url: administration.url, secret: CORE_SECRET, patience });
  house = await createHouse({ receiver: { url: receiver.url, keys }, core });
}, 60_000);
afterAll(async () => {
  await house.close();
  await administration.kill();
  await books.close();
  await receiver.close();
});

test('[F39][F38][F1][F2] from the phone to the insurer and back, each request and decision arrives once and in order, and nothing else', {
  // A second try would find what the first one sent, and a history that failed once has found something.
  retry: 0,
  timeout: 20_000 + HISTORIES * 10_000,
}, async () => {
  const met = { told: 0, tries: 0, deaths: 0, receiverDeaths: 0, coreDeaths: 0, deskDeaths: 0, looks: 0 };
  const back = { reported: 0, tries: 0, cases: 0 };
  for (let seed = first; seed < first + HISTORIES; seed += 1) {
    const since = new Date();
    receiver.effects.length = 0;
    receiver.tries.length = 0;
    const [key] = keys;
    const desk = openClaimsDesk(
      async (init) => house.app.app.request(`${ORIGIN}/aseguradora/reportes`, init),
      key ?? expect.fail('no key'),
    );
    const around = surroundings(met, desk, seed);
    const broken = await runHistory(house, seed, around).catch((error: unknown) => [
      String((error as Error)?.stack ?? error),
    ]);
    await house.setTokens('good');
    expect(broken, `AMPARO_SEED=${seed}`).toEqual([]);
    const wrong = await comparedWithTold(house.db, house.idUsuario, since, receiver.effects);
    expect(wrong, `AMPARO_SEED=${seed}`).toEqual([]);
    met.told += receiver.effects.length;
    met.tries += receiver.tries.length;
    for (const name of ['reported', 'tries', 'cases'] as const) back[name] += desk.counts()[name];
  }
  expect(receiver.forged).toBe(0);
  // Each kind of fault must have happened at least once, or the test would prove nothing.
  console.log(JSON.stringify({ ...met, back }));
  if (given !== undefined) return;
  expect(Math.min(...Object.values(met), met.tries - met.told)).toBeGreaterThan(0);
  expect(Math.min(...Object.values(back), back.tries - back.reported)).toBeGreaterThan(0);
});

/** Brings the receiver back, and lets days pass until no event waits. */
async function settle(desk: ClaimsDesk): Promise<void> {
  await receiverBack(desk);
  heed(desk);
  for (let round = 0; round < 10; round += 1) {
    await pass();
    await openDelivery({
      random: () => 0,
      db: house.db,
      clock: () => new Date(),
      receiver: { url: receiver.url, keys },
    })();
    if ((await house.db.$count(outgoingEvents)) === 0) return;
  }
}

const pass = (): Promise<unknown> =>
  house.db.update(outgoingEvents).set({ due: sql`${outgoingEvents.due} - ${DAY}::interval` });

/** Starts the receiver again on the same port, with what it had stored. */
async function receiverBack(desk: ClaimsDesk): Promise<void> {
  if (isListening) return;
  isListening = true;
  receiver = await startReceiver(SECRET, Number(new URL(receiver.url).port), receiver);
  heed(desk);
}
let isListening = true;
/** Makes the insurer's system store each event that the receiver accepts. */
function heed(desk: ClaimsDesk, reply: Receiver['reply'] = () => 200): void {
  receiver.reply = async (told) => {
    const answer = await reply(told);
    const isTaken = answer === 200 || answer === 'lost';
    if (isTaken) desk.take(told);
    return answer;
  };
}

type Met = Record<'deaths' | 'receiverDeaths' | 'coreDeaths' | 'deskDeaths' | 'looks', number>;

function surroundings(met: Met, desk: ClaimsDesk, seed: number): Surroundings {
  heed(desk);
  const back = wayBack(house, desk, met);
  const lives = [mortal(house.db), mortal(house.db)];
  const running: Promise<unknown>[] = [];
  const deliver = async (random: () => number) => {
    const life = lives[random() < 0.5 ? 0 : 1];
    if (!life) return;
    const work = openDelivery({
      random: () => 0,
      db: life.db,
      clock: () => new Date(),
      receiver: { url: receiver.url, keys },
    });
    // A process that died meanwhile throws.
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
    heed(desk, () => (random() < spoilt ? (replies[Math.floor(random() * replies.length)] ?? 200) : 200));
  };
  const receiverDies = async () => {
    if (!isListening) return;
    isListening = false;
    met.receiverDeaths += 1;
    await receiver.close();
  };
  const coreDies = async () => {
    await administration.kill();
    met.coreDeaths += 1;
  };
  const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);
  return {
    steps: [
      ...often(12, 'deliver', deliver),
      ...often(4, 'processDies', die),
      ...often(4, 'receiver', receive),
      ...often(4, 'daysPass', pass),
      ...often(2, 'receiverDies', receiverDies),
      ...often(4, 'receiverBack', () => receiverBack(desk)),
      ...often(1, 'coreDies', coreDies),
      ...often(3, 'coreBack', () => administration.back()),
      ...back.steps,
    ],
    meet: back.meet,
    often: { ticket: 6, refund: 4, document: 4, drainAndWait: 10, tokensAgain: 3, signIn: 6 },
    least: 70,
    spoilt: 0.5,
    async heal() {
      await administration.back();
      await receiverBack(desk);
      await Promise.all(running);
      await back.ended();
    },
    async rest(page) {
      await settle(desk);
      return back.arrived(page, randomFrom(seed));
    },
  };
}

/** The database as a process sees it that may die. A dead process can no longer use it. */
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
