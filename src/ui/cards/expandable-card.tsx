import { type MouseEvent, type ReactNode, useId } from 'react';
import { Icon } from '../base/icon.tsx';
import { useGrowth } from '../hooks/grows.ts';
import { EntryMark } from '../lists/mark.tsx';
import { useEntryControl } from '../lists/tab-stop.ts';
import styles from './expandable-card.module.css';

interface ExpandableCardProps {
  /** What the button shows before its arrow. */
  head: ReactNode;
  open: boolean;
  onToggle: (event: MouseEvent) => void;
  /** The content, rendered only while open. */
  children: ReactNode;
}

/**
 * One entry of a history that expands in place. It has few elements, because thousands of cards scroll past and each element
 * is laid out.
 */
export function ExpandableCard({ head, open, onToggle, children }: ExpandableCardProps) {
  const inside = useId();
  const growth = useGrowth(open);
  return (
    <article className="surface">
      <button
        type="button"
        {...useEntryControl()}
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? inside : undefined}
        onClick={onToggle}
      >
        <EntryMark />
        {head}
        <Icon name="down" size={20} />
      </button>
      {open && (
        <div id={inside} className={growth}>
          <div className={styles.inside}>{children}</div>
        </div>
      )}
    </article>
  );
}
