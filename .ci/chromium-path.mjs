import { existsSync } from 'node:fs';

/** Chromium as Debian installs it, or wherever CHROMIUM_PATH says. */
export function chromiumPath() {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return found;
}
