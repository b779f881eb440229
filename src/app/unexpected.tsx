import { useEffect } from 'react';
import { useToast } from '#ui/toasts.tsx';
import { isOvertaken } from './overtaken.ts';

/** What fails so long after a press, in milliseconds, is no answer to it: it stands in the console alone. */
const AFTER_PRESS = 30_000;
/** One word is enough for what fails together, in milliseconds. */
const QUIET = 10_000;

const WORDS = 'Algo no funcionó. Inténtalo de nuevo; si vuelve a pasar, cierra la app y ábrela otra vez.';

/** Says calmly that what the customer just did failed, when nothing else has told it: a defect of ours must not be silent. */
export function Unexpected() {
  const say = useToast();
  useEffect(() => hearUnexpected(() => say({ text: WORDS, tone: 'error', duration: 6000 })), [say]);
  return null;
}

/** Calls `tell` for what nobody caught, after a press and at most once in ten seconds. Returns the way to stop. */
export function hearUnexpected(tell: () => void): () => void {
  let pressed = Number.NEGATIVE_INFINITY;
  let told = Number.NEGATIVE_INFINITY;
  const press = () => {
    pressed = performance.now();
  };
  const hear = (reason: unknown) => {
    const now = performance.now();
    if (isNoise(reason) || now - pressed > AFTER_PRESS || now - told < QUIET) return;
    told = now;
    tell();
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => hear(reason);
  // Pictures that do not load and observers that come late say 'error' too, without one.
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

/** What was called off, what the missing connection explains, and what the page says already of a newer version (F22). */
function isNoise(reason: unknown): boolean {
  const name = reason instanceof Error || reason instanceof DOMException ? reason.name : '';
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  // A request or a part of the app that could not be fetched is a TypeError in every browser.
  if (name === 'TypeError' && !navigator.onLine) return true;
  return name === 'DatabaseClosedError' && isOvertaken();
}
