import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { beforeItEnds } from '#senses/page.ts';
import type { Registration, RegistrationView } from './create-registration.ts';

/** This tab's registration. The app provides it to the visitor's screens. */
export const RegistrationContext = createContext<Registration | null>(null);

export function useRegistration(): { registration: Registration; view: RegistrationView } {
  const registration = useContext(RegistrationContext);
  if (!registration) throw new Error('RegistrationContext is missing above this screen');
  const view = useSyncExternalStore(registration.subscribe, registration.view);
  useEffect(() => void registration.open(), [registration]);
  useEffect(() => beforeItEnds(() => registration.flush()), [registration]);
  return { registration, view };
}
