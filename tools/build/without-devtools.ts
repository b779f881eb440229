import type { Plugin } from 'vite';

const CLIENT = '@tanstack/devtools-event-client';
const NOBODY = '\0without-devtools';

/**
 * The form library tells a developer's panel of every answer that is typed, by events that any script of the page may hear. A
 * build has no such panel: nobody is told, and its code does not travel. `npm run check` looks for it in the build.
 */
export const withoutDevtools = (): Plugin => ({
  name: 'without-devtools',
  enforce: 'pre',
  resolveId: (id) => (id === CLIENT ? NOBODY : null),
  load: (id) => (id === NOBODY ? 'export class EventClient { emit() {} on() { return () => {}; } }' : null),
});
