// @module-tag depth
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { keepLastHome } from '#database/keep-last-home.ts';
import { deviceKeys, readingKeys } from '#database/keyring.ts';
import { withRoom } from '#database/storage.ts';
import { documents, policies, tickets } from '#mirror/collections.ts';
import type { Outbox } from '#outbox/create-outbox.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { createPush } from '#push/create-push.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { endSessionHere } from '#session/ended.ts';
import { sealRowsAgain } from '#session/seal-again.ts';
import { readPart, sealPart } from '#session/stored.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { installed, losingAnswer, type Place, writingPlaces } from '#tests/database/lost-answer.ts';
import { giveLocks } from '#tests/locks.ts';
import { createBrowser } from '#tests/push/browser.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { onPhone } from '#tests/session/phone.ts';
import { pdf, unique } from './props.ts';

/**
 * `heal` repeats a transaction when its connection was lost. When only the answer was lost, the commit was done, and the
 * repetition finds its own rows. Here every transaction of the tree that writes loses the answer to its commit, and both the
 * customer's answer and the device must be as if it had not.
 */

const ANA = 'costarica@demo.test';
const POLICY = '520021';
const OTHER_PASSWORD = 'Distinta2027';
const DOCUMENT = { policyId: POLICY, category: 'Póliza', createdOn: '2026-01-01', place: 0 };

let server: TestApp;
let remove: () => void;
beforeAll(async () => {
  remove = installed();
  giveLocks();
  server = await createTestApp({ seed: [ANA] });
});
afterAll(async () => {
  remove();
  vi.unstubAllGlobals();
  await server.close();
});

interface World extends Device {
  drafts: Drafts;
  outbox: Outbox;
  idUsuario: string;
}

/** A device with a passkey's authenticator and an open session. */
async function world(): Promise<World> {
  const phone = new SoftAuthenticator(ORIGIN);
  const device = createDevice(
    server,
    onPhone(() => phone),
  );
  const { session } = device;
  await signInCopied(server, ANA, device);
  const idUsuario = (await session.customer())?.idUsuario ?? '';
  return { ...device, idUsuario };
}

const ticketOf = ({ idUsuario }: World) => ({
  ...{ idUsuario, idTipoTicket: '1', poliza: POLICY },
  descripcion: unique('Repetida'),
});

async function queued(at: World): Promise<string> {
  const ticket = await at.outbox.enqueue('ticket.create', ticketOf(at));
  if (!ticket.ok) throw new Error(ticket.code);
  return ticket.value.key;
}

/** The server answers everything with this. */
const answering = ({ network }: World, status: number, code: string) => {
  network.instead = async () =>
    new Response(JSON.stringify({ code, message: 'no' }), { status, headers: { 'content-type': 'application/json' } });
};

const isDone = ({ ok: done }: { ok: boolean }) => done;
const codeOf = (result: { ok: boolean; code?: string }) => result.code ?? result.ok;

interface Scenario {
  /** What happens before; its value is handed on. */
  before?: (at: World) => Promise<unknown>;
  /** What the customer does, and what comes of it. */
  act: (at: World, before: never) => Promise<unknown>;
  /** What is done after the comparison, so that the server is as it was. */
  after?: (at: World) => Promise<unknown>;
}
const scenario = <T>(one: {
  before?: (at: World) => Promise<T>;
  act: (at: World, before: T) => Promise<unknown>;
  after?: (at: World) => Promise<unknown>;
}): Scenario => one as Scenario;

/** The password is changed on another device, and this one signs in with the new one. */
async function withEarlierPassword(at: World): Promise<void> {
  await queued(at);
  at.drafts.save('ticket', { descripcion: 'Empezada' });
  await at.drafts.flush();
  const there = createDevice(server);
  await there.session.signIn(ANA, DEMO_PASSWORD);
  expect(await there.session.changePassword(DEMO_PASSWORD, OTHER_PASSWORD)).toMatchObject({ ok: true });
  there.db.close();
  await at.session.lock();
  expect(await at.session.signIn(ANA, OTHER_PASSWORD)).toMatchObject({ ok: true });
}

