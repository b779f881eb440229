import { useEffect, useState } from 'react';
import { Icon } from '#ui/base/icon.tsx';
import styles from './news.module.css';
import { waitingText, words } from './words.ts';

interface NewsProps {
  /** Whoever is greeted reads it elsewhere (D72). */
  greets: boolean;
  waiting: number;
  notice?: string | null | undefined;
}

/** Tells before sign-in why the customer is here again and how many requests wait. */
export function News({ greets, waiting, notice }: NewsProps) {
  // The static page has no notice. Showing it after mounting keeps React's first render equal to that page.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <div className={styles.news}>
      {alive && !greets && notice && (
        <p className={styles.notice} role="alert">
          <Icon name="clock" />
          <span dir="auto">{notice}</span>
        </p>
      )}
      <Waiting count={greets ? 0 : waiting} one={words.waitingOne} many={words.waitingMany} />
    </div>
  );
}

/** The line is always in the page, empty and hidden, so that the boot script can fill it before the first paint. */
export function Waiting({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    // The boot script removes `data-empty` when it fills the line.
    <p className={styles.waiting} suppressHydrationWarning data-empty={count === 0 || undefined}>
      <Icon name="clock" />
      {/* The line may be filled or empty when React hydrates. */}
      <span suppressHydrationWarning data-waiting data-one={one} data-many={many}>
        {waitingText(count, one, many)}
      </span>
    </p>
  );
}
