import { DIALOGS } from '#ui/base/dialogs.ts';

/** How long closing layers and changing screens have to move the focus themselves. */
const LOST_AFTER_MS = 120;

/**
 * Rescues a lost focus. A button that its own press removes, disables or hides would leave keyboards and screen readers at the
 * top of the page. It gets the focus back where it can hold it again; else what it stood in takes it, as a list's entry, its
 * neighbour or a section's heading; else the open layer, or the screen's title. Screens that know a better place use it first.
 *
 * @returns `look`, called whenever the page has changed, and `stop`
 */
export function keepFocus(page: Document): { look: () => void; stop: () => void } {
  let last: Element | null = null;
  /** Of the last one, as long as it stood there. */
  let places: readonly (() => Element)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
    places = last ? placesAround(last).map(whatStandsAt) : [];
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
    const layer = page.querySelector(DIALOGS);
    const now = places.map((place) => place());
    const near = now.filter((place) => !layer || layer.contains(place)).map(headingOf);
    if (lost instanceof HTMLElement && canHold(lost)) lost.focus({ preventScroll: true });
    else [...near, layer, page.querySelector('h1')].some(take);
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

const ENTRY = 'li, article, [role="listitem"], [role="row"]';
const SECTION = 'section[aria-label], section[aria-labelledby]';
const PLACE = `${ENTRY}, ${SECTION}`;

/**
 * What an element stands in, from the inside out: entries with the one after and the one before, and sections. No control is among
 * them, since a key that is pressed twice must not remove two entries.
 */
function placesAround(element: Element): readonly Element[] {
  const box = element.closest(PLACE);
  if (!box) return [];
  const beside = [box.nextElementSibling, box.previousElementSibling].filter((one) => one?.matches(ENTRY));
  const around = box.parentElement ? placesAround(box.parentElement) : [];
  return [box, ...(box.matches(ENTRY) ? beside : []), ...around].filter((place) => place !== null);
}

/** Later finds the place, or the one that was put where it stood: an entry's next state may be drawn by another component. */
function whatStandsAt(place: Element): () => Element {
  const beside = place.parentElement?.children ?? [];
  const { length } = beside;
  const index = [...beside].indexOf(place);
  return () => {
    const other = beside.length === length ? beside[index] : undefined;
    return !place.isConnected && other?.matches(PLACE) ? other : place;
  };
}

const headingOf = (place: Element): Element => (place.matches(SECTION) && place.querySelector('h2, h3, h4')) || place;

/** Gives the focus to what is no control, and is a stop of it only as long as it has it. Returns whether it could. */
function take(place: Element | null): boolean {
  if (!(place instanceof HTMLElement) || !canHold(place)) return false;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    const page = place.ownerDocument;
    // A window that is left blurs it too, and gives it the focus again on return.
    const leave = ({ target }: FocusEvent) => {
      if (target === place) return;
      page.removeEventListener('focusin', leave);
      place.removeAttribute('tabindex');
    };
    page.addEventListener('focusin', leave);
  }
  place.focus({ preventScroll: true });
  return place.ownerDocument.activeElement === place;
}

function canHold(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;
}