const passwordAsBefore = async ({ session }: World) =>
  expect(await session.changePassword(OTHER_PASSWORD, DEMO_PASSWORD)).toMatchObject({ ok: true });

const pushOf = ({ db, session, time }: World, browser: ReturnType<typeof createBrowser>) =>
  createPush({ db, session, clock: () => time.now, browser: browser.port });

/** For each place, what loses the answer to its commit. */
const scenarios: Record<string, Record<string, Scenario>> = {
  'src/database/keep-last-home.ts keepLastHome': {
    'home is kept': scenario({ act: async ({ db, session }) => keepLastHome(db, await session.owner(), {}) }),
  },
  'src/database/keyring.ts deviceKeys': {
    'the device makes its keys': scenario({
      before: ({ db }) => db.vault.delete('device'),
      act: async ({ db }) => {
        const [made, found] = [await deviceKeys(db), await deviceKeys(db)];
        return made.salt.join() === found.salt.join();
      },
    }),
  },
  'src/database/storage.ts evict': {
    'room is made': scenario({
      async act({ db }) {
        let tries = 0;
        return withRoom(db, async () => {
          tries += 1;
          if (tries === 1) throw new DOMException('full', 'QuotaExceededError');
          return 'kept';
        });
      },
      after: ({ db }) => db.pulls.count(),
    }),
  },
  'src/mirror/ended-policies.ts createEndedPolicies': {
    'the lists of a policy that ended go': scenario({
      async before({ db, mirror, time }) {
        await mirror.pull(policies);
        const [known] = await db.pulls.toArray();
        if (!known) throw new Error('nothing was pulled');
        await db.pulls.put({ ...known, scope: 'ended', missingSince: time.now - 30 * DAY_MS });
        return known.scope;
      },
      async act({ db, mirror }, known) {
        await mirror.bringing.once(false);
        return (await db.pulls.bulkGet(['ended', known])).map((row) => row !== undefined);
      },
      after: async ({ db }) => expect(await db.pulls.get('ended')).toBeUndefined(),
    }),
  },
  'src/mirror/groups.ts changePull': {
    'a pull that failed is noted': scenario({
      before: async ({ network }) => {
        network.up = false;
      },
      act: async ({ mirror }) => [isDone(await mirror.pull(tickets)), (await mirror.read(tickets)).problem],
    }),
  },
  'src/mirror/pulls.ts confirmAll': {
    'more lists than one request holds are as they were': scenario({
      async before({ mirror, time }) {
        for (let more = 1; more <= 40; more += 1) mirror.bringing.watch([documents as never, `none${more}`]);
        mirror.bringing.run({ online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} });
        await mirror.bringing.look('start');
        time.now += 6 * MINUTE_MS;
      },
      async act({ mirror, time }) {
        await mirror.bringing.look('return');
        return (await mirror.read(tickets)).at === time.now;
      },
    }),
  },
  'src/mirror/pulls.ts writing': {
    // It asks once more, and is told that nothing has changed.
    'a list is pulled': scenario({ act: async ({ mirror }) => isDone(await mirror.pull(tickets)) }),
  },
  'src/mirror/saved-documents.ts saveNow': {
    'a document is saved': scenario({
      act: async ({ mirror, session }) =>
        isDone((await mirror.saved.save(DOCUMENT, pdf('guardado'), await session.owner())) ?? { ok: false }),
    }),
  },
  'src/outbox/create-drafts.ts put': {
    'a form is written, and written again': scenario({
      async before({ drafts }) {
        drafts.save('ticket', { descripcion: 'Antes' });
        await drafts.flush();
      },
      async act({ drafts }) {
        drafts.save('ticket', { descripcion: 'Después' });
        const written = await drafts.flush();
        return [written, drafts.elsewhere('ticket'), (await drafts.load('ticket'))?.form];
      },
    }),
  },
  'src/outbox/create-drafts.ts attempt': {
    'a file is removed': scenario({
      before: ({ drafts }) => drafts.saveFile('refund', 'documentoFactura', pdf('factura')),
      async act({ drafts }) {
        await drafts.removeFile('refund', 'documentoFactura');
        return [drafts.unkept('refund'), drafts.elsewhere('refund'), await drafts.load('refund')];
      },
    }),
  },
  'src/outbox/enqueue.ts write': {
    'a request with a draft is queued': scenario({
      async before({ drafts }) {
        drafts.save('ticket', { descripcion: 'Una sola vez' });
        await drafts.flush();
      },
      async act(at) {
        const first = await at.outbox.enqueue('ticket.create', ticketOf(at), {}, { draftId: 'ticket' });
        return [codeOf(first), (await at.outbox.drain()).sent];
      },
    }),
    'a corrected request takes the place of its own': scenario({
      before: async (at) => {
        const key = await queued(at);
        await at.outbox.beginEdit(key);
        return key;
      },
      act: async (at, replaces) => [
        codeOf(await at.outbox.enqueue('ticket.create', ticketOf(at), {}, { replaces })),
        (await at.outbox.drain()).sent,
      ],
    }),
  },
  'src/outbox/items.ts changeNow': {
    'an item is claimed': scenario({ before: queued, act: async ({ outbox }) => (await outbox.drain()).sent }),
    'an item is opened for editing': scenario({
      before: queued,
      act: async ({ outbox }, key) => codeOf(await outbox.beginEdit(key)),
    }),
    'an item is sent now': scenario({
      before: queued,
      act: async ({ outbox }, key) => codeOf(await outbox.sendNow(key)),
    }),
    'an old item is kept': scenario({
      before: queued,
      act: async ({ outbox }, key) => codeOf(await outbox.keepOld(key)),
    }),
  },
  'src/outbox/items.ts changeAll': {
    'parked items go on': scenario({
      async before(at) {
        await queued(at);
        answering(at, 401, 'unauthorised');
        await at.outbox.drain();
        at.network.instead = null;
      },
      act: async ({ outbox }) => {
        await outbox.resumeParked();
        return (await outbox.drain()).sent;
      },
    }),
  },
  'src/outbox/items.ts remove': {
    'an item is discarded': scenario({
      before: queued,
      act: async ({ outbox }, key) => codeOf(await outbox.discard(key)),
    }),
  },
  'src/outbox/receipts.ts absorb': {
    'a receipt of a lock is read after it': scenario({
      async before(at) {
        await queued(at);
        await at.session.lock();
        await at.outbox.drain();
        await at.session.signIn(ANA, DEMO_PASSWORD);
      },
      act: async ({ outbox, db }) => {
        await outbox.absorbLocked();
        return (await db.receipts.toArray()).map(({ under }) => under);
      },
    }),
  },
  'src/outbox/received.ts putOwn': {
    'a file is shared': scenario({
      act: async (at) => [await at.received.keep(pdf('compartido')), (await at.received.list()).length],
    }),
  },
  'src/outbox/received.ts moveToOwner': {
    'a file that came during a lock is claimed': scenario({
      async before(at) {
        await at.session.lock();
        await at.received.keep(pdf('de nadie'));
        await at.session.signIn(ANA, DEMO_PASSWORD);
      },
      async act(at) {
        const { received } = at;
        return [await received.claim(await received.unclaimed()), (await received.list()).length];
      },
    }),
  },
  'src/outbox/store-receipt.ts store': {
    'a receipt is stored': scenario({
      before: queued,
      act: async ({ outbox }) => [(await outbox.drain()).sent, (await outbox.receipts()).length],
    }),
  },
  'src/push/create-push.ts note': {
    'push is not to be offered again': scenario({ act: (at) => pushOf(at, createBrowser()).decline() }),
  },
  'src/push/create-push.ts forget': {
    'push cannot be turned on': scenario({
      act: (at) => {
        const browser = createBrowser();
        browser.state.broken = true;
        return pushOf(at, browser).turnOn();
      },
    }),
  },
  'src/push/create-push.ts tell': {
    'push is turned on': scenario({ act: (at) => pushOf(at, createBrowser()).turnOn() }),
  },
  'src/session/activity.ts touch': {
    'the customer does something': scenario({
      before: async ({ time }) => {
        time.now += 60_000;
      },
      act: ({ session }) => session.touch(),
    }),
  },
  'src/session/change-email.ts moveToEmail': {
    'the email is changed': scenario({
      async act({ session }) {
        await session.moveToEmail('otra@demo.test', (await session.owner()) ?? '');
        return (await session.customer())?.email;
      },
    }),
  },
  'src/session/change-password.ts replaceRow': {
    'the password is changed': scenario({
      act: async ({ session }) => isDone(await session.changePassword(DEMO_PASSWORD, OTHER_PASSWORD)),
      after: passwordAsBefore,
    }),
    'the server refuses the new password, which then opens nothing here': scenario({
      act: async (at) => {
        const { session, network } = at;
        answering(at, 422, 'invalid');
        const changed = isDone(await session.changePassword(DEMO_PASSWORD, OTHER_PASSWORD));
        network.instead = null;
        network.up = false;
        await session.lock();
        return [changed, isDone(await session.signIn(ANA, OTHER_PASSWORD))];
      },
    }),
  },
  'src/session/change-password.ts drop': {
    'a refused password is dropped, and opens nothing here': scenario({
      act: async (at) => {
        const { session, network } = at;
        answering(at, 422, 'invalid');
        const changed = isDone(await session.changePassword(DEMO_PASSWORD, OTHER_PASSWORD));
        network.instead = null;
        network.up = false;
        await session.lock();
        return [changed, isDone(await session.signIn(ANA, OTHER_PASSWORD))];
      },
    }),
  },
  'src/session/create-session.ts close': {
    'the customer signs out': scenario({
      act: async ({ session }) => [await session.logout(), await session.state()],
    }),
  },
  'src/session/create-session.ts dropReading': {
    'the session is locked': scenario({
      act: async ({ session }) => [await session.lock(), await session.tellLock(), await session.state()],
    }),
    'the session is locked by time': scenario({
      before: async ({ time }) => {
        time.now += 11 * MINUTE_MS;
      },
      act: async ({ session }) => [await session.lockExpired(), await session.tellLock(), await session.state()],
    }),
  },
  'src/session/door.ts write': {
    'a customer signs in': scenario({
      before: ({ session }) => session.lock(),
      act: signsIn,
    }),
    'a customer signs in here for the first time': scenario({
      before: ({ session }) => session.logout('erase'),
      act: signsIn,
    }),
    'a customer signs in without a connection': scenario({
      before: async ({ session, network }) => {
        await session.lock();
        network.up = false;
      },
      act: async ({ session }) => [isDone(await session.signIn(ANA, DEMO_PASSWORD)), await session.state()],
    }),
    'a customer signs in again in place': scenario({
      act: async ({ session }) => [isDone(await session.signInAgain(DEMO_PASSWORD)), await session.over()],
    }),
    'the device is opened with a passkey': scenario({
      async before({ session }) {
        await session.addPasskey(DEMO_PASSWORD, 'Teléfono');
        await session.lock();
      },
      act: async ({ session, mirror }) => [
        isDone(await session.unlockByPasskey()),
        await session.state(),
        isDone(await mirror.pull(policies)),
      ],
    }),
  },
  'src/session/ended.ts end': {
    'the session was ended on another device': scenario({
      before: internalToken,
      act: ({ db }, token) => endSessionHere(db, [token], false),
    }),
    'the data were erased from another device': scenario({
      before: internalToken,
      act: ({ db }, token) => endSessionHere(db, [token], true),
    }),
  },
  'src/session/ended.ts tellPages': {
    'an ending finds room to say so only afterwards': scenario({
      before: internalToken,
      async act({ db }, token) {
        let tries = 0;
        const makeRoom = atQuota(db, () => {
          tries += 1;
          return tries > 1;
        });
        const ended = await endSessionHere(db, [token], false);
        makeRoom();
        return [ended, await db.vault.get('ended')];
      },
    }),
  },
  'src/session/erase.ts eraseCustomer': {
    'the customer erases the device': scenario({ before: queued, act: ({ session }) => session.logout('erase') }),
    'the customer erases what is theirs': scenario({
      before: async (at) => {
        await queued(at);
        await at.db.vault.put({ id: 'envelope:other', person: 'other', envelopes: [], aside: [] });
      },
      act: ({ session }) => session.logout('erase'),
    }),
  },
  'src/session/passkeys.ts sealUnderPasskey': {
    'a passkey is set up': scenario({
      before: queued,
      act: async ({ session, outbox, paths }) => [
        isDone(await session.addPasskey(DEMO_PASSWORD, 'Teléfono')),
        paths().some((path) => path.endsWith('/quitar')),
        (await session.passkeysHere()).length,
        (await outbox.list()).map(({ state }) => state),
      ],
    }),
  },
  'src/session/seal-again.ts writeBatch': {
    'rows of the sign-in before are sealed again': scenario({
      async before(at) {
        at.drafts.save('ticket', { descripcion: 'De antes' });
        await at.drafts.flush();
        await at.session.lock();
        await at.session.signIn(ANA, DEMO_PASSWORD);
      },
      act: sealAgain,
    }),
  },
  'src/session/seal-again.ts dropEarlier': {
    'the earlier key is dropped': scenario({
      async before({ session }) {
        await session.lock();
        await session.signIn(ANA, DEMO_PASSWORD);
      },
      act: sealAgain,
    }),
  },
  'src/session/sealed-queue.ts recover': {
    'the queue under the earlier password is opened': scenario({
      before: withEarlierPassword,
      act: async ({ session, outbox, drafts }) => [
        await session.openSealedQueue(DEMO_PASSWORD),
        await session.sealedQueue(),
        (await outbox.list()).length,
        (await drafts.load('ticket'))?.form,
      ],
      after: passwordAsBefore,
    }),
    'what opens moves, and what is damaged stays': scenario({
      before: async (at) => {
        const damaged = await queued(at);
        await withEarlierPassword(at);
        await at.db.outbox.update(damaged, { data: new ArrayBuffer(40) });
      },
      act: async ({ session, outbox }) => [
        await session.openSealedQueue(DEMO_PASSWORD),
        await session.sealedQueue(),
        (await outbox.list()).length,
      ],
      after: passwordAsBefore,
    }),
  },
  'src/session/sealed-queue.ts discardSealedQueue': {
    'the queue under the earlier password is discarded': scenario({
      before: withEarlierPassword,
      act: async ({ session }) => [await session.discardSealedQueue(), await session.sealedQueue()],
      after: passwordAsBefore,
    }),
  },
  'src/session/sealed-queue.ts dropAside': {
    'the envelope of the earlier password is dropped': scenario({
      before: withEarlierPassword,
      act: async ({ session }) => [await session.discardSealedQueue(), await session.sealedQueue()],
      after: passwordAsBefore,
    }),
  },
  'src/session/displaced.ts end': {
    'somebody who was displaced ended their session on another device': scenario({
      before: async (at) => {
        await at.db.session.put(await sealPart((await deviceKeys(at.db)).key, 'other', 'telling', { token: 'theirs' }));
        answering(at, 401, 'session-ended');
      },
      act: ({ session }) => session.tellLock(),
    }),
  },
  'src/session/displaced.ts removeSeen': {
    'the lock is told': scenario({
      before: async ({ session, network }) => {
        network.up = false;
        await session.lock();
        network.up = true;
      },
      act: ({ session }) => session.tellLock(),
    }),
  },
  'src/session/unkept.ts write': {
    'a session is renewed after an unlock': scenario({
      before: locked,
      act: unlocked,
    }),
    'the server refuses the tokens': scenario({
      before: async (at) => {
        answering(at, 401, 'unauthorised');
      },
      act: async ({ session, mirror }) => [isDone(await mirror.pull(tickets)), await session.over()],
    }),
    'a token is fetched': scenario({
      before: async ({ db, session }) => db.session.delete(`${await session.owner()}:access`),
      act: async ({ mirror, session }) => [isDone(await mirror.pull(tickets)), await session.over()],
    }),
  },
  'src/session/unkept.ts keepNow': {
    'a token that a full device could not take is kept once there is room': scenario({
      before: async ({ db, session, idUsuario }) => {
        await db.session.delete(`${await session.owner()}:access`);
        const makeRoom = atQuota(db);
        await session.call('tickets', { idUsuario });
        makeRoom();
      },
      act: async ({ session, idUsuario, paths }) => [
        isDone(await session.call('tickets', { idUsuario })),
        paths().filter((path) => path === pathOf('accessToken')).length,
      ],
    }),
  },
  'src/session/unkept.ts forget': {
    'the renewal of a session is refused': scenario({
      before: async (at) => {
        await locked(at);
        at.network.instead = (path) =>
          path === pathOf('renewSession') ? Response.json({ code: 'unauthorised' }, { status: 401 }) : null;
      },
      act: unlocked,
    }),
  },
};

