import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './sign.module.css';
import { type Tone, tintOf } from './tone.ts';

export interface SignProps {
  icon: IconName;
  /** ceiba for actions, neutral for things. */
  tone?: Tone;
  large?: boolean;
}

/** Initials in a circle, the customer's without a tone. Screen readers skip it, because the name stands beside it. */
export const Avatar = ({ initials, tone }: { initials: string; tone?: Tone }) => (
  <span className={classNames(styles.avatar, tone ? tintOf(tone) : styles.own)} aria-hidden="true">
    {initials}
  </span>
);

/** An icon on a tinted square, at the start of a row or card. */
export function Sign({ icon, tone = 'neutral', large }: SignProps) {
  return (
    <span className={classNames(styles.sign, tintOf(tone))} data-large={large}>
      <Icon name={icon} size={large ? 24 : 20} />
    </span>
  );
}
