import { useEffect, useEffectEvent } from 'react';

interface OpenLayer {
  id: string;
  /** The screen below it. */
  screen: string;
  close: () => void;
}

/** Open layers, the topmost last. */
const layers: OpenLayer[] = [];
interface OwnStep {
  /** The closed layer whose entry it drops, and the screen below it. */
  id: string;
  screen: string;
  /** The address the customer opened before the step was done; '' when none. */
  overtakenBy: string;
}

/** Our own step back that drops a closed layer's entry, until it is done. Nobody else may handle its event. */
let ownStep: OwnStep | null = null;
/** A step that takes longer will never be done: a browser may drop one after another navigation. */
const STEP_MS = 1000;
let listening = false;
let counter = 0;
/** The number of closed layers whose entry still exists, and the callers that wait until there is none. */
let closing = 0;
let waiting: (() => void)[] = [];

/**
 * While open, the browser's Back closes the layer instead of leaving the page. Opening adds a history entry with the same
 * address, and going back over it closes the layer. Closing in another way removes the entry. If the customer has followed a
 * link from inside the layer, the entry stays and is skipped on the way back.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    hearBack();
    counter += 1;
    const layer = { id: `${performance.timeOrigin}-${counter}`, screen: screenNow(), close: () => close() };
    layers.push(layer);
    writeEntry({ ...window.history.state, amparoLayer: layer.id }, 'push');
    return () => {
      const index = layers.indexOf(layer);
      if (index >= 0) layers.splice(index, 1);
      closing += 1;
      // A link inside the layer navigates in the same task, so the entry is checked after that.
      setTimeout(() => dropEntry(layer), 0);
    };
  }, [open]);
}

/**
 * Writes an entry at this address past the router. It wraps the history's own methods and would take the entry for a navigation;
 * the prototype's are not wrapped.
 */
export function writeEntry(state: unknown, how: 'push' | 'replace'): void {
  History.prototype[`${how}State`].call(window.history, state, '');
}

/** Resolves when no closed layer has an entry left. An entry pushed onto such an entry would be dropped in its place. */
export async function layersGone(): Promise<void> {
  if (closing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}

/**
 * Call it before another screen's address replaces an open layer's entry. The layer then has no entry of its own, and must not
 * react to the next step back.
 */
export function forgetLayers(): void {
  layers.length = 0;
}

function closeAll(): void {
  for (const layer of [...layers].reverse()) layer.close();
}

/** The screen that the address names. The part after the question mark only says how it is shown. */
const screenNow = (): string => window.location.hash.split('?')[0] ?? '';

function dropEntry({ id, screen }: OpenLayer): void {
  if (window.history.state?.amparoLayer !== id) {
    dropped();
    return;
  }
  const step = { id, screen, overtakenBy: '' };
  ownStep = step;
  window.history.back();
  setTimeout(() => ownStep === step && dropped(), STEP_MS);
}

function dropped(): void {
  ownStep = null;
  closing -= 1;
  if (closing > 0) return;
  for (const go of waiting) go();
  waiting = [];
}

/** Whether it is the entry of a layer that is no longer open. */
const isLeft = (layer: unknown): boolean => layer !== undefined && !layers.some(({ id }) => id === layer);

/**
 * Call it before a router listens. Chromium calls listeners on the window in the order they were added, capturing or not. A
 * router that hears a step that only closes a layer would scroll the page to its top.
 */
export function hearBack(): void {
  if (listening) return;
  listening = true;
  // Captures and stops the event, because the router must not hear a step that only closes a layer.
  window.addEventListener(
    'popstate',
    (event) => {
      const at: unknown = event.state?.amparoLayer;
      if (ownStep && at !== ownStep.id && screenNow() !== ownStep.screen) {
        // The customer navigated before the step, which will still lead back from there.
        ownStep.overtakenBy = window.location.hash;
      } else if (ownStep) {
        event.stopImmediatePropagation();
        const { overtakenBy } = ownStep;
        // Another layer opened as this one closed. This one's entry was below and is dropped too.
        if (!overtakenBy && isLeft(at)) return window.history.back();
        dropped();
        if (overtakenBy) window.location.hash = overtakenBy;
        return;
      }
      if (isLeft(at)) {
        // A link left this layer's entry behind. The page's own entry is below it.
        event.stopImmediatePropagation();
        window.history.back();
        return;
      }
      const top = layers.at(-1);
      if (!top || at === top.id) return;
      // Another screen's address, typed or from a link, is no step over the layer: the layer's entry has the same address. The
      // router hears of it first. A screen that writes its address as a layer closes would lead back to itself.
      if (screenNow() !== top.screen) {
        setTimeout(closeAll, 0);
        return;
      }
      event.stopImmediatePropagation();
      top.close();
    },
    { capture: true },
  );
}
