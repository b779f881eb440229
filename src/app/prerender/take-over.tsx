import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

interface Trees {
  /**
   * A StartPage fed as the static one was, apart from its callbacks and the hint's waiting count; `lost` when the app could
   * not be loaded from it.
   */
  start: (lost: boolean) => ReactNode;
  /** The router's tree, ready to paint at the current address: its first match is loaded. */
  app: () => Promise<ReactNode>;
}

/**
 * Gives the static page to React. Where the boot script left the start page visible, React takes over its very elements, so
 * that nothing flashes and what is typed or focused stays; the router comes only when the address leaves the start page.
 * Anywhere else the static page goes and the router starts at once; if it cannot, the boot script says so. Returns the way in for a sign-in that has succeeded.
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
        root.render(tree);
      },
      (reason) => {
        delete marks.entering;
        // A part of the app could not be loaded: the start page stays, and the next press or address tries again.
        entered = null;
        window.addEventListener('hashchange', onAddress);
        throw reason;
      },
    );
    return entered;
  };
  // An unknown address is the start page too, so only those the router knows lead away from it.
  const onAddress = () => {
    if (/^#\/(app|registro)(\/|\?|$)/.test(location.hash)) enter().catch(stay);
  };
  const stay = (reason: unknown) => {
    console.error(reason);
    // Opened at an address inside: the boot script says so, and opening again finds that address where it was.
    if (!stands) {
      marks.unopened = '';
      return;
    }
    // Left as it is, pressing the same link again would change no address and do nothing.
    history.replaceState(null, '', '#/');
    root.render(start(true));
  };
  if (stands) {
    window.addEventListener('hashchange', onAddress);
    // A link may have been pressed before React was there to hear it.
    onAddress();
  } else enter().catch(stay);
  return enter;
}
