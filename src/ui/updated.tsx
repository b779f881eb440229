import styles from './updated.module.css';
import { words } from './words.ts';

interface UpdatedProps {
  /** 'Actualizado hace 5 min', or 'No pudimos actualizar'. */
  text: string;
  /** 'Actualizar' unless said otherwise; without onRefresh only the text is shown. */
  action?: string;
  onRefresh?: () => void;
  refreshing?: boolean;
}

/** How old what stands here is, and the way to fetch it anew. */
export function Updated({ text, action, onRefresh, refreshing = false }: UpdatedProps) {
  return (
    <p className={styles.updated}>
      <span role="status">{text}</span>
      {onRefresh && (
        <span className={styles.way}>
          <span className={styles.dot} aria-hidden="true">
            ·
          </span>
          <button
            type="button"
            className={styles.action}
            aria-disabled={refreshing}
            onClick={() => refreshing || onRefresh()}
          >
            {action ?? words.refresh}
          </button>
        </span>
      )}
    </p>
  );
}
