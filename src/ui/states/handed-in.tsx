import { type ReactNode, useLayoutEffect } from 'react';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { focusTitle } from '../hooks/title-focus.ts';
import styles from './handed-in.module.css';
import { ArchSign } from './states.tsx';

interface HandedInProps {
  standing: 'sent' | 'queued' | 'refused';
  title: string;
  /** Says where the request is now. */
  text: string;
  /** Says what is wrong with the request. */
  problem?: string;
  /** Two buttons or links that lead on; none where the way leads on another device. */
  actions?: ReactNode;
  children?: ReactNode;
}

const signs = {
  sent: { icon: 'ok', tone: 'ok' },
  queued: { icon: 'clock', tone: 'warn' },
  refused: { icon: 'alert', tone: 'bad' },
} as const;

/** The screen after something was handed in: its state, its details, and where to go from here. */
export function HandedIn({ standing, title, text, problem, actions, children }: HandedInProps) {
  // The buttons here appear where the customer just pressed to hand it in.
  useLayoutEffect(() => ignoreSecondPress(), []);
  return (
    <main className={styles.screen}>
      <div className={styles.top}>
        <ArchSign {...signs[standing]} />
        <h1 ref={focusTitle} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.state} role="status">
          {text}
        </p>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}

/** The frame of that screen for other content, such as a loading text. */
export function HandedInFrame({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>;
}
