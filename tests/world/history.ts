import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { refunds, tickets } from '#mirror/collections.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { randomFrom } from '#tests/seeded.ts';
import { type Action, actions, type Hand } from './actions.ts';
import type { Device, Page } from './device.ts';
import { insurerOf, invariants } from './invariants.ts';
import { openEachKept } from './keeping.ts';
import { finishRegistrations } from './newcomers.ts';
import { MARK, type Person } from './told.ts';
import { inWorld, type World } from './world.ts';

export interface Outcome {
  seed: number;
  /** The ways in which the product failed, as sentences; empty when every promise held. */
  found: string[];
  /** Everything that happened, a line each. The same seed gives the same lines. */
  trace: string[];
  counts: Record<string, number>;
  /** The actions that were taken, in order. */
  taken: number[];
}

export interface Play {
  /** How many actions there are. */
  length?: number;
  /** Leaves these actions out, by their place. The others are chosen as they were. */
  without?: ReadonlySet<number>;
  /** Another order of what happens during the actions. */
  order?: number;
  /** Gets each page as it is opened, to spoil something on it. */
  opened?: (page: Page) => void;
}

const USUAL_LENGTH = 300;

/**
 * Plays one history: what customers do on their devices, while everything around them fails. Then all heals, customers sign in
 * again, and every promise is looked at.
 */
export async function playHistory(seed: number, database: OpenDatabase, play: Play = {}): Promise<Outcome> {
  const { length = USUAL_LENGTH, without = new Set(), order = 0, opened } = play;
  return inWorld(mixed(seed, -1 - order), database, async (world) => {
    const taken: number[] = [];
    if (opened) for (const device of world.devices) device.opened = opened;
    for (const { open } of world.devices.map((device) => ({ open: () => device.open() }))) open();
    for (let at = 0; at < length && world.found.length === 0; at += 1) {
      if (without.has(at)) continue;
      taken.push(at);
      await act(chosenBy(world, mixed(seed, at)), at);
      for (const { always } of invariants) world.found.push(...(always?.(world) ?? []));
    }
    if (world.found.length === 0) await comeToRest(world);
    return { seed, found: world.found, trace: world.trace.lines, counts: Object.fromEntries(world.counts), taken };
  });
}

/** Each action has chances of its own, so that one that is left out changes no other. */
const mixed = (seed: number, at: number): number => Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(at + 2, 0x85ebca6b);
const chosenBy = (world: World, chance: number): World =>
  Object.assign(Object.create(world), { random: randomFrom(chance) });

const names = Object.keys(actions);

/** Chooses among what makes sense there now. */
function chosen({ random, disks }: World, { name: device }: Device): [name: string, action: Action] {
  const isOpen = disks.rows(device, 'vault').some(({ id }) => id === 'reading');
  const may = names.flatMap((name): [string, Action][] => {
    const action = actions[name];
    return action && (action.when ?? now(isOpen)) === now(isOpen) ? [[name, action]] : [];
  });
  let left = random() * may.reduce((sum, [, { weight }]) => sum + weight, 0);
  for (const one of may) {
    left -= one[1].weight;
    if (left <= 0) return one;
  }
  return ['nothing', { weight: 0, around() {} }];
}

const now = (isOpen: boolean) => (isOpen ? 'open' : 'closed');

async function act(world: World, at: number): Promise<void> {
  const { random, devices, scheduler } = world;
  const device = devices[Math.floor(random() * devices.length)];
  if (!device) return;
  const [name, action] = chosen(world, device);
  if (action.around) {
    await action.around(world, device);
    return;
  }
  const living = device.pages.filter(({ actor, is }) => actor.is === 'alive' && is === 'page');
  const page = living[Math.floor(random() * living.length)] ?? device.open();
  const doing = world.begin(page, `${at} ${name}`, async () => action.page?.(await handOf(world, device, page)));
  // Mostly the customer waits for the answer. Else the next thing happens meanwhile, or the page ends in the middle of it.
  const luck = random();
  const moment = random() < 0.6 ? random() * 150 : random() * 5 * SECOND_MS;
  await scheduler.until(() => doing.is === 'done', luck < 0.65 ? MINUTE_MS : moment);
  if (luck < 0.9 || doing.is === 'done') return;
  world.trace.note(`${page.actor.name}: ends in the middle of it`);
  world.count('faults');
  device.kill(page);
}

