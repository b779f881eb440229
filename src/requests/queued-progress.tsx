import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { ProgressBar } from '#ui/states/step-bar.tsx';

/** The progress of an item that is being sent; nothing otherwise. */
export function QueuedProgress({ item }: { item: Pick<QueuedItem, 'key' | 'state'> }) {
  const sent = useProgress(item.key);
  if (item.state !== 'sending' && sent === undefined) return null;
  // The service worker cannot see an upload's progress, so its bar shows no percentage.
  return typeof sent === 'number' ? (
    <ProgressBar percent={Math.round(sent * 100)} text={`Enviando: ${Math.round(sent * 100)} %`} />
  ) : (
    <ProgressBar text="Enviando" />
  );
}
