import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './inactivity-notice.module.css';

/**
 * A finger that comes down on the button is itself a sign that puts the lock off. Were the notice gone at once, the tap would
 * land on what lies beneath: it stays so long that the hand on its way to the button finds it, in milliseconds.
 */
const LINGER_MS = 3000;

/** Said quietly two minutes before the lock. Any sign of the customer puts it off; the button is one that says so. */
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

  // The region is always there: readers only hear what changes inside it. `aria-live` in so many words: by it, an open dialog
  // that hides everything else from readers knows what it must leave.
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {shown && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p className={styles.text}>
            <b>¿Sigues aquí?</b> En menos de 2 minutos cerramos tu sesión para protegerte.
          </p>
          <Button
            className={styles.stay}
            look="primary"
            size="small"
            fit
            onClick={stay}
            // Who is typing goes on where they were: a press leaves the focus there, and from a key it goes back.
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
