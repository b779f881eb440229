import type { ReactNode, Ref } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './page-header.module.css';
import { words } from './words.ts';

interface PageHeaderProps {
  title: ReactNode;
  /** The router focuses the title through this when the screen opens. */
  titleRef?: Ref<HTMLHeadingElement>;
  onBack?: () => void;
  backLabel?: string;
  /** A cross for leaving a journey at its first step. */
  backIcon?: 'back' | 'x';
  /** Progress beside the back button; the title then stands large below it. */
  bar?: ReactNode;
  /** A small line over a large title: 'Paso 4 de 4 · Ambulatorio'. */
  above?: ReactNode;
  /** At the right edge: a mark, a button, Updated. */
  aside?: ReactNode;
}

/** The top of a screen: way back, the one h1, and what belongs beside it. */
export function PageHeader({ title, titleRef, onBack, backLabel, backIcon, bar, above, aside }: PageHeaderProps) {
  const heading = (
    <h1
      ref={titleRef}
      tabIndex={-1}
      dir="auto"
      className={bar ? styles.large : styles.title}
      // The window's title says the step too.
      data-title={typeof title === 'string' && typeof above === 'string' ? `${title} · ${above}` : undefined}
    >
      {title}
    </h1>
  );
  const back = onBack && (
    <IconButton
      className={styles.back}
      icon={backIcon ?? 'back'}
      label={backLabel ?? (backIcon === 'x' ? words.close : words.back)}
      onClick={onBack}
    />
  );
  return (
    <header className={styles.header}>
      <div className={classNames(styles.row, !onBack && !bar && styles.bare)}>
        {back}
        <div className={styles.middle}>{bar ?? heading}</div>
        {aside}
      </div>
      {bar && (
        <div className={styles.below}>
          {above && <p className={styles.above}>{above}</p>}
          {heading}
        </div>
      )}
    </header>
  );
}
