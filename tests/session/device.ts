import type { Database } from '#database/open.ts';
import { createDevice as compose, type DevicePorts, type Device as Rooms } from '#device/create-device.ts';
import { type Machine, thisMachine } from '#ports/machine.ts';
import { endedTokens } from '#server/database/schema.ts';
import { losable } from '#tests/database/lost-connection.ts';
import { fetchOn, ORIGIN, type TestApp } from '#tests/server/test-app.ts';

/** A request as it left the device. */
export interface Seen {
  path: string;
  headers: Headers;
  status: number | null;
}

export interface Device extends Rooms {
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
  const rooms = compose({
    ...thisMachine,
    random: () => 0.5,
    clock: () => time.now,
    name,
    fetch,
    apiBase: '/api',
    hostBase: '/host',
    lock: { ifFree: (_, work) => work() },
    rounds: ROUNDS,
    ...settings,
  });
  const connection = losable(rooms.db);
  return {
    ...rooms,
    seen,
    paths: () => seen.map(({ path }) => path),
    network,
    time,
    loseConnection: connection.lose,
  };
}

type DeviceOptions = { name?: string; time?: { now: number } } & Partial<
  Pick<DevicePorts, keyof Machine | 'id' | 'loadPasskeys' | 'rounds' | 'tell'>
>;

/** Leaves the tokens that an owner ended as if they had run out, or the backend did not know the code of D83. */
export const forgetEndings = ({ db }: TestApp) => db.delete(endedTokens);

/** Leaves the device as if the backend gave no renewal token: the next unlock is a sign-in. */
export const forgetRenewal = ({ db }: Rooms) => db.session.filter(({ id }) => id.endsWith(':renewal')).delete();

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
