import { createStore } from '#rules/store.ts';

/** Whether the backend no longer understands this version (D51). */
export const whetherOutdated = createStore(false);

/** Whether another tab's earlier version, which hears of nothing, keeps this one from opening the database (F22). */
export const whetherBlocked = createStore(false);

/** Whether another tab runs a newer version, which has changed the database's tables (F22). */
export const whetherOvertaken = createStore(false);

/**
 * Activates the new version and reloads the page with it. Resolves when that has not happened within 45 s (worker.ts).
 *
 * @param mayReload called when the new version is active: the customer may have begun to fill in a form meanwhile
 */
export type Take = (mayReload: () => boolean) => Promise<void>;

/** A new version that waits until the customer accepts it; null for none. The old page and its chunks keep working until then. */
export const offeredVersion = createStore<Take | null>(null);
