import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { cameFromStart } from './arrival.ts';
import { keepFocus } from './keep-focus.ts';

/**
 * Each screen's h1 names the page and takes the focus after a change of address, so that screen readers say where they are. It
 * waits for the h1, since a screen may begin without one. A screen that asks for one thing alone marks its field instead
 * (`data-takes-focus`). It also rescues the focus of an element that a press removed.
 */
export function useScreenTitle(): void {
  const router = useRouter();
  useEffect(() => {
    let shown = router.state.location.pathname;
    // Sign-in and 'Regístrate' lead here from a page outside the router. A page just loaded starts at its top; the browser's own
    // word for use, `userActivation`, is carried over a reload that follows a press.
    let isDue = cameFromStart();
    const give = () => {
      const first = document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector('h1');
      if (!isDue || !first) return;
      isDue = false;
      focusTitle(first);
    };
    const stopListening = router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname === shown) return;
      shown = toLocation.pathname;
      isDue = true;
      give();
    });
    const focus = keepFocus(document);
    const changed = () => {
      // A focus that is already somewhere stays there.
      if (document.activeElement !== document.body) isDue = false;
      give();
      const title = titleOf(document.querySelector('h1'), shown === '/');
      if (document.title !== title) document.title = title;
      focus.look();
    };
    changed();
    const observer = new MutationObserver(changed);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['disabled', 'inert', 'hidden', 'data-title'],
    });
    return () => {
      stopListening();
      focus.stop();
      observer.disconnect();
    };
  }, [router]);
}

/**
 * 'Gastos · Paso 4 de 4 · Amparo'. A heading that does not name the screen, such as a greeting, or that names a person has a
 * `data-title`: the browser keeps the title in its history.
 */
function titleOf(heading: HTMLElement | null, isStart: boolean): string {
  const name = heading?.dataset.title ?? heading?.textContent?.trim();
  return name && !isStart ? `${name} · Amparo` : 'Amparo';
}
