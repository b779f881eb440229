import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onSense } from '#senses/page.ts';
import { Logo } from '#ui/base/logo.tsx';
import { IconButton } from '#ui/controls/button.tsx';
import { Covering } from '#ui/layers/covering.tsx';
import styles from './at-counter.module.css';

interface AtCounterProps {
  name: string;
  /** Under the name: role and policy. */
  about: string;
  numbers: readonly { label: string; value: string }[];
  onClose: () => void;
}

/** 'Mostrar': the card fills the window, large and white in any theme, to be shown at a counter. */
export function AtCounter({ name, about, numbers, onClose }: AtCounterProps) {
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
      </div>
      <dl>
        {numbers.map(({ label, value }) => (
          <div key={label} className={styles.line}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.number} dir="auto">
              {value || '—'}
            </dd>
          </div>
        ))}
      </dl>
      {awake && <p className={styles.foot}>La pantalla sigue encendida.</p>}
    </Covering>
  );
}

/** Keeps the screen on where the browser can. The browser releases the lock when the page is hidden. */
function useWakeLock(): boolean {
  const [awake, setAwake] = useState(false);
  const held = useRef<WakeLockSentinel | null>(null);
  const hold = useEffectEvent(async (isMounted: () => boolean) => {
    if (document.visibilityState !== 'visible') return;
    // The lock may be refused (low battery) or unsupported. The card is shown all the same.
    const lock = await navigator.wakeLock?.request('screen').catch(() => null);
    if (!lock) return;
    if (!isMounted()) return void lock.release();
    held.current = lock;
    setAwake(true);
  });
  useEffect(() => {
    let here = true;
    const ask = () => void hold(() => here);
    ask();
    const stop = onSense(['shown'], ask);
    return () => {
      here = false;
      stop();
      void held.current?.release();
    };
  }, []);
  return awake;
}