async function locked({ session }: World): Promise<void> {
  await session.lock();
  await session.tellLock();
}

async function unlocked({ session, mirror }: World): Promise<unknown> {
  const entered = await session.signIn(ANA, DEMO_PASSWORD);
  return [isDone(entered), isDone(await mirror.pull(tickets)), await session.over()];
}

async function internalToken({ db }: World): Promise<string> {
  const keys = await readingKeys(db);
  return (keys && (await readPart(db, keys, keys.owner, 'internal'))?.token) ?? '';
}

async function sealAgain({ db }: World): Promise<unknown> {
  const keys = await readingKeys(db);
  return keys && [await sealRowsAgain(db, async () => true), (await readingKeys(db))?.earlierKeys?.length ?? 0];
}

async function signsIn({ db, session, paths }: World): Promise<unknown> {
  const before = paths().length;
  const entered = isDone(await session.signIn(ANA, DEMO_PASSWORD));
  // A renewal brings the tokens after the customer is in.
  const tokens = ['access', 'internal'];
  await vi.waitFor(async () => {
    const rows = (await db.session.toCollection().primaryKeys()).map((id) => id.split(':')[1] ?? '');
    expect(tokens.every((one) => rows.includes(one))).toBe(true);
  });
  return [entered, await session.state(), paths().length - before];
}

