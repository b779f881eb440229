import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roomsPicture } from './rooms-picture.ts';

const root = resolve(import.meta.dirname, '..');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
/** Each room with those it may import, as docs/architecture.md says it. Each feature counts as a room of its own. */
const arrows = readArrows(architecture);
const mayImport = Object.fromEntries(arrows);

/** Only these may import React. Every other file must run in a worker too. */
const reactRooms = ['features', 'requests', 'screens', 'forms', 'ui', 'app'];

const sources = ['src', 'sw', 'server'].flatMap((folder) => filesBelow(join(root, folder)));
const imports = sources.flatMap(importsOf);
/** The folders that are rooms. The room facts is a part of countries. */
const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .concat('sw', 'server')
  .sort();

describe('imports between rooms', () => {
  test('every room has a line in the table, and every line has a room', () => {
    expect(arrows.map(([room]) => room).sort()).toEqual([...folders, 'facts'].sort());
  });

  test('every room is described in the architecture and in the README', () => {
    const [, described = ''] = /^## Rooms$(.*?)^## Arrows$/ms.exec(architecture) ?? [];
    expect([...described.matchAll(/^\| `(?:src\/)?(\w+)(?:\/\*)?` \|/gm)].map(([, room]) => room).sort()).toEqual(
      folders,
    );
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, listed = ''] = /^## How it is built$.*?^```$(.*?)^```$/ms.exec(readme) ?? [];
    expect([...listed.matchAll(/^(\w+) /gm)].map(([, room]) => room).sort()).toEqual(folders);
  });

  test('the table allows no import that no file makes', () => {
    const made = new Set(imports.map(({ from, to }) => `${from.room} -> ${to.room}`));
    const allowed = arrows.flatMap(([room, targets]) => targets.map((target) => `${room} -> ${target}`));
    expect(allowed.filter((arrow) => !made.has(arrow))).toEqual([]);
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

/** The table of the document that says what each room may import. */
function readArrows(text: string): [room: string, targets: readonly string[]][] {
  const [, table = ''] = /^\| room \| may import \|\n\|[-|]+\n((?:\|.*\n)+)/m.exec(text) ?? [];
  return [...table.matchAll(/^\| (.+) \| (.+) \|$/gm)].flatMap(([, rooms = '', targets = '']) =>
    rooms.split(', ').map((room): [string, string[]] => [room, targets === 'no other room' ? [] : targets.split(', ')]),
  );
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
