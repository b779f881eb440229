import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './list-card.module.css';

interface ListCardProps {
  /** The date column: '18' over 'nov'. `full` is the same date in words for readers. */
  date?: { day: string; month: string; full: string };
  title: ReactNode;
  detail?: ReactNode;
  /** A pill below the text. */
  status?: ReactNode;
  /** Opens something; without it the card only shows. */
  href?: string;
  onClick?: (event: React.MouseEvent) => void;
  /** Buttons below the text of a card that only shows: retry, edit, discard. */
  actions?: ReactNode;
}

/** One entry of a history: date, what it was, its status. */
export function ListCard({ date, title, detail, status, href, onClick, actions }: ListCardProps) {
  const inside = (
    <>
      {date && (
        <span className={styles.date}>
          <span aria-hidden="true">
            <b className={styles.day}>{date.day}</b>
            {date.month}
          </span>
          <span className="visually-hidden">{date.full}. </span>
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {detail && (
          <span className={styles.detail} dir="auto">
            {detail}
          </span>
        )}
        {status && <span className={styles.status}>{status}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </span>
    </>
  );
  if (!href && !onClick) return <div className={styles.card}>{inside}</div>;
  const arrow = (
    <span className={styles.arrow}>
      <Icon name="next" />
    </span>
  );
  if (!href) {
    return (
      <button type="button" className={styles.card} onClick={onClick}>
        {inside}
        {arrow}
      </button>
    );
  }
  return (
    <a className={styles.card} href={href} onClick={onClick}>
      {inside}
      {arrow}
    </a>
  );
}
