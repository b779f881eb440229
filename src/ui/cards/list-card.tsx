import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { EntryMark } from '../lists/mark.tsx';
import { useEntryControl } from '../lists/tab-stop.ts';
import { EntryDate, type EntryDay, EntryText } from './entry.tsx';
import styles from './list-card.module.css';

interface ListCardProps {
  date?: EntryDay;
  /** A drawing at the start, where there is no date. */
  sign?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** An amount at the right of the title. */
  figure?: string;
  /** Whether this entry is open beside the list. */
  current?: boolean;
  /** A pill below the text. */
  status?: ReactNode;
  /** What a press does, as an icon with a name; without it an arrow. */
  icon?: ReactNode;
  opensDialog?: boolean;
  /** Makes the card a button. Without it the card only shows. */
  onClick?: (event: React.MouseEvent) => void;
  /** Buttons below the text of a card that only shows: retry, edit, discard. */
  actions?: ReactNode;
}

/** One entry of a history: date, title and status. */
export function ListCard(props: ListCardProps) {
  const { date, sign, title, figure, detail, status, icon, opensDialog, onClick, current, actions } = props;
  const control = useEntryControl();
  const titled = figure ? (
    <span className="ends">
      <span>{title}</span>
      <span className={styles.figure}>{figure}</span>
    </span>
  ) : (
    title
  );
  const inside = (
    <>
      <EntryMark />
      {date && <EntryDate date={date} />}
      {sign}
      <EntryText title={titled} detail={detail}>
        {status && <span className={styles.status}>{status}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </EntryText>
    </>
  );
  if (!onClick) return <div className={styles.card}>{inside}</div>;
  return (
    <button
      type="button"
      {...control}
      className={styles.card}
      aria-current={current || undefined}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      {inside}
      {icon ? (
        <span className="ceiba firm">{icon}</span>
      ) : (
        <span className={styles.arrow}>
          <Icon name="next" />
        </span>
      )}
    </button>
  );
}
