import type { ReactNode } from 'react';
import styles from './entry.module.css';
import { TitleAndDetail } from './title-and-detail.tsx';

/** A date for a narrow column: '18' over 'nov'. `full` is the same date in words, for screen readers. */
export interface EntryDay {
  day: string;
  month: string;
  /** Below the month, in lists without headings by year. */
  year?: string;
  full: string;
}

export function EntryDate({ date }: { date: EntryDay }) {
  return (
    <span className={styles.date}>
      <span aria-hidden="true">
        <b className={styles.day}>{date.day}</b>
        {date.month}
        {date.year && <span className="tabular block">{date.year}</span>}
      </span>
      <span className="visually-hidden">{date.full}. </span>
    </span>
  );
}

interface EntryTextProps {
  title: ReactNode;
  detail?: ReactNode;
  /** Content below the text: a status, buttons. */
  children?: ReactNode;
}

/** The text of an entry of a history, in one or two lines. */
export function EntryText(text: EntryTextProps) {
  return <TitleAndDetail styles={styles} {...text} />;
}
