import type { ReactNode } from 'react';
import styles from './live-region.module.css';

interface LiveRegionProps {
  /** Whether its words are of the moment: the last home is drawn without them. */
  passing?: boolean;
  children: ReactNode;
}

/**
 * A place for words that come and go while one looks. It is there before them, since a region that is born with its words is
 * not announced by every screen reader (WCAG 4.1.3). Empty, it takes no room.
 */
export const LiveRegion = ({ passing, children }: LiveRegionProps) => (
  <div role="status" className={styles.region} data-passing={passing ? '' : undefined}>
    {children}
  </div>
);
