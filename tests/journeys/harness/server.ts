import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The seeded data folder from which every journey starts. globalSetup makes it once a run. */
export const seedFolder = () => {
  const folder = process.env.AMPARO_JOURNEY_SEED;
  if (!folder) throw new Error('The journeys run through their own configuration, which seeds the data first');
  return folder;
};

export interface RunningServer {
  /** Address of the server itself, without the line in between. */
  url: string;
  /** The folder with its data. */
  data: string;
  /** Kills the process at once, like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built server on a free port with its own copy of the seeded data. */
export async function startServer(): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'amparo-journey-'));
  await cp(seedFolder(), data, { recursive: true, filter: (source) => !source.endsWith('.lock') });
  const port = await freePort();
  let process = await launch(port, data);
  const kill = () => ended(process, 'SIGKILL');
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    kill,
    restart: async () => {
      await kill();
      process = await launch(port, data);
    },
    stop: async () => {
      await ended(process, 'SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * For a Node.js that runs the embedded database for seconds: compiling that a second time, for speed, takes two fifths of the
 * processor time of a start.
 */
export const brieflyRun = ['--liftoff-only'];

/** Starts the built server, or a copy of it, on a data folder and waits until it is healthy. */
export async function launch(port: number, data: string, program = 'dist/server/main.js'): Promise<ChildProcess> {
  const child = spawn(globalThis.process.execPath, [...brieflyRun, program], {
    cwd: root,
    env: { ...globalThis.process.env, PORT: String(port), AMPARO_DATA: data, AMPARO_DEMO: '1', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${said}`);
    const healthy = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return child;
    await new Promise((again) => setTimeout(again, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become healthy:\n${said}`);
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
