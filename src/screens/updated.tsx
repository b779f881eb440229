import { useEffect, useState } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { words } from '#ui/base/words.ts';
import styles from './updated.module.css';

interface UpdatedProps {
  /** 'Actualizado hace 5 min', or 'No pudimos actualizar'. */
  text: string;
  /** What one sees of it where there is less room: 'Hace 5 min'. The whole text is read out. */
  brief?: string | undefined;
  /** 'Actualizar' by default. Without onRefresh only the text is shown. */
  action?: string;
  onRefresh?: () => void;
  refreshing?: boolean;
}

/** Long enough for a screen reader to announce the result of a refresh. */
const HEARD_MS = 1000;

/** The age of a screen's data and a refresh button. Screen readers announce the result of a refresh, not each new age. */
export function Updated({ text, brief, action, onRefresh, refreshing = false }: UpdatedProps) {
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
    <p className={classNames(styles.updated, brief !== undefined && styles.brief)}>
      <span className={styles.text} aria-live={asked ? 'polite' : 'off'}>
        {brief === undefined ? (
          text
        ) : (
          <>
            <span className="visually-hidden">{text}</span>
            <span aria-hidden="true">{brief}</span>
          </>
        )}
      </span>
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
