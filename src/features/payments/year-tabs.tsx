import { useEffect, useRef } from 'react';
import styles from './year-tabs.module.css';

interface YearTabsProps {
  /** Labels, the newest first; '' for payments without a date. */
  years: readonly string[];
  /** The one that is looked at. */
  current: string | undefined;
  onChoose: (year: string) => void;
}

/** The way to a year. It stays at the window's upper edge, and follows what is looked at. */
export function YearTabs({ years, current, onChoose }: YearTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = current === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-current]');
    const strip = row.current;
    if (!tab || !strip) return;
    // Along the strip alone: `scrollIntoView` could move the page as well.
    strip.scrollTo?.({ left: tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 });
  }, [current]);
  return (
    <nav ref={row} className={styles.tabs} aria-label="Años">
      {years.map((year) => (
        <button
          key={year}
          type="button"
          className={styles.tab}
          aria-current={year === current ? 'true' : undefined}
          onClick={() => onChoose(year)}
        >
          {year || 'Sin fecha'}
        </button>
      ))}
    </nav>
  );
}
