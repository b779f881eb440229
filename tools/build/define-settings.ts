import { loadEnv, type Plugin } from 'vite';
import { parseSettings, type Settings } from '../../src/settings/schema.ts';

/** Puts the settings of the build into `#settings/settings.ts`. A wrong setting fails the build with its name. */
export function defineSettings(): Plugin {
  let settings: Settings;
  return {
    name: 'amparo:settings',
    config({ root = process.cwd() }, { mode }) {
      settings = parseSettings(loadEnv(mode, root, 'VITE_'));
      const members = Object.entries(settings).map(([name, value]) => [`__SETTINGS__.${name}`, JSON.stringify(value)]);
      return { define: Object.fromEntries(members) };
    },
    // The development server defines names in the page only; the service worker reads this module too.
    transform(code, id) {
      if (id.endsWith('/src/settings/settings.ts')) return code.replaceAll('__SETTINGS__', JSON.stringify(settings));
    },
  };
}
