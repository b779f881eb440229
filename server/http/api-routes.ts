import { type Context, Hono } from 'hono';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { GROUPS_HEADER } from '#contract/groups.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { CONTRACT_HEADER, contractIn } from '#contract/version.ts';
import { type Noted, noteCalls } from '../audit/trail.ts';
import { findAnswer } from '../commands/run-once.ts';
import { Counted, type World } from '../handler.ts';
import { maintenanceRefusalFor } from '../maintenance/maintenance.ts';
import type { Caller, Network } from './address.ts';
import {
  answerLimits,
  customerLimits,
  openAdmission,
  openDoor,
  ownersOf,
  SMALL_BYTES,
  sizeOf,
  strangerLimits,
  type Visit,
} from './admission.ts';
import { type Answer, answerOf, countedAnswer, type Held } from './answer.ts';
import { takesGroups } from './group-changes.ts';
import { perform } from './perform.ts';
import { problemAnswer } from './problems.ts';
import { quotaSpent, withinQuota } from './quota.ts';
import { type Surroundings, together } from './read-together.ts';
import { type Admit, type KnownAnswer, type Reception, receive } from './receive.ts';
import { toResponse } from './to-response.ts';
import { whenSent } from './when-sent.ts';

/** D28. */
export const bases = { api: '/api', host: '/host' } as const;

/** The rows of the endpoint table as routes; other methods get 405, other addresses under the bases 404. */
export function apiRoutes(world: World, callerOf: (c: Context) => Caller, steady: () => number): Hono {
  const app = new Hono();
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const methods = new Map<string, string[]>();
  const strangers = openAdmission(strangerLimits);
  const customers = openAdmission(customerLimits);
  const answers = { strangers: openDoor(answerLimits.strangers), customers: openDoor(answerLimits.customers) };
  for (const [name, row] of rows) {
    const path = bases[row.base] + row.path;
    methods.set(path, [...(methods.get(path) ?? []), row.method]);
    app.on(row.method, path, async (c) => {
      const { networks } = callerOf(c);
      const visits: Visit[] = [];
      let reader: { owners: readonly Network[]; door: keyof typeof answers } = { owners: networks, door: 'strangers' };
      const place = placeOf(
        () => answers[reader.door](reader.owners),
        () => answerLimits[reader.door].bytes,
      );
      const noted: Noted[] = [];
      const note: Note = (name, call, result) => void noted.push({ name, call, result });
      const admit: Admit = async (who, key) => {
        const refused = await quotaSpent(world, { name, row, who, key });
        if (refused) {
          note(name, { who, input: {}, policy: null }, refused);
          return refused;
        }
        const size = sizeOf(c.req.raw.headers);
        if (who) reader = { owners: ownersOf(who.customer.id, networks), door: 'customers' };
        const visit = who ? customers(reader.owners, size) : strangers(networks, size);
        visits.push(visit);
        return ok(visit);
      };
      try {
        const reception = { networks, knownAnswer, admit, hold: place.hold };
        const answer = await run(world, name, row, c, reception, { steady, note });
        const told = await responseTo(row, answer, c.req.raw.headers, place.settle);
        noteCalls(world, noted, { request: c.get('requestId'), networks });
        told.headers.set(CONTRACT_HEADER, String(world.oldestContract));
        return told;
      } finally {
        for (const visit of visits) visit.leave();
        place.freeOnceSent(c);
      }
    });
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      const refused = problemAnswer({ code: 'method-not-allowed' });
      refused.headers.set('Allow', allowed.join(', '));
      return refused;
    });
  }
  for (const base of Object.values(bases)) {
    app.all(base, () => problemAnswer({ code: 'not-found' }));
    app.all(`${base}/*`, () => problemAnswer({ code: 'not-found' }));
  }
  return app;
}

async function responseTo(
  row: Endpoint,
  answer: Result<Answer>,
  shown: Headers,
  settle: (bytes: number) => void,
): Promise<Response> {
  if (!answer.ok) return problemAnswer(answer.problem, row.errorField);
  const response = await toResponse(row, answer.value, shown, settle);
  const counted = 'count' in answer.value ? await answer.value.count?.() : undefined;
  return counted?.ok === false ? problemAnswer(counted.problem, row.errorField) : response;
}

