import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { type AnswerOf, type EndpointName, endpoints, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import type { Policy } from '#contract/policies.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import type { AppParts } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import { composeServer } from '#server/compose.ts';
import type { Core } from '#server/core/port.ts';
import { type Database, type OpenDatabase, openInMemory } from '#server/database/open.ts';
import { endlessRoom } from '#server/database/room.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { unclaimedPeople } from '#server/demo/unclaimed.ts';
import type { Files } from '#server/files/files.ts';
import { type Caller, networksOf } from '#server/http/address.ts';
import { bases } from '#server/http/api-routes.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Message } from '#server/mail/mail.ts';
import type { Receiver } from '#server/outgoing/deliver.ts';
import type { News } from '#server/push/news.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { knowStatements } from './known-statements.ts';

/** The app's public address in tests. */
export const ORIGIN = 'http://localhost:4173';

/** Which demo customers there are. 'all' takes seconds for the rows of grande@demo.test; 'usual' leaves that one out. */
export type Seed = 'none' | 'usual' | 'all' | readonly string[];

export interface TestApp {
  app: Hono;
  db: Database;
  core: Core;
  /** Every mail that was sent, except those about new sign-ins. */
  mails: Message[];
  /** Mails about new sign-ins, kept apart because nearly every test signs in. */
  notices: Message[];
  /** Every line that was logged. */
  logs: string[];
  news: News;
  /** Sends the receiver the events that are due, as a job would. */
  deliver(): Promise<void>;
  /** Resolves when the work that goes on after an answer is done, such as a mail. */
  settled(): Promise<void>;
  /** Signs in as a demo customer. */
  signIn(email: string, password?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface SignedIn extends AnswerOf<'login'> {
  polizas: Policy[];
  id: string;
  nif: string;
  access: string;
  internal: string;
  send: string;
  renewal: string;
  /** Both tokens, as headers. */
  headers: Record<string, string>;
}

/**
 * The real server app, on a database in memory or on the given one. Filling a database takes seconds, so a test file
 * should share one.
 */
export async function createTestApp(
  options: {
    clock?: Clock;
    seed?: Seed;
    database?: OpenDatabase;
    pushService?: string;
    receiver?: Receiver;
    storageOf?: (db: Database) => Files;
  } & Partial<Omit<AppParts, 'db' | 'clock' | 'machine'>> = {},
): Promise<TestApp> {
  const {
    clock = () => new Date(),
    seed = 'usual',
    database,
    attempts,
    pushService = null,
    storageOf,
    receiver,
    ...parts
  } = options;
  const open = database ?? knowStatements(await inMemory());
  const emails = typeof seed === 'string' ? null : seed;
  const customers = demoCustomers.filter(({ email }) =>
    emails ? emails.includes(email) : seed === 'all' || (seed === 'usual' && email !== 'grande@demo.test'),
  );
  const people = seed === 'none' ? [] : unclaimedPeople;
  const mails: Message[] = [];
  const notices: Message[] = [];
  const logs: string[] = [];
  const settings: Settings = {
    ...readSettings({ AMPARO_ADDRESS: ORIGIN, AMPARO_PUSH_TRIAL: pushService ?? '' }),
    receiver: receiver ?? null,
  };
  const server = await composeServer(settings, {
    machine: { ...thisMachine, clock: () => clock().getTime(), random: () => 0 },
    log: (line) => void logs.push(line),
    open: async () => open,
    jobs: unasked,
    mail: async (message) => void (message.subject.startsWith('Nuevo ingreso') ? notices : mails).push(message),
    // No test needs the full cost of password hashes.
    demo: { customers, people, passwordCost: TEST_COST },
    parts: (db) => ({
      mailNote: '',
      callerOf: (c) => callerFrom(c.req.header('x-test-address')),
      passwordCost: TEST_COST,
      // No test fills the disk of its machine.
      room: endlessRoom,
      // Tests play histories of a year in minutes; a test about limits brings its own.
      attempts: {
        writesPerCustomer: { ...attemptRules.writesPerCustomer, free: 1e6 },
        requestsPerCustomer: { ...attemptRules.requestsPerCustomer, free: 1e6 },
        entriesPerCustomer: { ...attemptRules.entriesPerCustomer, free: 1e6 },
        ...attempts,
      },
      ...(storageOf && { storage: storageOf(db) }),
      ...parts,
    }),
  });
  const { app, core, news, settled, work } = server;
  return {
    app,
    db: open.db,
    core,
    mails,
    notices,
    logs,
    news,
    deliver: work.outgoing,
    settled,
    signIn: (email, password) => signIn(app, email, password),
    close: async () => void (await server.close()),
  };
}

const TEST_COST = 1024;

/** A caller at that address, whom no proxy passed on. */
export const callerFrom = (address = '192.0.2.1'): Caller => ({
  networks: networksOf(address),
  proxied: false,
  here: false,
});

/** Jobs that nothing runs: a test calls their work itself. */
export const unasked: Jobs = { ask: async () => {} };

/** Databases that nobody in this process uses any more. */
const idle: OpenDatabase[] = [];

/**
 * A database in memory. Starting PGlite takes seconds, so one that was closed before is emptied and used again.
 *
 * @param deleted the largest table, in bytes, that is emptied row by row. Then the order of new rows depends on those of before
 */
export async function inMemory(
  root = fileURLToPath(new URL('../..', import.meta.url)),
  deleted = 100_000,
): Promise<OpenDatabase> {
  const used = idle.pop();
  if (used) await empty(used, deleted);
  const open = used ?? (await openInMemory(await databaseTemplate(root)));
  return { ...open, close: async () => void idle.push(open) };
}

/** Empties every table of ours, and restarts every sequence. Truncating takes ten times as long, so only what grew large is. */
async function empty({ db, tidy }: OpenDatabase, deleted: number): Promise<void> {
  await db.transaction(async (tx) => {
    // All tables are emptied, so no reference is looked after.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`do $$ declare one record; begin
      for one in select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'applied_migrations'
      loop
        if pg_relation_size(one.name) > ${sql.raw(String(deleted))} then execute 'truncate ' || one.name || ' cascade';
        else execute 'delete from ' || one.name;
        end if;
      end loop;
      for one in select format('%I.%I', schemaname, sequencename) as name, start_value as first from pg_sequences
      loop
        perform setval(one.name, one.first, false);
      end loop;
    end $$`);
  });
  await tidy();
}

/** The app as a `fetch`, for device code that talks to it without a network. Relative addresses are resolved on `ORIGIN`. */
export function fetchOn(app: Hono): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : new Request(new URL(input, ORIGIN), init);
    return app.fetch(request);
  };
}

/** The path of an endpoint with its base. */
export const pathOf = (name: EndpointName): string => bases[endpoints[name].base] + endpoints[name].path;

const signIn = (app: Hono, email: string, password?: string): Promise<SignedIn> =>
  signInAt({ fetch: async (request) => app.fetch(request) }, email, password);

/** Signs in as a demo customer at whatever answers. */
export async function signInAt(app: Answering, email: string, password = DEMO_PASSWORD): Promise<SignedIn> {
  const login = await post(app, pathOf('login'), { email, password });
  const answer = (await login.json()) as AnswerOf<'login'>;
  if (!login.ok) throw new Error(`Sign-in of ${email} failed: ${JSON.stringify(answer)}`);
  const { id, nif, token: internal, renovacion: renewal = '' } = answer.usuario;
  const tokens = await post(app, pathOf('accessToken'), { cedula: nif }, { [INTERNAL_TOKEN_HEADER]: internal });
  const { access_token: access, sendToken: send = '' } = (await tokens.json()) as AnswerOf<'accessToken'>;
  const headers = { Authorization: `Bearer ${access}`, [INTERNAL_TOKEN_HEADER]: internal };
  return { ...answer, polizas: answer.polizas ?? [], id, nif, access, internal, send, renewal, headers };
}

function post(app: Answering, path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  return app.fetch(new Request(ORIGIN + path, init));
}

interface Answering {
  fetch(request: Request): Promise<Response>;
}
