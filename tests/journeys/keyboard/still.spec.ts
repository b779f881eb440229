import type { Page } from '@playwright/test';
import { oneByOne } from '../harness/line.ts';
import { open, screens } from '../harness/screens.ts';
import { forget } from '../harness/storage.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { begin, touch, walkOf } from '../registration/walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A motion longer than this is visible, in milliseconds. The reduced tokens last one. */
const SEEN_MS = 20;

/** Records what moves in every frame, from the first page on. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((seen) => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = () => {
      for (const one of document.getAnimations()) {
        const { activeDuration = 0 } = one.effect?.getComputedTiming() ?? {};
        const { target, pseudoElement } = one.effect as KeyframeEffect;
        const what = (one as CSSAnimation).animationName ?? (one as CSSTransition).transitionProperty ?? 'script';
        if (Number(activeDuration) > seen) moved.add(`${what} of ${target?.className}${pseudoElement ?? ''}`);
      }
      requestAnimationFrame(look);
    };
    look();
  }, SEEN_MS);
  return () => page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`no motion is visible when the customer wants none, and some otherwise: ${reducedMotion}`, {
    tag: '@preference',
  }, async ({ page, line }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion });
    const moved = await watchMotion(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
    await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
    await page.waitForTimeout(400);
    const start = await moved();
    const address = 'quieta@correo.test';
    const walk = await walkOf(page, touch, 'Costa Rica', { email: address, emailConfirmacion: address });
    await begin(walk);
    const registration = await moved();
    await signIn(page, 'costarica@demo.test');
    for (const [, hash] of screens) await open(page, hash);
    // These move while they load, wait or report: placeholders, a spinning button, a drawer, a toast.
    await open(page, '#/app/configuraciones');
    line.fault = oneByOne((_, path) => (path.includes('getDocuments') ? { delayMs: 1500 } : null));
    await forget(page, ['documents', 'pulls']);
    await page.evaluate(() => {
      location.hash = '#/app/documentos/520021';
    });
    await expect(page.getByRole('main').getByText(/^Cargando/)).toBeVisible();
    await page.getByRole('button', { name: 'Todos' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(400);
    const inside = await moved();
    if (reducedMotion === 'reduce')
      expect({ start, registration, inside }).toEqual({ start: [], registration: [], inside: [] });
    else for (const some of [start, registration, inside]) expect(some.length).toBeGreaterThan(0);
  });
}
