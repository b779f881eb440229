import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ended, freePort } from '../../journeys/harness/server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a process spent since the last question, in milliseconds: CPU of all threads, and delays of its event loop. */
export interface Spent {
  cpu: number;
  p99: number;
  worst: number;
}

/** A server in a separate process that tells what it spends. */
export interface Measured {
  url: string;
  pid: number;
  /** Seconds until it answered. */
  startedIn: number;
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

/** Starts a program of the project that listens on PORT. */
export async function startMeasured(program: string, env: Record<string, string> = {}): Promise<Measured> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const child = spawn(process.execPath, ['--import', `${root}tests/bench/server/preload.mjs`, program], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', AMPARO_DEMO: '1', AMPARO_ADDRESS: '', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answering(child, url);
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: (performance.now() - from) / 1000,
    async spent() {
      child.send('spent');
      const [spent] = (await once(child, 'message')) as [Spent];
      return spent;
    },
    stop: () => ended(child, 'SIGTERM'),
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    const isThere = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((again) => setTimeout(again, 20));
  }
  child.kill('SIGKILL');
  throw new Error('It does not answer');
}

/** What one request costs in milliseconds, without the first requests, which are slower. */
export interface Cost {
  cpu: number;
  time: number;
  /** Delays of the event loop over all requests. */
  p99: number;
  worst: number;
}

export async function costOf(server: Measured, times: number, request: () => Promise<unknown>): Promise<Cost> {
  for (let warm = 0; warm < Math.max(6, times / 4); warm += 1) await request();
  await server.spent();
  const from = performance.now();
  for (let one = 0; one < times; one += 1) await request();
  const time = (performance.now() - from) / times;
  const { cpu, p99, worst } = await server.spent();
  return { cpu: cpu / times, time, p99, worst };
}
