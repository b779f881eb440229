/** The mark of what was pressed before the app was there. It looks pressed until then (ui/base/base.css). */
const PRESSED = 'pressed';

/**
 * Marks what is pressed on the drawing. A link leads on by itself, and the app opens at its address. A button has nothing behind
 * it yet, so the last one pressed is pressed again once the app stands.
 */
export function keepPresses(drawn: HTMLElement): void {
  drawn.addEventListener('click', ({ target }) => {
    const at = (target as Element).closest<HTMLElement>('a[href], button');
    if (!at) return;
    for (const one of pressedIn(drawn)) delete one.dataset[PRESSED];
    at.dataset[PRESSED] = '';
  });
}

/**
 * Presses the same button of the app, where it has one: on home, and of the same customer.
 *
 * @param drawn the drawing, which is no longer in the page
 * @param shown what the app shows instead
 */
export function pressAgain(drawn: HTMLElement, shown: HTMLElement): void {
  const [pressed] = pressedIn(drawn);
  if (pressed?.localName !== 'button' || titleOf(shown) !== titleOf(drawn)) return;
  const alike = (within: HTMLElement) =>
    [...within.querySelectorAll<HTMLButtonElement>('button')].filter((one) => nameOf(one) === nameOf(pressed));
  const place = alike(drawn).indexOf(pressed as HTMLButtonElement);
  // More or fewer of that name: it is not known which one is meant.
  if (alike(drawn).length !== alike(shown).length) return;
  alike(shown)[place]?.click();
}

const pressedIn = (drawn: HTMLElement) => [...drawn.querySelectorAll<HTMLElement>(`[data-${PRESSED}]`)];

const titleOf = (within: HTMLElement) => within.querySelector('h1')?.textContent;

const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent ?? '';
