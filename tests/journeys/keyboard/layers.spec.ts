import type { Page } from '@playwright/test';
import { layerStates } from '../harness/layer-states.ts';
import { type LayerRow, type LayerState, layers } from '../harness/layers.ts';
import { walkOneLayer } from '../harness/press-walk.ts';
import { watchPresses } from '../harness/presses.ts';
import { unreachable } from '../harness/reach.ts';
import { open, shot } from '../harness/screens.ts';
import { expect, test } from '../harness/test.ts';

const sizes = [
  [320, 256],
  [320, 320],
  [568, 320],
] as const;
const dialogs = (page: Page) => page.locator('[role="dialog"], dialog[open]').filter({ visible: true });

async function openLayer(page: Page, { at, through, opener }: LayerRow): Promise<void> {
  if (at !== null) await open(page, at);
  if (!opener) return;
  if (through) {
    await expect(through(page).or(opener(page)).first()).toBeVisible();
    if (!(await opener(page).isVisible())) await through(page).press('Enter');
  }
  const isSwitch = (await opener(page).getAttribute('role')) === 'switch';
  await opener(page).press(isSwitch ? 'Space' : 'Enter');
}

/** Opens the layer of a row at that size, looks at all of it, and closes it by Escape. */
async function walkLayer(page: Page, row: LayerRow, [width, height]: (typeof sizes)[number]): Promise<void> {
  const where = `${row.name} at ${width} by ${height}`;
  await page.setViewportSize({ width, height });
  await openLayer(page, row);
  const layer = dialogs(page).last();
  await expect(layer, where).toBeVisible();
  if (row.into) await expect(row.into(page), `${where}: the focus in it`).toBeFocused();
  else await expect(layer.locator(':focus'), `${where}: the focus in it`).toHaveCount(1);
  await page.waitForTimeout(400);
  await shot(page, `layer-${row.name}-${width}x${height}`);
  expect.soft(await unreachable(page), where).toEqual([]);
  const before = await dialogs(page).count();
  await page.keyboard.press('Escape');
  await expect(dialogs(page), `${where}: closed`).toHaveCount(before - 1);
  const back = row.back ?? row.opener;
  if (back) await expect.soft(back(page), `${where}: the focus afterwards`).toBeFocused();
  while ((await dialogs(page).count()) > 0) await page.keyboard.press('Escape');
}

const byState = new Map<LayerState, LayerRow[]>();
for (const row of layers) byState.set(row.state, [...(byState.get(row.state) ?? []), row]);

for (const [state, rows] of byState) {
  test.describe(state, () => {
    if (state === 'the document on a desk') test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });
    // Passkeys belong to a host name, never to an IP address.
    if (state === 'a passkey') {
      test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });
    }

    test('at 400 % every word and button of each layer can be brought into sight, and its opener has the focus again', {
      tag: state === 'a passkey' ? '@devtools' : [],
    }, async ({ page, context, browser, server, line }) => {
      test.setTimeout(600_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await layerStates[state]({ page, context, browser, server, line });
      for (const row of rows) {
        for (const size of sizes)
          if (size[0] < (row.below ?? Number.POSITIVE_INFINITY)) await walkLayer(page, row, size);
      }
    });

    // Those of a signed-in customer are pressed with the editors, in presses.spec.ts.
    if (state === 'signed in') return;
    test('after each press in each layer the focus is on something that was meant', {
      tag: state === 'a passkey' ? '@devtools' : [],
    }, async ({ page, context, browser, server, line }) => {
      test.setTimeout(600_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await watchPresses(page);
      page.on('filechooser', () => undefined);
      await layerStates[state]({ page, context, browser, server, line });
      for (const row of rows) {
        const { strayed, presses } = await walkOneLayer(page, row, () => openLayer(page, row));
        expect.soft(strayed, row.name).toEqual([]);
        expect.soft(presses, row.name).toBeGreaterThan(0);
      }
    });
  });
}
