import { inArray, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { VaultRow } from '#database/rows.ts';
import { commands, refundDocuments, refunds, tickets } from '#server/database/schema.ts';
import { randomFrom } from '#tests/seeded.ts';
import { type Device, type Home, type Page, refundFields, refundFilesOf, ticketFields } from './house.ts';
import type { Fate } from './network.ts';
import { pdf } from './props.ts';

type Kind = 'ticket' | 'refund' | 'document';

/** One queued command, and what the customer was told about it. */
interface Told {
  key: string;
  kind: Kind;
  /** The text that finds it at the server: description, diagnosis or file name. */
  text: string;
  state: 'saved' | 'discarded' | 'replaced';
}

/** What happens around the device during a history. */
export interface Surroundings {
  /** Steps to choose from, besides those of the device. One that is listed more often is more likely. */
  steps: readonly [name: string, run: (random: () => number) => Promise<unknown>][];
  /** The weight of a step of the device, where it is not the usual one. */
  often: Record<string, number>;
  /** The least number of steps. */
  least: number;
  /** The largest share of requests that the network may spoil, from 0 to 1. */
  spoilt: number;
  /** Gets a page of the device at the beginning. */
  meet?(page: Page): void;
  /** How long the queue may take to come to rest after all trouble has ended, in milliseconds. Without it, it tries eight times. */
  restWithin?: number;
  /** Ends all trouble around the device. */
  heal(): Promise<void>;
  /** Checks the device once its queue has come to rest. @returns each violation as a sentence */
  rest?(page: Page): Promise<string[]>;
}

/**
 * Plays one history on a new device. Commands are queued, edited and discarded, while the network fails, pages die or
 * freeze, tokens end, clocks jump, and the device locks. Then everything heals, and the queue must come to rest.
 *
 * @returns each violation as a sentence; empty when the promise holds
 */
export async function runHistory(house: Home, seed: number, around: Surroundings): Promise<string[]> {
  const random = randomFrom(seed);
  const device = await house.device();
  const keyed = await device.db.vault.toArray();
  const told: Told[] = [];
  const problems: string[] = [];
  const running: Promise<unknown>[] = [];
  const pages: Page[] = [];
  let texts = 0;

  const newPage = () => device.page({ uuid: () => uuidFrom(random), random: () => 0.3 });
  for (let count = 2 + (random() < 0.5 ? 1 : 0); count > 0; count -= 1) pages.push(newPage());
  const pageAt = () => pages[Math.floor(random() * pages.length)] ?? newPage();
  around.meet?.(newPage());
  device.network.fate = fateFrom(seed, random() * 0.8 * around.spoilt);

  async function queue(page: Page, kind: Kind, options: { replaces?: string; dependsOn?: string } = {}) {
    texts += 1;
    const what = `historia-${seed}-${texts}`;
    const file = pdf(what);
    const queued =
      kind === 'ticket'
        ? await page.outbox.enqueue('ticket.create', ticketFields(house, what), {}, options)
        : kind === 'refund'
          ? await page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what), options)
          : await page.outbox.enqueue(
              'refund.addDocument',
              { idUsuario: house.idUsuario },
              { documento: file },
              options,
            );
    if (!queued.ok) return false;
    told.push({ key: queued.value.key, kind, text: kind === 'document' ? file.name : what, state: 'saved' });
    return true;
  }

  const anyOf = (kinds: Kind[]) => {
    const some = told.filter(({ kind, state }) => kinds.includes(kind) && state === 'saved');
    return some[Math.floor(random() * some.length)];
  };
  const drainOn = (page: Page) => page.outbox.drain({ connected: random() < 0.3 });

  const steps: Record<string, () => Promise<unknown>> = {
    ticket: () => queue(pageAt(), 'ticket'),
    refund: () => queue(pageAt(), 'refund'),
    async document() {
      const parent = anyOf(['refund']);
      if (parent) await queue(pageAt(), 'document', { dependsOn: parent.key });
    },
    async drain() {
      running.push(drainOn(pageAt()).catch((error: unknown) => problems.push(`a drain threw: ${error}`)));
      await pause(random() * 6);
    },
    async drainTogether() {
      for (const page of pages)
        running.push(drainOn(page).catch((error: unknown) => problems.push(`a drain threw: ${error}`)));
      await pause(random() * 12);
    },
    async drainAndWait() {
      const drained = drainOn(pageAt()).catch((error: unknown) => problems.push(`a drain threw: ${error}`));
      running.push(drained);
      // A drain that hangs goes on during the next steps.
      await Promise.race([drained, pause(60)]);
    },
    async later() {
      device.clock.move(random() < 0.7 ? random() * 2 * MINUTE_MS : random() * 40 * MINUTE_MS);
      if (random() < 0.5) device.ticker.tick();
    },
    async clockJumps() {
      device.clock.move((random() < 0.5 ? -1 : 1) * random() * 60 * DAY_MS);
    },
    async pageDies() {
      const index = Math.floor(random() * pages.length);
      const dead = pages[index];
      if (dead) device.locks.died(dead.id);
      pages[index] = newPage();
    },
    async pageFreezes() {
      pages[Math.floor(random() * pages.length)] = newPage();
    },
    async thaw() {
      device.network.letPass();
      await pause(3);
    },
    lock: () => pageAt().session.lock(),
    signIn: () => signInAgain(device, keyed, pageAt()),
    async logout() {
      await device.db.vault.bulkDelete(['reading', 'sending']);
    },
    revoke: () => house.setTokens('revoked'),
    async tokensAgain() {
      await house.setTokens('good');
      await signInAgain(device, keyed, pageAt());
    },
    async edit() {
      const item = anyOf(['ticket', 'refund']);
      const page = pageAt();
      if (!item || !(await page.outbox.beginEdit(item.key)).ok) return;
      if (random() < 0.2) return;
      if (await queue(page, item.kind, { replaces: item.key })) item.state = 'replaced';
    },
    async discard() {
      const item = anyOf(['ticket', 'refund', 'document']);
      if (item && (await pageAt().outbox.discard(item.key)).ok) item.state = 'discarded';
    },
    async network() {
      device.network.fate = fateFrom(seed + texts * 7919, random() * around.spoilt);
    },
  };
  const likely = Object.keys(steps).flatMap((name) =>
    Array<string>(around.often[name] ?? weights[name] ?? 1).fill(name),
  );
  for (const [name, run] of around.steps) {
    likely.push(name);
    steps[name] = () => run(random);
  }

  await queue(pageAt(), random() < 0.5 ? 'refund' : 'ticket');
  const count = around.least + Math.floor(random() * 10);
  for (let step = 0; step < count; step += 1) {
    const name = likely[Math.floor(random() * likely.length)] ?? 'drain';
    await steps[name]?.();
    problems.push(...(await missing(device, told)).map((what) => `after ${name}: ${what}`));
    if (problems.length > 0) return problems;
  }

  await around.heal();
  await heal(house, device, keyed, running);
  await comeToRest(newPage(), device, told, around.restWithin ?? 0);
  problems.push(...(await compare(house, device, told)));
  problems.push(...((await around.rest?.(newPage())) ?? []));
  device.network.letPass();
  await device.close();
  return problems;
}

