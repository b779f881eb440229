import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  tone?: 'info' | 'waiting' | 'alert';
  icon?: IconName;
  children: ReactNode;
  /** The whole banner becomes a button: to dismiss it or to go where it points. */
  onPress?: () => void;
  /** What the press does, when it points somewhere; shows an arrow instead of a cross. */
  leads?: boolean;
  pressLabel?: string;
}

/** A calm strip for what the customer should know while going on: no connection, something waits, a new version. */
export function Banner({ tone = 'info', icon, children, onPress, leads, pressLabel }: BannerProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span className={styles.text}>{children}</span>
      {onPress && <Icon name={leads ? 'next' : 'x'} size={20} label={pressLabel} />}
    </>
  );
  return (
    <div role="status">
      {onPress ? (
        <button type="button" className={styles.banner} data-tone={tone} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <div className={styles.banner} data-tone={tone}>
          {inside}
        </div>
      )}
    </div>
  );
}
