import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { notHere } from '#senses/this-device.ts';
import { words } from '../base/words.ts';
import { Button } from '../controls/button.tsx';
import { useOnline } from '../hooks/use-online.ts';
import { LiveRegion } from './live-region.tsx';
import { FailedState, OfflineNote } from './states.tsx';

interface UnloadedProps {
  title: string;
  text?: string;
  /** What is said without a connection, when it is not that this is not on the device. */
  offline?: { title: string; text: string; action?: ReactNode };
  onRetry: () => unknown;
}

/**
 * What did not load. With a connection it can be tried again. Without one it says that this is not on the device, and tries by
 * itself once the connection is back (D70).
 */
export function Unloaded({ title, text, offline, onRetry }: UnloadedProps) {
  const online = useOnline();
  const retry = useEffectEvent(() => void onRetry());
  const was = useRef(online);
  useEffect(() => {
    if (online && !was.current) retry();
    was.current = online;
  }, [online]);
  return (
    <>
      <LiveRegion>
        {!online && <OfflineNote {...(offline ?? { title: notHere(), text: words.offlineText })} />}
      </LiveRegion>
      {online && <FailedState title={title} text={text} action={<Button onClick={onRetry}>{words.retry}</Button>} />}
    </>
  );
}
