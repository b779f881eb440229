/** How long closing layers and changing screens have to move the focus themselves. */
const LOST_AFTER_MS = 120;

/**
 * Rescues a lost focus. A button that its own press removes, disables or hides would leave keyboards and screen readers at the
 * top of the page. Then the open layer takes the focus, or the screen's title. Screens that know a better place use it first.
 *
 * @returns `look`, called whenever the page has changed, and `stop`
 */
export function keepFocus(page: Document): { look: () => void; stop: () => void } {
  let last: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // A focus that the customer dropped by pressing elsewhere is not lost.
  const isLost = () => page.activeElement === page.body && last !== null && !canHold(last);
  const rescue = () => {
    timer = undefined;
    if (!isLost()) return;
    const target = page.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]') ?? page.querySelector('h1');
    target?.focus({ preventScroll: true });
  };
  page.addEventListener('focusin', onFocus);
  return {
    look() {
      if (timer === undefined && isLost()) timer = setTimeout(rescue, LOST_AFTER_MS);
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
