import styles from './arch-sign.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { type Tone, tintOf } from './tone.ts';

interface ArchSignProps {
  icon: IconName;
  tone: Tone;
}

/** A large icon under a small arch, above the title of a state or an outcome. */
export function ArchSign({ icon, tone }: ArchSignProps) {
  return (
    <span className={classNames(styles.arch, tintOf(tone))}>
      <Icon name={icon} size={32} />
    </span>
  );
}
