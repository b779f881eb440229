import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { amparoServer } from './server/dev-plugin.ts';
import { storedHeaders } from './server/http/security-headers.ts';
import { onDemand } from './sw/on-demand.ts';
import { className } from './tools/build/class-names.ts';
import { compileBeside } from './tools/build/compile-beside.ts';
import { defineSettings } from './tools/build/define-settings.ts';
import { groups } from './tools/build/groups.ts';
import { listForWorker } from './tools/build/list-for-worker.ts';
import { packAssets } from './tools/build/pack-assets.ts';
import { prerenderStart } from './tools/build/prerender-start.ts';
import { sendingScript } from './tools/build/sending-script.ts';
import { webManifest } from './tools/build/web-manifest.ts';
import { withoutDevtools } from './tools/build/without-devtools.ts';

const worker = listForWorker(storedHeaders);
const sending = sendingScript();

/**
 * These change what a whole process has: its time zone, its timers, its cryptography, a module that others have loaded, who listens to
 * its page.
 */
const changesItsProcess = [
  'tests/rules/dates.test.ts',
  'tests/app/router.test.ts',
  'tests/app/update-prompt.test.tsx',
  'tests/app/worker.test.ts',
  'tests/app/prerender/**/*.test.{ts,tsx}',
  'tests/features/refunds/new-refund.test.tsx',
  'tests/server/password-cost.test.ts',
  'tests/server/recovery-page.test.ts',
  'tests/server/renewal.test.ts',
  'tests/server/tries.test.ts',
  'tests/sw/sending.test.ts',
  'tests/world/**/*.test.ts',
];
/**
 * These start the built server or a PostgreSQL, open databases on disk, or walk every row of the contract again and again:
 * `npm run test:server`, not a part of `npm test`.
 */
const ofTheServer = [
  'tests/process/**/*.test.ts',
  'tests/server/doctor.test.ts',
  'tests/server/field-rules.test.ts',
  'tests/server/folder-modes.test.ts',
  'tests/server/identity-migrated.test.ts',
  'tests/server/core/http-core.test.ts',
  'tests/server/core/reference-core.test.ts',
];
/** These start a whole cluster of Debian's programs: `npm run test:cluster`. */
const ofTheCluster = ['tests/cluster/**/*.test.ts'];

const elsewhere = [...ofTheServer, ...ofTheCluster];

const testing = Boolean(process.env.VITEST);
const everyTest = testing ? testFiles() : [];
const saying = (words: string) => everyTest.filter((file) => readFileSync(file, 'utf8').includes(words));
/** A file with this line takes long; `npm test` leaves it to `npm run test:depth`, which `.ci/run` runs too. */
const inDepth = saying('@module-tag depth');
/** The page has one device. Where other files had used the process, theirs was met instead of this one's, or of its stand-in. */
const ofTheirOwnProcess = [...changesItsProcess, ...saying("'#app/device.ts'")];
const shallow = everyTest.filter((file) => !inDepth.includes(file));
// Building and starting the app need not load the test runner.
// TEST_CLOCK=23:30, with a TZ, tries the tests at the edge of a day.
const movedClock = process.env.TEST_CLOCK
  ? ['--import', new URL('tools/shared/moved-clock.mjs', import.meta.url).href]
  : [];
const sequence = testing && { sequencer: (await import('./tests/alike-together.ts')).AlikeTogether };

/** Nothing after the build reads what tells it what it may leave out. Licences stay. */
const comments = { annotation: false, jsdoc: false };

export default defineConfig(({ command }) => ({
  plugins: [
    defineSettings(),
    // Tests load the app's modules alone. Each plugin more would look at every one of them.
    ...(testing ? [] : appPlugins(command)),
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    target: ['chrome87', 'safari15.4', 'firefox114'],
    // `npm run build` names a folder of its own; nothing is built over what is served.
    outDir: '.builds/loose/client',
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups }, comments } },
  },
  // A module worker keeps its lazily loaded parts in files of their own.
  worker: { format: 'es', plugins: () => [worker.ofWorkers], rolldownOptions: { output: { comments } } },
  test: {
    projects: [
      // Loading the modules, the database and React anew for each file would take half of the time.
      project('tests', everyTest, [...ofTheirOwnProcess, ...elsewhere, ...inDepth], { isolate: false }),
      project('alone', ofTheirOwnProcess, inDepth, {
        isolate: false,
        setupFiles: ['./tests/fresh-modules.ts', './tests/fresh-device.ts'],
      }),
      project('depth', inDepth, [...ofTheirOwnProcess, ...elsewhere], { isolate: false }),
      project('depth-alone', ofTheirOwnProcess, shallow),
      project('server', ofTheServer),
      project('server-cluster', ofTheCluster),
    ],
    // Node ends its whole process when a thread is let go while WebCrypto makes a key in it; a process just ends.
    pool: 'forks',
    // A page of rows and their copies die young; with the usual room for them a tenth of the time goes to moving them.
    // PGlite's code runs for seconds only. Compiling it a second time, for speed, takes more than it saves.
    execArgv: ['--max-semi-space-size=64', '--liftoff-only', ...movedClock],
    ...(sequence && { sequence }),
    tags: [{ name: 'depth', description: 'Drives a screen or a server through all of its states', timeout: 120_000 }],
    setupFiles: ['./tests/fresh-device.ts'],
    testTimeout: 30_000,
    // Starting the real server takes seconds on a busy machine.
    hookTimeout: 60_000,
    // What is looked for again and again comes late on a starved machine.
    expect: { poll: { timeout: 10_000 } },
    silent: 'passed-only',
    // Testing Library prints the document into every error, also into those that a wait expects.
    env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
    // One more would load all modules once more, which takes longer than what it gains. A check before landing keeps to two.
    maxWorkers: process.env.CI ? 2 : availableParallelism(),
    // A starved machine may delay a screen beyond the wait of its test; what fails twice has failed.
    retry: process.env.CI ? 1 : 0,
  },
}));

function testFiles(): string[] {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/${name}`);
}

function project(
  name: string,
  include: string[],
  exclude: string[] = [],
  more: { isolate?: boolean; setupFiles?: string[] } = {},
) {
  // An empty list would take the place of what a command line excludes.
  return { extends: true as const, test: { name, include, ...(exclude.length > 0 && { exclude }), ...more } };
}

function appPlugins(command: 'build' | 'serve'): PluginOption[] {
  return [
    react(),
    withoutDevtools(),
    compileBeside(),
    webManifest(),
    prerenderStart(),
    amparoServer(),
    worker.plugin,
    sending.plugin,
    packAssets(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: command === 'serve' ? 'development.ts' : 'sw.ts',
      manifest: false,
      injectRegister: false,
      registerType: 'prompt',
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,svg,webmanifest}'],
        // Icons are the browser's to fetch, when it installs the app or shows its tab; no screen draws one. What the worker
        // imports, the browser keeps with the worker.
        // What reads an invoice, or draws a code, comes with the first one (sw/on-demand.ts).
        globIgnores: ['screenshots/**', 'icons/**', 'assets/sending-*', ...onDemand.map((name) => `assets/${name}-*`)],
        // Hashed names already tell versions apart; without this the worker downloads each asset a second time.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [worker.transform],
      },
      devOptions: { enabled: true, type: 'module' },
      integration: { configureCustomSWViteBuild: sending.intoWorker },
    }),
  ];
}
