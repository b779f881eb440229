import { type KeyboardEvent, useEffect, useRef } from 'react';
import { plainKey } from '../base/plain-key.ts';
import styles from './year-tabs.module.css';

interface YearTabsProps {
  /** Labels, the newest first; '' for what has no date. */
  years: readonly string[];
  /** The chosen year, if one is. */
  current: string | undefined;
  onChoose: (year: string) => void;
}

/**
 * Buttons that lead to a year, in a row that scrolls. The chosen one is marked.
 * Arrow keys move between them. A single year is no choice, and is not shown.
 */
export function YearTabs({ years, current, onChoose }: YearTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const newest = years[0];
  // Until the list is read, only some years are there.
  const place = current === undefined ? -1 : years.indexOf(current);
  useEffect(() => {
    // The strip begins at the newest year. Measuring it would lay out the page before the screen is painted.
    if (place < 0 || (!hasMoved.current && place === 0)) return;
    hasMoved.current = true;
    const strip = row.current;
    const tab = strip?.querySelector<HTMLElement>('[aria-current]');
    if (!tab || !strip) return;
    // `scrollIntoView` could scroll the page as well, so only the strip is scrolled.
    strip.scrollTo?.({ left: tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 });
  }, [place]);
  const stop = years[Math.max(0, place)];
  // Fourteen years are one stop of Tab.
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const tabs = [...event.currentTarget.querySelectorAll('button')];
    const at = tabs.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[plainKey(event)];
    if (to === undefined || !tabs[to]) return;
    event.preventDefault();
    tabs[to].focus();
  };
  // The row keeps its place.
  if (years.length === 1 && (current === undefined || current === newest)) return <span className={styles.tabs} />;
  return (
    <nav ref={row} className={styles.tabs} aria-label="Años" onKeyDown={step}>
      {years.map((year) => (
        <button
          key={year}
          type="button"
          tabIndex={year === stop ? 0 : -1}
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
