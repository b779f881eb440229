import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './harness/chromium.ts';

/** Journeys in a real Chromium. Every test starts its own server (harness/test.ts), so they share nothing. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './harness/seed.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    locale: 'es-CR',
    timezoneId: 'America/Costa_Rica',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
  },
  projects: [{ name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 1 } }],
});
