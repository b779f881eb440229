import type { PasskeyQuestion, PasskeyResponse } from '#contract/passkeys.ts';
import type { Result } from '#contract/result.ts';
import type { PasskeyRow } from '#database/rows.ts';

/** A passkey whose envelope lies on this device. */
export type PasskeyHere = Pick<PasskeyRow, 'credential' | 'salt' | 'owner'>;

/** What an authenticator returned for one credential. */
export interface Made {
  credential: string;
  /** Its 32 bytes for the credential's salt. */
  secret: ArrayBuffer;
}

/** A new credential, with the salt that its secret belongs to. */
export type NewPasskey = Made & Pick<PasskeyRow, 'salt'>;

/** What a customer comes in with. There is no `response` when the server's challenge was not to be had. */
export interface PasskeyProof {
  by: 'passkey';
  made: Made;
  response: PasskeyResponse | null;
}

/** The result of one WebAuthn ceremony: the secret for this device and the response for the server. */
export interface Ceremony {
  made: Made;
  response: PasskeyResponse;
}

/** The device's authenticator. Its failures are 'bad-credentials' with a text for the customer. */
export interface Authenticator {
  /**
   * Whether the device can hold a passkey: it has a platform authenticator and, as far as the browser tells, the PRF
   * extension.
   */
  canHold(): Promise<boolean>;
  create(question: PasskeyQuestion, salt: Uint8Array<ArrayBuffer>): Promise<Result<Ceremony>>;
  /**
   * `question` is null when the server cannot be reached. `offered`: the browser offers the passkey in the email field and
   * waits for the customer. When nobody takes the offer, it fails with an empty text.
   */
  get(question: PasskeyQuestion | null, here: readonly PasskeyHere[], offered: boolean): Promise<Result<Ceremony>>;
}
