/** How long closing layers and changing screens have to move the focus themselves. */
const LOST_AFTER_MS = 120;

/**
 * Rescues a lost focus. A button that its own press removes, disables or hides would leave keyboards and screen readers at the
 * top of the page. It gets the focus back where it can hold it again; else the open layer takes it, or the screen's title.
 * Screens that know a better place use it first.
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
  const look = () => {
    if (timer === undefined && isLost()) timer = setTimeout(rescue, LOST_AFTER_MS, last);
  };
  const rescue = (lost: Element | null) => {
    timer = undefined;
    if (page.activeElement !== page.body) return;
    // The one that had it next is gone too: a closed layer gives it to its opener, whose item then goes.
    if (last !== lost) return look();
    const back = lost instanceof HTMLElement && canHold(lost) ? lost : null;
    const layer = page.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]');
    (back ?? layer ?? page.querySelector('h1'))?.focus({ preventScroll: true });
  };
  page.addEventListener('focusin', onFocus);
  return {
    look,
    stop() {
      page.removeEventListener('focusin', onFocus);
      clearTimeout(timer);
    },
  };
}

function canHold(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;
}
