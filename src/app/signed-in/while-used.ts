import type { Why } from '#mirror/plan.ts';
import { onSense } from '#senses/page.ts';
import { onSigns } from './signs.ts';

const EVERY_MS = 60_000;
/** What the worker sends when a push arrives (sw/told.ts). */
const PUSHED = 'amparo-pushed';
/** After so many minutes without a sign of the customer nothing is done. */
const USED_MINUTES = 5;

export interface Used {
  /** Whether the page is visible and was used within five minutes. */
  isLooking(): boolean;
  stop(): void;
}

/**
 * Calls `look` now, every minute while this page is visible and used, and at once when the customer or the connection returns or
 * a push arrives. While the page is hidden or idle it is not called. It reads no clock, which whoever holds the device could set
 * back.
 */
export function whileUsed(look: (why: Why) => void): Used {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  /** A push came while nobody looked. */
  let isTold = false;
  const isVisible = () => document.visibilityState === 'visible';
  const begin = (why: Why) => {
    clearTimeout(timer);
    if (!isVisible()) return;
    timer = setTimeout(minute, EVERY_MS);
    look(why);
  };
  const minute = () => {
    if (idle >= USED_MINUTES) return;
    idle += 1;
    begin('minute');
  };
  const use = () => {
    const returns = idle >= USED_MINUTES;
    idle = 0;
    if (returns) begin('return');
  };
  const hear = ({ data }: MessageEvent) => {
    if (data !== PUSHED) return;
    isTold = !isVisible();
    begin('pushed');
  };
  const comeBack = () => {
    idle = 0;
    begin(isTold ? 'pushed' : 'return');
    isTold &&= !isVisible();
  };
  const unsign = onSigns(use);
  const unsense = onSense(['shown', 'hidden', 'back', 'online'], comeBack);
  navigator.serviceWorker?.addEventListener('message', hear);
  begin('start');
  return {
    isLooking: () => isVisible() && idle < USED_MINUTES,
    stop() {
      clearTimeout(timer);
      unsign();
      unsense();
      navigator.serviceWorker?.removeEventListener('message', hear);
    },
  };
}
