import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { type MirrorTable, mirrorTables } from '#database/rows.ts';
import { openRow } from '#database/sealed.ts';
import { collections, policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, dump, readable, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';

let server: TestApp;
let device: Device;
/** Every token, and every text of the server with four characters or more that a person could recognise. */
let planted: string[];
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
  device = createDevice(server);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  const who = await device.session.customer();
  planted = [...Object.values(who ?? {}).filter((text) => text !== who?.owner), DEMO_PASSWORD, ...tokensSeen(device)];
  const { groups } = await device.mirror.read(policies);
  const numbers = groups?.flatMap(({ rows }) => rows.map(({ Policy }) => Policy)) ?? [];
  for (const collection of Object.values(collections)) {
    for (const Policy of collection.scope === 'policy' ? numbers : ['']) {
      await device.mirror.pull<never>(collection as never, Policy);
      const mirrored = await device.mirror.read<never>(collection as never, Policy);
      for (const row of mirrored.groups?.flatMap(({ rows }) => rows) ?? []) planted.push(...textsOf(row));
    }
  }
  planted.push(...tokensSeen(device));
  planted = [...new Set(planted)].filter((text) => text.length >= 4);
}, SERVER_START_MS);
afterAll(() => server.close());

function tokensSeen({ seen }: Device): string[] {
  return seen.flatMap(({ headers }) => [
    headers.get('Authorization')?.replace('Bearer ', '') ?? '',
    headers.get('Amparo-Internal-Token') ?? '',
  ]);
}

/** Names, numbers and sentences. Single common words such as a status are left out, since they may occur in code. */
function textsOf(row: object): string[] {
  return Object.values(row).flatMap((value) =>
    typeof value === 'string' && (/\d{4}/.test(value) || /\p{L}+ \p{L}+/u.test(value)) ? [value] : [],
  );
}

/** Tries each stored key on each row, as anyone with the device can. @returns the rows that opened */
async function openedByStoredKeys(db: Database, tables: readonly string[]): Promise<string[]> {
  const stored = (await db.vault.toArray()).flatMap((row) => Object.values(row));
  const keys = stored.filter((value) => value instanceof CryptoKey && value.usages.includes('decrypt')) as CryptoKey[];
  const opened: string[] = [];
  for (const name of tables) {
    const sealedRows: { row: string; sealed: Parameters<typeof openRow>[1]; owner: string }[] = [];
    if (name === 'session') {
      for (const row of await db.session.toArray()) sealedRows.push({ row: row.id, sealed: row, owner: row.owner });
    } else {
      for (const row of await db[name as MirrorTable].toArray()) {
        sealedRows.push({ row: `${row.scope}/${row.group}`, sealed: row, owner: row.owner });
      }
    }
    for (const key of keys) {
      for (const { row, sealed, owner } of sealedRows) {
        if ((await openRow(key, sealed, { table: name, row, owner })) !== null) opened.push(`${name} ${row}`);
      }
    }
  }
  return opened;
}

describe('the data stored on the device', () => {
  test('[S9] has over 100 texts to look for, and the search finds one in the clear', () => {
    expect(planted.length).toBeGreaterThan(100);
    expect(readable([{ a: new TextEncoder().encode(`x${planted[0]}y`).buffer }], planted)).toContain(planted[0]);
  });

  test('[S9] [D24] contains none of them in the clear while the session is open', async () => {
    const tables = await dump(device.db);
    expect(tables.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(10);
    expect(readable(tables, planted)).toEqual([]);
  });

  test('[S9] includes no key that a script can export', async () => {
    const stored = (await device.db.vault.toArray()).flatMap((row) => Object.values(row) as unknown[]);
    const keys = stored.filter((value) => value instanceof CryptoKey);
    expect(keys.length).toBe(4);
    expect(keys.every(({ extractable }) => !extractable)).toBe(true);
  });

  test('[S9] [D25] opens with a stored key while the session is open, and with none after a lock', async () => {
    expect((await openedByStoredKeys(device.db, ['session', ...mirrorTables])).length).toBeGreaterThan(20);
    await device.session.lock();
    const opened = await openedByStoredKeys(device.db, ['session', ...mirrorTables]);
    // The row with the send-only token still opens, because the queue is sent with it, and the masked address (D72).
    expect(opened.filter((row) => !/:(sending|address)$/.test(row))).toEqual([]);
    expect(readable(await dump(device.db), planted)).toEqual([]);
  });

  test('[S9] [D26] opens with no stored key after a logout, which deletes the tokens', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    await device.session.logout();
    expect(await openedByStoredKeys(device.db, ['session', ...mirrorTables])).toEqual([]);
    expect(await device.db.session.count()).toBe(1);
    expect(readable(await dump(device.db), planted)).toEqual([]);
  });

  test('[S12] stays out of the HTTP cache: every request forbids caching, cookies and redirects', async () => {
    const inits: RequestInit[] = [];
    const other = createDevice(server);
    other.network.instead = (_, init) => {
      inits.push(init);
      return null;
    };
    await other.session.signIn(ANA, DEMO_PASSWORD);
    expect(inits.map(({ cache, credentials, redirect }) => [cache, credentials, redirect])).toEqual([
      ['no-store', 'omit', 'manual'],
      ['no-store', 'omit', 'manual'],
    ]);
  });

  test('has another envelope id on each device of a customer', async () => {
    const other = createDevice(server);
    await other.session.signIn(ANA, DEMO_PASSWORD);
    const ids = async (db: Database) => (await db.vault.toCollection().primaryKeys()).map(String);
    const envelopes = async (db: Database) => (await ids(db)).filter((id) => id.startsWith('envelope:'));
    expect(await envelopes(other.db)).not.toEqual(await envelopes(createDatabase(device.db.name)));
  });
});
