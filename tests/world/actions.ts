import { eq } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { type CommandName, commandNames, requestKinds } from '#contract/requests.ts';
import type { Result } from '#contract/result.ts';
import type { Device as Rooms } from '#device/create-device.ts';
import { personalInformation, refunds, tickets } from '#mirror/collections.ts';
import { documentDraft } from '#outbox/commands.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { customers, refunds as refundRows, tickets as ticketRows } from '#server/database/schema.ts';
import { maskedAddress } from '#session/locked.ts';
import { sealRowsAgain } from '#session/seal-again.ts';
import { pdf } from '#tests/outbox/props.ts';
import { deliverOnSync } from '../../sw/delivery.ts';
import { refresh } from '../../sw/refreshing.ts';
import type { Device, Page } from './device.ts';
import { insurerOf } from './invariants.ts';
import { keepDocument, openDocument, pay, seePayments } from './keeping.ts';
import { register } from './newcomers.ts';
import { stepOf } from './reports.ts';
import { filled, textIn } from './requests.ts';
import type { Actor } from './scheduler.ts';
import { MARK, type Person, type Request, type Unfinished } from './told.ts';
import type { World } from './world.ts';

type Room = Exclude<keyof Rooms, 'db' | 'api'>;
/** What `createDevice` offers, by room and name. */
export type Offered = { [R in Room]: `${R}.${keyof Rooms[R] & string}` }[Room];

/** One thing that may happen. */
export interface Action {
  /** How likely it is, beside the others. */
  weight: number;
  /** Whether it needs an open session on the device, or none. */
  when?: 'open' | 'closed';
  /** What it calls of what `createDevice` offers. */
  calls?: readonly Offered[];
  /** What a page does, as its customer. Its answer, if it has one, is told in the story. */
  page?: (hand: Hand) => Promise<unknown>;
  /** What happens around the pages. */
  around?: (world: World, device: Device) => unknown;
}

export interface Hand {
  world: World;
  device: Device;
  page: Page;
  /** Whose session is open; null while none is. */
  who: Person | null;
}

/** Whoever runs the servers. */
const operator: Actor = { name: 'operator', is: 'alive' };

const NOBODY = 'nadie';

const any = <T>({ random }: Pick<World, 'random'>, some: readonly T[]): T | undefined =>
  some[Math.floor(random() * some.length)];

const textOf = ({ command, fields, files }: Pick<QueuedItem, 'command' | 'fields' | 'files'>): string =>
  fields[textIn[command as CommandName] ?? ''] ?? files[0]?.name ?? '';

/** A text that nobody typed before, and that says whose it is. */
const newText = ({ world, who }: Hand): string => {
  world.count('texts');
  return `${who?.sign ?? NOBODY}${MARK}${world.counts.get('texts')}`;
};

/** The requests of an open session's customer on this device that were shown as saved. */
const savedOf = ({ world, who, device }: Hand): Request[] =>
  world.told.requests.filter((one) => one.of === who && one.device === device.name && one.word === 'saved');

const requestAt = ({ world }: Hand, key: string) => world.told.requests.find((one) => one.key === key);

async function itemOf(hand: Hand, commands: readonly string[] = commandNames): Promise<QueuedItem | undefined> {
  const items = await hand.page.outbox.list();
  return any(
    hand.world,
    items.filter(({ command }) => commands.includes(command)),
  );
}

/** Tells the world of a request before its outcome is known, and afterwards of the outcome. */
async function handIn(
  hand: Hand,
  command: CommandName,
  { parent = null, draftId }: { parent?: Request | null; draftId?: string } = {},
): Promise<string> {
  const { world, device, page, who } = hand;
  if (!who?.policyId) return 'nobody with a policy is signed in';
  const text = newText(hand);
  const { fields, files } = filled[command](who, text);
  const named = command === 'refund.addDocument' ? (files.documento?.name ?? text) : text;
  const request: Request = {
    of: who,
    device: device.name,
    command,
    texts: [named],
    key: null,
    corrections: 0,
    word: 'begun',
    parent,
  };
  world.told.requests.push(request);
  const draft = draftId === undefined ? null : world.told.draftOf(who, device.name, draftId);
  // While it is handed in nobody knows whether the draft is still there.
  if (draft) await earlierOf(hand, draft);
  const before = draft?.may ?? [];
  const meanwhile = [...before, null];
  if (draft) draft.may = meanwhile;
  const dependsOn = parent?.key ?? undefined;
  const queued = await page.outbox.enqueue(command, fields, files, {
    ...(draftId !== undefined && { draftId }),
    ...(dependsOn !== undefined && { dependsOn }),
  });
  if (!queued.ok) {
    request.word = 'ended';
    if (draft?.may === meanwhile) draft.may = before;
    return queued.code;
  }
  // Whoever erased the device meanwhile, in another page, agreed to its end.
  Object.assign(request, { word: request.word === 'begun' ? 'saved' : request.word, key: queued.value.key });
  const left = draft ? await earlierOf(hand, draft) : [];
  // Somebody may have typed since, here or where this page had ended.
  if (draft) draft.may = [...(draft.may === meanwhile ? [] : draft.may), null, ...left];
  world.count('requests');
  return `saved ${named} as ${queued.value.key}`;
}

