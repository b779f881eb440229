import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** Two sections side by side on a wide screen. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
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
