import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { ended, freePort } from '../../journeys/harness/server.ts';
import { type Driver, openSession } from './webdriver.ts';

export interface Device {
  /** Opens the browser with the device's data, or in a private window, one at a time. WPE has one window only. */
  open(window?: { size?: string; isPrivate?: boolean }): Promise<Driver>;
  /**
   * Prints the page's text at a failure and stores its picture.
   * @param path gives the path for a file of this name
   */
  tell(path: (name: string) => string): Promise<void>;
  /** Ends the driver, its browser and their helpers, and deletes the device's data. */
  throwAway(): Promise<void>;
}

interface RunningDriver {
  /** @param wanted the capabilities that this driver knows */
  open(wanted: object): Promise<Driver>;
  tell: Device['tell'];
  end(): Promise<void>;
}

/** Starts a driver on a port of its own and waits until it listens. */
export async function startDriver(program: string, env: Record<string, string>): Promise<RunningDriver> {
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    // In its own process group its browser ends with it.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  await listening(url, driver);
  let current: Driver | null = null;
  return {
    async open(wanted) {
      current = await openSession(url, wanted);
      return current;
    },
    async tell(path) {
      try {
        const text = await current?.run(() => `${location.href}\n${document.body.innerText}`);
        console.log(`The page showed:\n${text?.replace(/\n+/g, '\n').slice(0, 3000)}`);
        if (current) await writeFile(path('page.png'), await current.screenshot());
      } catch (error) {
        console.log(`The page could not be asked: ${error}`);
      }
    },
    async end() {
      endGroup(driver, 'SIGTERM');
      await ended(driver, 'SIGTERM');
      // A process of its browser may have missed the signal.
      endGroup(driver, 'SIGKILL');
    },
  };
}

async function listening(url: string, driver: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
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

function endGroup(driver: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (driver.pid) process.kill(-driver.pid, signal);
  } catch {
    // The whole group has already ended.
  }
}
