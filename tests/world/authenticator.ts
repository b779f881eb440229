import { createHash } from 'node:crypto';
import { fail, ok } from '#contract/result.ts';
import type { Authenticator } from '#session/authenticator.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { ORIGIN } from '#tests/server/test-app.ts';

/** How often the customer waves the browser's question away. */
const DECLINED = 0.1;
const declined = () => fail('bad-credentials', { text: 'No se completó' });

/** The authenticator of one device, with a credential for each passkey that was made on it. */
export function createAuthenticator(random: () => number): Authenticator {
  const credentials = new Map<string, SoftAuthenticator>();
  /** As the PRF extension: one secret for each credential and salt. */
  const made = ({ id }: SoftAuthenticator, salt: Uint8Array) => ({
    credential: id,
    secret: new Uint8Array(createHash('sha256').update(id).update(salt).digest()).buffer,
  });
  return {
    canHold: async () => true,
    async create(question, salt) {
      if (random() < DECLINED) return declined();
      const credential = new SoftAuthenticator(ORIGIN);
      credentials.set(credential.id, credential);
      return ok({ made: made(credential, salt), response: credential.create(question) });
    },
    async get(question, here) {
      const known = here.flatMap(({ credential, salt }) => {
        const one = credentials.get(credential);
        return one ? [{ one, salt }] : [];
      });
      const chosen = known[Math.floor(random() * known.length)];
      if (!chosen || random() < DECLINED) return declined();
      const { one, salt } = chosen;
      return ok({ made: made(one, salt), response: one.get(question ?? { challenge: 'AAAA' }) });
    },
  };
}