async function handOf(world: World, device: Device, page: Page): Promise<Hand> {
  const customer = await page.session.customer();
  return { world, device, page, who: world.people.find(({ id }) => id === customer?.idUsuario) ?? null };
}

/** Everything heals, and each customer comes back to each device. */
async function comeToRest(world: World): Promise<void> {
  const { devices, processes, disks, trace, scheduler } = world;
  trace.note('everything heals');
  world.insurer.trouble = 0;
  world.reporting.line.trouble = 0;
  await scheduler.until(() => processes.every(({ actor }) => actor.is === 'alive'), 10 * MINUTE_MS);
  for (const device of devices) {
    device.ahead = 0;
    device.jumped = scheduler.now();
    disks.setFull(device.name, false);
    Object.assign(device.line, { isUp: true, trouble: 0 });
    for (const page of device.pages) if (page.actor.is === 'frozen') scheduler.thaw(page.actor);
  }
  // What travels arrives, and pages that wait are told.
  await world.pass(12 * MINUTE_MS);
  await reportAll(world);
  for (const { always } of invariants) world.found.push(...(always?.(world) ?? []));
  for (const device of devices) {
    for (const page of [...device.pages]) device.kill(page);
    await finishRegistrations(world, device);
    for (const who of world.people) {
      if (world.found.length === 0 && isExpected(world, device, who)) await comeBack(world, device, who);
    }
  }
  if (world.found.length > 0) return;
  await deliverAll(world);
  const has = await world.finish(insurerOf(world));
  for (const { atRest } of invariants) world.found.push(...(atRest?.(world, has) ?? []));
}

/** The insurer reports until each report was taken. */
async function reportAll({ reporting, pass, finish, found }: World): Promise<void> {
  for (let tries = 0; tries < TRIES && !reporting.decisions.every(({ isTaken }) => isTaken); tries += 1) {
    await finish(reporting.report());
    await pass(MINUTE_MS);
  }
  const left = reporting.decisions.filter(({ isTaken }) => !isTaken);
  found.push(...left.map(({ about, estado }) => `nobody takes the report that ${about} is at ${estado}`));
}

/** How often the insurer tries once everything has healed. */
const TRIES = 5;

/** An event waits longer after each failure, at most an hour and a quarter. */
const LONGEST_WAIT_MS = 1.25 * HOUR_MS;

/** The servers send on by themselves; here as often as what waits may be tried again. */
async function deliverAll(world: World): Promise<void> {
  for (const process of world.processes) {
    await world.finish(process.deliver());
    await world.pass(LONGEST_WAIT_MS);
    await world.finish(process.deliver());
  }
}

const isExpected = ({ told }: World, { name }: Device, who: Person): boolean =>
  [...told.requests, ...told.drafts, ...told.kept].some(({ of, device }) => of === who && device === name);

/** The customer signs in, gives earlier passwords, sends what waits, and finds everything. */
async function comeBack(world: World, device: Device, who: Person): Promise<void> {
  const page = device.open();
  const doing = world.begin(page, `${who.sign} comes back`, async () => {
    const { session, outbox } = page;
    await session.start();
    await session.logout();
    if (!(await entered(world, page, who))) return 'not let in';
    // A session that was ended elsewhere closes once the server says so, behind an unlock. Then the customer signs in anew.
    await new Promise<void>((later) => world.scheduler.after(MINUTE_MS, later, page.actor));
    const isOut = (await session.owner()) === null || (await session.over());
    if (isOut && !(await entered(world, page, who))) return 'not let in again';
    await outbox.absorbLocked();
    await outbox.resumeParked();
    for (const password of [...who.earlier, ...who.passwords]) {
      const { waiting, drafts, documents = 0, receipts = 0 } = await session.sealedQueue();
      // A document may wait for a receipt alone that lies under such a password.
      if (waiting + drafts + documents + receipts > 0) await session.openSealedQueue(password);
    }
    const { waiting, drafts } = await session.sealedQueue();
    if (waiting + drafts > 0)
      world.found.push(
        `${waiting} requests and ${drafts} drafts of ${who.sign} on the ${device.name} open with no password`,
      );
    await outbox.absorbLocked();
    await sendAll(world, page);
    await compare(world, device, page, who);
    await session.logout();
  });
  await world.scheduler.until(() => doing.is === 'done', 2 * HOUR_MS);
  if (doing.is !== 'done') world.found.push(`${who.sign} could not come back to the ${device.name}`);
  device.kill(page);
}

