import { createStore } from '#rules/store.ts';

/** Whether the backend no longer understands this version (D51). */
export const whetherOutdated = createStore(false);

/** Whether another tab runs a newer version, which has changed the database's tables (F22). */
export const whetherOvertaken = createStore(false);
