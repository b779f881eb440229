// @module-tag depth
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { openHome } from '#features/home/open-home.ts';
import { bills, policies, refunds } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp } from '#tests/server/test-app.ts';
import { createDevice, SERVER_START_MS } from '#tests/session/device.ts';

const GRANDE = 'grande@demo.test';

test('[F50] home of 40 policies is opened again with a transaction for each list, and no list is unsealed anew', {
  timeout: 4 * SERVER_START_MS,
}, async () => {
  const server = await createTestApp({ seed: [GRANDE] });
  const device = createDevice(server);
  const { mirror } = device;
  expect(await device.session.signIn(GRANDE, DEMO_PASSWORD)).toMatchObject({ ok: true });
  const { groups } = await mirror.readAt((await mirror.locate(policies)) as never);
  const ids = groups?.flatMap(({ rows }) => rows.map((row) => (row as { Policy: string }).Policy)) ?? [];
  expect(ids).toHaveLength(40);
  await mirror.bringing.ask(ids.flatMap((id) => [bills, refunds].map((one) => [one as typeof refunds, id] as never)));
  await openHome(device, undefined);
  expect(mirror.peekAside(bills, ids)?.size).toBe(40);

  const owner = (await device.session.owner()) ?? '';
  const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(8) };
  await device.db.receipts.bulkPut(
    Array.from({ length: 30 }, (_, index) => ({
      key: `of last year ${index}`,
      owner,
      at: device.time.now - 200 * DAY_MS,
      under: 'read' as const,
      ...sealed,
    })),
  );
  const receiptsRead = vi.fn((row: unknown) => row);
  device.db.receipts.hook('reading', receiptsRead);
  const begun = vi.spyOn(device.db, 'transaction');
  const keysRead = vi.spyOn(device.db.vault, 'get');
  const unsealed = vi.spyOn(crypto.subtle, 'decrypt');
  await openHome(device, undefined);
  for (const table of [device.db.bills, device.db.refunds])
    expect(begun.mock.calls.filter((call) => (call as unknown[]).includes(table))).toHaveLength(1);
  // The customer is opened anew, and no list.
  expect(unsealed.mock.calls.length).toBeLessThan(10);
  // The drafts are looked for together, with the keys once.
  expect(keysRead.mock.calls.length).toBeLessThan(40);
  // Of receipts only those that Novedades still tells of; of none, a few that may have come under a clock years ahead.
  expect(receiptsRead.mock.calls.length).toBeLessThanOrEqual(20);
  vi.restoreAllMocks();
  await server.close();
});
