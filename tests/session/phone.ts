import type { PasskeyResponse } from '#contract/passkeys.ts';
import { ok } from '#contract/result.ts';
import type { Authenticator } from '#session/authenticator.ts';
import type { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';

/**
 * The setting of a device whose passkeys are on a phone.
 *
 * @param phone the phone of now. It makes the same secret for every salt
 * @param byte what that secret repeats 32 times
 */
export function onPhone(phone: () => SoftAuthenticator, byte = () => 7) {
  const ceremony = (response: PasskeyResponse) =>
    ok({ made: { credential: phone().id, secret: new Uint8Array(32).fill(byte()).buffer }, response });
  const authenticator: Authenticator = {
    canHold: async () => true,
    create: async (question) => ceremony(phone().create(question)),
    get: async (question) => ceremony(phone().get(question ?? { challenge: 'AAAA' })),
  };
  return { loadPasskeys: async () => ({ ...(await import('#session/passkeys.ts')), authenticator }) };
}
