import { decide, type Entry, type Order } from './decide.ts';

/** The router's part, told when the browser has moved to an entry of another screen. */
interface ToldRouter {
  /** The entry has no state: a plain link or a typed address has made it. The router gives it a key and an index. */
  name: () => void;
  tell: () => void;
}

interface OpenLayer {
  id: string;
  close: () => void;
}

/** A browser may drop a move that follows soon after another navigation. One that takes longer will never be done. */
const MAX_TRAVEL_MS = 1000;
/** Taken once, so that a test in which time stands still leaves no move waiting for ever. */
const { setTimeout: later } = globalThis;

/** Open layers, the topmost last. */
const layers: OpenLayer[] = [];
/** The app's own move, until the browser has moved. */
let travelling: { screen: string; end: () => void } | null = null;
/** The address that the customer opened before that move was done; '' for none. */
let noted = '';
/** One move at a time. It resolves when none is under way and no closed layer has an entry left. */
let last: Promise<void> = Promise.resolve();
let router: ToldRouter | null = null;
let stepKeeper: ((step: unknown) => void) | null = null;
/** The key of the entry that the router shows. */
let shown: string | undefined;
let isListening = false;
let counter = 0;

/** Hears where the browser went, for all. Nothing else in the app listens to `popstate`. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  shown = entryNow().key;
  window.addEventListener('popstate', () => {
    if (window.history.state === null) router?.name();
    const travel = travelling && { screen: travelling.screen, overtaken: noted !== '' };
    const open = layers.map(({ id }) => id);
    for (const order of decide({ layers: open, travel, shown, keepsSteps: stepKeeper !== null }, entryNow())) {
      carryOut[order]();
    }
  });
}

const carryOut: Record<Order, () => void> = {
  back: () => window.history.back(),
  'end-travel': () => travelling?.end(),
  'note-address': () => {
    noted = window.location.hash;
  },
  'open-noted': () => {
    window.location.hash = noted;
    noted = '';
  },
  'close-top-layer': () => layers.at(-1)?.close(),
  'close-all-layers': () => {
    setTimeout(() => {
      for (const layer of [...layers].reverse()) layer.close();
    }, 0);
  },
  'show-step': () => stepKeeper?.(stepNow()),
  'tell-router': () => {
    shown = entryNow().key;
    router?.tell();
  },
};

function entryNow(): Entry {
  const state: { __TSR_key?: string; amparoLayer?: string; amparoStep?: unknown } = window.history.state ?? {};
  return {
    screen: screenNow(),
    key: state.__TSR_key,
    layer: state.amparoLayer,
    step: state.amparoStep !== undefined,
  };
}

/** The screen that the address names. The part after the question mark only says how it is shown. */
const screenNow = (): string => window.location.hash.split('?')[0] ?? '';

/** Call it once, when the router begins. */
export function tellRouter(told: ToldRouter): void {
  listen();
  router = told;
  shown = entryNow().key;
  // A page that was reloaded with an open layer is on the layer's entry.
  if (isOnLayer()) void travel(-1);
}

/** Writes an entry of a screen for the router. @param address behind the hash */
export function writeScreen(address: string, state: unknown, how: 'push' | 'replace'): void {
  window.history[`${how}State`](state, '', `#${address}`);
  shown = entryNow().key;
}

/** Adds an entry for a layer at this address. @returns a function that drops the entry once the layer is closed */
export function openLayer(close: () => void): () => void {
  listen();
  counter += 1;
  const layer = { id: `${performance.timeOrigin}-${counter}`, close };
  const screen = screenNow();
  layers.push(layer);
  window.history.pushState({ ...window.history.state, amparoLayer: layer.id }, '');
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
    // A link inside the layer navigates in the same task, so the entry is looked at after that. Such an entry stays, and is
    // passed over on the way back.
    void inTurn(async () => {
      await new Promise<void>((after) => later(after, 0));
      if (window.history.state?.amparoLayer === layer.id) await move(-1, screen);
    });
  };
}

/**
 * Call it before another screen's address replaces an open layer's entry. The layer then has no entry of its own, and must not
 * react to the next step back.
 */
export function forgetLayers(): void {
  layers.length = 0;
}

/** Closes the topmost layer by going back over its entry. @returns false when the entry is not a layer's */
export function backOverLayer(): boolean {
  if (isOnLayer()) window.history.back();
  else return false;
  return true;
}

const isOnLayer = (): boolean => entryNow().layer !== undefined;

/** Resolves when no closed layer has an entry left. An entry pushed onto such an entry would be dropped in its place. */
export const layersGone = (): Promise<void> => last;

/**
 * Moves through the history without telling anyone but the router, and that only when the entry is another screen's.
 * It resolves when the browser has moved, or has dropped the move.
 *
 * @param address behind the hash, which that entry gets before the router hears of it: one screen is drawn, not two
 */
export const travel = (by: number, address?: string): Promise<void> => {
  listen();
  return inTurn(() => move(by, screenNow(), address));
};

function inTurn(task: () => Promise<void>): Promise<void> {
  last = last.then(task);
  return last;
}

function move(by: number, screen: string, address?: string): Promise<void> {
  return new Promise((resolve) => {
    const arrived = () => {
      if (address !== undefined) window.history.replaceState(window.history.state, '', `#${address}`);
      end();
    };
    const mine = { screen, end: arrived };
    function end() {
      if (travelling === mine) travelling = null;
      resolve();
    }
    travelling = mine;
    window.history.go(by);
    later(() => {
      if (travelling === mine) noted = '';
      end();
    }, MAX_TRAVEL_MS);
  });
}

/** Writes an entry for a step of the screen on display, at the same address. */
export function writeStep(step: unknown, how: 'push' | 'replace'): void {
  const { amparoLayer: _, ...state } = window.history.state ?? {};
  window.history[`${how}State`]({ ...state, amparoStep: step }, '');
}

/** What `writeStep` wrote into the present entry; undefined for none. */
export const stepNow = (): unknown => window.history.state?.amparoStep;

/** Shows the step of an entry that Back or Forward leads to. @returns a function that ends it */
export function keepSteps(show: (step: unknown) => void): () => void {
  listen();
  stepKeeper = show;
  return () => {
    if (stepKeeper === show) stepKeeper = null;
  };
}
