import { useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { words } from '../base/words.ts';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { useFocusBack } from '../hooks/title-focus.ts';
import { useFreePlace } from './free-place.ts';
import styles from './toast-region.module.css';
import { useEscape, usePausable } from './toast-time.ts';

export interface ToastMessage {
  id: string;
  text: string;
  tone?: 'success' | 'error';
  /** Milliseconds until it hides by itself: by default 3000 for a success (V3.14), and 10,000 for an error (D81). */
  duration?: number;
  /** Whether it outlives the session: a lock hides all others, which somebody else may read. */
  outlives?: boolean;
}

const SUCCESS_MS = 3000;
const ERROR_MS = 10_000;

/**
 * Short messages above everything, where they cover no button. Each hides at a press, and the newest at Escape. Each also hides
 * by itself. Its time stands while a pointer or the focus is on it, and while the window is not in front. Keep the region mounted:
 * screen readers only announce additions inside it.
 */
export function ToastRegion({ toasts, onHide }: { toasts: readonly ToastMessage[]; onHide: (id: string) => void }) {
  const region = useRef<HTMLDivElement>(null);
  useFreePlace(region, toasts);
  useEscape(region);
  return (
    <div ref={region} className={styles.region} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onHide={() => onHide(toast.id)} />
      ))}
    </div>
  );
}

function Toast({ toast, onHide }: { toast: ToastMessage; onHide: () => void }) {
  const { text, tone = 'success', duration = tone === 'error' ? ERROR_MS : SUCCESS_MS } = toast;
  const hide = useEffectEvent(onHide);
  // If it hid between a finger's touch and its click, the click would hit the element below.
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const { leave, onMouseDown, onFocus } = useFocusBack();
  const held = pointed || focused;
  usePausable(() => hide(), duration, held);
  return (
    <button
      type="button"
      className={styles.toast}
      data-tone={tone}
      data-held={held || undefined}
      onClick={({ currentTarget }) => {
        leave(currentTarget);
        ignoreSecondPress();
        onHide();
      }}
      onMouseDown={onMouseDown}
      // A toast that appears under a resting mouse is not pointed at, and would lie over a button for as long as it rests.
      onPointerMove={() => setPointed(true)}
      onPointerDown={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => {
        setFocused(true);
        onFocus(event);
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon name={tone === 'error' ? 'alert' : 'ok'} size={20} />
      <span dir="auto">{text}</span>
      {tone === 'error' && <Icon name="x" size={20} label={words.hide} />}
    </button>
  );
}
