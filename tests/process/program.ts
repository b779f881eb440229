import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { brieflyRun, ended } from '#tests/journeys/harness/server.ts';
import { pathOf } from '../server/test-app.ts';

export const root = resolve(import.meta.dirname, '../..');

export interface Program {
  child: ChildProcess;
  said: { out: string; err: string };
  /** Exit code; null after a signal. */
  end: Promise<number | null>;
}

/** Starts a command in the project's folder, or in that of another copy, with the server's settings. */
export function start(command: readonly string[], env: Record<string, string>, cwd = root): Program {
  const [program = '', ...rest] = command;
  const child = spawn(program, program === process.execPath ? [...brieflyRun, ...rest] : rest, {
    cwd,
    env: { ...process.env, DATABASE_URL: '', AMPARO_DEMO: '1', AMPARO_ADDRESS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.err += chunk;
  });
  return { child, said, end: new Promise((done) => child.once('close', (code) => done(code))) };
}

export const server = [process.execPath, 'dist/server/main.js'] as const;

/** Waits until `/ready` answers. @throws when the program ends, or is not ready after 90 s */
export async function ready(url: string, { child, said }: Program): Promise<void> {
  for (const until = Date.now() + 90_000; ; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said.err}`);
    if (await answers(`${url}/ready`)) return;
    if (Date.now() > until) throw new Error(`It does not become ready: ${said.out}${said.err}`);
  }
}

/** Whether the address answers well. @param within milliseconds that it may take; any time when left out */
export const answers = (url: string, within?: number): Promise<boolean> =>
  fetch(url, within === undefined ? {} : { signal: AbortSignal.timeout(within) }).then(
    ({ ok }) => ok,
    () => false,
  );

export async function stopped(program: Program | undefined): Promise<void> {
  if (program) await ended(program.child, 'SIGKILL');
}

export interface Caller {
  id: string;
  nif: string;
  headers: Record<string, string>;
}

/** Signs in as a demo customer over HTTP. */
export async function signIn(url: string, email = 'costarica@demo.test'): Promise<Caller> {
  const post = async (name: EndpointName, body: unknown, headers = {}) => {
    const answer = await fetch(url + pathOf(name), {
      method: (endpoints[name] as Endpoint).method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.json();
  };
  const { usuario } = await post('login', { email, password: 'Amparo2026' });
  const internal = { 'Amparo-Internal-Token': usuario.token };
  const { access_token } = await post('accessToken', { cedula: usuario.nif }, internal);
  return { id: usuario.id, nif: usuario.nif, headers: { ...internal, Authorization: `Bearer ${access_token}` } };
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