/** What was typed into a form under earlier passwords. It is there again once that is given, where no newer text stands. */
async function earlierOf({ page, who }: Hand, draft: Unfinished): Promise<string[]> {
  const { drafts } = await page.session.sealedQueue();
  // Behind a lock nothing is told of what lies under which password.
  if ((await page.session.customer())?.idUsuario !== who?.id) return draft.earlier;
  if (drafts === 0) draft.earlier = [];
  // One more password lies between what was typed before and now.
  else if (drafts > draft.sealed) draft.earlier.push(...draft.may.filter((text) => text !== null));
  draft.sealed = drafts;
  return draft.earlier;
}

async function correct(hand: Hand, isLeft: boolean): Promise<string> {
  const { page, who } = hand;
  const item = await itemOf(hand, ['ticket.create', 'refund.create']);
  const request = item && requestAt(hand, item.key);
  if (!who || !item || !request || request.word !== 'saved') return 'nothing to correct';
  const edited = await page.outbox.beginEdit(item.key);
  if (!edited.ok) return `not opened: ${edited.code}`;
  const shown = textOf({ ...item, fields: edited.value.fields });
  if (!request.texts.includes(shown)) hand.world.found.push(`'Editar' of ${request.texts} opens with ${shown}`);
  // A correction may also come without a draft, so a refund's is typed into none.
  const draftId = item.command === 'ticket.create' ? `ticket-edit/${item.key}` : undefined;
  if (draftId) await typeCorrection(hand, draftId, item.key);
  if (isLeft) return `opened ${shown} and left it`;
  const text = newText(hand);
  const before = request.texts;
  Object.assign(request, { texts: [...before, text], key: null });
  const { fields, files } = filled[request.command](who, text);
  const { sentAs } = hand.world.told;
  request.corrections += 1;
  const options = { replaces: item.key, ...(draftId && { draftId }) };
  const queued = await page.outbox.enqueue(request.command, fields, files, options);
  request.corrections -= 1;
  if (!queued.ok) {
    // Another page may have corrected it meanwhile, or is about to.
    const isHere = request.key === null && request.corrections === 0;
    if (isHere) Object.assign(request, { texts: before, key: sentAs.get(item.key) ?? item.key });
    return `not corrected: ${queued.code}`;
  }
  sentAs.set(item.key, queued.value.key);
  Object.assign(request, { texts: [text], key: queued.value.key });
  return `corrected ${shown} to ${text} as ${queued.value.key}`;
}

/** Types into the form of an item, which opens with what was typed into it before, and with nothing of another item. */
async function typeCorrection({ world, page }: Hand, id: string, key: string): Promise<void> {
  const form = (await page.drafts.load(id))?.form as { of: string } | undefined;
  if (form && form.of !== key) world.found.push(`${id} opens with what was typed into ${form.of}`);
  page.drafts.save(id, { of: key });
}

async function discard(hand: Hand): Promise<string> {
  const item = await itemOf(hand);
  const request = item && requestAt(hand, item.key);
  if (!item || !request || request.word !== 'saved') return 'nothing to discard';
  request.word = 'unsure';
  const discarded = await hand.page.outbox.discard(item.key);
  // Whoever erased the device meanwhile, in another page, agreed to its end.
  if (discarded.ok) request.word = 'ended';
  else if (wordOf(request) === 'unsure') request.word = 'saved';
  return discarded.ok ? `discarded ${request.texts}` : `not discarded: ${discarded.code}`;
}

const wordOf = ({ word }: Request) => word;

/** Types into a form that is saved as it is typed. */
async function type(hand: Hand, id: string): Promise<string> {
  const { world, device, page, who } = hand;
  if (!who || isElsewhere(hand, id)) return 'not now';
  const draft = world.told.draftOf(who, device.name, id);
  await earlierOf(hand, draft);
  const text = newText(hand);
  draft.may = [...draft.may, text];
  const { begunAnew } = draft;
  page.drafts.save(id, { texto: text });
  const kept = await page.drafts.flush();
  // What was typed after it counts, whichever the page tells of first.
  const at = draft.may.lastIndexOf(text);
  if (kept.ok && at >= 0) draft.may = [...draft.may.slice(at), ...(draft.begunAnew === begunAnew ? [] : [null])];
  return `${id}: ${text}, ${kept.ok ? 'kept' : kept.code}`;
}

/** Two pages with one form open are told apart by tests of their own. A page may also still owe what the disk refused. */
function isElsewhere({ device, page }: Hand, id: string): boolean {
  const hasIt = ({ drafts }: Page) => drafts.inHand(id) || drafts.unkept(id) !== null;
  return device.pages.some((one) => one !== page && hasIt(one));
}

