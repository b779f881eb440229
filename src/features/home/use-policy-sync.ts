import { useEffect } from 'react';
import { policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useCustomer, useSession } from '#session/hooks.ts';
import type { Session } from '#session/session.ts';

/** The customer for whom this page has synced already, by session. */
const synced = new WeakMap<Session, string>();

/** Call it when the customer leaves the signed-in area: the page and its session live on. */
export const forgetPolicySync = (session: Session): void => void synced.delete(session);

/**
 * Lets the insurer's systems bring the policies up to date (H7.9), once after each sign-in and each start of the app, and
 * then fetches them. It runs in the background. A failure keeps the mirror; the next try comes with the connection or the
 * next visit of home.
 */
export function usePolicySync(): void {
  const session = useSession();
  const mirror = useMirror();
  const who = useCustomer();
  useEffect(() => {
    if (!who) return;
    const sync = async () => {
      if (synced.get(session) === who.owner) return;
      synced.set(session, who.owner);
      const done = await session.call('syncPolicies', { cedula: who.cedula, idUsuario: who.idUsuario });
      if (done.ok) await mirror.pull(policies);
      else synced.delete(session);
    };
    const begin = () => void sync();
    begin();
    window.addEventListener('online', begin);
    const endAsking = mirror.onAskAgain(begin);
    return () => {
      window.removeEventListener('online', begin);
      endAsking();
    };
  }, [session, mirror, who]);
}
