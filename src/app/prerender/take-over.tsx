import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { noteArrival } from '../arrival.ts';
import { removeLastHome } from '../last-home/page.ts';

interface Trees {
  /**
   * A StartPage with the props of the static one, apart from callbacks and the hint's count. `lost`: the app could not be
   * loaded.
   */
  start: (lost: boolean) => ReactNode;
  /** The router's tree with its first match loaded, ready to paint at the current address. */
  app: () => Promise<ReactNode>;
}

/**
 * Gives the static page to React. Where the boot script left the start page visible, React hydrates its elements, so that
 * nothing flashes and typed text and focus stay. The router then loads only when the address leaves the start page. Anywhere
 * else the static page is removed and the router starts at once; if it cannot, the boot script says so.
 *
 * @returns a function that enters the app after a sign-in
 */
export function takeOver(container: HTMLElement, { start, app }: Trees): () => Promise<void> {
  const marks = document.documentElement.dataset;
  const stands = marks.screen === 'start' && container.firstElementChild !== null;
  if (!stands) {
    container.replaceChildren();
    delete marks.screen;
  }
  const root = stands ? hydrateRoot(container, start(false)) : createRoot(container);
  let entered: Promise<void> | null = null;
  const enter = () => {
    window.removeEventListener('hashchange', onAddress);
    if (!entered) marks.entering = '';
    entered ??= app().then(
      (tree) => {
        delete marks.entering;
        if (stands) noteArrival();
        root.render(tree);
      },
      (reason) => {
        delete marks.entering;
        // A part of the app could not be loaded. The start page stays, and the next press or address tries again.
        entered = null;
        window.addEventListener('hashchange', onAddress);
        throw reason;
      },
    );
    return entered;
  };
  // An unknown address also shows the start page, so only addresses that the router knows lead away from it.
  const onAddress = () => {
    if (/^#\/(app|registro)(\/|\?|$)/.test(location.hash)) enter().catch(stay);
  };
  const stay = (reason: unknown) => {
    console.error(reason);
    // The page was opened at an address inside. The boot script says so, and a reload opens that address again.
    if (!stands) {
      removeLastHome();
      marks.unopened = '';
      return;
    }
    // Without this, pressing the same link again would not change the address and do nothing.
    history.replaceState(null, '', '#/');
    root.render(start(true));
  };
  if (stands) {
    window.addEventListener('hashchange', onAddress);
    // The customer may have pressed a link before React listened.
    onAddress();
  } else enter().catch(stay);
  return enter;
}
