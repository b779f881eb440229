import * as v from 'valibot';
import { id, instant, listOf, ownName } from './values.ts';

/**
 * Passkeys (D56), an optional part of the contract: a backend without these rows answers 404, and the app offers none. What
 * WebAuthn itself defines travels as its JSON forms (Web Authentication Level 3, 5.1.8 and 5.1.9) and is checked by the
 * libraries at both ends.
 */

/** Base64url without padding. */
const encoded = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,2048}$/));

/** How the customer calls a passkey, mostly by the device it lies on. */
export const passkeyName = v.pipe(ownName(60), v.nonEmpty('Completa este campo'));

/** One way in besides the password. */
export const passkey = v.object({
  /** The credential's id. */
  credencial: encoded,
  nombre: v.string(),
  creado: instant,
  /** The last sign-in with it; null when there was none. */
  usado: v.nullable(instant),
});
export const passkeys = listOf(passkey);

/** A question to the authenticator, made by the server. */
export const passkeyQuestion = v.looseObject({ challenge: encoded });
export type PasskeyQuestion = v.InferOutput<typeof passkeyQuestion>;

const transport = v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/));

/** The authenticator's answer. What its extensions brought (the PRF's secret above all) never travels. */
export const passkeyResponse = v.looseObject({
  id: encoded,
  rawId: encoded,
  type: v.literal('public-key'),
  // Kept, to be told to the authenticator later (5.2.1.1); what reads like no name of a transport is left out.
  response: v.looseObject({ transports: v.fallback(v.optional(v.array(transport)), []) }),
  clientExtensionResults: v.optional(v.strictObject({}), {}),
});
export type PasskeyResponse = v.InferInput<typeof passkeyResponse>;

export const passkeyAddition = v.object({ idUsuario: id, nombre: passkeyName, respuesta: passkeyResponse });
export const passkeyChange = v.object({ idUsuario: id, credencial: encoded, nombre: passkeyName });
export const passkeyRemoval = v.object({ idUsuario: id, credencial: encoded });
