import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { timeAgo } from '#rules/dates.ts';
import { Button } from '#ui/button.tsx';
import { useMinute } from '#ui/use-minute.ts';
import styles from './keep-old.module.css';

/** Asks once whether to keep an item older than a week (F26). Before and after the answer it is sent like any other. */
export function KeepOld({ item }: { item: QueuedItem }) {
  const outbox = useOutbox();
  const now = useMinute();
  return (
    <span className={styles.old}>
      <span className={styles.text}>
        La preparaste {timeAgo(new Date(item.createdAt), now)}. ¿Sigues queriendo enviarla? Si no, descártala.
      </span>
      <Button look="line" size="small" fit onClick={() => void outbox.keepOld(item.key)}>
        Sí, conservarla
      </Button>
    </span>
  );
}
