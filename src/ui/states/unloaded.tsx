import { useEffect, useEffectEvent } from 'react';
import { onSense } from '#senses/page.ts';
import { words } from '../base/words.ts';
import { Button } from '../controls/button.tsx';
import { useNotHere } from '../hooks/here.ts';
import { useOnline } from '../hooks/use-online.ts';
import { FailedState, OfflineNote } from './states.tsx';

interface UnloadedProps {
  title: string;
  text?: string;
  onRetry: () => unknown;
}

/**
 * What did not load. With a connection it can be tried again. Without one it says that this is not on the device, and tries by
 * itself once the connection is back (D70).
 */
export function Unloaded({ title, text, onRetry }: UnloadedProps) {
  const online = useOnline();
  const notHere = useNotHere();
  const retry = useEffectEvent(() => void onRetry());
  useEffect(() => onSense(['online'], () => retry()), []);
  return online ? (
    <FailedState title={title} text={text} action={<Button onClick={onRetry}>{words.retry}</Button>} />
  ) : (
    <div role="status">
      <OfflineNote title={notHere} text="Llegará cuando vuelva la conexión." />
    </div>
  );
}