async function openDraft(hand: Hand, id: string): Promise<string> {
  const { world, device, page, who } = hand;
  if (!who || isElsewhere(hand, id)) return 'not now';
  const known = world.told.draftOf(who, device.name, id);
  const may = [...known.may];
  if (world.random() < 0.5) {
    page.drafts.loadAhead(id);
    // The screen is on its way.
    await new Promise<void>((later) => world.scheduler.after(world.random() * 100, later, page.actor));
  }
  const ahead = page.drafts.loaded(id);
  const loaded = ahead === undefined ? await page.drafts.load(id) : ahead;
  // The customer may type into it meanwhile.
  may.push(...known.may);
  const text = (loaded?.form as { texto?: string } | undefined)?.texto ?? null;
  const isOpen = (await page.session.customer())?.idUsuario === who.id;
  const sealed = isOpen ? await page.session.sealedQueue() : null;
  // What lies under an earlier password is offered by its card.
  if (isOpen && (sealed?.drafts ?? 0) === 0 && !may.includes(text)) {
    world.found.push(
      `the form ${id} of ${who.sign} on ${device.name} opens with ${text}; it may say ${may.join(' or ')}`,
    );
  }
  return `${id} says ${text}`;
}

async function signIn(hand: Hand): Promise<string> {
  const { world, page, device } = hand;
  const who = device.name === 'desk' ? world.people[0] : any(world, world.people);
  if (hand.who || !who) return 'somebody is signed in';
  if (isBeingOpened(hand)) return 'somebody is signing in';
  // Whoever is greeted gives the password alone, every other time.
  const isGreeted = (await page.session.keptAddress()) === maskedAddress(who.email);
  if (isGreeted) world.count('greetings');
  const alone = isGreeted && (world.counts.get('greetings') ?? 0) % 2 === 1;
  for (const password of [...who.passwords].reverse()) {
    const entered = await (alone ? page.session.unlock(password) : page.session.signIn(who.email, password));
    if (entered.ok) return `${who.sign}: ${await letIn(page, entered)}`;
    if (entered.problem.code !== 'bad-credentials') return `${who.sign} did not come in: ${entered.problem.code}`;
  }
  return `${who.sign} did not come in with any password`;
}

async function signInAgain(hand: Hand): Promise<string> {
  const { page, who } = hand;
  if (!who || !(await page.session.over())) return 'no need';
  return letIn(page, await page.session.signInAgain(who.passwords.at(-1) ?? ''));
}

/** One person sits at a device: while they sign in, nobody else does. */
function isBeingOpened({ world, device }: Hand): boolean {
  const opening = world.doings.filter(
    ({ what, page }) => /(signIn|unlockByPasskey|register)$/.test(what) && device.pages.includes(page),
  );
  return opening.length > 1;
}

async function unlockByPasskey(hand: Hand): Promise<string> {
  const { page } = hand;
  if (isBeingOpened(hand)) return 'somebody is signing in';
  if ((await page.session.passkeysHere()).length === 0) return 'there is none';
  return letIn(page, await page.session.unlockByPasskey());
}

/** What the app does once somebody came in. */
async function letIn({ outbox }: Page, entered: Result<unknown>): Promise<string> {
  if (!entered.ok) return entered.problem.code;
  await outbox.absorbLocked();
  await outbox.resumeParked();
  return 'came in';
}

async function changePassword({ world, page, who }: Hand): Promise<string> {
  // One person changes it, in one place at a time.
  if (world.doings.filter(({ what }) => what.endsWith('changePassword')).length > 1) return 'it is being changed';
  const current = who?.passwords.at(-1);
  if (!who || current === undefined) return 'nobody is signed in';
  world.count('passwords');
  const next = `Otra-clave-${world.counts.get('passwords')}`;
  who.passwords = [...who.passwords, next];
  const changed = await page.session.changePassword(current, next);
  if (changed.ok) {
    for (const before of who.passwords) if (before !== next) who.earlier.add(before);
    who.passwords = [next];
    return `the password is ${next}`;
  }
  // The answer may be lost, and the password changed.
  who.earlier.add(current);
  return `not told that it changed: ${changed.problem.code}`;
}

async function openEarlier({ world, page, who }: Hand): Promise<string> {
  const there = await page.session.sealedQueue();
  if (!who || there.waiting + there.drafts + (there.documents ?? 0) + (there.receipts ?? 0) === 0)
    return 'nothing there';
  const password = any(world, [...who.earlier, ...who.passwords]) ?? '';
  const byPasskey = there.passkey && world.random() < 0.4;
  const opened = await (byPasskey ? page.session.openSealedByPasskey() : page.session.openSealedQueue(password));
  if (opened.ok) await page.outbox.absorbLocked();
  return opened.ok ? `opened ${JSON.stringify(opened.value)}` : opened.problem.code;
}

/** The customer gives up what lies under an earlier password. */
async function giveUpEarlier(hand: Hand): Promise<string> {
  const { world, page, device, who } = hand;
  if (!who) return 'nobody is signed in';
  const there = await page.session.sealedQueue();
  if (there.waiting + there.drafts + (there.documents ?? 0) + (there.receipts ?? 0) === 0) return 'nothing there';
  const open = new Set((await page.outbox.list()).map(({ key }) => key));
  // What is under way meanwhile may still arrive, and what another page opened meanwhile stays.
  for (const one of world.told.requests) {
    if (one.of === who && one.device === device.name && one.word !== 'ended' && !open.has(one.key ?? ''))
      one.word = 'unsure';
  }
  for (const one of world.told.drafts) if (one.of === who && one.device === device.name) one.may = [...one.may, null];
  giveUpKept(hand);
  await page.session.discardSealedQueue();
  return `gave up ${JSON.stringify(there)}`;
}

