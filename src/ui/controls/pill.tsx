import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { type Tone, tintOf } from '../base/tone.ts';
import { useTabIndex } from '../lists/tab-stop.ts';
import styles from './pill.module.css';

/** A status as text. The colour only supports it. */
export function Pill({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames(styles.pill, tintOf(tone))}>
      {icon && <Icon name={icon} size={16} />}
      <span dir="auto">{children}</span>
    </span>
  );
}

interface ChoicePillProps {
  chosen: boolean;
  /** What it answers, where a screen has several of its name. Screen readers read it after the text. */
  about?: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

/** A pill that can be chosen, as in a row of insured persons or filters. */
export function ChoicePill({ chosen, about, onChoose, children }: ChoicePillProps) {
  return (
    <button type="button" tabIndex={useTabIndex()} className={styles.choice} aria-pressed={chosen} onClick={onChoose}>
      <span dir="auto">{children}</span>
      {about && <span className="visually-hidden">: {about}</span>}
    </button>
  );
}
