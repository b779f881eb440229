import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../base/class-names.ts';
import { tintOf } from '../base/tone.ts';
import styles from './kept-note.module.css';

interface KeptNoteProps {
  /** An alert when it asks a question; none in a region that was there before its words. */
  role?: 'status' | 'alert' | 'none';
  /** Screen readers read `about` after the text, where several notes offer the same. It is not shown. */
  choices: { text: string; about?: string; onPress: () => void }[];
  /** Whether it gives advice, instead of saying what was kept. */
  advises?: boolean;
  children: ReactNode;
}

/** Says in a form that an earlier draft goes on, with choices as links in the same line. */
export function NoteWithChoices({ role = 'status', choices, advises, children }: KeptNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  const pressed = useRef<Element | null>(null);
  // A choice whose press replaces it, as by a question, hands the focus to the first of those that came.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return;
    pressed.current = null;
    if (document.activeElement === document.body) note.current?.querySelector('button')?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={note}
      className={classNames(styles.note, tintOf(advises ? 'warn' : 'ceiba'), advises && styles.advice)}
      role={role}
    >
      <p>{children}</p>
      {choices.map(({ text, about, onPress }) => (
        <button
          key={text}
          type="button"
          className={styles.choice}
          onClick={({ currentTarget }) => {
            pressed.current = currentTarget;
            onPress();
          }}
        >
          {text}
          {about && <span className="visually-hidden">: {about}</span>}
        </button>
      ))}
    </div>
  );
}
