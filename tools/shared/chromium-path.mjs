import { existsSync } from 'node:fs';

/** The path of Chromium: CHROMIUM_PATH, or where Debian installs it. @throws when there is none */
export function chromiumPath() {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return found;
}
