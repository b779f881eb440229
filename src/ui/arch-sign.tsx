import styles from './arch-sign.module.css';
import { Icon, type IconName } from './icon.tsx';

interface ArchSignProps {
  icon: IconName;
  tone: 'calm' | 'good' | 'waiting' | 'bad';
}

/** A large icon under a small arch, above the title of a state or an outcome. */
export function ArchSign({ icon, tone }: ArchSignProps) {
  return (
    <span className={styles.arch} data-tone={tone}>
      <Icon name={icon} size={32} />
    </span>
  );
}
