import { useEffect } from 'react';
import { MissingPart } from '#senses/part.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { whetherOvertaken } from './version.ts';

/** An error this long after a press is not its result and is only logged. */
const AFTER_PRESS_MS = 30_000;
/** Errors within this time share one message. */
const QUIET_MS = 10_000;

const WORDS = 'Algo no funcionó. Inténtalo de nuevo; si vuelve a pasar, cierra la app y ábrela otra vez.';

/** Says that the customer's last action failed, when nothing else has said it. A bug of ours must not be silent. */
export function Unexpected() {
  const say = useToast();
  useEffect(() => hearUnexpected(() => say({ text: WORDS, tone: 'error' })), [say]);
  return null;
}

/** Calls `tell` for an uncaught error after a press, at most once in QUIET_MS. Returns a function that stops it. */
export function hearUnexpected(tell: () => void): () => void {
  let pressed = Number.NEGATIVE_INFINITY;
  let told = Number.NEGATIVE_INFINITY;
  const press = () => {
    pressed = performance.now();
  };
  const hear = (reason: unknown) => {
    const now = performance.now();
    if (isNoise(reason) || now - pressed > AFTER_PRESS_MS || now - told < QUIET_MS) return;
    told = now;
    tell();
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => hear(reason);
  // Pictures that do not load and late observers also fire 'error' events, without an error.
  const thrown = ({ error }: ErrorEvent) => error && hear(error);
  for (const sign of presses) window.addEventListener(sign, press, { capture: true, passive: true });
  window.addEventListener('unhandledrejection', rejected);
  window.addEventListener('error', thrown);
  return () => {
    for (const sign of presses) window.removeEventListener(sign, press, { capture: true });
    window.removeEventListener('unhandledrejection', rejected);
    window.removeEventListener('error', thrown);
  };
}

const presses = ['pointerdown', 'keydown', 'click'] as const;

/** The engines' words for a failed request or import, which is a TypeError in each. A bug of ours may be one too. */
const NETWORK_WORDS = /^(Failed to fetch|NetworkError|Load failed|network error|error loading|Importing a module)/;

/** Aborted work, errors of a missing connection, and those that the notice of a newer version already explains (F22). */
function isNoise(reason: unknown): boolean {
  const name = reason instanceof Error || reason instanceof DOMException ? reason.name : '';
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  if (reason instanceof MissingPart && !navigator.onLine) return true;
  if (name === 'TypeError' && !navigator.onLine && NETWORK_WORDS.test((reason as Error).message)) return true;
  return name === 'DatabaseClosedError' && whetherOvertaken.now();
}
