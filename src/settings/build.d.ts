import type { Settings } from './schema.ts';

declare global {
  /**
   * The build replaces each member by its value (tools/build/define-settings.ts). Code reads `#settings/settings.ts`; only a
   * condition whose other branch must leave no trace in the build reads a member here.
   */
  const __SETTINGS__: Settings;
}
