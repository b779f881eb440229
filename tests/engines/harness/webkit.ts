import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ended } from '../../journeys/harness/server.ts';
import { type Device, startDriver } from './device.ts';

const WINDOW = resolve(import.meta.dirname, 'webkit-window.py');

/** A device with WebKitGTK, the engine of today's Safari. */
export async function webkitDevice(): Promise<Device> {
  const kept = await mkdtemp(join(tmpdir(), 'amparo-engine-'));
  const display = await openDisplay();
  const driver = await startDriver('WebKitWebDriver', {
    XDG_DATA_HOME: join(kept, 'data'),
    XDG_CACHE_HOME: join(kept, 'cache'),
    LIBGL_ALWAYS_SOFTWARE: '1',
    DISPLAY: display.name,
    GDK_BACKEND: 'x11',
  });
  return {
    open: ({ size = '390x844', isPrivate = false } = {}) =>
      driver.open(wanted(isPrivate ? '--private' : `--data=${join(kept, 'site')}`, size)),
    tell: driver.tell,
    async throwAway() {
      await driver.end();
      await ended(display.process, 'SIGTERM');
      await rm(kept, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function wanted(storage: string, size: string): object {
  return {
    'webkitgtk:browserOptions': { binary: WINDOW, args: ['--automation', storage, `--size=${size}`] },
  };
}

async function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = process.stdio[3];
  if (!told || !('once' in told)) throw new Error('Xvfb has no pipe to tell its display');
  const number = await new Promise<string>((resolve, reject) => {
    told.once('data', (data: Buffer) => resolve(data.toString().trim()));
    process.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, process };
}
