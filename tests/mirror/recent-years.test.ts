// @module-tag depth
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { type Collection, documents, payments } from '#mirror/collections.ts';
import { daysBetween } from '#rules/dates.ts';
import { demoToday, documentDay } from '#server/demo/demo-day.ts';
import { demoDocuments, demoPayments } from '#server/demo/schema.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import type { Device } from '#tests/session/device.ts';
import { signedInEach, textOf } from './signed-in.ts';

const POLICY = '520021';

let server: TestApp;
let device: Device;
let isThrifty: boolean;
signedInEach((signedIn, started) => {
  [device, server] = [signedIn, started];
});
beforeEach(async () => {
  isThrifty = true;
  // Every year has a payment and a document, back to eight years ago.
  const { db } = server;
  const [one] = await db.select({ fields: demoPayments.fields }).from(demoPayments).limit(1);
  const today = demoToday(() => new Date());
  const [year] = today.split('-').map(Number);
  for (let years = 0; years < 9; years += 1) {
    // Counted back by days alone, two of them may lie in one year.
    const day = years === 0 ? 0 : daysBetween(today, `${(year ?? 0) - years}-06-15`);
    const name = `D-${years}-${crypto.randomUUID()}`;
    await db.insert(demoPayments).values({ policyId: POLICY, day, fields: { ...one?.fields, ID: name } });
    await db
      .insert(demoDocuments)
      .values({ id: name, policyId: POLICY, category: 'Póliza', day: documentDay(new Date(), day) });
  }
});

const bring = () =>
  device.mirror.bringing.run({
    online: () => true,
    looking: () => true,
    thrifty: () => isThrifty,
    idle: async () => {},
  });
const look = (why: 'start' | 'return' | 'minute' = 'start') => device.mirror.bringing.look(why);
const progress = () => device.mirror.bringing.progress.now();
const held = async (collection: unknown = payments) => {
  const { groups, since } = await device.mirror.read(collection as Collection<unknown>, POLICY);
  return { years: groups?.map(({ label }) => label) ?? [], count: groups?.flatMap(({ rows }) => rows).length, since };
};
const news = async () => (await device.mirror.news.list()).map(({ kind }) => kind);
const WAIT = { timeout: 10_000 };

describe('[D69] with few bytes to spend', () => {
  test('the last two years of every list come, and are told as such, until "Traer todo"', async () => {
    bring();
    await look();
    expect(progress()).toMatchObject({ complete: false, recent: true, rest: 'spared' });
    const few = await held();
    expect(few).toMatchObject({ years: expect.objectContaining({ length: 2 }), since: few.years[1] });
    expect((await held(documents)).since).toBe(few.since);
    device.mirror.bringing.bringAll();
    await vi.waitFor(() => expect(progress()).toMatchObject({ complete: true, recent: false }), WAIT);
    const all = await held();
    expect([all.years.length, all.since]).toEqual([9, null]);
  });

  test('rows are not counted before the older years are here', async () => {
    bring();
    await look();
    const count = async () => {
      const place = await device.mirror.locate(documents, POLICY);
      return place && device.mirror.countAt(place);
    };
    expect((await held(documents)).count).toBeGreaterThan(0);
    expect(await count()).toBeNull();
    device.mirror.bringing.bringAll();
    await vi.waitFor(async () => expect(await count()).toBe((await held(documents)).count), WAIT);
  });

  test('what is here is not asked for again by the minute, and conditionally at a return', async () => {
    bring();
    await look();
    const few = await held();
    device.seen.length = 0;
    await look('minute');
    expect(device.seen).toEqual([]);
    device.time.now += 2 * 60 * MINUTE_MS;
    await device.session.touch();
    const before = await device.db.payments.toArray();
    await look('return');
    // Nothing of it was written anew.
    expect(await device.db.payments.toArray()).toEqual(before);
    expect(await held()).toEqual(few);
    expect((await held(documents)).since).toBe(few.since);
  });

  test('a list that the customer opens comes whole, and stays whole', async () => {
    bring();
    await look();
    const leave = device.mirror.bringing.watch([payments as Collection<unknown>, POLICY]);
    await device.mirror.freshen(payments, POLICY);
    expect(await held()).toMatchObject({ since: null, years: expect.objectContaining({ length: 9 }) });
    leave();
    device.time.now += 2 * 60 * MINUTE_MS;
    await device.session.touch();
    await look('return');
    expect((await held()).since).toBeNull();
  });

  test('a list that stands open without a connection comes whole when it is back, one in a summary does not', async () => {
    bring();
    await look();
    device.mirror.bringing.watch([payments as Collection<unknown>, POLICY]);
    device.mirror.bringing.watch([documents as Collection<unknown>, POLICY], 'aside');
    device.time.now += 10_000;
    await look('return');
    expect((await held()).since).toBeNull();
    expect((await held(documents)).since).not.toBeNull();
  });

  test('when bytes no longer matter the older years come by themselves, and are no news', async () => {
    bring();
    await look();
    expect(await news()).toEqual([]);
    isThrifty = false;
    await look('minute');
    expect(progress()).toMatchObject({ complete: true });
    expect((await held(documents)).since).toBeNull();
    expect(await news()).toEqual([]);
  });

  test('[F51] older years that do not fit put nothing out that is here', async () => {
    bring();
    await look();
    const tables = [device.db.documents, device.db.refunds, device.db.bills, device.db.roles, device.db.payments];
    const here = () => Promise.all(tables.map((table) => table.count()));
    const before = await here();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (const happens of ['creating', 'updating'] as const) device.db.payments.hook(happens as 'creating', full);
    isThrifty = false;
    await look('return');
    expect(progress()).toMatchObject({ complete: false, rest: 'full' });
    expect((await held()).since).not.toBeNull();
    expect((await here()).map((count, at) => count >= (before[at] ?? 0))).toEqual(tables.map(() => true));
  });

  test('what came to the recent years since is news, also with the older years', async () => {
    bring();
    await look();
    await server.db.insert(demoDocuments).values({
      ...{ id: crypto.randomUUID(), policyId: POLICY, category: 'Carta' },
      day: Math.floor(Date.now() / 86_400_000),
    });
    isThrifty = false;
    await look('return');
    expect(await news()).toContain('document');
  });

  test('a backend that knows no years answers all of a list', async () => {
    device.network.instead = async (path, init) => {
      if (!path.endsWith('/lecturas')) return null;
      const text = await textOf(init.body);
      const headers = new Headers(init.headers);
      headers.delete('Content-Encoding');
      Object.assign(init, { body: text.replaceAll('"reciente":true', '"otra":true'), headers });
      return null;
    };
    bring();
    await look();
    expect((await held()).since).toBeNull();
    expect(progress()).toMatchObject({ complete: true });
  });
});
