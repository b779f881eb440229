import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { PasskeyHere } from './authenticator.ts';
import type { UnderEarlierPassword } from './sealed-queue.ts';
import type { Session } from './session.ts';
import type { Customer } from './tokens.ts';

/** The page's session. The app provides it to the signed-in area. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No SessionContext around this screen');
  return session;
}

/** The signed-in customer; null until first read, and after a lock in any tab. */
export function useCustomer(): Customer | null {
  const session = useSession();
  // The next screen greets the customer without waiting.
  return useLiveQuery(() => session.customer(), [session], session.lastCustomer()) ?? null;
}

/** D49: whether the customer has to sign in again before the server accepts anything; undefined until known. */
export function useSessionOver(): boolean | undefined {
  const session = useSession();
  // A live query hears of tables alone.
  const refused = useSyncExternalStore(session.refusals.subscribe, session.refusals.now, () => undefined);
  return useLiveQuery(() => session.over(), [session, refused]);
}

/** What is sealed with an earlier password. Call `lookAgain` after a change. */
export function useSealedQueue(): UnderEarlierPassword & { lookAgain: () => void } {
  const session = useSession();
  // The query opens sealed rows in between, and a live query does not observe reads after that.
  const [looks, setLooks] = useState(0);
  const sealed = useLiveQuery(() => session.sealedQueue(), [session, looks]);
  return { ...(sealed ?? nothing), lookAgain: () => setLooks((count) => count + 1) };
}

const nothing: UnderEarlierPassword = { waiting: 0, drafts: 0 };

/** The customer's passkeys on this device, `known` once they were read, and whether it can hold one; null until that is known. */
export function usePasskeysHere(): { here: readonly PasskeyHere[]; known: boolean; canAdd: boolean | null } {
  const session = useSession();
  const here = useLiveQuery(() => session.passkeysHere(), [session]);
  const [canAdd, setCanAdd] = useState<boolean | null>(null);
  useEffect(() => {
    // When the check fails, no passkey is offered.
    session.canHoldPasskey().then(setCanAdd, () => setCanAdd(false));
  }, [session]);
  return { here: here ?? [], known: here !== undefined, canAdd };
}
