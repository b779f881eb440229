import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { addresses } from '../../src/rules/screens.ts';

const ROUTER = 'src/app/router.tsx';
/** A screen of the router: its address, and the module that it is loaded from. */
const ROUTE = /\b(?:visit|screen)\(\s*addresses\.(\w+),\s*\(\) => import\('#([^']+)'\)/g;
/** The start page is in the page, and home's parts are known. Nobody comes to 'Cuenta creada' from outside. */
const OWN_WAY = ['start', 'home', 'created'];

/** What the page asks for at the address of a screen, beside home's parts: `screens` holds indices of `parts`. */
export interface ScreenParts {
  parts: string[];
  /** Beginnings of addresses up to the first parameter. The longest that fits is meant. */
  screens: Record<string, number[]>;
}

/**
 * Lists for each screen's address the files that it imports, from the router's own table, so that a link from outside need
 * not find them one in the other.
 *
 * @param known files that are asked for in any case
 * @throws when a screen of `addresses` is not found in the router
 */
export function screenParts(root: string, bundle: Rolldown.OutputBundle, known: readonly string[]): ScreenParts {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunkOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(root, 'src', module)));
    if (!found) throw new Error(`no file of the build holds src/${module}`);
    return found;
  };
  const reach = (chunk: Rolldown.OutputChunk, into: Set<string>): Set<string> => {
    if (into.has(chunk.fileName)) return into;
    into.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) into.add(sheet);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') reach(imported, into);
    }
    return into;
  };
  const layout = chunkOf('app/visitor/layout.tsx');
  const parts: string[] = [];
  const screens: ScreenParts['screens'] = {};
  const missing = new Set(Object.keys(addresses).filter((name) => !OWN_WAY.includes(name)));
  for (const [, name = '', module = ''] of readFileSync(resolve(root, ROUTER), 'utf8').matchAll(ROUTE)) {
    if (OWN_WAY.includes(name)) continue;
    missing.delete(name);
    const address = addresses[name as keyof typeof addresses];
    const needed = reach(chunkOf(module), new Set());
    if (!address.startsWith(addresses.home)) reach(layout, needed);
    const indices = [...needed]
      .filter((file) => !known.includes(file))
      .map((file) => (parts.includes(file) ? parts.indexOf(file) : parts.push(file) - 1));
    // The page's own address has its letters encoded.
    const beginning = encodeURI(address.split('$')[0] ?? '');
    screens[beginning] = [...new Set([...(screens[beginning] ?? []), ...indices])];
  }
  if (missing.size > 0) throw new Error(`${ROUTER} has no screen for ${[...missing].join(', ')}`);
  return { parts: parts.map((file) => `/${file}`), screens: shortest(screens) };
}

/** Without those that the longest shorter beginning says too: the page carries every letter. */
function shortest(screens: ScreenParts['screens']): ScreenParts['screens'] {
  const isSaid = (beginning: string, indices: readonly number[]) => {
    const shorter = Object.keys(screens).filter((other) => other !== beginning && beginning.startsWith(other));
    const longest = shorter.sort((one, other) => other.length - one.length)[0];
    return longest !== undefined && `${screens[longest]}` === `${indices}`;
  };
  return Object.fromEntries(Object.entries(screens).filter(([beginning, indices]) => !isSaid(beginning, indices)));
}
