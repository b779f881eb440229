import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build that a program of the server belongs to (server/build.mjs). */
export interface OwnBuild {
  /** Folder of the built app; none when the server was built alone. */
  app: string | undefined;
  /** The apps of the builds beside this one, earlier and later: a page may still need their scripts, or need them already. */
  others(): Promise<string[]>;
  /** Those of the app's settings that the build was made with and this environment contradicts (F47). */
  otherSettings(env: NodeJS.ProcessEnv, demo: boolean): string[];
  /** Says that this process runs from the build, so that the next ones do not remove it. */
  occupy(): void;
}

/** @param server the folder of the built server; left out, the one this program is in */
export function ownBuild(server = fileURLToPath(new URL('.', import.meta.url))): OwnBuild {
  const folder = resolve(server, '..');
  const beside = basename(dirname(folder)) === '.builds' ? dirname(folder) : null;
  const app = join(folder, 'client');
  return {
    app: existsSync(join(app, 'index.html')) ? app : undefined,
    async others() {
      const names = beside ? await readdir(beside).catch(() => []) : [];
      return names.filter((name) => name !== basename(folder)).map((name) => join(beside ?? '', name, 'client'));
    },
    otherSettings(env, demo) {
      const { settings, ofDemo } = recordOf(folder);
      const set = Object.keys(env).filter((name) => name.startsWith('VITE_'));
      const contradicted = set.filter((name) => (env[name] ?? '').trim() !== (settings[name] ?? '').trim());
      const onlyOfDemo = demo ? [] : ofDemo.filter((name) => !set.includes(name));
      return [...contradicted, ...onlyOfDemo].sort();
    },
    occupy() {
      if (!beside) return;
      const mark = join(folder, 'running', String(process.pid));
      try {
        mkdirSync(dirname(mark), { recursive: true });
        writeFileSync(mark, '');
      } catch {
        // Whoever may not write here does not build here either.
        return;
      }
      process.once('exit', () => rmSync(mark, { force: true }));
    },
  };
}

interface Made {
  settings: Record<string, string>;
  /** Names of the settings that only the demo has. */
  ofDemo: string[];
}

function recordOf(folder: string): Made {
  try {
    return JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
  } catch {
    return { settings: {}, ofDemo: [] };
  }
}
