import { useState } from 'react';
import { ignoreSecondPress } from '#ui/second-press.ts';
import styles from './start-again.module.css';

/**
 * Tells that an earlier draft is being continued, and offers to drop it. It asks in its own place: a dialog would leave an
 * entry in the history just where the steps are being walked back.
 */
export function StartAgain({ onAgain }: { onAgain: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <div className={styles.note} role="status">
        <p>
          <b>Seguimos donde lo dejaste.</b> Todo lo que escribiste está aquí.
        </p>
        <button
          type="button"
          className={styles.choice}
          onClick={() => {
            setAsking(true);
            ignoreSecondPress();
          }}
        >
          Empezar de nuevo
        </button>
      </div>
    );
  }
  return (
    <div className={styles.note} role="alert">
      <p>
        <b>¿Empezar de nuevo?</b> Se borrarán de este dispositivo las respuestas y los archivos de esta solicitud, que
        aún no se ha enviado.
      </p>
      {/* First, in the place of the button just pressed: what a slow second tap hits must not be the one that erases. */}
      <button type="button" className={styles.choice} onClick={() => setAsking(false)}>
        Seguir con esta
      </button>
      <button type="button" className={styles.choice} onClick={() => void onAgain()}>
        Borrar y empezar de nuevo
      </button>
    </div>
  );
}
