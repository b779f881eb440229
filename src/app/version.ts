import { createStore } from '#rules/store.ts';

/** Whether the backend no longer understands this version (D51). */
export const whetherOutdated = createStore(false);

/** Whether another tab's earlier version, which hears of nothing, keeps this one from opening the database (F22). */
export const whetherBlocked = createStore(false);

/** Whether another tab runs a newer version, which has changed the database's tables (F22). */
export const whetherOvertaken = createStore(false);
