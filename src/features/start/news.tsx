import { useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import styles from './news.module.css';
import { waitingText, words } from './words.ts';

/**
 * What the customer should know before signing in: why they are here again, and what has not been sent. The waiting line
 * is always in the page, empty and hidden by style, so that the boot script can fill it before the first paint.
 */
export function News({ waiting, notice }: { waiting: number; notice?: string | null | undefined }) {
  // The static page knows no notice; showing it only now keeps React's first drawing equal to that page.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <div className={styles.news}>
      {alive && notice && (
        <p className={styles.notice} role="alert">
          <Icon name="clock" />
          <span dir="auto">{notice}</span>
        </p>
      )}
      {/* The boot script takes the mark away when it fills the line; React then finds it so. */}
      <p className={styles.waiting} suppressHydrationWarning data-empty={waiting === 0 || undefined}>
        <Icon name="refund" />
        {/* Filled by the boot script or still empty: either is right when React takes the page over. */}
        <span suppressHydrationWarning data-waiting data-one={words.waitingOne} data-many={words.waitingMany}>
          {waitingText(waiting)}
        </span>
      </p>
    </div>
  );
}
