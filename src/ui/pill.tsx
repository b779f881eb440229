import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './pill.module.css';
import { type Tone, tintOf } from './tone.ts';

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
  onChoose: () => void;
  children: ReactNode;
}

/** A pill that can be chosen, as in a row of insured persons or filters. */
export function ChoicePill({ chosen, onChoose, children }: ChoicePillProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={chosen} onClick={onChoose}>
      <span dir="auto">{children}</span>
    </button>
  );
}
