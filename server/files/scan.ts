import { spawn } from 'node:child_process';

/** What a scanner says of a file; 'unknown' when it could not be asked. */
export type Verdict = 'clean' | 'infected' | 'unknown';
export type Scan = (bytes: Uint8Array) => Promise<Verdict>;

/** How long a scan may take. */
const TIMEOUT_MS = 60_000;

/**
 * Hands the file to a command on its standard input, as `clamdscan --no-summary -` takes it. Exit 0: nothing was found.
 * Exit 1: something was. Everything else, not being there included: it is not known.
 */
export function scanWith([program = '', ...args]: readonly string[], patience = TIMEOUT_MS): Scan {
  return (bytes) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: patience,
        killSignal: 'SIGKILL',
      });
      child.once('error', () => resolve('unknown'));
      child.once('close', (code) => resolve(code === 0 ? 'clean' : code === 1 ? 'infected' : 'unknown'));
      // It may have seen enough before the end.
      child.stdin.on('error', () => {});
      child.stdin.end(bytes);
    });
}
