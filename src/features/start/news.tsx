import { useEffect, useState } from 'react';
import { Icon } from '#ui/base/icon.tsx';
import styles from './news.module.css';
import { waitingText, words } from './words.ts';

/**
 * Tells before sign-in why the customer is here again and how many requests wait. The waiting line is always in the page,
 * empty and hidden, so that the boot script can fill it before the first paint.
 */
export function News({ waiting, notice }: { waiting: number; notice?: string | null | undefined }) {
  // The static page has no notice. Showing it after mounting keeps React's first render equal to that page.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <div className="stack-2">
      {alive && notice && (
        <p className={styles.notice} role="alert">
          <Icon name="clock" />
          <span dir="auto">{notice}</span>
        </p>
      )}
      {/* The boot script removes `data-empty` when it fills the line. */}
      <p className={styles.waiting} suppressHydrationWarning data-empty={waiting === 0 || undefined}>
        <Icon name="refund" />
        {/* The line may be filled or empty when React hydrates. */}
        <span suppressHydrationWarning data-waiting data-one={words.waitingOne} data-many={words.waitingMany}>
          {waitingText(waiting)}
        </span>
      </p>
    </div>
  );
}
