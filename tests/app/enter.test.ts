// @module-tag depth
import { afterEach, expect, test, vi } from 'vitest';
import { enter } from '#app/enter.ts';
import { device, house, page, withHouse } from '#tests/features/at-house.ts';
import { EMAIL, PASSWORD, ticketFields } from '#tests/outbox/house.ts';
import { unique } from '#tests/outbox/props.ts';

vi.mock('#app/device.ts', async () => {
  const at = await import('#tests/features/at-house.ts');
  return { device: () => at.page };
});

withHouse();
afterEach(() => vi.restoreAllMocks());

const come = (signal = new AbortController().signal) => enter(EMAIL, PASSWORD, signal);

async function queued(what = unique('Al entrar')): Promise<{ key: string; what: string }> {
  const ticket = await page.outbox.enqueue('ticket.create', ticketFields(house, what));
  return ticket.ok ? { key: ticket.value.key, what } : expect.fail(ticket.code);
}

test('[F6][F15][F30] a sign-in seals what was received during a lock, and lets go what was parked', async () => {
  const [received, parked] = [await queued(), await queued()];
  await device.db.outbox.update(parked.key, { state: 'parked' });
  await page.session.lock();
  expect(await device.page().outbox.drain()).toMatchObject({ sent: 1 });
  const stored = async () => [
    (await device.db.receipts.get(received.key))?.under,
    (await device.db.outbox.get(parked.key))?.state,
  ];
  expect(await stored()).toEqual(['send', 'parked']);
  // Without a connection no renewal behind the unlock lets it go.
  device.network.fate = () => 'before';
  expect(await come()).toMatchObject({ ok: true });
  expect(await stored()).toEqual(['read', 'waiting']);
});

test('[F6][F35] what was parked leaves with the sign-in by itself, with no other event', async () => {
  const { key, what } = await queued();
  await house.setTokens('revoked');
  await page.outbox.drain();
  await house.setTokens('good');
  const stop = page.outbox.keepDraining(() => () => {});
  // The drain that a page begins with.
  await new Promise((over) => setTimeout(over, 100));
  expect(await device.rows()).toMatchObject([{ key, state: 'parked' }]);
  expect(await come()).toMatchObject({ ok: true });
  await expect.poll(() => house.ticketsWith(what), { timeout: 5_000 }).toBe(1);
  stop();
});

test('[D25] a sign-in that is called off leaves no session open, whichever step it had reached', async () => {
  await page.session.lock();
  const called = new AbortController();
  vi.spyOn(page.outbox, 'absorbLocked').mockImplementation(async () => called.abort());
  expect(await come(called.signal)).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  expect(await page.session.state()).toBe('locked');
});
