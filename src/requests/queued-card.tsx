import type { MouseEvent } from 'react';
import type { QueuedItem } from '#outbox/list.ts';
import { cardDate, today } from '#rules/dates.ts';
import { useLocale } from '#screens/use-locale.ts';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { queuedWords } from './queue-words.ts';
import { QueuedActions } from './queued-actions.tsx';
import styles from './queued-card.module.css';
import { QueuedProgress } from './queued-progress.tsx';
import { fullTitleOf, titleOf, wordsOf } from './requests.ts';

interface QueuedCardProps {
  item: QueuedItem;
  /** The list holds requests of every kind, so the title names the kind. */
  mixed?: boolean;
  /** The day beside it, 'YYYY-MM-DD'; by default the day it was handed in. */
  day?: string | undefined;
  /** The screen already shows the text of its state. */
  said?: boolean;
  /** Opens its details. */
  onOpen?: (event: MouseEvent) => void;
}

/** A queued request with its state and its actions (H2.62, F9, F29). */
export function QueuedCard({ item, mixed = false, day, said = false, onOpen }: QueuedCardProps) {
  const locale = useLocale();
  const words = queuedWords(item, useOnline(), wordsOf(item.command).noun);
  const data = { ...item.fields, ...item.label };
  const date = cardDate(day ?? today(new Date(item.createdAt)));
  const title = (mixed ? fullTitleOf : titleOf)(item.command, data);
  return (
    <ListCard
      {...(date && { date })}
      title={
        onOpen ? (
          <button type="button" className={styles.open} onClick={onOpen}>
            {title}
          </button>
        ) : (
          title
        )
      }
      detail={wordsOf(item.command).detail(data, locale)}
      status={
        <span className="stack-2">
          <Pill tone={words.tone} icon={words.tone === 'bad' ? 'alert' : 'clock'}>
            {words.pill}
          </Pill>
          {!said && item.state !== 'sending' && (
            <span className={styles.words} dir="auto">
              {words.text}
            </span>
          )}
          <QueuedProgress item={item} />
        </span>
      }
      actions={<QueuedActions item={item} />}
    />
  );
}
