import { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '#senses/after-paint.ts';
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
  return useLive(() => session.customer(), [session], session.lastCustomer()) ?? null;
}

/** D49: whether the customer has to sign in again before the server accepts anything; undefined until known. */
export function useSessionOver(): boolean | undefined {
  const session = useSession();
  // A live query hears of tables alone.
  const refused = useSyncExternalStore(session.refusals.subscribe, session.refusals.now, () => undefined);
  return useLive(() => session.over(), [session, refused]);
}

/** What is sealed with an earlier password. Call `lookAgain` after a change. */
export function useSealedQueue(): UnderEarlierPassword & { lookAgain: () => void } {
  const session = useSession();
  // The query opens sealed rows in between, and a live query does not observe reads after that.
  const [looks, setLooks] = useState(0);
  const sealed = useLive(() => session.sealedQueue(), [session, looks]);
  return { ...(sealed ?? nothing), lookAgain: () => setLooks((count) => count + 1) };
}

const nothing: UnderEarlierPassword = { waiting: 0, drafts: 0 };

/** The customer's passkeys on this device, `known` once they were read, and whether it can hold one; null until that is known. */
export function usePasskeysHere(): { here: readonly PasskeyHere[]; known: boolean; canAdd: boolean | null } {
  const session = useSession();
  const here = useLive(() => session.passkeysHere(), [session]);
  const [canAdd, setCanAdd] = useState<boolean | null>(null);
  useEffect(() => {
    // When the check fails, no passkey is offered.
    session.canHoldPasskey().then(setCanAdd, () => setCanAdd(false));
  }, [session]);
  return { here: here ?? [], known: here !== undefined, canAdd };
}

/** How long what could not be read waits until it is read again, at first and at most. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * What is read once and by no live query. A read that fails, or finds nothing while another tab signs in, is made again.
 *
 * @param key what is read; null while nothing is to be
 * @param deps read again when one changes; the value from before stays until then
 * @param ahead what was read before the screen came, and need not be read again; asked once
 * @returns null until it is known
 */
export function useRead<T>(
  key: string | null,
  read: () => Promise<T | null>,
  deps: readonly unknown[],
  ahead: () => T | null = () => null,
): T | null {
  const [found, setFound] = useState<{ key: string; value: T } | null>(() => {
    const value = key === null ? null : ahead();
    return key !== null && value !== null ? { key, value } : null;
  });
  const isRead = useRef(found !== null);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (key === null) return;
    if (isRead.current) {
      isRead.current = false;
      return;
    }
    let current = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = async (wait: number): Promise<void> => {
      const value = await readNow().catch((error: unknown) => {
        console.error('session: what a screen needs could not be read', error);
        return null;
      });
      if (!current) return;
      if (value !== null) setFound({ key, value });
      else again = setTimeout(look, wait, Math.min(wait * 2, LONGEST_WAIT_MS));
    };
    void look(FIRST_WAIT_MS);
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [key, ...deps]);
  return found !== null && found.key === key ? found.value : null;
}

/** 'now', or 'late': begun after the next paint, for what has its place kept until it is known. */
type When = 'now' | 'late';

/**
 * What a query reads, live across tabs and the worker; undefined, or as it is known, until then. A query whose answer is known begins
 * after the next paint: React runs effects before it, and a screen that opens would wait for its own queries.
 *
 * @param deps another query begins when one changes; the answer from before stays until the new one
 * @param known the answer as this page last read it
 */
export function useLive<T>(
  query: () => Promise<T> | T,
  deps: readonly unknown[],
  known?: T,
  when: When = 'now',
): T | undefined {
  return useObservable(
    () => {
      const live = liveQuery(query);
      let later = known !== undefined || when === 'late';
      let last = known;
      return {
        hasValue: () => false,
        subscribe(next: (value: T) => void, failed: (error: unknown) => void) {
          let stop = () => {};
          const begin = () => {
            const { unsubscribe } = live.subscribe((value) => {
              // A screen that is shown again has it.
              later = true;
              // No rows again are the same ones, and draw nothing anew.
              if (!isEmpty(last) || !isEmpty(value)) last = value;
              next(last as T);
            }, failed);
            stop = unsubscribe;
          };
          if (later) stop = afterPaint(begin);
          else begin();
          return () => stop();
        },
      };
    },
    [...deps],
    known,
  );
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
