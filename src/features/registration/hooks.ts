import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { loadLists } from '#countries/load-lists.ts';
import type { ListName, Lists } from '#rules/wizard-country.ts';
import { onSense } from '#senses/page.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import type { Registration, RegistrationView } from './create-registration.ts';

/** This tab's registration. The app provides it to the visitor's screens. */
export const RegistrationContext = createContext<Registration | null>(null);

export function useRegistration(): { registration: Registration; view: RegistrationView } {
  const registration = useContext(RegistrationContext);
  if (!registration) throw new Error('RegistrationContext is missing above this screen');
  const view = useSyncExternalStore(registration.subscribe, registration.view);
  useEffect(() => void registration.open(), [registration]);
  // The last answers are written when the page hides, because a phone may end a hidden page without notice (F27).
  useEffect(() => {
    const flush = () => void registration.flush();
    // At `beforeunload` a page can still seal and write; at its last `visibilitychange` it is too late.
    window.addEventListener('beforeunload', flush);
    const stop = onSense(['hidden'], flush);
    return () => {
      window.removeEventListener('beforeunload', flush);
      stop();
    };
  }, [registration]);
  return { registration, view };
}

export type LoadedLists = ReturnType<typeof useLists>;

/** The lists that have loaded so far; `failed` when loading them failed. */
export function useLists(names: readonly ListName[]) {
  const [lists, setLists] = useState<Lists>({});
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const wanted = names.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another try with the same lists.
  useEffect(() => {
    setFailed(false);
    return untilCleanup((isCurrent) => {
      loadLists(wanted === '' ? [] : (wanted.split(' ') as ListName[])).then(
        (loaded) => isCurrent() && setLists(loaded),
        () => isCurrent() && setFailed(true),
      );
    });
  }, [wanted, turn]);
  return { lists, failed, retry: () => setTurn((before) => before + 1) };
}
