import { defineConfig } from '@playwright/test';

/** The engines that are not Chromium. `.ci/engine-tests.mjs` starts this with the projects that can run here. */
const all = process.env.AMPARO_ENGINES_ALL === '1';

/** What Firefox runs without --all: signing in, reading, a refund asked for offline, and two faults of the queue. */
const core = new RegExp(
  [
    'signs in on a phone and finds home',
    'a wrong password says so',
    'costarica@demo.test reads everything',
    'F2. the server took it and its answer was lost',
    'F4. two pages and the worker drain twenty',
    'F23. a browser without background sync: what was queued goes',
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
  workers: 1,
  timeout: 300_000,
  // Without --all it is cut off after so long, and what did not run counts as failed.
  globalTimeout: all ? 0 : 270_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  projects: [
    {
      name: 'firefox',
      testDir: '../journeys',
      testMatch: '**/*.spec.ts',
      grep: all ? /./ : core,
      use: firefox,
    },
    { name: 'webkitgtk', testDir: '.', testMatch: 'webkit.spec.ts' },
  ],
});
