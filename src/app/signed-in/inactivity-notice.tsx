import { useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/base/icon.tsx';
import { Button } from '#ui/controls/button.tsx';
import styles from './inactivity-notice.module.css';

/**
 * How long the notice stays after the lock was postponed. A finger on the button already counts as activity. If the notice
 * disappeared at once, the tap would hit what is below it.
 */
const LINGER_MS = 3000;

/** Announces the lock two minutes before. Any activity postpones it; the button is a visible way to do so. */
export function InactivityNotice({ near, onStay }: { near: boolean; onStay: () => void }) {
  const [wasNear, setWasNear] = useState(false);
  const [shown, setShown] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  if (near !== wasNear) {
    setWasNear(near);
    if (near) setShown(true);
  }
  useEffect(() => {
    if (near || !shown) return;
    const timer = setTimeout(() => setShown(false), LINGER_MS);
    return () => clearTimeout(timer);
  }, [near, shown]);

  const stay = () => {
    onStay();
    setShown(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };

  // The region is always mounted, since screen readers only announce changes inside it. `aria-live` is explicit, so that an
  // open dialog does not hide the region from screen readers.
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {shown && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p className={styles.text}>
            <b>¿Sigues aquí?</b> En menos de 2 minutos cerramos tu sesión para protegerte.
          </p>
          <Button
            className="push"
            look="primary"
            size="small"
            fit
            onClick={stay}
            // The customer can go on typing: a press does not move the focus, and after a key it returns.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={(event) => {
              cameFrom.current = event.relatedTarget;
            }}
          >
            Seguir conectado
          </Button>
        </div>
      )}
    </div>
  );
}
