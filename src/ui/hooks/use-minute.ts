import { useSyncExternalStore } from 'react';
import { onSense } from '#senses/page.ts';

const MINUTE_MS = 60_000;

const watchers = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
let stop = () => {};

/** The time, updated each minute and when the page becomes visible, so that 'hace 5 min' stays true. */
export function useMinute(): Date {
  return useSyncExternalStore(watch, read);
}

/** The time is not updated while nobody watches. */
function read(): Date {
  if (watchers.size === 0 && Math.abs(Date.now() - now.getTime()) > 1000) now = new Date();
  return now;
}

/** One timer for all watchers. It stops while the page is hidden, where it would only wake the phone. */
function watch(changed: () => void): () => void {
  watchers.add(changed);
  if (watchers.size === 1) {
    stop = onSense(['shown', 'hidden'], look);
    look();
  }
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    stop();
    clearInterval(timer);
  };
}

function look(): void {
  clearInterval(timer);
  if (document.visibilityState === 'hidden') return;
  timer = setInterval(tick, MINUTE_MS);
  tick();
}

function tick(): void {
  now = new Date();
  for (const changed of watchers) changed();
}
