import { classNames } from '#ui/class-names.ts';
import styles from './start-page.module.css';

/**
 * Someone under three arches: the house's sign of shelter. Where a passkey opens the device, the door is closed: a keyhole. The
 * lower edge is cut by what stands below.
 */
export function Arches() {
  return (
    <svg className={styles.arches} viewBox="0 0 390 446" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <g className={styles.rings}>
        <path className={styles.far} d="M-20 480V232a215 215 0 0 1 430 0v248" />
        <path className={styles.near} d="M35 480V232a160 160 0 0 1 320 0v248" />
        <path className={styles.warm} d="M90 480V232a105 105 0 0 1 210 0v248" />
      </g>
      <g className={classNames(styles.keyhole, styles.passkey)}>
        <path d="M99 480V232a96 96 0 0 1 192 0v248z" />
        <path d="M174 292a40 40 0 1 1 42 0l13 72a6 6 0 0 1-6 7h-56a6 6 0 0 1-6-7z" />
        <circle cx="195" cy="258" r="16" />
      </g>
      <g className={classNames(styles.person, styles.plain)}>
        <circle cx="195" cy="254" r="40" />
        <path d="M123 480v-78a72 72 0 0 1 144 0v78z" />
      </g>
    </svg>
  );
}
