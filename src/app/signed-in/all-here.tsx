import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useMirror } from '#mirror/hooks.tsx';
import { useStoredParts } from '#screens/stored-parts.ts';
import { useCustomer } from '#session/hooks.ts';
import { useDeviceWord } from '#ui/here.ts';
import { useToast } from '#ui/toasts.tsx';
import { noteTold, wasTold } from '../all-here-told.ts';

/** Long enough to be read, in milliseconds. */
const SHOWN_MS = 8000;

/**
 * Tells once on home that everything opens without a connection: every part of the customer's is here, and every file of the app
 * (D70). It is a toast, because a card that arrives while one looks would move what one is about to press (F50).
 */
export function AllHere() {
  const { isComplete } = useMirror().bringing;
  const complete = useSyncExternalStore(isComplete.subscribe, isComplete.now, () => false);
  const owner = useCustomer()?.owner;
  const onHome = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') === '/app' });
  const due = complete && onHome && owner !== undefined && !wasTold(owner);
  const files = useStoredParts(due);
  const all = files !== null && files.stored === files.all;
  const word = useDeviceWord();
  const toast = useToast();
  useEffect(() => {
    if (!due || !all || owner === undefined) return;
    noteTold(owner);
    toast({ text: `Todo en tu ${word}. Se abre también sin conexión.`, duration: SHOWN_MS });
  }, [due, all, owner, word, toast]);
  return null;
}
