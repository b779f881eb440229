import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHouse, type House, ticketFields } from './house.ts';
import { unique } from './props.ts';

let house: House;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());

test('[F19] the browser is asked to keep its storage when the first request is queued, and only then', async () => {
  const device = await house.device();
  let calls = 0;
  const page = device.page({
    keepStorage: async () => {
      calls += 1;
      return false;
    },
  });
  expect(calls).toBe(0);
  for (const what of ['primera', 'segunda']) {
    expect(await page.outbox.enqueue('ticket.create', ticketFields(house, unique(what)))).toMatchObject({ ok: true });
    expect(calls).toBe(1);
  }
  await device.close();
});

test('[F19] a request is queued also when asking the browser to keep its storage fails', async () => {
  const device = await house.device();
  const page = device.page({ keepStorage: () => Promise.reject(new DOMException('no', 'SecurityError')) });
  expect(await page.outbox.enqueue('ticket.create', ticketFields(house, unique('guardada')))).toMatchObject({
    ok: true,
  });
  expect(await device.rows()).toHaveLength(1);
  await device.close();
});
