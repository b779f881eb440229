import { eq, sql } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoints.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { createDevice, type DevicePorts, type Device as Rooms } from '#device/create-device.ts';
import { createOutbox } from '#outbox/create-outbox.ts';
import type { OutboxPorts } from '#outbox/outbox-ports.ts';
import { thisMachine } from '#ports/machine.ts';
import type { Database as ServerDatabase } from '#server/database/open.ts';
import { isOutage } from '#server/database/outage.ts';
import {
  commands,
  refundDocuments,
  refunds,
  renewals,
  devices as signIns,
  tickets,
  tokens,
} from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, fetchOn, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { createNetwork, type Network } from './network.ts';
import { type Clock, createClock, createLocks, createTicker, type Whose } from './props.ts';
import { illegal, recordShapes } from './stored-shapes.ts';

export { refundFields, refundFilesOf, ticketFields } from './props.ts';

export const EMAIL = 'costarica@demo.test';
export const PASSWORD = DEMO_PASSWORD;

/** The server: what requests reach, and its database. */
export interface Backend {
  fetch: typeof fetch;
  db: ServerDatabase;
}

/** A customer at a server, with any number of devices. */
export interface Home extends Whose {
  db: ServerDatabase;
  /** A new device on which the customer is signed in. */
  device(): Promise<Device>;
  /** Makes every token at the server invalid, or valid again. */
  setTokens(state: 'revoked' | 'good'): Promise<void>;
  close(): Promise<void>;
}

export interface House extends Home {
  app: TestApp;
  /** These count what the server has. */
  ticketsWith(description: string): Promise<number>;
  refundsWith(diagnosis: string): Promise<number>;
  documentsNamed(filename: string): Promise<number>;
  commandState(key: string): Promise<'done' | 'withdrawn' | null>;
}

export interface Device {
  name: string;
  clock: Clock;
  network: Network;
  db: Database;
  ticker: ReturnType<typeof createTicker>;
  locks: ReturnType<typeof createLocks>;
  /** One more page or worker on this device. */
  page(ports?: Partial<DevicePorts> & Partial<Pick<OutboxPorts, 'session'>>): Page;
  rows(): Promise<OutboxRow[]>;
  /** The shapes in which its pages stored queued rows so far. */
  shapes: ReadonlySet<string>;
  /** @throws when a row was stored in a shape that must not be */
  close(): Promise<void>;
}

export interface Page extends Rooms {
  id: string;
  pokes: number;
}

let named = 0;

/** A real server app with one real sign-in, for a whole test file, and any number of devices. */
export async function createHouse(parts: Parameters<typeof createTestApp>[0] = {}): Promise<House> {
  const app = await createTestApp({ seed: [EMAIL], ...parts });
  const home = await homeAt({ fetch: fetchOn(app.app), db: app.db });
  return {
    ...home,
    app,
    ticketsWith: async (text) => (await app.db.select().from(tickets).where(eq(tickets.notas, text))).length,
    refundsWith: async (text) =>
      (await app.db.select().from(refunds)).filter(({ fields }) => fields.diagnostico === text).length,
    documentsNamed: async (name) =>
      (await app.db.select().from(refundDocuments).where(eq(refundDocuments.filename, name))).length,
    commandState: async (key) => (await app.db.select().from(commands).where(eq(commands.key, key)))[0]?.state ?? null,
    close: async () => {
      await home.close();
      await app.close();
    },
  };
}

/** The same customer at a running server with the data of the demo. */
export async function homeAt(backend: Backend): Promise<Home> {
  const { db } = backend;
  const first = bareDevice(backend);
  const page = first.page();
  const entered = await page.session.signIn(EMAIL, PASSWORD);
  if (!entered.ok) throw new Error(`sign-in failed: ${JSON.stringify(entered.problem)}`);
  const [signedIn, issued, families] = await Promise.all([
    db.select().from(signIns),
    db.select().from(tokens),
    db.select().from(renewals),
  ]);
  const who = await page.session.customer();
  const policy = (await policiesAt(backend))?.find(({ LineOfBusinessType }) => LineOfBusinessType === 'Health');
  if (!who || !policy) throw new Error('the demo customer has no health policy');
  const [vault, session] = await Promise.all([first.db.vault.toArray(), first.db.session.toArray()]);
  let revoked = false;
  /** All devices are copies of one sign-in. A lock of one device ends its tokens, and a new sign-in all of it (D57). */
  const restoreSignIn = async () => {
    await db.insert(signIns).values(signedIn).onConflictDoNothing();
    await db.insert(tokens).values(issued).onConflictDoNothing();
    // An earlier copy may have exchanged the renewal token that each of them has.
    await db.delete(renewals);
    await db.insert(renewals).values(families);
  };

  return {
    db,
    policyId: policy.Policy,
    idUsuario: who.idUsuario,
    async device() {
      const device = bareDevice(backend);
      if (!revoked) await restoreSignIn();
      await device.db.vault.bulkPut(vault);
      await device.db.session.bulkPut(session);
      return device;
    },
    async setTokens(state) {
      // No token has a hash with '~'. Expiring them instead could let the sweep delete them before they are valid again.
      const plain = sql`rtrim(${tokens.hash}, '~')`;
      const expires = new Date(Date.now() + 20 * 24 * 3600 * 1000);
      await db.update(tokens).set({ expires, hash: state === 'good' ? plain : sql`${plain} || '~'` });
      await db.delete(renewals);
      revoked = state === 'revoked';
      if (!revoked) await restoreSignIn();
    },
    close: () => first.close(),
  };
}

/** Ignores that tokens cannot be changed while the database is away, since nobody could end them then. */
export const patientHome = (home: Home): Home => ({
  ...home,
  setTokens: (state) =>
    home.setTokens(state).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    }),
});

async function policiesAt(backend: Backend): Promise<AnswerOf<'login'>['polizas']> {
  const answer = await backend.fetch(pathOf('login'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  return ((await answer.json()) as AnswerOf<'login'>).polizas;
}

function bareDevice(backend: Backend): Device {
  named += 1;
  const name = `device-${named}`;
  const clock = createClock();
  const network = createNetwork(backend.fetch);
  const ticker = createTicker();
  const locks = createLocks();
  const pages: Page[] = [];
  const shapes = new Set<string>();
  const machine = { ...thisMachine, clock, random: () => 0.5, timers: { ...thisMachine.timers, every: ticker.every } };

  function page({ session, ...ports }: Parameters<Device['page']>[0] = {}): Page {
    const id = `page-${pages.length}`;
    const lock = locks.of(id);
    const rooms = createDevice({
      ...machine,
      ...{ name, id, lock },
      fetch: (input, init) => network.fetch(input, init),
      apiBase: '/api',
      hostBase: '/host',
      rounds: 1,
      keepStorage: async () => true,
      tell: {
        waiting() {
          made.pokes += 1;
        },
      },
      ...ports,
    });
    recordShapes(rooms.db, shapes);
    const made: Page = { ...rooms, id, pokes: 0 };
    if (session) made.outbox = createOutbox({ ...rooms, session, ...machine, lock, id });
    pages.push(made);
    return made;
  }
  const { db } = page();

  return {
    name,
    clock,
    network,
    db,
    ticker,
    locks,
    page,
    rows: () => db.outbox.orderBy('seq').toArray(),
    shapes,
    async close() {
      // Hanging requests end while their database is still open.
      if (network.letPass()) await new Promise((resolve) => setTimeout(resolve, 40));
      for (const one of pages) one.db.close();
      if (illegal(shapes).length > 0) throw new Error(`stored as ${illegal(shapes)}`);
    },
  };
}
