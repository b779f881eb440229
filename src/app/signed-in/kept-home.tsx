import { CatchBoundary, type RouteComponent, useMatch } from '@tanstack/react-router';
import { Activity, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { onRowsChanged } from '#database/rows-changed.ts';
import { DIALOGS } from '#ui/base/dialogs.ts';
import { FailedScreen } from '../failed-screen.tsx';
import { keptHome } from '../home-part.ts';

/**
 * Home stays drawn while other screens are shown, out of the page, so that the way back does not draw it anew. A change of what it
 * shows lets it go: the next one is then read and drawn whole, as the first was (F50).
 *
 * @param screen home
 */
export function KeptHome({ screen: Screen }: { screen: RouteComponent }) {
  const shown = useMatch({ from: '/app/', shouldThrow: false, select: () => true }) ?? false;
  const [kept, setKept] = useState(shown);
  // One element for good: the way back home renders nothing of it.
  const [home] = useState(() => <Screen />);
  const [box] = useState(() => document.createElement('div'));
  // One function for good: another would take home out of the page and put it back, without its focus and the place of its cards.
  const [put] = useState(() => (place: HTMLElement | null) => place?.append(box));
  if (shown && !kept) setKept(true);
  useLayoutEffect(() => {
    keptHome.is = kept;
    return () => {
      keptHome.is = false;
    };
  }, [kept]);
  useLayoutEffect(() => {
    // Whoever comes back did not ask for the dialog that they left open.
    if (!shown && document.querySelector(DIALOGS)) setKept(false);
  }, [shown]);
  useEffect(() => {
    if (!kept || shown) return;
    return onRowsChanged(() => {
      // At once: the way home that has just written them asks next.
      keptHome.is = false;
      setKept(false);
    });
  }, [kept, shown]);
  return (
    <>
      {shown && <div ref={put} />}
      {(shown || kept) &&
        createPortal(
          <Activity mode={shown ? 'visible' : 'hidden'}>
            <CatchBoundary getResetKey={() => Number(shown)} errorComponent={FailedScreen}>
              {home}
            </CatchBoundary>
          </Activity>,
          box,
        )}
    </>
  );
}
