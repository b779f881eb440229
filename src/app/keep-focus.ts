/** So long layers that close and screens that change have to put the focus where they want it, in milliseconds. */
const PATIENCE = 120;

/**
 * Watches that the focus is never lost with what held it: a button that is taken away, disabled or hidden by its own press would
 * leave a keyboard or a reader at the very top of the page. The layer that is open takes it then, or the title of the screen.
 * Screens that know a better place put it there themselves.
 *
 * @returns `look`, to be called whenever the page has changed, and `stop`
 */
export function keepFocus(page: Document): { look: () => void; stop: () => void } {
  let last: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // Put down by the customer, by a press beside: there is nothing to bring back.
  const isLost = () => page.activeElement === page.body && last !== null && !canHold(last);
  const rescue = () => {
    timer = undefined;
    if (!isLost()) return;
    const place = page.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]') ?? page.querySelector('h1');
    place?.focus({ preventScroll: true });
  };
  page.addEventListener('focusin', onFocus);
  return {
    look() {
      if (timer === undefined && isLost()) timer = setTimeout(rescue, PATIENCE);
    },
    stop() {
      page.removeEventListener('focusin', onFocus);
      clearTimeout(timer);
    },
  };
}

function canHold(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;
}
