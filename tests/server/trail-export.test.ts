import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { AnotherTrail, trailLines } from '#server/audit/export.ts';
import { note } from '#server/audit/trail.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { inMemory } from './test-app.ts';

const NOW = new Date('2026-11-22T10:00:00Z').getTime();
let database: OpenDatabase;
let first: number;
beforeAll(async () => {
  database = await inMemory();
}, 60_000);
afterAll(() => database.close());

const add = (about: string, age: number) =>
  note(database.db, () => new Date(NOW - age), { actor: 'desk', event: about, request: 'AAAA-BBBB' });
const exported = async (after = first - 1, options: { rows?: number; at?: Date } = {}) => {
  let text = '';
  for await (const lines of trailLines(database.db, thisMachine.timers, after, options)) text += lines;
  return text;
};
const events = (text: string) => [...text.matchAll(/"event":"(\w+)"/g)].map(([, event]) => event);

beforeEach(async () => {
  const [row] = await database.db
    .select({ first: sql<number>`nextval('audit_trail_id_seq')::int + 1` })
    .from(sql`(select 1) as one`);
  first = row?.first ?? 0;
});

test('the trail is handed out as lines of JSON, in order', async () => {
  await add('one', 120_000);
  const text = await exported();
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    id: first,
    at: '2026-11-22T09:58:00.000Z',
    actor: 'desk',
    event: 'one',
    customerId: null,
    deviceId: null,
    request: 'AAAA-BBBB',
    about: '',
  });
});

test('every line is handed out once, however many there are and wherever the last export ended', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await add(name, 300_000);
  expect(events(await exported(first - 1, { rows: 2 }))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(events(await exported(first + 2, { rows: 2 }))).toEqual(['d', 'e']);
  expect(await exported(first + 4)).toBe('');
});

test('[S22] a line of a clock that was ahead holds none back, nor is it left out', async () => {
  await add('usual', 0);
  await add('ahead', -300 * DAY_MS);
  await add('later', 0);
  expect(events(await exported())).toEqual(['usual', 'ahead', 'later']);
});

test('[S22] an export after a line that is not there yet says so: a restored trail counts again what was exported', async () => {
  await add('last', 0);
  const told = exported(first + 1);
  await expect(told).rejects.toThrow(AnotherTrail);
  await expect(told).rejects.toThrow(`ends with line ${first}`);
});

describe('[S22] an export that is told when its last line was', () => {
  /** Puts the counter back, as a restore does, and adds what customers do afterwards. */
  async function restored(to: number, lines: readonly string[]) {
    await database.db.execute(sql`select setval('audit_trail_id_seq', ${to}, false)`);
    for (const name of lines) await add(name, 0);
  }
  const LAST = 60_000;
  const at = new Date(NOW - LAST);

  test('goes on behind it', async () => {
    await add('last', LAST);
    await add('next', 0);
    expect(events(await exported(first, { at }))).toEqual(['next']);
  });

  test('ends where the number is another line’s: what a restored trail gave again would never be handed out', async () => {
    // The line `first + 1` was exported. The backup had `first` alone.
    await add('kept', LAST + 1);
    await restored(first + 1, ['again', 'more']);
    const told = exported(first + 1, { at });
    await expect(told).rejects.toThrow(AnotherTrail);
    await expect(told).rejects.toThrow(`Line ${first + 1} is of ${new Date(NOW).toISOString()}`);
    // From the last line of both on, whatever the restored one has is handed out.
    expect(events(await exported(first, { at: new Date(NOW - LAST - 1) }))).toEqual(['again', 'more']);
  });

  test('ends where the number was left out among others that are younger', async () => {
    await add('kept', LAST + 1);
    await restored(first + 1, ['again']);
    await restored(first + 3, ['more']);
    await expect(exported(first + 2, { at })).rejects.toThrow(`Line ${first + 1} is of`);
  });

  test('goes on where the numbers after a restore begin far beyond: its line is lost, and no number comes twice', async () => {
    await add('kept', LAST + 1);
    await restored(first + 10_000, ['new']);
    expect(events(await exported(first + 5, { at }))).toEqual(['new']);
  });
});
