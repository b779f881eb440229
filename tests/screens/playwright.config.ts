import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';

/**
 * `npm run screens`: only axe can fail these tests. Each picture waits for its content, so no screen is still changing.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/screens',
  globalSetup: '../journeys/harness/seed.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    locale: 'es-CR',
    timezoneId: 'America/Costa_Rica',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [{ name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 1 } }],
});