/**
 * Where a large answer stays until its reader has it. One that is larger than a whole place takes all of it.
 *
 * @throws Overloaded by `hold` and `settle`, when its reader leaves too many bytes with us already
 */
function placeOf(enter: () => Visit, most: () => number) {
  let visit: Visit | null = null;
  let held = 0;
  const change = (bytes: number) => {
    visit ??= enter();
    visit.hold(bytes);
    held += bytes;
  };
  const dueOf = (bytes: number) => (bytes <= SMALL_BYTES ? 0 : Math.min(bytes, most()));
  return {
    /** Before it is built: it will be about so long. */
    hold(bytes: number): void {
      if (dueOf(bytes) > held) change(dueOf(bytes) - held);
    },
    /** Once it is packed: it is so long. */
    settle(bytes: number): void {
      if (dueOf(bytes) !== held) change(dueOf(bytes) - held);
    },
    freeOnceSent(c: Context): void {
      if (visit) whenSent(c, visit.leave);
    },
  };
}

/** Notes what was answered, once it was. */
type Note = (...noted: [Noted['name'], Noted['call'], Noted['result']]) => void;

async function run(
  world: World,
  name: EndpointName,
  row: Endpoint,
  c: Context,
  reception: Reception,
  { steady, note }: { steady: () => number; note: Note },
): Promise<Result<Answer>> {
  // D51: nothing of an app that misunderstands us is read, let alone done.
  const spoken = contractIn(c.req.header(CONTRACT_HEADER));
  if (spoken !== null && spoken < world.oldestContract) return outdated;
  const received = await receiveUnlessHeld(world, name, row, c, reception);
  if (!received.ok) return received;
  const { call, known } = received.value;
  const tell = async (done: Result<unknown>) => {
    if (!done.ok) return done;
    return done.value instanceof Counted ? ok(countedAnswer(done.value)) : answerOf(row, done.value, heldBy(c));
  };
  if (known) return tell(known);
  const bytes = call.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const free = row.readsOnly ? () => {} : roomFor(world, row, Math.max(bytes, row.largest ?? 0));
  if (!free) return noRoom;
  try {
    const around: Surroundings = { steady, note: (read, by) => note(read, by, ok(null)) };
    const done = await withinQuota<unknown>(world, { name, row, who: call.who, key: call.key }, bytes, () =>
      isTogether(name) ? together[name](world, call, around) : perform(world, name, call),
    );
    const told = await tell(done);
    // Who is told that nothing changed sees nothing new.
    if (!told.ok || told.value.status !== 304) note(name, call, told.ok ? done : told);
    return told;
  } finally {
    // Behind the answer: what came with it waits for the scanner.
    if (bytes > 0) world.later.start(world.storage.scanDue);
    free();
  }
}

/** In a maintenance nothing is received. It may also have begun while a body was coming, which may take minutes. */
async function receiveUnlessHeld(
  world: World,
  name: EndpointName,
  row: Endpoint,
  c: Context,
  reception: Reception,
): ReturnType<typeof receive> {
  const held = await maintenanceRefusalFor(world, name, row);
  if (held) return held;
  const received = await receive(world, row, c, reception);
  if (!received.ok || received.value.known || row.carries === 'query') return received;
  return (await maintenanceRefusalFor(world, name, row)) ?? received;
}

const isTogether = (name: EndpointName): name is keyof typeof together => Object.hasOwn(together, name);

const heldBy = (c: Context): Held => ({
  etags: c.req.header('if-none-match') ?? null,
  groups: c.req.header(GROUPS_HEADER) ?? null,
  takesGroups: takesGroups(c.req.header('a-im')),
});

/** What is queued, registered or changed leaves room for the small writes that signing in and reading need (F33). */
function roomFor({ room }: World, row: Endpoint, bytes: number): (() => void) | null {
  const isWords = row.carries === 'json' && row.largest === undefined;
  const small = row.carries === 'query' || (isWords && !row.queued && row.method === 'POST');
  if (small) return room.any() ? () => {} : null;
  return room.take(bytes);
}

const outdated = fail('outdated');
const noRoom = fail('unavailable', { status: 507, retryAfter: 60 });

const knownAnswer: KnownAnswer = async ({ db, hash, who, key, fingerprint }) =>
  who && findAnswer(db, hash, { owner: who.customer.id, key, fingerprint });
