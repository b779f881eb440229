import { useOnline } from '#ui/hooks/use-online.ts';
import styles from './step-screen.module.css';
import { words } from './words.ts';

export interface OfflineWordsProps {
  /** What this step needs the connection for; undefined for a step that goes on without one. */
  needs?: keyof typeof words.needs | undefined;
  /** Whether the step waits for the connection, whatever the browser believes. */
  waiting?: boolean;
}

/** D29: tells, before anything is typed, which parts of the registration work offline. */
export function OfflineWords({ needs, waiting = false }: OfflineWordsProps) {
  const online = useOnline();
  const text = needs ? words.needs[needs] : words.offline;
  return <div role="status">{(waiting || !online) && <p className={styles.offline}>{text}</p>}</div>;
}
