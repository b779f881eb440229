import type { ReactNode, Ref } from 'react';
import { IconButton } from '../controls/button.tsx';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { classNames } from './class-names.ts';
import styles from './page-header.module.css';
import { words } from './words.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** Ref to the h1, to focus it when the screen opens. */
  titleRef?: Ref<HTMLHeadingElement>;
  onBack?: () => void;
  /** A cross leaves a form at its first step. */
  backIcon?: 'back' | 'x';
  /** Progress beside the back button. The title is then large and below it. */
  bar?: ReactNode;
  /** A small line over a large title: 'Paso 4 de 4 · Ambulatorio'. */
  above?: ReactNode;
  /** The window's title. The browser keeps it in its history, so it holds nothing of a customer. */
  windowTitle?: string;
  /** At the right edge: a logo, a button, or Updated. */
  aside?: ReactNode;
  /** On a desk the arrow hangs in the margin, so that titles share one edge with what is below them. */
  hangs?: boolean;
}

/** The top of a screen: back button, the only h1, and elements beside it. */
export function PageHeader({
  title,
  titleRef,
  onBack,
  backIcon,
  bar,
  above,
  windowTitle,
  aside,
  hangs,
}: PageHeaderProps) {
  const heading = (
    <h1 ref={titleRef} tabIndex={-1} dir="auto" className={bar ? undefined : styles.title} data-title={windowTitle}>
      {title}
    </h1>
  );
  const back = onBack && (
    <IconButton
      className={styles.back}
      icon={backIcon ?? 'back'}
      label={backIcon === 'x' ? words.close : words.back}
      onClick={() => {
        // The previous screen, or step, has its own back button at the same place.
        ignoreSecondPress();
        onBack();
      }}
    />
  );
  return (
    <header className="stack-5">
      <div
        className={classNames(
          styles.row,
          !onBack && !bar && styles.bare,
          hangs && styles.hangs,
          Boolean(aside) && styles.shared,
        )}
      >
        {back}
        <div className="grow">{bar ?? heading}</div>
        {aside}
      </div>
      {bar && (
        <div>
          {above && <p className={styles.above}>{above}</p>}
          {heading}
        </div>
      )}
    </header>
  );
}
