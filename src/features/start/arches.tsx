import { Arches, Sheltered } from '#ui/base/arches.tsx';
import styles from './arches.module.css';

/** A figure under the arches. On a device that a passkey opens, or that greets somebody, it is a closed door with a keyhole. */
export function StartArches() {
  return (
    <Arches className={styles.arches}>
      <g className={styles.door}>
        <path d="M99 480V232a96 96 0 0 1 192 0v248z" />
        <path d="M174 292a40 40 0 1 1 42 0l13 72a6 6 0 0 1-6 7h-56a6 6 0 0 1-6-7z" />
        <circle cx="195" cy="258" r="16" />
      </g>
      <Sheltered className={styles.figure} />
    </Arches>
  );
}
