import { expect, test, vi } from 'vitest';
import { sendingPart } from '../../sw/sending-part.ts';

const ADDRESS = '/assets/sending-1a2b.js';
const HASH = 'sha384-1a2b';
const sending = {
  deliver: async () => 0,
  deliverOnSync: async () => {},
  refresh: async () => {},
  pushed: async () => {},
  tapped: async () => {},
  putAway: async () => {},
  subscriptionChanged: async () => {},
  received: async () => new Response(),
};

function createScope(answer = new Response('code')) {
  const scope: Parameters<typeof sendingPart>[0] = {
    fetch: vi.fn(async () => answer),
    importScripts: vi.fn(() => {
      scope.sending = sending;
    }),
  };
  return scope;
}

test('[F30] the second script runs once, at the first call', () => {
  const scope = createScope();
  const part = sendingPart(scope, ADDRESS, HASH);
  expect(scope.importScripts).not.toHaveBeenCalled();
  expect(part.read()).toBe(sending);
  expect(part.read()).toBe(sending);
  expect(vi.mocked(scope.importScripts).mock.calls).toEqual([[ADDRESS]]);
});

test('[D29] the download has the hash of the build, and goes past the browser’s cache where the bytes differ', async () => {
  const scope = createScope();
  vi.mocked(scope.fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await sendingPart(scope, ADDRESS, HASH).download();
  expect(vi.mocked(scope.fetch).mock.calls).toEqual([
    [ADDRESS, expect.objectContaining({ cache: 'default', integrity: 'sha384-1a2b' })],
    [ADDRESS, expect.objectContaining({ cache: 'reload', integrity: 'sha384-1a2b' })],
  ]);
});

test('a failed download and a script that registers nothing are errors', async () => {
  await expect(sendingPart(createScope(new Response('', { status: 404 })), ADDRESS, HASH).download()).rejects.toThrow(
    '404',
  );
  const empty = { ...createScope(), importScripts: () => {} };
  expect(() => sendingPart(empty, ADDRESS, HASH).read()).toThrow('sends nothing');
});

test('[S1] the worker trusts only the address of the second script', () => {
  const scope = createScope();
  let rules: { createScriptURL(url: string): string } | undefined;
  scope.trustedTypes = {
    createPolicy: (_name, given) => {
      rules = given;
      return given;
    },
  };
  sendingPart(scope, ADDRESS, HASH).read();
  expect(scope.importScripts).toHaveBeenCalledWith(ADDRESS);
  expect(() => rules?.createScriptURL('https://otro.example/x.js')).toThrow('another part');
});