/** What the screen of the personal information does: the device follows the email in the insurer's record. */
async function followEmail({ page, who }: Hand): Promise<string> {
  if (!who) return 'nobody is signed in';
  const own = await page.session.customer();
  const place = await page.mirror.locate(personalInformation);
  const asked = await page.mirror.pull(personalInformation);
  if (!asked.ok || !own || place?.owner !== own.owner) return 'not told';
  const { groups } = await page.mirror.readAt<{ email: string }>(place);
  const email = groups?.[0]?.rows[0]?.email;
  if (!email || email === own.email) return 'the same';
  await page.session.moveToEmail(email, own.owner);
  return `moved to ${email}`;
}

async function endElsewhere({ page, who }: Hand): Promise<string> {
  if (!who) return 'nobody is signed in';
  const ended = await page.session.call('endSessions', { idUsuario: who.id });
  return ended.ok ? 'the other sessions have ended' : ended.problem.code;
}

/** The customer agreed to the end of what they keep on this device. */
function giveUpKept({ world, device, who }: Hand): void {
  for (const one of world.told.kept) if (one.of === who && one.device === device.name) one.word = 'unsure';
}

/** After the erasure only the insurer has anything of this customer from here, and what was not sent is gone. */
async function erase(hand: Hand): Promise<string> {
  const { world, page, device, who } = hand;
  if (!who) return 'nobody is signed in';
  for (const one of world.told.requests) {
    if (one.of === who && one.device === device.name && one.word !== 'ended') one.word = 'erased';
  }
  const drafts = world.told.drafts.filter((one) => one.of === who && one.device === device.name);
  const meanwhile = drafts.map((one) => {
    one.may = [...one.may, null];
    return one.may;
  });
  giveUpKept(hand);
  await page.session.logout('erase');
  // The page may hear of it late. Who signed in again since may have typed.
  for (const [at, one] of drafts.entries()) if (one.may === meanwhile[at]) one.may = [null];
  return `${who.sign} erased`;
}

/** A locked page must show nothing to whoever looks at it. */
async function lock(hand: Hand): Promise<string> {
  const { page } = hand;
  await page.drafts.flush();
  await page.session.lock();
  return 'locked';
}

/** Reads what the insurer has. It is never older than what this device showed before, nor than the question. */
async function look({ world, page, who, device }: Hand): Promise<string> {
  if (!who?.policyId) return 'nobody with a policy is signed in';
  // A look that finds another of its page under way gets the answer to that one's question.
  const isJoined = world.doings.filter((one) => one.page === page && / look/.test(` ${one.what}`)).length > 1;
  const { cases } = await insurerOf(world);
  const pulled = [await page.mirror.pull(tickets), await page.mirror.pull(refunds, who.policyId)];
  const [before, owner] = [new Map(world.told.shown), await page.session.owner()];
  const [asked, claimed] = [await page.mirror.read(tickets), await page.mirror.read(refunds, who.policyId)];
  const rows = [...(asked.groups ?? []), ...(claimed.groups ?? [])].flatMap(
    (group): { id: string; estado: string }[] => [...group.rows],
  );
  for (const { id, estado } of rows) {
    const name = `${device.name} ${id}`;
    const step = stepOf(estado);
    if (step < (before.get(name) ?? 0)) world.found.push(`${name} went back from step ${before.get(name)} to ${step}`);
    world.told.shown.set(name, Math.max(step, world.told.shown.get(name) ?? 0));
  }
  const isAnswered = pulled.every((one) => one.ok && one.value !== 'not-kept');
  if (!isJoined && isAnswered && owner !== null && (await page.session.owner()) === owner) {
    world.count('looks');
    for (const { id, estado, customerId } of cases) {
      const shown = rows.find((row) => row.id === id);
      if (customerId === who.id && (!shown || stepOf(shown.estado) < stepOf(estado)))
        world.found.push(`${device.name} shows ${id} as “${shown?.estado}”; it was “${estado}” when it was asked for`);
    }
  }
  return `${pulled.map((one) => (one.ok ? one.value : one.problem.code)).join()}: ${rows.length} rows`;
}

/** Every page of the device asks at once, while the insurer decides: an answer may overtake another. */
async function lookTogether(hand: Hand): Promise<string> {
  const { world, device, page } = hand;
  const others = device.pages.filter((one) => one !== page && one.is === 'page' && one.actor.is === 'alive');
  for (const one of others) world.begin(one, 'looks too', () => look({ ...hand, page: one }));
  await decide(world);
  return look(hand);
}

/** The insurer decides about a case, and reports it. A ticket is answered by a text that says whose it is. */
async function decide(world: World): Promise<void> {
  const [kind, table] = world.random() < 0.5 ? (['ticket', ticketRows] as const) : (['refund', refundRows] as const);
  const cases = await world.ask((db) =>
    db.select({ id: table.id, of: table.customerId }).from(table).orderBy(table.id),
  );
  // Mostly about one whose last decision is still on its way, so that they may overtake one another.
  const underWay = cases.filter(({ id }) =>
    world.reporting.decisions.some(({ about, isTaken }) => about === id && !isTaken),
  );
  const one = any(world, underWay.length > 0 && world.random() < 0.7 ? underWay : cases);
  if (!one) return;
  world.count('decisions');
  const sign = world.people.find(({ id }) => id === one.of)?.sign ?? NOBODY;
  const { estado } = world.reporting.decide(kind, one.id, `${sign}${MARK}respuesta-${world.counts.get('decisions')}`);
  world.trace.note(`the insurer: ${one.id} is at ${estado}`);
}

