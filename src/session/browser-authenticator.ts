import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { PasskeyQuestion, PasskeyResponse } from '#contract/passkeys.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { base64url } from '#vault/names.ts';
import type { Authenticator, Ceremony, PasskeyHere } from './authenticator.ts';

/** The authenticator behind `navigator.credentials`, always with the user verified. */
export const browserAuthenticator: Authenticator = {
  async canHold() {
    const credentials = globalThis.PublicKeyCredential;
    if (!credentials?.isUserVerifyingPlatformAuthenticatorAvailable) return false;
    // WebKit says what it can since 17.4. Before, it made a passkey and no secret with it, so that nothing was opened by it.
    if (!credentials.getClientCapabilities && navigator.vendor?.startsWith('Apple')) return false;
    const capabilities: Record<string, boolean | undefined> = (await credentials.getClientCapabilities?.()) ?? {};
    if (capabilities['extension:prf'] === false) return false;
    return credentials.isUserVerifyingPlatformAuthenticatorAvailable();
  },

  async create(question, salt) {
    try {
      const options = { ...question, extensions: { prf: { eval: { first: salt } } } };
      const credential = await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      });
      const { prf } = credential.clientExtensionResults as Extensions;
      if (prf?.results) return ceremony(credential, prf.results.first);
      if (!prf?.enabled) return noSecret;
      // Many authenticators return the PRF secret only in an authentication, not at creation.
      const here = { credential: credential.id, salt };
      const asked = await startAuthentication({ optionsJSON: requestFor(null, [here], false) });
      return ceremony(credential, secretOf(asked));
    } catch (error) {
      return refusalFor(error);
    }
  },

  async get(question, here, offered) {
    if (here.length === 0) return offered ? nobodyPressed : noSecret;
    try {
      const options = requestFor(question, here, offered);
      const asked = await startAuthentication({ optionsJSON: options, useBrowserAutofill: offered });
      return ceremony(asked, secretOf(asked));
    } catch (error) {
      return refusalFor(error, offered);
    }
  },
};

/** The results of the PRF extension (WebAuthn Level 3, 10.1.4). */
interface Extensions {
  prf?: { enabled?: boolean; results?: { first: ArrayBuffer } };
}

type Asked = Pick<PasskeyHere, 'credential' | 'salt'>;

function requestFor(question: PasskeyQuestion | null, here: readonly Asked[], offered: boolean) {
  const byCredential = Object.fromEntries(here.map(({ credential, salt }) => [credential, { first: salt }]));
  const [first] = here;
  const options = {
    challenge: base64url(crypto.getRandomValues(new Uint8Array(32))),
    rpId: location.hostname,
    userVerification: 'required',
    ...question,
    // An offer in a field must not name credentials. The PRF then takes one salt for all of them.
    allowCredentials: offered ? [] : here.map(({ credential }) => ({ id: credential, type: 'public-key' })),
    extensions: { prf: offered ? { eval: { first: first?.salt } } : { evalByCredential: byCredential } },
  };
  return options as unknown as PublicKeyCredentialRequestOptionsJSON;
}

const secretOf = ({ clientExtensionResults }: AuthenticationResponseJSON): ArrayBuffer | undefined =>
  (clientExtensionResults as Extensions).prf?.results?.first;

const noSecret = fail('unavailable', {
  text: 'Aquí no se pueden abrir tus datos así. Sigue entrando con tu contraseña',
});

/** Splits a credential: the secret stays on the device, the rest is for the server. */
function ceremony(
  credential: RegistrationResponseJSON | AuthenticationResponseJSON,
  secret: ArrayBuffer | undefined,
): Result<Ceremony> {
  if (!secret) return noSecret;
  const response = { ...credential, clientExtensionResults: {} } as unknown as PasskeyResponse;
  return ok({ made: { credential: credential.id, secret }, response });
}

/** What ended without a press, and is not told. */
const nobodyPressed = fail('timeout', { text: '' });

function refusalFor(error: unknown, offered = false): Result<never> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return nobodyPressed;
  if (name === 'InvalidStateError') return fail('taken', { text: 'Aquí ya se entra así' });
  if (name !== 'NotAllowedError') console.error('passkey:', error);
  // A browser that cannot offer it, or no longer does, was asked by nobody.
  if (offered) return nobodyPressed;
  return fail('bad-credentials', {
    text: 'No se completó la comprobación. Inténtalo otra vez o ingresa con tu contraseña',
  });
}
