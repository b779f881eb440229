import { useEffect } from 'react';
import { policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import type { Session } from '#session/create-session.ts';
import { useCustomer, useSession } from '#session/hooks.ts';

/** For whom this page has asked already. */
const asked = new WeakMap<Session, string>();

/** To be called when the customer leaves the signed-in area: the page and its session outlive that. */
export const forgetPolicySync = (session: Session): void => void asked.delete(session);

/**
 * Lets the insurer's systems bring the policies up to date (H7.9), once after each sign-in and each start of the app, and then
 * fetches them. It runs behind what is shown. When it fails, what is mirrored stays. It is tried again when the connection
 * returns or home is visited.
 */
export function usePolicySync(): void {
  const session = useSession();
  const mirror = useMirror();
  const who = useCustomer();
  useEffect(() => {
    if (!who) return;
    const sync = async () => {
      if (asked.get(session) === who.owner) return;
      asked.set(session, who.owner);
      const done = await session.call('syncPolicies', { cedula: who.cedula, idUsuario: who.idUsuario });
      if (done.ok) await mirror.pull(policies);
      else asked.delete(session);
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
