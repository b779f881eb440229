import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

interface FigureTableProps {
  caption: ReactNode;
  /** Whether the caption is for screen readers only. */
  hiddenCaption?: boolean;
  heads: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** A table of figures: what they are about in the first column, the figures at the end of theirs. */
export function FigureTable({ caption, hiddenCaption, heads, children }: FigureTableProps) {
  return (
    <table className={styles.table}>
      <caption className={hiddenCaption ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
