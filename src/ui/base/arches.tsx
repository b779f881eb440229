import type { ReactNode } from 'react';
import styles from './arches.module.css';

interface ArchesProps {
  /** The drawing under the innermost arch, on a grid of 390 by 446 with the arch's centre at 195, 232. */
  children: ReactNode;
  className?: string | undefined;
  /** Visible height on that grid, which cuts the arches' legs. */
  depth?: number;
}

/** Three arches, the brand's sign of shelter. Elements below cover their lower edge. */
export function Arches({ children, className, depth = 446 }: ArchesProps) {
  return (
    <svg className={className} viewBox={`0 0 390 ${depth}`} preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <g className={styles.rings}>
        <path className={styles.far} d="M-20 480V232a215 215 0 0 1 430 0v248" />
        <path className={styles.near} d="M35 480V232a160 160 0 0 1 320 0v248" />
        <path className={styles.warm} d="M90 480V232a105 105 0 0 1 210 0v248" />
      </g>
      {children}
    </svg>
  );
}

/** A person under the arches. */
export function Sheltered({ className }: { className?: string | undefined }) {
  return (
    <g className={`${styles.person} ${className ?? ''}`}>
      <circle cx="195" cy="254" r="40" />
      <path d="M123 480v-78a72 72 0 0 1 144 0v78z" />
    </g>
  );
}
