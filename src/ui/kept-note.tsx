import type { ReactNode } from 'react';
import styles from './kept-note.module.css';

interface KeptNoteProps {
  /** An alert when it asks instead of tells. */
  role?: 'status' | 'alert';
  /** `about` is read with the text and not shown, where several notes offer the same. */
  choices: { text: string; about?: string; onPress: () => void }[];
  /** Something to see to, instead of something that was kept. */
  advises?: boolean;
  children: ReactNode;
}

/** Tells in a form that what was written before is being continued, with the ways on as links in its line. */
export function KeptNote({ role = 'status', choices, advises, children }: KeptNoteProps) {
  return (
    <div className={styles.note} data-advises={advises || undefined} role={role}>
      <p>{children}</p>
      {choices.map(({ text, about, onPress }) => (
        <button key={text} type="button" className={styles.choice} onClick={onPress}>
          {text}
          {about && <span className="visually-hidden">: {about}</span>}
        </button>
      ))}
    </div>
  );
}
