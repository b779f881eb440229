const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input'] as const;
const changes = ['hashchange', 'offline', 'online'] as const;

/**
 * Begins once somebody turns to the start page, by finger, pointer, key or a password store, or when the page has something to
 * say: the connection has gone, requests wait. What was done before this ran, the boot script has kept.
 *
 * @param begin loads what the page needs from then on; if that fails, the page says so and the next sign tries again
 */
export function firstTouch(begin: () => Promise<void>): void {
  const marks = document.documentElement.dataset;
  let begun = false;
  marks.resting = '';
  const wake = async () => {
    if (begun) return;
    begun = true;
    // From here on the boot script watches that Amparo really opens.
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
    }
  };
  for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
  for (const change of changes) addEventListener(change, wake);
  if (isTouched() || !navigator.onLine) void wake();
}

function isTouched(): boolean {
  const { sheet, entering } = document.documentElement.dataset;
  const fields = [...document.querySelectorAll<HTMLInputElement>('#root input')];
  return (
    sheet !== undefined ||
    entering !== undefined ||
    document.querySelector('[data-pressed]') !== null ||
    [...document.querySelectorAll('[data-waiting]')].some((line) => line.textContent !== '') ||
    /^#\/(app|registro)(\/|\?|$)/.test(location.hash) ||
    fields.some((field) => field.value !== '' || field === document.activeElement)
  );
}

/** Without React there is nothing else to say it with; the words are those of a call that fails (#rules/problem-words.ts). */
function sayUnloaded(unloaded: boolean): void {
  document.querySelector('[data-unloaded]')?.remove();
  if (!unloaded) return;
  const line = document.createElement('p');
  line.dataset.unloaded = '';
  line.setAttribute('role', 'alert');
  line.textContent = 'No pudimos conectarnos. Revisa tu conexión a internet e inténtalo de nuevo.';
  document.body.append(line);
}
