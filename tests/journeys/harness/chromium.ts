import { existsSync } from 'node:fs';

/** Chromium as Debian installs it, or wherever CHROMIUM_PATH says. */
export function chromiumPath(): string {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return found;
}

/** Without these, Chromium fills the log with attempts to reach its maker. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
