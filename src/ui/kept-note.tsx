import type { ReactNode } from 'react';
import styles from './kept-note.module.css';

interface KeptNoteProps {
  /** An alert when it asks instead of tells. */
  role?: 'status' | 'alert';
  choices: { text: string; onPress: () => void }[];
  children: ReactNode;
}

/** Tells in a form that what was written before is being continued, with the ways on as links in its line. */
export function KeptNote({ role = 'status', choices, children }: KeptNoteProps) {
  return (
    <div className={styles.note} role={role}>
      <p>{children}</p>
      {choices.map(({ text, onPress }) => (
        <button key={text} type="button" className={styles.choice} onClick={onPress}>
          {text}
        </button>
      ))}
    </div>
  );
}
