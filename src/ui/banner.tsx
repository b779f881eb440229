import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  /** 'neutral' for one that lies over the page. */
  tone?: 'info' | 'waiting' | 'alert' | 'neutral';
  icon?: IconName;
  children: ReactNode;
  /** Makes the whole banner a button that dismisses it or leads somewhere. */
  onPress?: () => void;
  /** Whether the press leads somewhere; shows an arrow instead of a cross. */
  leads?: boolean;
  pressLabel?: string;
}

/** A calm strip for news that does not interrupt: no connection, queued requests, a new version. */
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
