import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openLine } from './line.ts';
import { ended, freePort, launch, seedFolder } from './server.ts';
import { test as journey } from './test.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Deployment {
  /** Replaces this build on the server with another one. @param settings of that build */
  deploy(settings?: Record<string, string>): Promise<void>;
}

/** A journey whose server runs from a copy of the build, which another version can replace. */
export const test = journey.extend<{ deployment: Deployment; copy: { url: string; folder: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
  copy: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'amparo-versions-'));
    await cp(await realpath(join(root, 'dist')), join(folder, 'dist'), { recursive: true });
    await cp(seedFolder(), join(folder, 'data'), { recursive: true, filter: (source) => !source.endsWith('.lock') });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const server = await launch(port, join(folder, 'data'), join(folder, 'dist/server/main.js'));
    await use({ url: `http://127.0.0.1:${port}`, folder });
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  },
  line: async ({ copy }, use) => {
    const line = await openLine(copy.url);
    await use(line);
    await line.close();
  },
  deployment: async ({ copy: { folder } }, use) => {
    await use({
      async deploy(settings = { VITE_CONTACT_EMAIL: 'siguiente@amparo.example' }) {
        const next = join(folder, 'next');
        // Another mail address changes the hashes of one lazy screen and of all scripts that lead to it.
        await promisify(execFile)(
          process.execPath,
          [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', next],
          {
            cwd: root,
            env: { ...process.env, ...settings },
          },
        );
        await rm(join(folder, 'before'), { recursive: true, force: true });
        await rename(join(folder, 'dist/client'), join(folder, 'before'));
        await rename(next, join(folder, 'dist/client'));
      },
    });
  },
});
