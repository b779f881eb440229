/** An entry of the browser's history, as far as it says how to get there. */
export interface Entry {
  /** The screen that its address names, without the part after the question mark. */
  screen: string;
  /** The router's key. Entries of layers and steps have the key of the screen they belong to. */
  key: string | undefined;
  /** The id of the layer that wrote it. */
  layer: string | undefined;
  /** Whether a screen wrote it for one of its steps. */
  step: boolean;
}

/** What the app knows when the browser has moved to an entry. */
export interface Situation {
  /** The ids of open layers, the topmost last. */
  layers: readonly string[];
  /** The app's own move, not ended yet: the screen it began on, and whether the customer has meanwhile opened another. */
  travel: { screen: string; overtaken: boolean } | null;
  /** The key of the entry that the router shows. */
  shown: string | undefined;
  /** Whether the screen on display keeps its steps as entries. */
  keepsSteps: boolean;
}

export type Order =
  /** One more step back: the entry belongs to a layer that is no longer open. */
  | 'back'
  /** The app's own move has ended. */
  | 'end-travel'
  /** Notes the address that the customer opened before the app's own move was done. That move will still lead back. */
  | 'note-address'
  /** Opens the noted address again. */
  | 'open-noted'
  | 'close-top-layer'
  /** Comes after the router. A screen that writes its address as a layer closes would lead back to itself. */
  | 'close-all-layers'
  | 'show-step'
  | 'tell-router';

/**
 * What follows when the browser has moved to an entry: by Back or Forward, by a typed address, by a plain link, or by the
 * app's own move. Its table is tests/history/decide.test.ts.
 */
export function decide({ layers, travel, shown, keepsSteps }: Situation, to: Entry): readonly Order[] {
  const isLeft = to.layer !== undefined && !layers.includes(to.layer);
  const moved = to.key !== shown;
  if (travel && to.screen === travel.screen) {
    if (travel.overtaken) return ['end-travel', 'open-noted'];
    if (isLeft) return ['back'];
    return moved ? ['end-travel', 'tell-router'] : ['end-travel'];
  }
  if (travel) return ['note-address', 'tell-router', 'close-all-layers'];
  if (isLeft) return ['back'];
  if (layers.length > 0 && moved) return ['tell-router', 'close-all-layers'];
  if (layers.length > 0) return to.layer === layers.at(-1) ? [] : ['close-top-layer'];
  if (keepsSteps && to.step) return moved ? ['tell-router', 'show-step'] : ['show-step'];
  return ['tell-router'];
}
