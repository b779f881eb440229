import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PageHeader } from './page-header.tsx';
import styles from './screen.module.css';

export interface ScreenProps {
  title: string;
  onBack: () => void;
  /** At the right end of the title's line. */
  aside?: ReactNode;
  /** A line under the title: what the screen is about, or the control that changes it. */
  about?: ReactNode;
  /** The age of its data and a refresh button: Updated. */
  updated?: ReactNode;
  /** Wider, for screens in two columns. */
  wide?: boolean;
  /** The screen's main action, at the lower edge on a phone. */
  foot?: ReactNode;
  /** On a desk, the open entry beside its list. It has its own scroll. Escape leads back to the list. */
  beside?: { label: string; content: ReactNode; onLeave?: () => void } | null;
  /** What belongs to the content: beside it on a desk, else below it. A screen that may have some gives null for none. */
  side?: ReactElement | null;
  children: ReactNode;
}

/**
 * A screen of the signed-in area: header, then one calm column. The column is always the same element: what stands beside it comes
 * and goes with the data and with the window's width, and whoever types in the column types on.
 */
export function Screen({ title, onBack, aside, about, updated, wide, foot, beside, side, children }: ScreenProps) {
  return (
    <main className={beside ? styles.two : undefined}>
      <div className={classNames(styles.screen, beside ? styles.list : (wide || side) && styles.wide)}>
        <div className={styles.head}>
          <PageHeader title={title} onBack={onBack} aside={aside} hangs />
          {(about || updated) && (
            <div className={styles.line}>
              {typeof about === 'string' ? (
                // A press of the screen may change it.
                <p className={styles.about} dir="auto" aria-live="polite">
                  {about}
                </p>
              ) : (
                about
              )}
              {updated}
            </div>
          )}
        </div>
        {side === undefined ? (
          children
        ) : (
          <div className={classNames(styles.sided, side && styles.halves)}>
            <div className={styles.content}>{children}</div>
            {side && <div className={styles.content}>{side}</div>}
          </div>
        )}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
      {beside && <Pane {...beside} />}
    </main>
  );
}

function Pane({ label, content, onLeave }: NonNullable<ScreenProps['beside']>) {
  return (
    <section
      className={styles.beside}
      aria-label={label}
      tabIndex={-1}
      data-beside
      onKeyDown={(event) => leaves(event) && onLeave?.()}
    >
      {content}
    </section>
  );
}

/** Whether a key leaves the pane. A layer opened from it, or a list that unfolds in it, closes by the same key. */
function leaves(event: KeyboardEvent): boolean {
  return event.key === 'Escape' && !event.defaultPrevented && event.currentTarget.contains(event.target as Node);
}
