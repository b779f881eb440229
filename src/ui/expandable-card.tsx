import { type ReactNode, useId } from 'react';
import { EntryDate, type EntryDay, EntryText } from './entry.tsx';
import styles from './expandable-card.module.css';
import { Icon } from './icon.tsx';

interface ExpandableCardProps {
  date: EntryDay;
  title: ReactNode;
  detail?: ReactNode;
  status?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** The content, rendered only while open. */
  children: ReactNode;
}

/** One entry of a history that expands in place. */
export function ExpandableCard({ date, title, detail, status, open, onToggle, children }: ExpandableCardProps) {
  const inside = useId();
  return (
    <article className={styles.card}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? inside : undefined}
        onClick={onToggle}
      >
        <EntryDate date={date} />
        <EntryText title={title} detail={detail}>
          {status}
        </EntryText>
        <span className={styles.arrow} data-open={open}>
          <Icon name="down" size={20} />
        </span>
      </button>
      {open && (
        <div id={inside} className={styles.inside}>
          {children}
        </div>
      )}
    </article>
  );
}
