import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyQuestion, PasskeyResponse } from '#contract/passkeys.ts';

/** The mistakes an authenticator can be told to make. */
interface Slips {
  origin?: string;
  /** False: the user was present but not verified. */
  verified?: boolean;
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

/** An authenticator in software: one P-256 credential, attestation 'none' (Web Authentication Level 3, 6.1 and 6.5.4). */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #public: Buffer;

  constructor(origin: string) {
    this.#origin = origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    this.#key = pair.privateKey;
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    this.#public = map(
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }

  /** The response to a question that adds a passkey. */
  create(question: PasskeyQuestion, slips: Slips = {}): PasskeyResponse {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#public]);
    const data = Buffer.concat([this.#data(slips, CREDENTIAL_INCLUDED), credential]);
    const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(data)]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', question, slips).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The response to a question that signs in. */
  get(question: PasskeyQuestion, slips: Slips = {}): PasskeyResponse {
    const data = this.#data(slips, 0);
    const client = this.#client('webauthn.get', question, slips);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
    });
  }

  #answer(response: Record<string, unknown>): PasskeyResponse {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #client(type: string, { challenge }: PasskeyQuestion, { origin = this.#origin }: Slips): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data({ verified = true, counter = 0 }: Slips, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = Buffer.from([USER_PRESENT | (verified ? USER_VERIFIED : 0) | more]);
    return Buffer.concat([createHash('sha256').update(new URL(this.#origin).hostname).digest(), flags, count]);
  }
}

/** CBOR (RFC 8949): only the kinds that an attestation needs. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (...entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);
