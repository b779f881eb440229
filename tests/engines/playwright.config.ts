import { defineConfig } from '@playwright/test';

/** The engines that are not Chromium. `tools/test-engines.mjs` starts this with the projects that can run here. */
const all = process.env.AMPARO_ENGINES_ALL === '1';

/**
 * The titles Firefox runs without --all: signing in, reading, an offline refund, two queue faults, the storage
 * question.
 */
const core = new RegExp(
  [
    'signs in on a phone, and the start address',
    'a wrong password is reported',
    'costarica@demo.test reads everything',
    'F2. after a lost answer the server gives the first receipt',
    'F4. two pages and the worker drain twenty',
    'F23. without background sync the queue is sent when',
    'the browser is asked once to keep the storage, after',
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
  // In milliseconds. A journey still running then counts as failed.
  globalTimeout: Number(process.env.AMPARO_STOP_AFTER ?? 0),
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  projects: [
    // The long journeys come first, because a late start may leave them out.
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
