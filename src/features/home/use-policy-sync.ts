import { useEffect } from 'react';
import { policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import type { Session } from '#session/create-session.ts';
import { useOpenSession, useSession } from '#session/hooks.ts';

/** For whom this page has asked already; a page outlives a sign-out. */
const asked = new WeakMap<Session, string>();

/**
 * Lets the insurer's systems bring the policies up to date (H7.9), once after each sign-in and each start of the app, and then
 * fetches them. It runs behind what is shown; when it fails, what is mirrored stays and is refreshed in its own time.
 */
export function usePolicySync(): void {
  const session = useSession();
  const mirror = useMirror();
  const who = useOpenSession();
  useEffect(() => {
    if (!who || asked.get(session) === who.owner) return;
    asked.set(session, who.owner);
    void session.call('syncPolicies', { cedula: who.cedula, idUsuario: who.idUsuario }).then((done) => {
      if (done.ok) return mirror.pull(policies);
      // Another try at the next visit of home.
      asked.delete(session);
    });
  }, [session, mirror, who]);
}
