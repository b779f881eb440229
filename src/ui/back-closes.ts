import { useEffect, useEffectEvent } from 'react';

interface OpenLayer {
  id: string;
  /** The screen it lies over. */
  screen: string;
  close: () => void;
}

/** Layers that are open now, the topmost last. */
const layers: OpenLayer[] = [];
interface OwnStep {
  /** The closed layer whose entry it drops, and the screen beneath it. */
  id: string;
  screen: string;
  /** Where the customer went before the step was done; '' when nowhere. */
  overtakenBy: string;
}

/** The step back that we took ourselves to drop a closed layer's entry, until it is done; its event is ours alone. */
let ownStep: OwnStep | null = null;
/** A step that was not done after so long never will be, in milliseconds: a browser may drop one that was overtaken. */
const STEP_MS = 1000;
let listening = false;
let counter = 0;
/** Closed layers whose entry is still there, and who waits until none is. */
let closing = 0;
let waiting: (() => void)[] = [];

/**
 * While open, the browser's Back closes the layer instead of leaving the page: opening adds a history entry with the same
 * address, and going back over it closes. Closing in another way removes the entry again, unless the customer has already
 * moved on to another page from inside the layer: that entry is passed over on the way back.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    hearBack();
    counter += 1;
    const layer = { id: `${performance.timeOrigin}-${counter}`, screen: screenNow(), close: () => close() };
    layers.push(layer);
    // The router wraps history.pushState and would take this entry for a navigation; the prototype's own method is silent.
    History.prototype.pushState.call(window.history, { ...window.history.state, amparoLayer: layer.id }, '');
    return () => {
      const place = layers.indexOf(layer);
      if (place >= 0) layers.splice(place, 1);
      closing += 1;
      // A link inside the layer navigates in the same turn: look again when that has settled.
      setTimeout(() => dropEntry(layer), 0);
    };
  }, [open]);
}

/** Resolves when no closed layer has an entry left to drop: what is pushed onto one would be taken for it. */
export async function layersGone(): Promise<void> {
  if (closing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}

/**
 * To be called before the address of an open layer's entry is replaced by another screen's: it has no entry to step back
 * over any more, and must not take the next step for one.
 */
export function forgetLayers(): void {
  layers.length = 0;
}

function closeAll(): void {
  for (const layer of [...layers].reverse()) layer.close();
}

/** The screen the address names; what stands behind the question mark only says how it is shown. */
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

/** The entry of a layer that is not open any more. */
const isLeft = (layer: unknown): boolean => layer !== undefined && !layers.some(({ id }) => id === layer);

/**
 * To be called before a router listens. In Chromium what listens on the window itself is called in the order it came, capturing
 * or not, and a router that hears of a step that only closes a layer scrolls the page to its top.
 */
export function hearBack(): void {
  if (listening) return;
  listening = true;
  // Capturing and stopping: the router must not hear a step that only closes a layer.
  window.addEventListener(
    'popstate',
    (event) => {
      const at: unknown = event.state?.amparoLayer;
      if (ownStep && at !== ownStep.id && screenNow() !== ownStep.screen) {
        // The customer was faster than the step, which will lead back from there all the same.
        ownStep.overtakenBy = window.location.hash;
      } else if (ownStep) {
        event.stopImmediatePropagation();
        const { overtakenBy } = ownStep;
        // One layer closed as the other opened: the first one's entry was beneath, and goes too.
        if (!overtakenBy && isLeft(at)) return window.history.back();
        dropped();
        if (overtakenBy) window.location.hash = overtakenBy;
        return;
      }
      if (isLeft(at)) {
        // The entry of a layer that a link left behind: beneath it lies the page itself.
        event.stopImmediatePropagation();
        window.history.back();
        return;
      }
      const top = layers.at(-1);
      if (!top || at === top.id) return;
      // Another screen's address, typed or followed: not a step over the layer, whose entry has the address beneath it.
      if (screenNow() !== top.screen) return closeAll();
      event.stopImmediatePropagation();
      top.close();
    },
    { capture: true },
  );
}
