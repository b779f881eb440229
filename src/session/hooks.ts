import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext } from 'react';
import type { Session } from './create-session.ts';
import type { Open } from './tokens.ts';

/** The page's session; the app provides it around everything that is signed in. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No SessionContext around this screen');
  return session;
}

/** Who is signed in; null while that is being read, and after a lock in any tab. */
export function useOpenSession(): Open | null {
  const session = useSession();
  return useLiveQuery(() => session.open(), [session]) ?? null;
}
