import type { PasskeyQuestion, PasskeyResponse } from '#contract/passkeys.ts';
import type { Result } from '#contract/result.ts';
import type { PasskeyRow } from '#database/rows.ts';

/** A passkey whose envelope lies on this device. */
export type PasskeyHere = Pick<PasskeyRow, 'credential' | 'salt' | 'owner'>;

/** What an authenticator brought for one credential. */
export interface Made {
  credential: string;
  /** Its 32 bytes for the credential's salt. */
  secret: ArrayBuffer;
}

/** A credential just made, with the salt its secret was made for. */
export type NewPasskey = Made & Pick<PasskeyRow, 'salt'>;

/** What one ceremony brought: the secret for this device and the answer for the server. */
export interface Ceremony {
  made: Made;
  response: PasskeyResponse;
}

/** The authenticator of the device, behind the browser. Its failures are 'bad-credentials' with words for the customer. */
export interface Authenticator {
  /** Whether the device may be asked to hold one: a platform authenticator and, as far as the browser says it, the PRF. */
  canHold(): Promise<boolean>;
  create(question: PasskeyQuestion, salt: Uint8Array<ArrayBuffer>): Promise<Result<Ceremony>>;
  /**
   * `question` is null where the server cannot be reached. `offered`: the browser offers it in the email field and waits until
   * the customer takes it.
   */
  get(question: PasskeyQuestion | null, here: readonly PasskeyHere[], offered: boolean): Promise<Result<Ceremony>>;
}
