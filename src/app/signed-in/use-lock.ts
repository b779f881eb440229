import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { device } from '../device.ts';
import { writeHint } from '../hint.ts';
import { giveNotice, rememberDestination, SESSION_ENDED, SESSION_EXPIRED } from '../notice.ts';
import { type Closed, watchInactivity } from './inactivity.ts';

/**
 * After ten minutes without activity in any tab, leads to the start screen with the alert. A sign-in then leads back to where
 * the customer was (H4.9). A session that was ended from elsewhere leads there too, and back to nothing. Returns true while the lock is near.
 */
export function useLock(): boolean {
  const navigate = useNavigate();
  const router = useRouter();
  const [nearing, setNearing] = useState(false);
  const leave = useEffectEvent((why: Closed, owner: string | null) => {
    if (why === 'ended') {
      // The worker may have heard it, and it writes no hint.
      writeHint({ open: false, ended: true });
      giveNotice(SESSION_ENDED);
    }
    if (why === 'expired') {
      giveNotice(SESSION_EXPIRED);
      const { href, state } = router.state.location;
      rememberDestination(href, state, owner);
    }
    void navigate({ to: '/', replace: true });
  });
  useEffect(
    () =>
      watchInactivity(device(), {
        onClosed: (why, owner) => leave(why, owner),
        onReplaced: beginAnew,
        onNearing: setNearing,
      }),
    [],
  );
  return nearing;
}

/** With two customers in two tabs, the later sign-in wins (D25). A reload drops everything of the other from memory. */
function beginAnew(): void {
  history.replaceState(null, '', '#/app');
  location.reload();
}
