import { useEffect, useState } from 'react';
import { onSense } from '#senses/page.ts';
import { Logo } from '#ui/base/logo.tsx';
import { IconButton } from '#ui/controls/button.tsx';
import { Covering } from '#ui/layers/covering.tsx';
import styles from './at-counter.module.css';
import { ReadOut } from './grouped.tsx';

interface AtCounterProps {
  name: string;
  /** Under the name: role and policy. */
  about: string;
  /** The day of birth in words; '' when it is not known. */
  born: string;
  numbers: readonly { label: string; value: string }[];
  onClose: () => void;
}

/** 'Mostrar': the card fills the window, large and white in any theme, to be shown at a counter. */
export function AtCounter({ name, about, born, numbers, onClose }: AtCounterProps) {
  const awake = useWakeLock();
  return (
    <Covering className={styles.layer} label={`Carnet de ${name}`} onClose={onClose}>
      <div className={styles.top}>
        <Logo size="small" />
        <IconButton icon="x" label="Cerrar" onClick={onClose} />
      </div>
      <div className={styles.who}>
        <p className={styles.label} dir="auto">
          {about}
        </p>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {born && (
          <p className={styles.born}>
            <span className={styles.label}>Nacimiento:</span> {born}
          </p>
        )}
      </div>
      <dl>
        {numbers.map(({ label, value }) => (
          <div key={label} className={styles.line}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.number} dir="auto">
              {value ? <ReadOut value={value} /> : '—'}
            </dd>
          </div>
        ))}
      </dl>
      {awake && <p className={styles.foot}>La pantalla sigue encendida.</p>}
    </Covering>
  );
}

/** Keeps the screen on where the browser can, and says whether it is kept. */
function useWakeLock(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    let here = true;
    let held: WakeLockSentinel | null = null;
    const hold = async () => {
      if (!here || held || document.visibilityState !== 'visible') return;
      // The lock may be refused (low battery) or unsupported. The card is shown all the same.
      const lock = await navigator.wakeLock?.request('screen').catch(() => null);
      if (!lock) return;
      held = lock;
      // The browser lets it go when the page is hidden, or when the battery is low.
      lock.addEventListener('release', () => {
        held = null;
        if (here) setAwake(false);
      });
      if (here) setAwake(true);
      else void lock.release();
    };
    // One after another: of two that are asked for at once the first would stay when the card is closed.
    let asking = hold();
    const stop = onSense(['shown'], () => {
      asking = asking.then(hold);
    });
    return () => {
      here = false;
      stop();
      void held?.release();
    };
  }, []);
  return awake;
}
