import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statOf } from './proc.ts';

test.skipIf(!existsSync('/proc/self/stat'))(
  'a process that ended has no fields, one that lives names its parent',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = child.pid ?? 0;
    expect(statOf(pid)[1]).toBe(String(process.pid));
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    expect(statOf(pid)).toEqual([]);
  },
);
