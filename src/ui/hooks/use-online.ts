import { useSyncExternalStore } from 'react';
import { onSense } from '#senses/page.ts';

const subscribe = (changed: () => void) => onSense(['online', 'offline'], changed);

/** Whether the browser believes that it has a network. It may be wrong, so use it to explain, not to decide. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
