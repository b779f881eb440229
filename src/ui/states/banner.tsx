import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { type Tone, tintOf } from '../base/tone.ts';
import { useFocusBack } from '../hooks/title-focus.ts';
import styles from './banner.module.css';

interface BannerProps {
  /** 'neutral' for one that lies over the page. */
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
  /** Makes the whole banner a button that dismisses it or leads somewhere. */
  onPress?: () => void;
  /** Whether the press leads somewhere; shows an arrow instead of a cross. */
  leads?: boolean;
  pressLabel?: string;
}

/**
 * A calm strip for news that does not interrupt: no connection, queued requests, a new version. One that comes while somebody
 * looks stands in a `LiveRegion`.
 */
export function Banner({ tone = 'ceiba', icon, children, onPress, leads, pressLabel }: BannerProps) {
  const { leave, ...stay } = useFocusBack();
  const look = { className: classNames(styles.banner, tintOf(tone)), 'data-tone': tone };
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span className="grow">{children}</span>
      {onPress && <Icon name={leads ? 'next' : 'x'} size={20} label={pressLabel} />}
    </>
  );
  return onPress ? (
    <button
      type="button"
      {...look}
      {...(!leads && stay)}
      onClick={({ currentTarget }) => {
        if (!leads) leave(currentTarget);
        onPress();
      }}
    >
      {inside}
    </button>
  ) : (
    <div {...look}>{inside}</div>
  );
}
