import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { ProgressBar } from '#ui/step-bar.tsx';

/** How far an item is on its way; nothing while it is not being sent. */
export function QueuedProgress({ item }: { item: Pick<QueuedItem, 'key' | 'state'> }) {
  const sent = useProgress(item.key);
  if (item.state !== 'sending' && sent === undefined) return null;
  // The service worker cannot see how far it is; its sending shows without an end.
  return typeof sent === 'number' ? (
    <ProgressBar percent={Math.round(sent * 100)} text={`Enviando: ${Math.round(sent * 100)} %`} />
  ) : (
    <ProgressBar text="Enviando" />
  );
}
