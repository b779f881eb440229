import { type ReactNode, useLayoutEffect } from 'react';
import styles from './handed-in.module.css';
import { Icon } from './icon.tsx';
import { ignoreSecondPress } from './second-press.ts';
import { focusTitle } from './title-focus.ts';

interface HandedInProps {
  standing: 'sent' | 'queued' | 'refused';
  title: string;
  /** Where it is now. */
  text: string;
  /** What is wrong with it. */
  problem?: string;
  /** Two ways on. */
  actions: ReactNode;
  children: ReactNode;
}

const icons = { sent: 'ok', queued: 'clock', refused: 'alert' } as const;

/** The screen after something was handed in: where it stands, what there is to show of it, and the ways on. */
export function HandedIn({ standing, title, text, problem, actions, children }: HandedInProps) {
  // What leads on from here comes up where it was just handed in.
  useLayoutEffect(() => ignoreSecondPress(), []);
  return (
    <main className={styles.screen}>
      <div className={styles.top}>
        <span className={styles.arch} data-state={standing}>
          <Icon name={icons[standing]} size={32} />
        </span>
        <h1 ref={focusTitle} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.state} role="status">
          {text}
        </p>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      {children}
      <div className={styles.actions}>{actions}</div>
    </main>
  );
}

/** The same screen while it has nothing to say yet, or something else. */
export function HandedInFrame({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>;
}