const weights: Record<string, number> = {
  ticket: 4,
  refund: 2,
  document: 2,
  drain: 6,
  drainTogether: 4,
  drainAndWait: 3,
  later: 5,
  edit: 2,
  signIn: 2,
};

/** Commands shown as saved that are neither in the queue nor have a receipt. */
async function missing(device: Device, told: readonly Told[]): Promise<string[]> {
  const [queued, receipts] = await Promise.all([
    device.db.outbox.toCollection().primaryKeys(),
    device.db.receipts.toCollection().primaryKeys(),
  ]);
  const there = new Set([...queued, ...receipts]);
  return told.filter(({ key, state }) => state === 'saved' && !there.has(key)).map(({ text }) => `${text} is nowhere`);
}

async function signInAgain(device: Device, keyed: VaultRow[], page: Page) {
  await device.db.vault.bulkPut(keyed.filter(({ id }) => id === 'reading' || id === 'sending'));
  await page.outbox.absorbLocked();
  await page.outbox.resumeParked();
}

async function heal(house: Home, device: Device, keyed: VaultRow[], running: readonly Promise<unknown>[]) {
  device.network.fate = () => 'pass';
  await house.setTokens('good');
  // A request may begin to hang only now, since it got its fate before the network healed.
  let ended = false;
  const allEnded = Promise.all(running).then(() => {
    ended = true;
  });
  while (!ended) {
    device.network.letPass();
    await Promise.race([allEnded, pause(5)]);
  }
  await signInAgain(device, keyed, device.page());
}

