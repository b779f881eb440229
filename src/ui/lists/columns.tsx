import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './columns.module.css';

/** Two sections side by side on a wide screen; `uneven` when the second one only advises. */
export function Columns({ uneven, children }: { uneven?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.columns, uneven && styles.uneven)}>{children}</div>;
}
