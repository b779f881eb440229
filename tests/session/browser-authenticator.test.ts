import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { browserAuthenticator } from '#session/browser-authenticator.ts';

/** The secret that an authenticator derives for a salt. */
const SECRET = new Uint8Array(32).fill(7).buffer;
const SALT = new Uint8Array(32).fill(1);
const bytes = () => new Uint8Array([1, 2, 3]).buffer;
type Results = Record<string, unknown>;

/** A credential as a browser gives it, with these results of the PRF extension. */
const credential = (prf: Results) => ({
  id: 'Y2Q',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: bytes(), attestationObject: bytes(), authenticatorData: bytes(), signature: bytes() },
  getClientExtensionResults: () => ({ prf }),
});
const create = vi.fn();
const get = vi.fn();
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: { create, get } });
  vi.stubGlobal('location', { hostname: 'amparo.example' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const question = {
  ...{ challenge: 'AQID', rp: { id: 'amparo.example', name: 'Amparo' }, pubKeyCredParams: [] },
  user: { id: 'AQ', name: 'ana@demo.test', displayName: 'Ana' },
} as unknown as PasskeyQuestion;
const made = () => browserAuthenticator.create(question, SALT as never);

test('[D56] an authenticator that gives its secret at the creation is asked once', async () => {
  create.mockResolvedValue(credential({ enabled: true, results: { first: SECRET } }));
  const answer = await made();
  expect(answer).toMatchObject({ ok: true, value: { made: { credential: 'Y2Q', secret: SECRET } } });
  expect(create.mock.calls[0]?.[0].publicKey.extensions.prf).toEqual({ eval: { first: SALT } });
  expect(get).not.toHaveBeenCalled();
  // The secret stays here.
  expect(answer.ok && answer.value.response.clientExtensionResults).toEqual({});
});

test('[D56] one that gives it only at an authentication is asked for it there, with the new credential and its salt', async () => {
  create.mockResolvedValue(credential({ enabled: true }));
  get.mockResolvedValue(credential({ results: { first: SECRET } }));
  const answer = await made();
  expect(answer).toMatchObject({ ok: true, value: { made: { credential: 'Y2Q', secret: SECRET } } });
  const { publicKey } = get.mock.calls[0]?.[0] ?? {};
  expect(publicKey).toMatchObject({ rpId: 'amparo.example', userVerification: 'required' });
  expect(publicKey.allowCredentials).toHaveLength(1);
  expect(publicKey.extensions.prf).toEqual({ evalByCredential: { Y2Q: { first: SALT } } });
  // What the server gets is the creation, whose second answer it never asked for.
  expect(answer.ok && answer.value.response.response).toHaveProperty('attestationObject');
});

test.each([
  ['knows no such secret', {}, 0],
  ['says that it has none', { enabled: false }, 0],
  ['promises one and gives none', { enabled: true }, 1],
])('[D56] one that %s makes no passkey', async (_, prf, asked) => {
  create.mockResolvedValue(credential(prf));
  get.mockResolvedValue(credential({}));
  expect(await made()).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
  expect(get).toHaveBeenCalledTimes(asked);
});

test.each([
  ['Google Inc.', undefined, true],
  ['Apple Computer, Inc.', undefined, false],
  ['Apple Computer, Inc.', {}, true],
  ['Apple Computer, Inc.', { 'extension:prf': false }, false],
])('[D56] a browser of %s that says %o of itself is offered a passkey: %s', async (vendor, says, offered) => {
  const standing = { isUserVerifyingPlatformAuthenticatorAvailable: async () => true };
  const itself = says && { getClientCapabilities: async () => says };
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, standing, itself));
  vi.stubGlobal('navigator', { credentials: { create, get }, vendor });
  expect(await browserAuthenticator.canHold()).toBe(offered);
});

const HERE = [{ credential: 'Y2Q', salt: SALT as never, owner: 'ana' }];

describe('what the email field offers', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(class {}, { isConditionalMediationAvailable: async () => true }),
    );
    vi.stubGlobal('document', { querySelectorAll: () => [{}] });
  });

  test.each(['AbortError', 'NotAllowedError', 'SecurityError'])(
    '[D56] that ends with %s is told without a word; a press is told why',
    async (name) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      get.mockRejectedValue(Object.assign(new Error('no'), { name }));
      expect(await browserAuthenticator.get(null, HERE, true)).toMatchObject({ problem: { text: '' } });
      const pressed = await browserAuthenticator.get(null, HERE, false);
      expect(!pressed.ok && pressed.problem.text === '').toBe(name === 'AbortError');
    },
  );

  test('[D56] where no passkey lies here is told without one; a press is told why', async () => {
    expect(await browserAuthenticator.get(null, [], true)).toMatchObject({ problem: { text: '' } });
    expect(await browserAuthenticator.get(null, [], false)).toMatchObject({ problem: { code: 'unavailable' } });
    expect(get).not.toHaveBeenCalled();
  });

  test('[D56] that gives no secret once it was chosen is told why', async () => {
    get.mockResolvedValue(credential({}));
    const chosen = await browserAuthenticator.get(null, HERE, true);
    expect(chosen).toMatchObject({ problem: { text: expect.stringContaining('Sigue entrando con tu contraseña') } });
  });
});

test.each([
  ['NotAllowedError', 'bad-credentials'],
  ['InvalidStateError', 'taken'],
  ['AbortError', 'timeout'],
])('[D56] a ceremony that ends with %s is told as %s', async (name, code) => {
  create.mockRejectedValue(Object.assign(new Error('no'), { name }));
  expect(await made()).toMatchObject({ ok: false, problem: { code } });
});
