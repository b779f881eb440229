import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { start } from '../../sw/start.ts';

// It needs a worker's own globals (shell.test.ts).
vi.mock('../../sw/shell.ts', () => ({ serveShell: () => ({}) }));

const ORIGIN = 'https://amparo.example';
const worker = Object.assign(new EventTarget(), { location: { origin: ORIGIN } });
const part = {
  download: async () => {},
  read: () => {
    throw new Error('the second script cannot be read');
  },
};
const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
beforeEach(() => vi.clearAllMocks());
start(worker as never, [], part as never);

const dispatch = (type: string, members: object) =>
  worker.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...members }));

test.each([
  ['push', {}],
  ['notificationclick', {}],
  ['notificationclose', {}],
  ['pushsubscriptionchange', {}],
  ['periodicsync', { tag: 'amparo-refresh' }],
  ['sync', { tag: 'amparo-outbox' }],
])('[D63][F30] a failure of the second script is the failure of the event: %s', async (type, members) => {
  dispatch(type, members);
  await expect(waitUntil.mock.lastCall?.[0]).rejects.toThrow('cannot be read');
});

test('[D29] files of another app never go to the server, also where the second script cannot be read', async () => {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>();
  dispatch('fetch', { request: { method: 'POST', url: `${ORIGIN}/compartir` }, respondWith });
  await expect(respondWith.mock.lastCall?.[0]).rejects.toThrow('cannot be read');
});

test('[F20][D29] the worker hears what pages say to it, and nothing else', () => {
  const heard = readFileSync('sw/start.ts', 'utf8').matchAll(/\btype === '(\w+)'/g);
  const said = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|js)$/.test(path))
      .flatMap((path) => [
        ...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/(?:postMessage|messageSW)\([^)]*\{ type: ([^}]*)\}/g),
      ])
      .flatMap(([, types = '']) => [...types.matchAll(/'(\w+)'/g)].map(([, type]) => type));
  const types = new Set([...heard].map(([, type]) => type));
  expect(new Set(said('src'))).toEqual(types);
  expect(said('tests/journeys').filter((type) => !types.has(type))).toEqual([]);
});
