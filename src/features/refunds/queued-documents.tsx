import { sizeInWords } from '#forms/file-words.ts';
import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { queuedWords } from '#rules/queue-words.ts';
import { FileSlot } from '#ui/file-slot.tsx';
import { useOnline } from '#ui/use-online.ts';
import styles from './detail-screen.module.css';
import { documentsState } from './queue-of-policy.ts';
import { QueuedActions } from './queued-actions.tsx';

/** The documents that were added here and have not left the device yet. */
export function QueuedDocuments({ items, policyId }: { items: readonly QueuedItem[]; policyId: string }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.files}>
      {items.map((item) => (
        <li key={item.key}>
          <OneQueued item={item} policyId={policyId} />
        </li>
      ))}
    </ul>
  );
}

function OneQueued({ item, policyId }: { item: QueuedItem; policyId: string }) {
  const sent = useProgress(item.key);
  const words = queuedWords(item, useOnline());
  const [file] = item.files;
  return (
    <div className={styles.queued}>
      <FileSlot
        name={file?.name ?? 'Documento'}
        {...(file && { size: sizeInWords(file.size) })}
        state={documentsState([item]) === 'attention' ? 'attention' : 'waiting'}
        {...(typeof sent === 'number' && { progress: Math.round(sent * 100) })}
      />
      <p className={styles.none}>{words.text}</p>
      <QueuedActions item={item} policyId={policyId} />
    </div>
  );
}
