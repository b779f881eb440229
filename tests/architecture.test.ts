import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roomsPicture } from './rooms-picture.ts';

/**
 * Which room may import which (docs/architecture.md). Each feature counts as a room of its own. This table is the rule, and
 * the tests below compare the tree with it.
 */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  history: [],
  settings: ['facts'],
  shims: [],
  ui: ['history', 'senses'],
  vault: [],
  // What the whole app may know of a country: src/countries/facts.ts and each country's own.
  facts: ['contract'],
  rules: ['contract', 'facts'],
  countries: ['contract', 'rules', 'facts'],
  pdf: [],
  ports: [],
  senses: ['ports'],
  database: ['contract', 'ports', 'vault'],
  api: ['contract', 'ports'],
  photos: ['contract', 'rules', 'shims', 'pdf'],
  invoices: ['contract', 'rules'],
  papers: ['contract', 'rules', 'shims', 'invoices', 'photos'],
  session: ['contract', 'vault', 'database', 'api'],
  mirror: ['contract', 'ports', 'settings', 'rules', 'database', 'session'],
  outbox: ['contract', 'ports', 'rules', 'senses', 'database', 'session', 'mirror'],
  forms: ['contract', 'rules', 'countries', 'photos', 'history', 'senses', 'ui'],
  screens: ['contract', 'rules', 'session', 'mirror', 'forms', 'senses', 'ui'],
  push: ['contract', 'senses', 'database', 'session'],
  // The one place that wires these rooms, for page and worker.
  device: ['api', 'database', 'session', 'mirror', 'outbox', 'ports'],
  requests: ['contract', 'rules', 'session', 'mirror', 'outbox', 'push', 'forms', 'screens', 'senses', 'ui'],
  features: [
    ...[
      'contract',
      'settings',
      'facts',
      'rules',
      'countries',
      'session',
      'mirror',
      'outbox',
      'push',
      'invoices',
      'papers',
      'photos',
      'pdf',
      'forms',
    ],
    ...['screens', 'requests', 'history', 'senses', 'ui'],
  ],
  // app composes the rooms, so it also hands api and photos to those that need them.
  app: [
    ...[
      'contract',
      'device',
      'ports',
      'settings',
      'rules',
      'database',
      'api',
      'session',
      'mirror',
      'outbox',
      'push',
      'papers',
      'photos',
    ],
    ...['screens', 'requests', 'features', 'shims', 'history', 'senses', 'ui'],
  ],
  sw: ['contract', 'device', 'ports', 'settings', 'shims', 'database', 'session', 'mirror', 'outbox', 'push'],
  server: ['contract', 'ports', 'rules', 'countries', 'invoices', 'photos'],
};

/** Only these may import React. Every other file must run in a worker too. */
const reactRooms = ['features', 'requests', 'screens', 'forms', 'ui', 'app'];

const root = resolve(import.meta.dirname, '..');
const sources = ['src', 'sw', 'server'].flatMap((folder) => filesBelow(join(root, folder)));
const imports = sources.flatMap(importsOf);

