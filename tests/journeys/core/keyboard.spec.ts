import { walkPresses } from '../harness/press-walk.ts';
import { walkStops } from '../harness/stop-walk.ts';
import { expect, test } from '../harness/test.ts';

// The shortest of the walks by keyboard: tests/journeys/keyboard has the other windows, and all screens.

test('nothing that sticks hides a stop of Tab at 360 by 568', async ({ page }) => {
  test.setTimeout(600_000);
  await walkStops(page, { width: 360, height: 568 });
});

test('after each press on a refund and on the password the focus is on something that was meant', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(300_000);
  const size = { width: 390, height: 844 };
  const { strayed, presses } = await walkPresses({ page, context, server, size }, ['refundDetail', 'password']);
  expect(strayed).toEqual([]);
  expect(presses, 'presses in all').toBeGreaterThan(10);
});
