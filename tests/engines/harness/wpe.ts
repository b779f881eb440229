import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Device, startDriver } from './device.ts';

/**
 * A device with WPE WebKit 2.38, of the class of Safari 16.0. Its browser, cog, needs no display here.
 * Its window is always 800 by 600 pixels, and it stores nothing under automation.
 * So it shows the rail, and each visit starts empty.
 */
export async function wpeDevice(): Promise<Device> {
  const kept = await mkdtemp(join(tmpdir(), 'amparo-engine-'));
  const driver = await startDriver('WPEWebDriver', {
    XDG_DATA_HOME: join(kept, 'data'),
    XDG_CACHE_HOME: join(kept, 'cache'),
  });
  return {
    open: () =>
      driver.open({ 'wpe:browserOptions': { binary: '/usr/bin/cog', args: ['--automation', '--platform=headless'] } }),
    tell: driver.tell,
    async throwAway() {
      await driver.end();
      await rm(kept, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
