import { type RefObject, useEffect, useEffectEvent } from 'react';

const closesAfter = 100;

/**
 * Lets customers pull a bottom sheet down by its grip. It follows the finger, closes when released more than 100 px lower, and
 * springs back otherwise. The sheet needs a CSS transition on transform that `data-dragging` switches off.
 */
export function useDragDown(
  sheet: RefObject<HTMLElement | null>,
  grip: RefObject<HTMLElement | null>,
  onClose: () => void,
  open = true,
): void {
  // Callers are drawn anew at any time, also while a finger pulls.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const handle = grip.current;
    if (!handle || !open) return;
    let start: number | null = null;

    const pull = (event: PointerEvent) => (start === null ? 0 : Math.max(0, event.clientY - start));
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a, input')) return;
      start = event.clientY;
      handle.setPointerCapture(event.pointerId);
      sheet.current?.setAttribute('data-dragging', '');
    };
    const move = (event: PointerEvent) => {
      if (start !== null) sheet.current?.style.setProperty('transform', `translateY(${pull(event)}px)`);
    };
    const up = (event: PointerEvent) => {
      if (start === null) return;
      const far = event.type === 'pointerup' && pull(event) > closesAfter;
      start = null;
      sheet.current?.removeAttribute('data-dragging');
      sheet.current?.style.removeProperty('transform');
      if (far) close();
    };

    handle.addEventListener('pointerdown', down);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', up);
    handle.addEventListener('pointercancel', up);
    return () => {
      handle.removeEventListener('pointerdown', down);
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', up);
      handle.removeEventListener('pointercancel', up);
    };
  }, [sheet, grip, open]);
}
