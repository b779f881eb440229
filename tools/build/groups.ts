/**
 * Says which modules share a file. Each file costs a round trip, so there are few: for every page, for the start page, for
 * home, and some for the screens. A module belongs to the first group that names it or something that imports it.
 */
const sources = (...paths: string[]) => new RegExp(`/src/(?:${paths.join('|')})`);

/** The modules that a page runs before React. */
const everyStart = sources('app/(main|worker|take-launched|trusted-types|hint|prerender/first-touch)\\.', 'shims/');

export const groups = [
  {
    name: 'shell',
    test: new RegExp(`preload-helper|rolldown.runtime|${everyStart.source}`),
  },
  // Libraries have files of their own, so that a change of ours does not make customers load them again.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|valibot)\// },
  // What a start page asks the database without its library. Before the start page's own, which an untouched page does not load.
  { name: 'standing', test: sources('app/(true-hint|drain-here)\\.', 'database/(standing|as-it-is|name)\\.') },
  { name: 'start', test: sources('app/begin\\.') },
  {
    name: 'libraries',
    test: /\/node_modules\/(dexie|dexie-react-hooks|comlink|use-sync-external-store|@tanstack\/(history|react-router|router-core|store|react-store))\//,
  },
  {
    name: 'home',
    test: sources(
      'app/(tree|device|draining|enter|own-address)\\.',
      'app/signed-in/',
      'features/home/(?!first-steps/|policy-list-dialog|pending-account)',
    ),
  },
  // What draws a PDF of text loads when somebody asks for one.
  { name: 'sheet', test: sources('pdf/(page|letters|colon)\\.', 'features/payments/sheet-pdf\\.') },
  // Whoever comes by a link to the registration waits for this alone. Other forms use most of it too.
  { name: 'residence', test: sources('app/visitor/', 'features/registration/residence-screen\\.') },
  // Modules that several screens share, above all the pieces of forms.
  { name: 'pieces', test: /./, minShareCount: 2 },
  // Draws the code that leads from a desk to a phone, both of which need a connection (sw/on-demand.ts).
  { name: 'qr', test: /\/node_modules\/uqr\// },
  // What reads an invoice comes with the first one.
  { name: 'paper', test: sources('features/refunds/paper/') },
  { name: 'registration', test: sources('features/registration/') },
  { name: 'lists', test: sources('countries/lists/', 'countries/[\\w-]+/places\\.') },
  {
    name: 'reading',
    test: sources('features/(payments|invoices|documents|health-card|people/|news/|refunds/(history|detail)-)'),
  },
  // Every other screen, so that a new one needs no line here.
  { name: 'asking', test: sources('features/') },
].map((group, index, all) => ({ ...group, priority: all.length - index }));
