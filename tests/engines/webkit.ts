import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ended, freePort } from '../journeys/harness/server.ts';
import { type Driver, openSession } from './webdriver.ts';

const WINDOW = resolve(import.meta.dirname, 'webkit-window.py');

export interface Device {
  /** Opens the browser with what this device keeps. One at a time. */
  open(size?: string): Promise<Driver>;
  /** Ends the driver and its display, and forgets what the device kept. */
  throwAway(): Promise<void>;
}

/** A device with WebKitGTK, the engine of today's Safari. */
export async function webkitDevice(): Promise<Device> {
  const kept = await mkdtemp(join(tmpdir(), 'amparo-engine-'));
  const port = await freePort();
  const display = await openDisplay();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    // A group of its own, so that its browser goes with it.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      XDG_DATA_HOME: join(kept, 'data'),
      XDG_CACHE_HOME: join(kept, 'cache'),
      LIBGL_ALWAYS_SOFTWARE: '1',
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await listening(url, driver);
  return {
    open: (size = '390x844') => openSession(url, wanted(join(kept, 'site'), size)),
    async throwAway() {
      endGroup(driver);
      await ended(driver, 'SIGTERM');
      await ended(display.process, 'SIGTERM');
      await rm(kept, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function wanted(folder: string, size: string): object {
  return {
    'webkitgtk:browserOptions': { binary: WINDOW, args: ['--automation', `--data=${folder}`, `--size=${size}`] },
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

async function listening(url: string, driver: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (driver.exitCode !== null) throw new Error(`The driver ended with ${driver.exitCode}`);
    const ready = await fetch(`${url}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error('The driver does not listen');
}

function endGroup(driver: ChildProcess): void {
  try {
    if (driver.pid) process.kill(-driver.pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
