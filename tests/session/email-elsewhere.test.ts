// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnvelopeRow } from '#database/rows.ts';
import { customers } from '#server/database/schema.ts';
import {
  createHouse,
  type Device,
  EMAIL,
  type House,
  PASSWORD,
  type Page,
  refundFields,
  refundFilesOf,
  ticketFields,
} from '#tests/outbox/house.ts';

const NEW = 'maria.nueva@demo.test';

let house: House;
let device: Device;
let page: Page;
/** The address that the server knows the customer by. */
let address = EMAIL;
let password = PASSWORD;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
beforeEach(async () => {
  device = await house.device();
  page = device.page();
  // The device starts empty, because the house signed it in under its first address and password.
  await Promise.all([device.db.vault.clear(), device.db.session.clear()]);
  await enter(address);
});
afterEach(async () => {
  await device.close();
  if (address !== EMAIL) await changeAddress(EMAIL);
});

async function enter(email: string, at = page): Promise<void> {
  expect(await at.session.signIn(email, password)).toMatchObject({ ok: true });
}

/** As if the customer had changed it on another device (D59). */
async function changeAddress(email: string): Promise<void> {
  await house.db.update(customers).set({ email }).where(eq(customers.email, address));
  address = email;
}

let changes = 0;
async function changePassword(): Promise<string> {
  const other = await house.device();
  const there = other.page();
  await there.session.signIn(address, password);
  changes += 1;
  const [before, next] = [password, `Cambiada${3000 + changes}`];
  expect(await there.session.changePassword(before, next)).toMatchObject({ ok: true });
  await other.close();
  password = next;
  return before;
}

async function envelopes(): Promise<EnvelopeRow[]> {
  return (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));
}

async function typed(text: string): Promise<void> {
  page.drafts.save('ticket', { descripcion: text });
  await page.drafts.flush();
}
const askFor = (text: string) =>
  page.outbox.enqueue('refund.create', refundFields(house, text), refundFilesOf(text), { policy: house.policyId });
const write = (text: string) => page.outbox.enqueue('ticket.create', ticketFields(house, text));
const ownerNow = async () => (await page.session.customer())?.owner;

/** What the device still holds of these owners, by table. */
async function left(): Promise<string[]> {
  const counts = await Promise.all(
    device.db.tables.map(async ({ name }) => [name, await device.db.table(name).count()]),
  );
  return counts.filter(([, count]) => count !== 0).map(([name]) => String(name));
}

describe('after the email was changed on another device', () => {
  test('[F52] a sign-in with the new address finds queue and drafts, and the queue goes out once', async () => {
    await askFor('Con otra dirección');
    await typed('A medio escribir');
    const owner = await ownerNow();
    await page.session.lock();
    await changeAddress(NEW);
    await enter(NEW);
    expect(await ownerNow()).toBe(owner);
    expect(await page.session.customer()).toMatchObject({ email: NEW });
    expect(await page.outbox.list()).toHaveLength(1);
    expect((await page.drafts.load('ticket'))?.form).toEqual({ descripcion: 'A medio escribir' });
    await page.outbox.drain();
    await page.outbox.drain();
    expect(await house.refundsWith('Con otra dirección')).toBe(1);
    expect(await envelopes()).toHaveLength(1);
  });

  test('[F52] with the password changed too, the queue is told of and opens with the earlier password', async () => {
    await write('Con otra contraseña');
    await page.session.lock();
    const before = await changePassword();
    await changeAddress(NEW);
    await enter(NEW);
    expect(await page.outbox.list()).toEqual([]);
    expect(await page.session.sealedQueue()).toMatchObject({ waiting: 1 });
    expect(await page.session.openSealedQueue(before)).toMatchObject({ ok: true, value: { moved: 1 } });
    await page.outbox.drain();
    expect(await house.ticketsWith('Con otra contraseña')).toBe(1);
  });

  test('[F52][D26] "Borrar los datos" erases what lay under the earlier address and password too', async () => {
    await write('Por borrar');
    await page.session.lock();
    await changePassword();
    await changeAddress(NEW);
    await enter(NEW);
    await page.session.logout('erase');
    expect(await left()).toEqual([]);
  });

  test('[F52] another tab that signs in with the new address first keeps its secrets, and what it wrote', async () => {
    const owner = await ownerNow();
    await page.session.lock();
    await changeAddress(NEW);
    const other = device.page();
    const { transaction } = page.db;
    let first = true;
    page.db.transaction = (async (...request: Parameters<typeof transaction>) => {
      // That of the sign-in itself.
      if (
        first &&
        request[0] === 'rw' &&
        [page.db.vault, page.db.session].every((table) => request.includes(table as never))
      ) {
        first = false;
        await enter(NEW, other);
        other.drafts.save('ticket', { descripcion: 'De la otra pestaña' });
        expect(await other.drafts.flush()).toMatchObject({ ok: true });
      }
      return transaction.apply(page.db, request);
    }) as typeof transaction;
    await enter(NEW);
    expect(first).toBe(false);
    expect(await ownerNow()).toBe(owner);
    await page.session.lock();
    await enter(NEW);
    expect((await page.drafts.load('ticket'))?.form).toEqual({ descripcion: 'De la otra pestaña' });
    expect((await envelopes()).map(({ envelopes: own, aside }) => [own.length, aside.length])).toEqual([[1, 0]]);
  });
});

describe('an address that now belongs to somebody else', () => {
  test('[F52][F15] leads each of them to their own data, and neither erases the other’s', async () => {
    await write('De quien lo tenía antes');
    const owner = await ownerNow();
    await page.session.lock();
    // The other customer signs in with the address that this one had.
    const [row] = await envelopes();
    if (!row) throw new Error('no envelope');
    await device.db.vault.put({ ...row, person: 'somebody else' });
    await enter(EMAIL);
    expect(await ownerNow()).not.toBe(owner);
    expect(await page.session.sealedQueue()).toMatchObject({ waiting: 0, drafts: 0 });
    await page.session.discardSealedQueue();
    await page.session.logout('erase');
    expect((await device.rows()).map((item) => item.owner)).toEqual([owner]);
    const [theirs, ...others] = await envelopes();
    expect(others).toEqual([]);
    expect(theirs).toMatchObject({ person: 'somebody else', envelopes: [{ owner }] });
    expect(theirs?.id).not.toBe(row.id);
  });
});