const MAX_WAITS = 6;

/** The customer tries each password that may be theirs, and waits as long as the server asks for. */
async function entered(world: World, { session, actor }: Page, who: Person): Promise<boolean> {
  const said: string[] = [];
  for (const password of [...who.passwords].reverse()) {
    for (let waited = 0; waited < MAX_WAITS; waited += 1) {
      const answer = await session.signIn(who.email, password);
      if (answer.ok) return true;
      said.push(answer.problem.code);
      if (answer.problem.code !== 'rate-limited') break;
      const { retryAfter = 60 } = answer.problem;
      await new Promise<void>((later) => world.scheduler.after(retryAfter * SECOND_MS, later, actor));
    }
  }
  world.found.push(`${who.sign} is not let in: ${said.join()}`);
  return false;
}

const MAX_ROUNDS = 40;

async function sendAll(world: World, { outbox, actor }: Page): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const items = await outbox.list();
    // What waits for a receipt is let go by sending, as the app does once it opened what lies under an earlier password.
    if (round > 0 && items.every(({ state }) => state === 'blocked')) return;
    for (const { key, state } of items) {
      const request = world.told.requests.find((one) => one.key === key);
      if (state !== 'refused') continue;
      const sent = await outbox.sendNow(key);
      if (sent.ok && request) request.key = sent.value.key;
    }
    await outbox.drain({ connected: true });
    await new Promise<void>((later) => world.scheduler.after(MINUTE_MS, later, actor));
  }
  for (const { state, problem, command } of await outbox.list()) {
    if (state !== 'blocked') world.found.push(`a ${command} stays in the queue as ${state}: ${problem?.code ?? ''}`);
  }
}

interface Shown {
  id: string;
  estado: string;
  respuestas?: readonly { texto: string }[] | undefined;
}

const isTyped = (text: string): boolean => text.includes(MARK);

/** What the device shows is what the insurer has, and every form opens with what was typed into it last. */
async function compare(world: World, device: Device, page: Page, who: Person): Promise<void> {
  const { name } = device;
  for (const { of, device: where, id, may } of world.told.drafts) {
    if (of !== who || where !== name) continue;
    const draft = await page.drafts.load(id);
    const text = (draft?.form as { texto?: string } | undefined)?.texto ?? null;
    if (!may.includes(text))
      world.found.push(`the form ${id} of ${who.sign} on the ${name} says ${text}; it may say ${may.join(' or ')}`);
  }
  if (!who.policyId) return;
  await openEachKept(world, device, page, who);
  const pulled = [await page.mirror.pull(tickets), await page.mirror.pull(refunds, who.policyId)];
  const shown = [await page.mirror.read(tickets), await page.mirror.read(refunds, who.policyId)];
  if (!pulled.every(({ ok }) => ok))
    world.found.push(`${who.sign} could not read on the ${name}: ${JSON.stringify(pulled)}`);
  const rows = shown.flatMap(({ groups }) => (groups ?? []).flatMap((group): Shown[] => [...group.rows]));
  const { cases } = await insurerOf(world);
  const theirs = cases.filter(({ customerId }) => customerId === who.id);
  for (const { id, estado, answers } of theirs) {
    const own = rows.filter((row) => row.id === id);
    const states = own.map((row) => row.estado);
    const read = own.flatMap(({ respuestas = [] }) => respuestas.map(({ texto }) => texto)).filter(isTyped);
    if (states.join() !== estado) world.found.push(`the ${name} shows ${id} as “${states}”, and it is “${estado}”`);
    if (read.join() !== answers.join())
      world.found.push(`the ${name} shows ${read} as the answers ${answers} of ${id}`);
  }
  const unknown = rows.filter(({ id }) => !theirs.some((one) => one.id === id));
  for (const { id } of unknown) world.found.push(`the ${name} shows ${id}, which the insurer has not`);
}
