import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { timeAgo } from '#rules/dates.ts';
import { Button } from '#ui/button.tsx';
import { QueuedActions as Actions } from '#ui/queued-card.tsx';
import { useMinute } from '#ui/use-minute.ts';
import styles from './queued-actions.module.css';
import { useQueuedActions } from './use-queued-actions.ts';

interface QueuedActionsProps {
  item: QueuedItem;
  policyId: string;
  /** In the place of the form it came from. */
  onEdit?: () => void;
  editLabel?: string;
}

/** What can be done with a queued item where it stands outside of the lists. */
export function QueuedActions({ item, policyId, onEdit, editLabel }: QueuedActionsProps) {
  const actions = useQueuedActions(item, policyId);
  return (
    <div className={styles.actions}>
      {item.askWhetherToKeep && <KeepOld item={item} />}
      <Actions {...actions} {...(onEdit && { onEdit })} {...(editLabel !== undefined && { editLabel })} />
    </div>
  );
}

/** F26: an item older than a week is asked about once; it is sent like any other all the while. */
export function KeepOld({ item }: { item: QueuedItem }) {
  const outbox = useOutbox();
  const now = useMinute();
  return (
    <span className={styles.old}>
      <span className={styles.reason}>
        La preparaste {timeAgo(new Date(item.createdAt), now)}. ¿Sigues queriendo enviarla? Si no, descártala.
      </span>
      <Button look="line" size="small" fit onClick={() => void outbox.keepOld(item.key)}>
        Sí, conservarla
      </Button>
    </span>
  );
}
