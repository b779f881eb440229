import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMirror } from '#mirror/hooks.tsx';
import { useOutbox } from '#outbox/hooks.ts';
import { SIGN_IN_AGAIN } from '#rules/failures.ts';
import { SignInAgainContext } from '#screens/sign-in-again.ts';
import { useSessionOver } from '#session/hooks.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { lazyPiece } from '#ui/layers/lazy-layer.tsx';
import { Banner } from '#ui/states/banner.tsx';

const SignInSheet = lazyPiece(() => import('./sign-in-sheet.tsx').then((piece) => piece.SignInSheet));

interface SignInAgainProps {
  /** The element that holds the banner, above every screen. */
  slot: HTMLElement | null;
  children: ReactNode;
}

/**
 * D49: says on every signed-in screen that the server no longer knows the session, and lets the customer sign in without
 * leaving it. There is no banner offline, because signing in needs the network.
 */
export function SignInAgain({ slot, children }: SignInAgainProps) {
  const over = useSessionOver();
  const online = useOnline();
  const [sheetOpen, setSheetOpen] = useState(false);
  // The customer has signed in in another tab: the sheet is no longer needed.
  if (sheetOpen && over === false) setSheetOpen(false);
  useResume(over);
  const ask = useCallback(() => setSheetOpen(true), []);
  return (
    <SignInAgainContext value={ask}>
      {children}
      {over &&
        online &&
        slot &&
        createPortal(
          <Banner tone="neutral" icon="lock" onPress={ask} leads pressLabel="Ingresar">
            {SIGN_IN_AGAIN}
          </Banner>,
          slot,
        )}
      {over && sheetOpen && <SignInSheet onClose={() => setSheetOpen(false)} />}
    </SignInAgainContext>
  );
}

/**
 * Resumes the work once the session is valid again, whichever tab the customer used. Parked requests are sent, and the
 * collections on screen are pulled again.
 */
function useResume(over: boolean | undefined): void {
  const outbox = useOutbox();
  const mirror = useMirror();
  const before = useRef<boolean | undefined>(undefined);
  const resume = useEffectEvent(async (again: boolean) => {
    if (again) {
      await outbox.absorbLocked();
      void mirror.bringing.look('return');
      // The element with the focus went away with the banner or the sheet.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
    }
    // This runs at a start too: the page that signed in may have closed before it resumed the parked requests.
    const parked = (await outbox.list()).some(({ state }) => state === 'parked');
    if (again || parked) await outbox.resumeParked();
  });
  useEffect(() => {
    const was = before.current;
    before.current = over;
    if (over === false && was !== false) void resume(was === true);
  }, [over]);
}
