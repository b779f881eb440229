import { lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMirror } from '#mirror/hooks.tsx';
import { useOutbox } from '#outbox/hooks.ts';
import { SIGN_IN_AGAIN } from '#rules/failures.ts';
import { SignInAgainContext } from '#screens/sign-in-again.ts';
import { useSessionOver } from '#session/hooks.ts';
import { Banner } from '#ui/banner.tsx';
import { useOnline } from '#ui/use-online.ts';

const SignInSheet = lazy(() => import('./sign-in-sheet.tsx').then((piece) => ({ default: piece.SignInSheet })));

interface SignInAgainProps {
  /** Where the banner stands, above every screen. */
  place: HTMLElement | null;
  children: ReactNode;
}

/**
 * D49: says on every signed-in screen that the server no longer knows the session, and lets the customer sign in without
 * leaving it. Offline there is no banner: nothing could be done about it.
 */
export function SignInAgain({ place, children }: SignInAgainProps) {
  const over = useSessionOver();
  const online = useOnline();
  const [asked, setAsked] = useState(false);
  // Signed in elsewhere meanwhile: what was asked for is done.
  if (asked && over === false) setAsked(false);
  useGoingOn(over);
  const ask = useCallback(() => setAsked(true), []);
  return (
    <SignInAgainContext value={ask}>
      {children}
      {over &&
        online &&
        place &&
        createPortal(
          <Banner tone="neutral" icon="lock" onPress={ask} leads pressLabel="Ingresar">
            {SIGN_IN_AGAIN}
          </Banner>,
          place,
        )}
      {over && asked && (
        <Suspense fallback={null}>
          <SignInSheet onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </SignInAgainContext>
  );
}

/**
 * Everything goes on once the session stands again, in whichever way and tab the customer signed in. What was parked is sent,
 * and what is shown is asked for anew.
 */
function useGoingOn(over: boolean | undefined): void {
  const outbox = useOutbox();
  const mirror = useMirror();
  const before = useRef<boolean | undefined>(undefined);
  const goOn = useEffectEvent(async (again: boolean) => {
    if (again) {
      await outbox.absorbLocked();
      mirror.askAgain();
      // The banner, and the sheet with what had the focus, are gone.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
    }
    // Also at a start: the page that signed in may have been closed before it came to this.
    const parked = (await outbox.list()).some(({ state }) => state === 'parked');
    if (again || parked) await outbox.resumeParked();
  });
  useEffect(() => {
    const was = before.current;
    before.current = over;
    if (over === false && was !== false) void goOn(was === true);
  }, [over]);
}
