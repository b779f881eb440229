import { useEffect, useState } from 'react';
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
  };

  // The region is always there: readers only hear what changes inside it.
  return (
    <div className={styles.place} role="status">
      {shown && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p className={styles.text}>
            <b>¿Sigues aquí?</b> En menos de 2 minutos cerramos tu sesión para protegerte.
          </p>
          <Button className={styles.stay} look="primary" size="small" fit onClick={stay}>
            Seguir conectado
          </Button>
        </div>
      )}
    </div>
  );
}