/** What somebody sees who takes the device: nothing while no session is open, and nothing of another customer. */
async function overTheShoulder({ world, page, device }: Hand): Promise<string> {
  const { session, outbox, drafts, mirror, received } = page;
  const before = await session.owner();
  const [who, list, receipts, files, saved] = [
    await session.customer(),
    await outbox.list(),
    await outbox.receipts(),
    await received.list(),
    await mirror.saved.list(),
  ];
  const [draft, shown] = [await drafts.peek('ticket'), await mirror.read(tickets)];
  const seen = JSON.stringify([list, receipts, files, saved, draft, shown.groups]);
  // Who signed in or locked meanwhile in another page changed what may be seen.
  if (before !== (await session.owner())) return 'another page changed it';
  // Another page signed in once more between two reads.
  if (before !== null && !who) return 'nobody for a moment';
  const isOver = before === null;
  if (isOver && (who || [...list, ...receipts, ...files, ...saved].length > 0 || draft || shown.groups)) {
    world.found.push(`a locked page on ${device.name} shows ${seen.slice(0, 300)}`);
  }
  for (const other of world.people) {
    if (who?.idUsuario !== other.id && seen.includes(`${other.sign}${MARK}`)) {
      world.found.push(`${device.name} shows ${other.sign}'s texts to ${who?.email ?? 'nobody'}`);
    }
  }
  return isOver ? 'sees nothing' : 'sees an open session';
}

const surroundings = (world: World, page: Page) => ({
  clock: () => world.scheduler.now(),
  wait: (milliseconds: number) =>
    new Promise<void>((resolve) => world.scheduler.after(milliseconds, resolve, page.actor)),
  badge: async () => {},
  register: async () => {},
  signedIn: async () => (await page.db.vault.get('sending')) !== undefined,
  giveUp: async () => {},
  count: async () => {},
});

const forms = ['ticket', 'refund'];

/** Handing in each kind of request that the contract declares. One that needs another's answer is a part of such a one. */
const handIns = Object.fromEntries(
  commandNames.map((command): [string, Action] => {
    const fills: readonly string[] = requestKinds[command].fills;
    const lends = (one: Request) => fills.every((field) => field in requestKinds[one.command].lends);
    return [
      command,
      {
        when: 'open',
        weight: fills.length > 0 ? 4 : 11,
        calls: ['outbox.enqueue'],
        async page(hand) {
          if (fills.length === 0) return handIn(hand, command);
          const parent = any(
            hand.world,
            savedOf(hand).filter((one) => one.key !== null && lends(one)),
          );
          return parent ? handIn(hand, command, { parent }) : 'nothing that it could be a part of';
        },
      },
    ];
  }),
);

