import type { CDPSession, Page } from '@playwright/test';
import { multiplyQueued, rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { expect, test } from '../harness/test.ts';
import { arrivedOnce, askOffline, DIAGNOSIS, EMAIL } from '../harness/trip.ts';

const CREATE = '/api/reembolsos/create';

/** Reaches the browser's service workers through a page that runs none of the app's code. */
async function workerControls(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  return devtools;
}

for (const [moment, fault] of [
  ['in the middle of the body', 'hold-body'],
  ['after the server took it, before the answer', 'hold-answer'],
] as const) {
  test(`[F1] when the worker is killed ${moment}, one refund arrives and its row stays until the receipt`, {
    tag: '@devtools',
  }, async ({ page, context, server, line }) => {
    const queued = await askOffline(page, context);
    const bystander = await context.newPage();
    const workers = await workerControls(bystander);
    await page.close();
    let held = 0;
    line.fault = (method, path) => {
      if (method !== 'POST' || path !== CREATE || held > 0) return null;
      held += 1;
      return fault;
    };
    await context.setOffline(false);
    await expect.poll(() => held, { timeout: 30_000 }).toBe(1);
    // Its bytes are on the line now. Then the worker is stopped, as the system stops workers.
    await bystander.waitForTimeout(500);
    await workers.send('ServiceWorker.stopAllWorkers');

    const later = await context.newPage();
    // A claim counts as silent after 45 s, so the customer looks again a minute later.
    await later.clock.setSystemTime(Date.now() + 60_000);
    await later.goto('/#/app');
    await arrivedOnce(server.url, queued, 60_000);
    await expect.poll(() => rowsOnDevice(later, 'outbox'), { timeout: 60_000 }).toBe(0);
    expect(await rowsOnDevice(later, 'receipts')).toBe(1);
  });
}

test('[F4] two pages and the worker drain twenty items together: each arrives once', async ({
  page,
  context,
  server,
  line,
}) => {
  const queued = await askOffline(page, context);
  await page.goto('/#/app');
  await multiplyQueued(page, 19);
  expect(await rowsOnDevice(page, 'outbox')).toBe(20);
  const second = await context.newPage();
  await second.goto('/#/app');
  await context.setOffline(false);
  await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 60_000 }).toBe(0);

  const office = await insurer(server.url, EMAIL);
  const refunds = await office.refunds(queued.fields.poliza ?? '');
  const arrived = refunds.map(({ diagnostico }) => diagnostico).filter((text) => text.startsWith(DIAGNOSIS));
  expect(arrived.length).toBe(20);
  expect(new Set(arrived).size).toBe(20);
  expect(line.seen.filter((one) => one === `POST ${CREATE}`).length).toBe(20);
  expect(await rowsOnDevice(page, 'receipts')).toBe(20);
  expect(await rowsOnDevice(page, 'outboxFiles')).toBe(0);
});
