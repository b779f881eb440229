import { type ReactNode, useId } from 'react';
import styles from './expandable-card.module.css';
import { Icon } from './icon.tsx';

interface ExpandableCardProps {
  /** The date column: '18' over 'nov'; `full` is the same date in words for readers. */
  date: { day: string; month: string; full: string };
  title: ReactNode;
  detail?: ReactNode;
  status?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** What it holds; drawn only while open. */
  children: ReactNode;
}

/** One entry of a history that opens where it stands. */
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
        <span className={styles.date}>
          <span aria-hidden="true">
            <b className={styles.day}>{date.day}</b>
            {date.month}
          </span>
          <span className="visually-hidden">{date.full}. </span>
        </span>
        <span className={styles.text}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {detail && (
            <span className={styles.detail} dir="auto">
              {detail}
            </span>
          )}
          {status}
        </span>
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
