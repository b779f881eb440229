import { readHint } from '../hint.ts';

const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input'] as const;
const changes = ['hashchange', 'offline', 'online'] as const;

/**
 * Begins at the first use of the start page by finger, pointer, keyboard or password manager. It also begins when the page
 * has to tell something: the connection is gone, requests are queued, a customer is greeted, or the session was ended from
 * another device. The boot script kept any earlier input.
 *
 * @param begin loads what the page needs from then on. If it fails, the page says so, and the next use tries again
 * @returns begins without a touch
 */
export function firstTouch(begin: () => Promise<void>): () => Promise<void> {
  const marks = document.documentElement.dataset;
  let begun = false;
  const served = navigator.serviceWorker?.controller;
  marks.resting = '';
  const wake = async () => {
    if (begun) return;
    begun = true;
    // Without this mark the boot script watches that Amparo really opens.
    delete marks.resting;
    try {
      await begin();
      for (const sign of signs) removeEventListener(sign, wake, true);
      for (const change of changes) removeEventListener(change, wake);
      sayUnloaded(false);
    } catch (reason) {
      console.error(reason);
      begun = false;
      marks.resting = '';
      delete marks.entering;
      sayUnloaded(true);
      // A newer version may have what this one lacks. Once the page goes on, its customer may be filling something in.
      if (await isNewer(served)) window.reloadWhole?.(() => marks.resting !== undefined);
    }
  };
  for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
  for (const change of changes) addEventListener(change, wake);
  if (isTouched() || !navigator.onLine || readHint().ended) void wake();
  return wake;
}

/** Whether a version waits, or has taken over since this one served the page. */
async function isNewer(served: ServiceWorker | null | undefined): Promise<boolean> {
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return Boolean(known?.waiting) || navigator.serviceWorker?.controller !== served;
}

function isTouched(): boolean {
  const { sheet, entering, greeted } = document.documentElement.dataset;
  const fields = [...document.querySelectorAll<HTMLInputElement>('#root input')];
  return (
    sheet !== undefined ||
    entering !== undefined ||
    greeted !== undefined ||
    document.querySelector('[data-pressed]') !== null ||
    [...document.querySelectorAll('[data-waiting]')].some((line) => line.textContent !== '') ||
    /^#\/(app|registro)(\/|\?|$)/.test(location.hash) ||
    fields.some((field) => field.value !== '' || field === document.activeElement)
  );
}

/** Says it without React. The text is that of a failed call (#rules/problem-words.ts). */
function sayUnloaded(unloaded: boolean): void {
  document.querySelector('[data-unloaded]')?.remove();
  if (!unloaded) return;
  const line = document.createElement('p');
  line.dataset.unloaded = '';
  line.setAttribute('role', 'alert');
  line.textContent = 'No pudimos conectarnos. Revisa tu conexión a internet e inténtalo de nuevo.';
  document.body.append(line);
}