/** What is on the device, without what is random. */
async function shapeOf({ db }: World): Promise<unknown> {
  const counts = await Promise.all(db.tables.map(async (table) => [table.name, await table.count()]));
  const vault = (await db.vault.toArray()).map((row) => [
    row.id.split(':')[0],
    ...('envelopes' in row ? [row.envelopes.length, row.aside.length] : []),
  ]);
  const queue = (await db.outbox.orderBy('seq').toArray()).map(({ state, unclear, attempts, claim }) => [
    ...[state, unclear, attempts, claim !== null],
  ]);
  const session = (await db.session.toCollection().primaryKeys()).map((id) => id.split(':')[1]).sort();
  return { counts, vault: vault.sort(), queue, session };
}

async function run({ before, act, after }: Scenario, place: Place | null) {
  const at = await world();
  const prepared = await before?.(at);
  const { result, lost } = await losingAnswer(place, () => act(at, prepared as never));
  const shape = await shapeOf(at);
  await after?.(at);
  at.db.close();
  return { result, shape, lost };
}

/** The worker's own place is repeated in tests/sw/told.test.ts, which is typed as the worker is. */
const ofTheWorker = ['sw/told.ts note'];
const places = writingPlaces().filter(({ name }) => !ofTheWorker.includes(name));

test('[F53] every place of the tree that writes in a transaction is repeated by a test', () => {
  const names = writingPlaces().map(({ name }) => name);
  expect(names.sort()).toEqual([...Object.keys(scenarios), ...ofTheWorker].sort());
});

describe.each(places)('[F53] all is as if the answer to a commit had not been lost: $name', (place) => {
  for (const [title, one] of Object.entries(scenarios[place.name] ?? {})) {
    test(title, async () => {
      const wanted = await run(one, null);
      const found = await run(one, place);
      expect(found.lost).toBe(1);
      expect(found).toEqual({ ...wanted, lost: 1 });
    });
  }
});
