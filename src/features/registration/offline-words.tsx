import { useOnline } from '#ui/hooks/use-online.ts';
import styles from './step-screen.module.css';
import { words } from './words.ts';

/** D29: tells, before anything is typed, which parts of the registration work offline. */
export function OfflineWords() {
  const online = useOnline();
  return <div role="status">{!online && <p className={styles.offline}>{words.offline}</p>}</div>;
}
