import { defineConfig } from '@playwright/test';

/** The engines that are not Chromium. `.ci/engine-tests.mjs` starts this with the projects that can run here. */
const all = process.env.AMPARO_ENGINES_ALL === '1';

/** What Firefox runs without --all: signing in, reading, a refund asked for offline, two faults of the queue, and its question. */
const core = new RegExp(
  [
    'signs in on a phone and finds home',
    'a wrong password says so',
    'costarica@demo.test reads everything',
    'F2. the server took it and its answer was lost',
    'F4. two pages and the worker drain twenty',
    'F23. a browser without background sync: what was queued goes',
    'the browser is asked to keep the storage once, after',
  ].join('|'),
);

const firefox = {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'es-CR',
  timezoneId: 'America/Costa_Rica',
  screenshot: 'off' as const,
  trace: 'off' as const,
  actionTimeout: 20_000,
  launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
};

export default defineConfig({
  outputDir: '../../test-results/engines',
  globalSetup: '../journeys/harness/seed.ts',
  fullyParallel: true,
  workers: 2,
  timeout: all ? 300_000 : 200_000,
  // In milliseconds. What still runs then counts as failed.
  globalTimeout: Number(process.env.AMPARO_STOP_AFTER ?? 0),
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  projects: [
    // The long journeys come first, since what begins late may be left out.
    { name: 'webkitgtk', testDir: '.', testMatch: '*.spec.ts' },
    { name: 'wpe', testDir: '.', testMatch: 'screens.spec.ts' },
    {
      name: 'firefox',
      testDir: '../journeys',
      testMatch: '**/*.spec.ts',
      grep: all ? /./ : core,
      use: firefox,
    },
  ],
});