/** Everything that may happen in the world. */
export const actions: Record<string, Action> = {
  signIn: {
    when: 'closed',
    weight: 40,
    calls: [
      ...(['session.signIn', 'session.keptAddress', 'session.unlock'] as const),
      ...(['outbox.absorbLocked', 'outbox.resumeParked'] as const),
    ],
    page: signIn,
  },
  register: {
    when: 'closed',
    weight: 4,
    calls: ['session.register'],
    // One person sits at the desk, and has an account.
    page: async (hand) => {
      const { world, device, page, who } = hand;
      return who || device.name === 'desk' || isBeingOpened(hand) ? 'not now' : register(world, device, page);
    },
  },
  signInAgain: { when: 'open', weight: 3, calls: ['session.over', 'session.signInAgain'], page: signInAgain },
  lock: { when: 'open', weight: 2, calls: ['session.lock', 'drafts.flush'], page: lock },
  signOut: {
    when: 'open',
    weight: 1,
    calls: ['session.logout'],
    page: ({ page }) => page.session.logout().then(() => 'signed out'),
  },
  erase: { when: 'open', weight: 0.3, calls: ['session.logout'], page: erase },
  addPasskey: {
    when: 'open',
    weight: 1.5,
    calls: ['session.canHoldPasskey', 'session.addPasskey'],
    async page({ page, who }) {
      if (!who || !(await page.session.canHoldPasskey())) return 'nobody is signed in';
      const added = await page.session.addPasskey(who.passwords.at(-1) ?? '', 'Mi llave');
      return added.ok ? 'added' : added.problem.code;
    },
  },
  unlockByPasskey: {
    when: 'closed',
    weight: 20,
    calls: ['session.passkeysHere', 'session.unlockByPasskey'],
    page: unlockByPasskey,
  },
  signInAgainByPasskey: {
    when: 'open',
    weight: 2,
    calls: ['session.over', 'session.signInAgainByPasskey'],
    async page({ page, who }) {
      if (!who || !(await page.session.over())) return 'no need';
      return letIn(page, await page.session.signInAgainByPasskey());
    },
  },
  removePasskey: {
    when: 'open',
    weight: 0.5,
    calls: ['session.passkeysHere', 'session.removePasskey'],
    async page({ world, page }) {
      const one = any(world, await page.session.passkeysHere());
      if (!one) return 'there is none';
      const removed = await page.session.removePasskey(one.credential);
      return removed.ok ? 'removed' : removed.problem.code;
    },
  },
  changePassword: { when: 'open', weight: 1, calls: ['session.changePassword'], page: changePassword },
  openEarlier: {
    when: 'open',
    weight: 2,
    calls: ['session.sealedQueue', 'session.openSealedQueue', 'session.openSealedByPasskey'],
    page: openEarlier,
  },
  giveUpEarlier: {
    when: 'open',
    weight: 0.6,
    calls: ['session.sealedQueue', 'session.discardSealedQueue'],
    page: giveUpEarlier,
  },
  followEmail: { when: 'open', weight: 1.5, calls: ['session.moveToEmail'], page: followEmail },
  endElsewhere: { when: 'open', weight: 0.6, calls: ['session.call'], page: endElsewhere },
  renew: {
    when: 'open',
    weight: 1,
    calls: ['session.renewInternal'],
    page: ({ page }) => page.session.renewInternal().then(({ ok }) => ok),
  },
  ask: { weight: 2, calls: ['session.ask', 'session.ended'], page: ({ page }) => page.session.ask() },
  tellLock: { when: 'closed', weight: 1, calls: ['session.tellLock'], page: ({ page }) => page.session.tellLock() },
  use: {
    when: 'open',
    weight: 8,
    calls: ['session.touch', 'session.remaining'],
    async page({ world, device, page }) {
      const at = world.scheduler.now() + device.ahead;
      const isOpen = await page.session.touch().catch(() => false);
      if (isOpen) page.used = at;
      return isOpen ? 'used' : 'no session is open';
    },
  },
  ...handIns,
  ticketFromForm: {
    when: 'open',
    weight: 8,
    calls: ['outbox.enqueue', 'drafts.inHand'],
    page: (hand) =>
      isElsewhere(hand, 'ticket') ? Promise.resolve('not now') : handIn(hand, 'ticket.create', { draftId: 'ticket' }),
  },
  correct: {
    when: 'open',
    weight: 6,
    calls: ['outbox.list', 'outbox.beginEdit'],
    page: (hand) => correct(hand, false),
  },
  beginToCorrect: { when: 'open', weight: 1, calls: ['outbox.beginEdit'], page: (hand) => correct(hand, true) },
  discard: { when: 'open', weight: 3, calls: ['outbox.discard'], page: discard },
  sendNow: {
    when: 'open',
    weight: 2,
    calls: ['outbox.sendNow'],
    async page(hand) {
      const item = await itemOf(hand);
      if (!item) return 'nothing to send';
      const request = requestAt(hand, item.key);
      // What was held goes under a new key.
      if (request) request.key = null;
      const sent = await hand.page.outbox.sendNow(item.key);
      if (sent.ok) hand.world.told.sentAs.set(item.key, sent.value.key);
      // Another page may have corrected it meanwhile.
      if (request) request.key = sent.ok ? sent.value.key : (request.key ?? item.key);
      return sent.ok ? `due: ${sent.value.key}` : sent.code;
    },
  },
  keepOld: {
    when: 'open',
    weight: 0.5,
    calls: ['outbox.keepOld'],
    async page(hand) {
      const item = await itemOf(hand);
      if (item) await hand.page.outbox.keepOld(item.key);
    },
  },
  drain: {
    weight: 8,
    calls: ['outbox.drain'],
    page: ({ world, page }) =>
      page.outbox
        .drain({ connected: world.random() < 0.3 })
        .then((report) => `sent ${report.sent}, waiting ${report.waiting}`),
  },
  readReceipts: {
    when: 'open',
    weight: 1,
    calls: ['outbox.receipts', 'outbox.markRead', 'outbox.receipt'],
    async page({ page }) {
      const [first] = await page.outbox.receipts();
      if (first) await page.outbox.receipt(first.key);
      await page.outbox.markRead();
    },
  },
  type: {
    when: 'open',
    weight: 8,
    calls: ['drafts.save', 'drafts.flush'],
    page: (hand) => type(hand, any(hand.world, forms) ?? 'ticket'),
  },
  openForm: {
    when: 'open',
    weight: 4,
    calls: ['drafts.load', 'drafts.loadAhead', 'drafts.loaded', 'session.sealedQueue'],
    page: (hand) => openDraft(hand, any(hand.world, forms) ?? 'ticket'),
  },
  startAgain: {
    when: 'open',
    weight: 1,
    calls: ['drafts.discard'],
    async page(hand) {
      const { world, device, page, who } = hand;
      const id = any(world, forms) ?? 'ticket';
      if (!who || isElsewhere(hand, id)) return 'not now';
      const draft = world.told.draftOf(who, device.name, id);
      await earlierOf(hand, draft);
      const asked = [...draft.may, null];
      draft.may = asked;
      draft.begunAnew += 1;
      await page.drafts.discard(id);
      draft.begunAnew += 1;
      // What another page typed meanwhile may have come before this or after it.
      const done = draft.may;
      const meanwhile = done === asked ? [] : done;
      const isOpen = (await page.session.customer())?.idUsuario === who.id;
      const left = isOpen && (await earlierOf(hand, draft));
      if (left) draft.may = [null, ...meanwhile, ...left, ...(draft.may === done ? [] : draft.may)];
      return `${id} is begun anew`;
    },
  },
  pickFile: {
    when: 'open',
    weight: 2,
    calls: ['drafts.saveFile', 'drafts.peek', 'drafts.removeFile', 'drafts.saveLate'],
    async page(hand) {
      const { page } = hand;
      const parent = any(hand.world, savedOf(hand));
      if (!hand.who || !parent?.key) return 'no refund';
      const first = pdf(newText(hand));
      const kept = await page.drafts.saveFile(documentDraft(parent.key), 'documento', first);
      await page.drafts.peek(documentDraft(parent.key));
      await page.drafts.saveLate(documentDraft(parent.key), 'documento', pdf(newText(hand)), first);
      if (hand.world.random() < 0.3) await page.drafts.removeFile(documentDraft(parent.key), 'documento');
      return kept.ok ? 'picked' : kept.code;
    },
  },
  shareIn: {
    weight: 1,
    calls: [
      'received.keep',
      'received.list',
      'received.open',
      'received.unclaimed',
      'received.claim',
      'received.removeOld',
      'received.take',
      'received.remove',
    ],
    async page(hand) {
      const { page } = hand;
      await page.received.keep(pdf(newText(hand)));
      const [first] = await page.received.list();
      if (first) await page.received.open(first.id);
      if (first && hand.world.random() < 0.3) await page.received.remove(first.id);
      const { bytes, name } = pdf(newText(hand));
      await page.received.take({ name, size: bytes.byteLength, arrayBuffer: async () => bytes });
      if (hand.who) await page.received.claim(await page.received.unclaimed());
      await page.received.removeOld();
    },
  },
  overTheShoulder: { weight: 6, calls: ['session.owner', 'session.customer'], page: overTheShoulder },
  keepDocument: {
    when: 'open',
    weight: 3,
    calls: ['mirror.saved'],
    page: (hand) => keepDocument(hand, newText(hand)),
  },
  openDocument: { when: 'open', weight: 2, calls: ['mirror.saved'], page: openDocument },
  pay: { when: 'open', weight: 2, calls: ['mirror.paying', 'mirror.pull'], page: pay },
  seePayments: {
    when: 'open',
    weight: 3,
    calls: ['mirror.paying', 'mirror.freshen', 'mirror.locate'],
    page: seePayments,
  },
  look: { when: 'open', weight: 4, calls: ['mirror.pull', 'mirror.read'], page: look },
  lookTogether: { when: 'open', weight: 2, calls: ['mirror.pull', 'mirror.read'], page: lookTogether },
  bring: { when: 'open', weight: 2, calls: ['mirror.bringing'], page: ({ page }) => page.mirror.bringing.once(false) },
  sealAgain: { when: 'open', weight: 2, page: ({ page }) => sealRowsAgain(page.db, async () => true) },
  newTab: { weight: 3, around: (_, device) => void (device.pages.length < 4 && device.open()) },
  worker: {
    weight: 3,
    around(world, device) {
      const worker = device.open('worker');
      const work = () =>
        world.random() < 0.5
          ? deliverOnSync(worker, surroundings(world, worker), false).catch((error: Error) => error.message)
          : refresh(worker, surroundings(world, worker));
      const doing = world.begin(worker, 'the worker wakes', work);
      void world.scheduler.after(60 * SECOND_MS, () => device.kill(worker));
      return doing;
    },
  },
  crash: {
    weight: 4,
    around(world, device) {
      const page = any(world, device.pages);
      if (!page) return;
      world.trace.note(`${page.actor.name}: ends`);
      world.count('faults');
      device.kill(page);
    },
  },
  freeze: {
    weight: 1,
    around(world, device) {
      const page = any(
        world,
        device.pages.filter(({ actor }) => actor.is === 'alive'),
      );
      if (!page) return;
      world.trace.note(`${page.actor.name}: is frozen`);
      world.count('faults');
      page.actor.is = 'frozen';
      world.scheduler.after(world.random() * 20 * MINUTE_MS, () => {
        if (page.actor.is === 'frozen') world.scheduler.thaw(page.actor);
      });
    },
  },
  loseDatabase: {
    weight: 1,
    around(world, device) {
      const page = any(world, device.pages);
      if (!page) return;
      world.trace.note(`${page.actor.name}: its connection to the database ends`);
      world.count('faults');
      world.disks.loseConnection(page.actor);
    },
  },
  loseAnswer: {
    weight: 2,
    around(world, device) {
      const page = any(world, device.pages);
      if (!page) return;
      world.trace.note(`${page.actor.name}: does not hear of its next write`);
      world.count('faults');
      world.disks.loseAnswer(page.actor);
    },
  },
  insurerDecides: { weight: 4, around: (world) => world.finish(decide(world)) },
  insurerReports: { weight: 2, around: ({ reporting }) => void reporting.report() },
  diskFull: {
    weight: 1,
    around(world, device) {
      world.trace.note(`${device.name}: the disk is full`);
      world.count('faults');
      world.disks.setFull(device.name, true);
      world.scheduler.after(world.random() * 10 * MINUTE_MS, () => world.disks.setFull(device.name, false));
    },
  },
  evict: {
    weight: 0.3,
    around(world, device) {
      world.trace.note(`${device.name}: the browser clears the app's storage`);
      world.count('faults');
      for (const page of [...device.pages]) device.kill(page);
      world.disks.evict(device.name);
      for (const one of world.told.requests) {
        if (one.device === device.name && one.word !== 'ended') Object.assign(one, { word: 'unsure', key: null });
      }
      for (const one of world.told.drafts)
        if (one.device === device.name) Object.assign(one, { may: [null], earlier: [] });
      for (const one of world.told.kept) if (one.device === device.name) one.word = 'unsure';
      for (const one of world.told.newcomers) if (one.device === device.name && one.word === 'begun') one.word = 'lost';
    },
  },
  line: {
    weight: 4,
    around(world, { name, line }) {
      line.isUp = world.random() < 0.75;
      line.trouble = world.random() < 0.3 ? 0 : world.random() * 0.6;
      world.trace.note(
        `${name}: the line is ${line.isUp ? `up, ${Math.round(line.trouble * 100)} % trouble` : 'down'}`,
      );
    },
  },
  serverDies: {
    weight: 1.5,
    around(world) {
      const process = any(world, world.processes);
      if (!process) return;
      world.trace.note(`${process.actor.name}: is killed`);
      world.count('faults');
      process.kill();
      const start = () => {
        process.start();
        if (process.actor.is === 'dead') world.scheduler.after(SECOND_MS, start, operator);
      };
      world.scheduler.after(world.random() * MINUTE_MS, start, operator);
    },
  },
  serverDelivers: {
    weight: 5,
    around({ processes, scheduler, random }) {
      const process = any({ random }, processes);
      if (process) scheduler.soon(() => void process.deliver(), operator);
    },
  },
  insurersLine: {
    weight: 1,
    around({ insurer, reporting, random, trace }) {
      insurer.trouble = random() < 0.4 ? 0 : random() * 0.8;
      reporting.line.trouble = insurer.trouble;
      trace.note(`the line to the insurer: ${Math.round(insurer.trouble * 100)} % trouble`);
    },
  },
  serverWorks: {
    weight: 1,
    around: (world) => world.finish(any(world, world.processes)?.work.sweep() ?? Promise.resolve()).catch(() => {}),
  },
  timePasses: { weight: 6, around: (world) => world.pass(world.random() * 40 * SECOND_MS) },
  longTimePasses: { weight: 2, around: (world) => world.pass(world.random() * 15 * MINUTE_MS) },
  clockJumps: {
    weight: 0.7,
    around(world, device) {
      device.ahead += (world.random() < 0.5 ? -1 : 1) * world.random() * 60 * DAY_MS;
      device.jumped = world.scheduler.now();
      world.count('faults');
      world.trace.note(`${device.name}: its clock jumps`);
    },
  },
  emailElsewhere: {
    weight: 0.4,
    async around(world) {
      const who = any(world, world.people);
      if (!who) return;
      world.count('emails');
      const email = `otro${world.counts.get('emails')}-${who.email}`;
      await world.finish(world.ask((db) => db.update(customers).set({ email }).where(eq(customers.id, who.id))));
      who.email = email;
      world.trace.note(`${who.sign} changes the email elsewhere to ${email}`);
    },
  },
};

