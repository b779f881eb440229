import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './columns.module.css';

/** Two sections side by side on a wide screen; `uneven` when the second one only advises. */
export function Columns({ uneven, children }: { uneven?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.columns, uneven && styles.uneven)}>{children}</div>;
}

/** A line of a list: a name, what is known of it, and its buttons. A hairline parts it from the one before. */
export function NamedItem({ name, detail, children }: { name: string; detail: string; children?: ReactNode }) {
  return (
    <li className={styles.item}>
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className="soft small">{detail}</span>
      </span>
      {children}
    </li>
  );
}
