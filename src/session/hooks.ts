import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { PasskeyHere } from './authenticator.ts';
import type { Session } from './create-session.ts';
import type { Customer } from './tokens.ts';

/** The page's session; the app provides it around everything that is signed in. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No SessionContext around this screen');
  return session;
}

/** The customer as the last screen read it. The next screen greets them without waiting. */
const seen = new WeakMap<Session, Customer | null>();

/** Reads who is signed in before the first screen is drawn, which then need not be drawn again to greet them. */
export async function readCustomer(session: Session): Promise<void> {
  seen.set(session, await session.customer());
}

/** To be called when the session is over: the next customer must not be greeted as this one. */
export const forgetCustomer = (session: Session): void => void seen.delete(session);

/** Who is signed in; null while that is being read for the first time, and after a lock in any tab. */
export function useCustomer(): Customer | null {
  const session = useSession();
  const open = useLiveQuery(
    async () => {
      const who = await session.customer();
      seen.set(session, who);
      return who;
    },
    [session],
    seen.get(session),
  );
  return open ?? null;
}

/** D49: whether the customer has to sign in again before the server takes anything; undefined until that is known. */
export function useSessionOver(): boolean | undefined {
  const session = useSession();
  return useLiveQuery(() => session.over(), [session]);
}

/** What lies under an earlier password of the customer: requests and drafts. `lookAgain` after something was done about it. */
export function useSealedQueue(): { waiting: number; drafts: number; lookAgain: () => void } {
  const session = useSession();
  // Rows are opened on the way, and the live query does not see what is read after that.
  const [looks, setLooks] = useState(0);
  const sealed = useLiveQuery(() => session.sealedQueue(), [session, looks]);
  const { waiting, drafts } = sealed ?? { waiting: 0, drafts: 0 };
  return { waiting, drafts, lookAgain: () => setLooks((count) => count + 1) };
}

/** The passkeys of the open customer on this device, and whether it may be asked to hold one; looked up when first drawn. */
export function usePasskeysHere(): { here: readonly PasskeyHere[]; canAdd: boolean | null } {
  const session = useSession();
  const here = useLiveQuery(() => session.passkeysHere(), [session]) ?? [];
  const [canAdd, setCanAdd] = useState<boolean | null>(null);
  useEffect(() => {
    // Where it cannot be found out, nothing is offered.
    session.canHoldPasskey().then(setCanAdd, () => setCanAdd(false));
  }, [session]);
  return { here, canAdd };
}