describe('imports between rooms', () => {
  test('every room has a line in the table, and every line has a room', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect([...rooms, 'facts', 'sw', 'server'].sort()).toEqual(Object.keys(mayImport).sort());
  });

  test('the picture docs/rooms.svg is drawn from the table', async () => {
    await expect(roomsPicture(mayImport)).toMatchFileSnapshot('../docs/rooms.svg');
  });

  test('the tests find the imports of the tree', () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  test('a room imports only the rooms its line names', () => {
    const wrong = imports
      .filter(({ from, to }) => to.room !== from.room && !(mayImport[from.room] ?? []).includes(to.room))
      .map(({ from, to }) => `${from.file} -> ${to.file}`);
    expect(wrong).toEqual([]);
  });

  test('one feature never imports another', () => {
    const wrong = imports
      .filter(({ from, to }) => from.feature && to.feature && from.feature !== to.feature)
      .map(({ from, to }) => `${from.file} -> ${to.file}`);
    expect(wrong).toEqual([]);
  });

  test('an import from another room names that room', () => {
    const wrong = imports
      .filter(({ from, to, specifier }) => from.folder !== to.folder && !specifier.startsWith('#'))
      .map(({ from, specifier }) => `${from.file}: ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test('every feature has a folder of its own', () => {
    const loose = sources.filter((file) => sourceFile(file).room === 'features' && sourceFile(file).feature === null);
    expect(loose).toEqual([]);
  });

  test('no file imports itself through others, not even a type', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  test('only features, requests, screens, forms, ui, app and the hooks of a room import React', () => {
    const wrong = sources.filter(
      (file) =>
        !reactRooms.includes(sourceFile(file).room) &&
        !/(^|\/)hooks\.tsx?$/.test(file) &&
        specifiersOf(file).some(isReact),
    );
    expect(wrong).toEqual([]);
  });

  test('no file that the service worker or a worker imports needs React, a hook or the photo client', () => {
    const entries = sources.filter((file) => file.startsWith('sw/') || file.endsWith('.worker.ts'));
    const reached = new Set<string>(entries);
    for (const file of reached) {
      for (const { from, to } of imports) if (from.file === file) reached.add(to.file);
    }
    const wrong = [...reached].filter(
      (file) => /(^|\/)hooks\.tsx?$/.test(file) || file === 'src/photos/client.ts' || specifiersOf(file).some(isReact),
    );
    expect(entries.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test('only session and device import api', () => {
    const callers = new Set(imports.filter(({ to }) => to.room === 'api').map(({ from }) => from.room));
    callers.delete('api');
    expect([...callers].sort().filter((room) => !['device', 'session'].includes(room))).toEqual([]);
  });
});

interface SourceFile {
  file: string;
  /** Its folder below src, or sw or server. */
  folder: string;
  room: string;
  feature: string | null;
}
interface Import {
  from: SourceFile;
  to: SourceFile;
  specifier: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(ts|tsx)$/.test(name) ? [relative(root, path).split(sep).join('/')] : [];
  });
}

function sourceFile(file: string): SourceFile {
  const parts = file.split('/');
  const folder = parts[0] === 'src' ? (parts[1] ?? '') : (parts[0] ?? '');
  // A part of a country's folder that rooms below `countries` may read.
  const room = /^src\/countries\/(.+\/)?facts(-shape)?\.ts$/.test(file) ? 'facts' : folder;
  return { file, folder, room, feature: room === 'features' && parts.length > 3 ? (parts[2] ?? null) : null };
}

function specifiersOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:^|[\s;{(])(?:import|export)\s*(?:[^'"`;]*?\sfrom\s*)?\(?\s*['"]([^'"]+)['"]/gm);
  return [...found].map((match) => match[1] ?? '');
}

function importsOf(file: string): Import[] {
  return specifiersOf(file).flatMap((raw) => {
    const specifier = raw.replace(/\?.*$/, '');
    const target = specifier.startsWith('#')
      ? specifier.replace(/^#(server|tests)\//, '$1/').replace(/^#/, 'src/')
      : specifier.startsWith('.')
        ? relative(root, resolve(root, dirname(file), specifier))
            .split(sep)
            .join('/')
        : null;
    if (target === null || !/\.(ts|tsx)$/.test(target)) return [];
    if (!existsSync(join(root, target))) throw new Error(`${file} imports ${specifier}, which does not exist`);
    return [{ from: sourceFile(file), to: sourceFile(target), specifier }];
  });
}

/** Each cycle of imports once, as the files along it. */
function cyclesIn(all: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of all) next.set(from.file, [...(next.get(from.file) ?? []), to.file]);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, way: readonly string[]) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (done.has(file) || way.includes(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}

const isReact = (specifier: string) =>
  /^(react|react-dom|dexie-react-hooks|@base-ui\/react|@tanstack\/react-[a-z]+)(\/|$)/.test(specifier);