/** What no action calls, and why not. */
export const leftOut: Partial<Record<Offered, string>> = {
  'outbox.wake': 'the start screen and home call it when the number of waiting requests grows',
  ...because('screens redraw by it', [
    ...(['session.lastCustomer', 'session.watch', 'outbox.lastList', 'outbox.lastReceipts'] as const),
    ...(['outbox.recentReceipts', 'outbox.countReceipts'] as const),
    ...(['drafts.peekAll', 'drafts.lastPeek', 'drafts.watch', 'drafts.subscribe', 'drafts.unkept'] as const),
    ...(['drafts.elsewhere', 'drafts.named'] as const),
    ...(['mirror.peek', 'mirror.peekAside', 'mirror.readAt', 'mirror.ageAt', 'outbox.progress'] as const),
    ...(['mirror.locateAll', 'mirror.placesOf', 'mirror.readAside'] as const),
    ...(['session.person', 'session.refusals', 'mirror.countAt', 'mirror.unkept'] as const),
  ]),
  ...because('a part of what an action calls', [
    ...(['session.pull', 'session.readTogether', 'session.sameTogether', 'session.deliver'] as const),
    ...(['mirror.expectChange', 'session.withdraw', 'session.callSending', 'mirror.prepareChange'] as const),
    ...(['mirror.seedPolicies', 'mirror.amend', 'drafts.release', 'mirror.forget'] as const),
    ...(['outbox.waiting', 'session.state', 'mirror.news', 'drafts.whileHandedIn'] as const),
    ...(['drafts.isTold', 'drafts.tell'] as const),
  ]),
  ...because('only a visitor has it', ['drafts.removeOld']),
};

function because(why: string, members: readonly Offered[]): Partial<Record<Offered, string>> {
  return Object.fromEntries(members.map((member) => [member, why]));
}
