import { useOnline } from '#ui/use-online.ts';
import styles from './step-screen.module.css';
import { words } from './words.ts';

/** D29: what of a registration works without a connection, said before anything is typed. */
export function OfflineWords() {
  const online = useOnline();
  return <div role="status">{!online && <p className={styles.offline}>{words.offline}</p>}</div>;
}
