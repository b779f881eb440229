import { createContext, useContext } from 'react';
import styles from './mark.module.css';

/** What happened to an entry of a list while the customer looked at it. */
export interface Mark {
  /** 'Recién llegado', for who does not see the tint. */
  word: string;
  /** A new number for each event, so that each one's tint begins anew. */
  turn: number;
}

/** The mark of the entry inside; null for none. */
export const MarkContext = createContext<Mark | null>(null);

/**
 * The tint that says for a while that an entry is new or has changed, over the positioned element it stands in, and the word
 * for it. Nothing moves and nothing is covered.
 */
export function EntryMark() {
  const mark = useContext(MarkContext);
  return (
    mark && (
      <span key={mark.turn} className={styles.mark}>
        <span className="visually-hidden">{mark.word}. </span>
      </span>
    )
  );
}
