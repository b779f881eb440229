import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { onSense } from '#senses/page.ts';
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
