import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../harness/test.ts';

/** How far the policy in front lies from its final position, in pixels. */
function pixelsOff(page: Page): Promise<number> {
  return page.evaluate(() => {
    const slide = document.querySelector('[aria-current=true]');
    const strip = slide?.parentElement;
    if (!slide || !strip) return 9999;
    const inset = Number.parseFloat(getComputedStyle(strip).paddingLeft);
    const atEnd = strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 2;
    const off = slide.getBoundingClientRect().left - strip.getBoundingClientRect().left - inset;
    return atEnd && slide === strip.lastElementChild ? 0 : Math.round(Math.abs(off));
  });
}

test('[H2.19] the address names the policy in front, also on a slow device and after a turn to landscape', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const [index, name] of [
    [2, 'Vida Entera Protección'],
    [0, 'Salud Global Plus'],
    [1, 'Vida Universal Flexible'],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/app?poliza=${index}`);
    await expect(page.locator('[aria-current=true]')).toContainText(name);
    await expect.poll(() => pixelsOff(page), { message: `${name} is in front` }).toBeLessThan(3);
    await page.setViewportSize(index === 0 ? { width: 390, height: 844 } : { width: 844, height: 390 });
    await expect.poll(() => pixelsOff(page), { message: `${name} stays in front` }).toBeLessThan(3);
    await expect(page).toHaveURL(new RegExp(`poliza=${index}$`));
  }
});

test('[H2.19] a strip scrolled by hand brings its policy to the front and into the address', async ({ page }) => {
  await signIn(page, 'costarica@demo.test');
  const first = page.getByRole('heading', { name: 'Salud Global Plus' });
  await expect(first).toBeVisible();
  await first.hover();
  await page.mouse.wheel(300, 0);
  await expect(page).toHaveURL(/poliza=1$/);
  await expect(page.locator('[aria-current=true]')).toContainText('Vida Universal Flexible');
  await expect.poll(() => pixelsOff(page)).toBeLessThan(3);
});

test('[H2.19] arrow keys bring the next policy to the front, on a tablet and however soon the next key comes', async ({
  page,
}) => {
  // A desk has no strip: it shows all policies at once.
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  const strip = page.getByRole('list', { name: 'Tus pólizas' });
  // The pauses are shorter than, close to and longer than the time until the strip stands still.
  for (const pause of [50, 700, 1000]) {
    await strip.focus();
    for (let press = 0; press < 2; press += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(pause);
    }
    await expect(page).toHaveURL(/poliza=2$/);
    await expect.poll(() => pixelsOff(page), { message: `after ${pause} ms each` }).toBeLessThan(3);
    await page.getByRole('button', { name: 'Póliza anterior' }).click();
    await page.getByRole('button', { name: 'Póliza anterior' }).click();
    await expect(page).toHaveURL(/poliza=0$/);
    await expect.poll(() => pixelsOff(page)).toBeLessThan(3);
  }
});

test('[H2.19] an address typed while the list of policies is open is followed, and closes the list', async ({
  page,
}) => {
  await signIn(page, 'costarica@demo.test');
  await page.goto('/#/app?showing=true');
  await expect(page.getByRole('dialog', { name: 'Tus pólizas' })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Gestiona tu cuenta' })).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page).toHaveURL(/#\/app\/configuraciones$/);
  await expect(page.getByRole('dialog', { name: 'Tus pólizas' })).toBeHidden();
});

test('[H2.19] the next policy is there at once when the customer wants no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  await page.evaluate(() => {
    const places = new Set<number>();
    Object.assign(window, { places });
    const look = () => {
      // The app may put its own strip in place of the one that was kept.
      const strip = document.querySelector('[aria-current=true]')?.parentElement;
      if (strip) places.add(Math.round(strip.scrollLeft));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await expect(page).toHaveURL(/poliza=1$/);
  await expect.poll(() => pixelsOff(page)).toBeLessThan(3);
  const places = () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
  // The next frame may come late.
  await expect.poll(async () => (await places()).length).toBeGreaterThan(1);
  await expect.poll(() => pixelsOff(page)).toBeLessThan(3);
  expect(await places(), 'where the strip stood').toHaveLength(2);
});
