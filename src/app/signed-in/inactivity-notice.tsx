import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './inactivity-notice.module.css';

/** Said quietly two minutes before the lock. Any sign of the customer puts it off; the button is one that says so. */
export function InactivityNotice({ near, onStay }: { near: boolean; onStay: () => void }) {
  // The region is always there: readers only hear what changes inside it.
  return (
    <div className={styles.place} role="status">
      {near && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p className={styles.text}>
            <b>¿Sigues aquí?</b> En menos de 2 minutos cerramos tu sesión para protegerte.
          </p>
          <Button className={styles.stay} look="primary" size="small" fit onClick={onStay}>
            Seguir conectado
          </Button>
        </div>
      )}
    </div>
  );
}