/** Lets the customer send what needs attention, and time pass for the rest. */
async function comeToRest({ outbox, session }: Page, device: Device, told: readonly Told[], within: number) {
  await session.customer();
  const until = performance.now() + within;
  let left = 0;
  // What needs attention is sent again eight times. What waits may take longer.
  for (let round = 0; round < 8 || (left > 0 && performance.now() < until); round += 1) {
    if (round >= 8) await pause(250);
    device.clock.move(61 * MINUTE_MS);
    for (const { key, state, problem } of await outbox.list()) {
      if (state !== 'refused') continue;
      // It is sent under another key, and is the same item to the customer.
      const sent = await outbox.sendNow(key);
      const item = told.find((one) => one.key === key);
      if (item && sent.ok) item.key = sent.value.key;
      if (!sent.ok && sent.code !== 'sent') throw new Error(`sendNow: ${sent.code} ${problem?.code}`);
    }
    const report = await outbox.drain();
    left = report.waiting + report.parked;
    if (left + report.attention === 0) return;
  }
}

async function compare({ db }: Home, device: Device, told: readonly Told[]): Promise<string[]> {
  const problems: string[] = [];
  const texts = told.map(({ text }) => text);
  const diagnosis = sql<string>`${refunds.fields}->>'diagnostico'`;
  const onServer = [
    ...(await db.select({ text: tickets.notas }).from(tickets).where(inArray(tickets.notas, texts))),
    ...(await db.select({ text: diagnosis }).from(refunds).where(inArray(diagnosis, texts))),
    ...(await db
      .select({ text: refundDocuments.filename })
      .from(refundDocuments)
      .where(inArray(refundDocuments.filename, texts))),
  ].map(({ text }) => text);
  const keys = told.map(({ key }) => key);
  const commandRows = await db.select().from(commands).where(inArray(commands.key, keys));
  const [rows, receipts] = [await device.rows(), await device.page().outbox.receipts()];

  for (const { key, text, state, kind } of told) {
    const times = onServer.filter((one) => one === text).length;
    const receipt = receipts.find((one) => one.key === key);
    const row = rows.find((one) => one.key === key);
    if (times > 1) problems.push(`${text} is on the server ${times} times`);
    if (state !== 'saved') {
      if (times > 0) problems.push(`${text} was ${state} and is on the server`);
      if (row) problems.push(`${text} was ${state} and is still queued`);
      continue;
    }
    const answer = commandRows.find((one) => one.key === key && one.state === 'done')?.answer as {
      recibo?: { numero?: string };
    };
    if (times === 1 && !receipt) problems.push(`${text} is on the server, without a receipt on the device`);
    if (times === 1 && row) problems.push(`${text} is on the server and still queued`);
    if (times === 0 && !row) problems.push(`${text} is nowhere`);
    if (receipt && receipt.recibo.numero !== answer?.recibo?.numero) problems.push(`${text} has another receipt`);
    // Only documents of a discarded refund may be left.
    if (times === 0 && kind !== 'document') problems.push(`${text} did not go out: ${row?.state}`);
  }
  return problems;
}

const fates: Fate[] = [
  'before',
  'before',
  'after',
  'after',
  'hang',
  'hang-after',
  'html',
  'redirect',
  'nonsense',
  'other',
  401,
  413,
  422,
  429,
  500,
  503,
];

/** Decides each request's fate by the seed and how often its key was tried, not by the order of arrival. */
function fateFrom(seed: number, trouble: number) {
  const tries = new Map<string, number>();
  return ({ key, path }: { key: string | null; path: string }): Fate => {
    const name = key ?? path;
    const tried = (tries.get(name) ?? 0) + 1;
    tries.set(name, tried);
    const random = randomFrom(seed ^ hashOf(`${name} ${tried}`));
    if (random() >= trouble) return 'pass';
    const fate = fates[Math.floor(random() * fates.length)] ?? 'pass';
    // A question must not hang for its 30 s, which the history would have to wait for.
    return key === null && (fate === 'hang' || fate === 'hang-after') ? 'before' : fate;
  };
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return hash >>> 0;
}

function uuidFrom(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const variant = '89ab'[Math.floor(random() * 4)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
