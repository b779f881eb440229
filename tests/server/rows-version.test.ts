import { eq, inArray, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsVersion } from '#server/database/rows-version.ts';
import { files, refundDocuments, refunds } from '#server/database/schema.ts';
import { createTestApp, type TestApp } from './test-app.ts';

type Refund = typeof refunds.$inferSelect;
const EMAIL = 'costarica@demo.test';
let server: TestApp;
let customerId: string;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL, 'dominicana@demo.test'] });
  customerId = (await server.signIn(EMAIL)).id;
});
afterAll(() => server.close());

const version = () => {
  const ofCustomer = eq(refunds.customerId, customerId);
  const ids = server.db.select({ id: refunds.id }).from(refunds).where(ofCustomer);
  const ofTheirRefunds = sql`${refundDocuments.refundId} = any(array${ids})`;
  return rowsVersion(server.db, [refunds, ofCustomer], [refundDocuments, ofTheirRefunds]);
};

test('the version of a customer stays the same when rows of others change', async () => {
  const before = await version();
  const others = ne(refunds.customerId, customerId);
  const changed = await server.db.update(refunds).set({ notes: 'Nota' }).where(others).returning({ id: refunds.id });
  expect(changed).not.toEqual([]);
  expect(await version()).toBe(before);
});

test('the version changes with every change of the customer’s rows, and only then', async () => {
  const { db } = server;
  const [first, second] = await db.select().from(refunds).where(eq(refunds.customerId, customerId)).limit(2);
  if (!first || !second) return expect.fail('the demo has no refunds');
  const [file] = await db.select({ id: files.id }).from(files).limit(1);
  const paper = { id: 'p1', refundId: first.id, tipo: 'Carta', fileId: file?.id ?? '', filename: 'carta.pdf' };
  const changes: [string, () => Promise<unknown>][] = [
    ['changed', () => db.update(refunds).set({ notes: 'Nota' }).where(eq(refunds.id, first.id))],
    ['changed back', () => db.update(refunds).set({ notes: first.notes }).where(eq(refunds.id, first.id))],
    ['a paper added', () => db.insert(refundDocuments).values(paper)],
    ['a paper renamed', () => db.update(refundDocuments).set({ tipo: 'Nota' }).where(eq(refundDocuments.id, 'p1'))],
    [
      'a paper moved',
      () => db.update(refundDocuments).set({ refundId: second.id }).where(eq(refundDocuments.id, 'p1')),
    ],
    ['a paper removed', () => db.delete(refundDocuments).where(eq(refundDocuments.id, 'p1'))],
    ['a paper back under its id', () => db.insert(refundDocuments).values(paper)],
    ['two exchanged', () => exchange(first, second)],
    ['removed', () => db.delete(refunds).where(eq(refunds.id, first.id))],
    ['all removed', () => db.delete(refunds).where(eq(refunds.customerId, customerId))],
  ];
  for (const [what, change] of changes) {
    const before = await version();
    expect(await version(), `before: ${what}`).toBe(before);
    await change();
    expect(await version(), what).not.toBe(before);
  }
  expect(await version()).toBe('0.0 0.0');

  /** Writes both rows in one statement, so that neither their number nor their ids change. */
  function exchange(a: Refund, b: Refund): Promise<unknown> {
    const other = sql`case ${refunds.id} when ${a.id} then ${b.caseNumber} else ${a.caseNumber} end`;
    const both = inArray(refunds.id, [a.id, b.id]);
    return db.update(refunds).set({ caseNumber: other }).where(both);
  }
});
