import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';

interface TitleAndDetailProps {
  /** The classes `text`, `title` and perhaps `detail` of the piece it is part of. */
  styles: Readonly<Record<string, string>>;
  title: ReactNode;
  detail?: ReactNode;
  /** Content below the detail. */
  children?: ReactNode;
}

/** A title and a line of detail, each in the direction of its own script. */
export function TitleAndDetail({ styles, title, detail, children }: TitleAndDetailProps) {
  return (
    <span className={styles.text}>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      {detail && (
        <span className={classNames('detail', styles.detail)} dir="auto">
          {detail}
        </span>
      )}
      {children}
    </span>
  );
}
