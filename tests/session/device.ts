import { type Api, createApi } from '#api/create-api.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createMirror } from '#mirror/create-mirror.ts';
import type { Mirror } from '#mirror/mirror.ts';
import { endedTokens } from '#server/database/schema.ts';
import { createSession } from '#session/create-session.ts';
import type { Session } from '#session/session.ts';
import type { SessionSettings } from '#session/settings.ts';
import { losable } from '#tests/database/lost-connection.ts';
import { fetchOn, ORIGIN, type TestApp } from '#tests/server/test-app.ts';

/** A request as it left the device. */
export interface Seen {
  path: string;
  headers: Headers;
  status: number | null;
}

export interface Device {
  db: Database;
  api: Api;
  session: Session;
  mirror: Mirror;
  /** Every request, in order. */
  seen: Seen[];
  paths(): string[];
  network: Network;
  time: { now: number };
  /** Takes the connection to IndexedDB away (F18). */
  loseConnection(): void;
}

export interface Network {
  up: boolean;
  /** Answers instead of the server, unless it returns null. */
  instead: ((path: string, init: RequestInit) => Response | null | Promise<Response | null>) | null;
}

/** Key derivation with few rounds, since no test needs its cost. */
export const ROUNDS = 1000;

/** The database of the server starts slowly where many tests run at once. */
export const SERVER_START_MS = 60_000;

let count = 0;

/**
 * A page of a device, on a new database or as another tab on an existing one. Its network can be taken away. Its clock
 * stands still until it is moved.
 */
export function createDevice(
  server: TestApp,
  { name = `device ${++count}`, time = { now: Date.now() }, ...settings }: DeviceOptions = {},
): Device {
  const db = createDatabase(name);
  const connection = losable(db);
  const seen: Seen[] = [];
  const network: Network = { up: true, instead: null };
  const real = fetchOn(server.app);
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const path = new URL(String(input), ORIGIN).pathname;
    const entry: Seen = { path, headers: new Headers(init.headers), status: null };
    seen.push(entry);
    if (!network.up) throw new TypeError('Failed to fetch');
    const response = (await network.instead?.(path, init)) ?? (await real(input, init));
    entry.status = response.status;
    return response;
  };
  const clock = () => time.now;
  const api = createApi({ fetch, apiBase: '/api', hostBase: '/host', clock });
  const session = createSession({
    db,
    api,
    clock,
    rounds: ROUNDS,
    onSignedIn: (policies, owner) => mirror.seedPolicies(policies, owner),
    ...settings,
  });
  const mirror = createMirror({ db, session, clock });
  return {
    db,
    api,
    session,
    mirror,
    seen,
    paths: () => seen.map(({ path }) => path),
    network,
    time,
    loseConnection: connection.lose,
  };
}

type DeviceOptions = { name?: string; time?: { now: number } } & Partial<
  Pick<SessionSettings, 'rounds' | 'onChange' | 'loadPasskeys' | 'onUntold'>
>;

/** Leaves the tokens that an owner ended as if they had run out, or the backend did not know the code of D83. */
export const forgetEndings = ({ db }: TestApp) => db.delete(endedTokens);

/** Every row of every table, with its primary key. */
export async function dump(db: Database): Promise<{ table: string; rows: unknown[] }[]> {
  return Promise.all(
    db.tables.map(async (table) => ({
      table: table.name,
      rows: [...(await table.toArray()), ...(await table.toCollection().primaryKeys())],
    })),
  );
}

/** Which of the texts appear anywhere in the values: in texts, in keys, or in bytes read as text. */
export function readable(values: unknown, texts: readonly string[]): string[] {
  const found: string[] = [];
  walk(values, found);
  const all = found.join('\n');
  return texts.filter((text) => all.includes(text));
}

function walk(value: unknown, found: string[]): void {
  if (value instanceof CryptoKey) {
    // A script can learn no more than this from a key that is not extractable.
    found.push(JSON.stringify(value.algorithm), String(value.extractable));
  } else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
    found.push(new TextDecoder('utf-8').decode(bytes), new TextDecoder('utf-16le').decode(bytes));
  } else if (Array.isArray(value)) {
    for (const one of value) walk(one, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      found.push(key);
      walk(one, found);
    }
  } else {
    found.push(String(value));
  }
}
