import { execFile } from 'node:child_process';
import { cp, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openLine } from './line.ts';
import { ended, freePort, launch, seedFolder } from './server.ts';
import { test as journey } from './test.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Deployment {
  /** Puts another build in the place of this one, whose files are gone from the server. @param settings of the build */
  deploy(settings?: Record<string, string>): Promise<void>;
}

/** A journey whose server runs from a copy of the build, so that another version can be put in its place. */
export const test = journey.extend<{ deployment: Deployment; own: { url: string; folder: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
  own: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'amparo-versions-'));
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    await cp(seedFolder(), join(folder, 'data'), { recursive: true, filter: (source) => !source.endsWith('.lock') });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const server = await launch(port, join(folder, 'data'), join(folder, 'dist/server/main.js'));
    await use({ url: `http://127.0.0.1:${port}`, folder });
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  },
  line: async ({ own }, use) => {
    const line = await openLine(own.url);
    await use(line);
    await line.close();
  },
  deployment: async ({ own: { folder } }, use) => {
    await use({
      async deploy(settings = { VITE_CONTACT_EMAIL: 'siguiente@amparo.example' }) {
        const next = join(folder, 'next');
        // Another address in one lazily loaded screen gives it, and all that lead to it, other names.
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
