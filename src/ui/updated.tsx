import { useEffect, useState } from 'react';
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

/** Long enough for a reader to take up how a refresh ended, in milliseconds. */
const HEARD_MS = 1000;

/** How old what stands here is, and the way to fetch it anew. Readers hear how a refresh they asked for ended, not each minute of age. */
export function Updated({ text, action, onRefresh, refreshing = false }: UpdatedProps) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked || refreshing) return;
    const timer = setTimeout(() => setAsked(false), HEARD_MS);
    return () => clearTimeout(timer);
  }, [asked, refreshing]);
  const press = () => {
    setAsked(true);
    onRefresh?.();
  };
  return (
    <p className={styles.updated}>
      <span aria-live={asked ? 'polite' : 'off'}>{text}</span>
      {onRefresh && (
        <span className={styles.way}>
          <span className={styles.dot} aria-hidden="true">
            ·
          </span>
          <button
            type="button"
            className={styles.action}
            aria-disabled={refreshing}
            onClick={() => refreshing || press()}
          >
            {action ?? words.refresh}
          </button>
        </span>
      )}
    </p>
  );
}
