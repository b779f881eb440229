/**
 * Which modules share a file. Each file costs a round trip, so there are few: the code of every page, of the start page, of
 * home, and a handful for the screens. A module belongs to the first group that names it or something that imports it.
 */
const sources = (...paths: string[]) => new RegExp(`/src/(?:${paths.join('|')})`);

/** What a page runs before React. */
const everyStart = sources(
  'app/(main|register-worker|trusted-types|prerender/first-touch|last-home/(page|drawing))\\.',
  'shims/',
  'database/(last-home|name|row-context)\\.',
  'session/inactivity\\.',
  'vault/codec\\.',
);

export const groups = [
  {
    name: 'shell',
    test: new RegExp(`preload-helper|rolldown.runtime|${everyStart.source}`),
  },
  // Libraries change with their versions only, so that a change of ours does not bring them anew.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|valibot)\// },
  { name: 'start', test: sources('app/begin\\.') },
  {
    name: 'libraries',
    test: /\/node_modules\/(dexie|dexie-react-hooks|comlink|use-sync-external-store|@tanstack\/(history|react-router|router-core|store|react-store))\//,
  },
  { name: 'home', test: sources('app/(tree|device|draining|enter)\\.', 'app/signed-in/', 'features/home/') },
  // What several screens share, the pieces of forms above all.
  { name: 'pieces', test: /./, minShareCount: 2 },
  { name: 'registration', test: sources('features/registration/', 'app/visitor/') },
  { name: 'lists', test: sources('countries/lists/') },
  {
    name: 'reading',
    test: sources(
      'features/(payments|invoices|documents|health-card|dependents|beneficiaries|news/|refunds/(history|detail)-)',
    ),
  },
  {
    name: 'asking',
    test: sources(
      'features/(again|refunds|help|passkeys|password|pending|personal-information|received|sessions|settings)/',
    ),
  },
].map((group, at, all) => ({ ...group, priority: all.length - at }));
