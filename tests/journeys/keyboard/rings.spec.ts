import { ringsShow } from '../harness/rings.ts';
import { open, screens, shot } from '../harness/screens.ts';
import { signIn, test } from '../harness/test.ts';

test.use({ hasTouch: false });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`[H2.19] the focus outline shows on every screen, ${width} wide, in both themes (3:1)`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await ringsShow(page, 'the start page');
    await signIn(page, 'costarica@demo.test');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [name, hash] of screens) {
        await open(page, hash);
        await ringsShow(page, `${name}, ${colorScheme}`);
        await shot(page, `${name}-${width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    for (const [name, hash] of screens) {
      await open(page, hash);
      await shot(page, `forced-${name}-${width}`);
    }
  });
}
