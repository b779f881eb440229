import type { ReactNode } from 'react';
import styles from './live-region.module.css';

/**
 * A place for words that come and go while one looks. It is there before them, since a region that is born with its words is
 * not announced by every screen reader (WCAG 4.1.3). Empty, it takes no room.
 */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.region}>
    {children}
  </div>
);
