import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast-region.module.css';

export interface ToastMessage {
  id: string;
  text: string;
  tone?: 'success' | 'error';
  /** Milliseconds until it hides by itself. */
  duration?: number;
}

const standardDuration = 3000;

/** Short messages that come and go above everything. Each hides by itself or at a press. Keep the region mounted: readers only hear what changes inside it. */
export function ToastRegion({ toasts, onHide }: { toasts: readonly ToastMessage[]; onHide: (id: string) => void }) {
  return (
    <div className={styles.region} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onHide={() => onHide(toast.id)} />
      ))}
    </div>
  );
}

function Toast({ toast, onHide }: { toast: ToastMessage; onHide: () => void }) {
  const { text, tone = 'success', duration = standardDuration } = toast;
  const hide = useEffectEvent(onHide);
  // Hidden between a finger's touch and its click, it would let the click through to what lies beneath.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hide(), duration);
    return () => clearTimeout(timer);
  }, [duration, held]);
  return (
    <button
      type="button"
      className={styles.toast}
      data-tone={tone}
      onClick={onHide}
      onPointerDown={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon name={tone === 'error' ? 'alert' : 'ok'} size={20} />
      <span dir="auto">{text}</span>
    </button>
  );
}
