import * as v from 'valibot';
import { MINUTE_MS } from './age.ts';
import { instant } from './values.ts';

/**
 * The relay that hands a document's photos from a phone to a desk. It is an optional part of the contract. A backend without
 * these rows answers 404, and the desk offers its own files alone. What it holds is sealed under a key that it never sees.
 */

/** 256 random bits in base64url: which relay it is, or who may read it. */
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/** How long a relay is open, in milliseconds: to find the phone, photograph both sides and send. */
export const RELAY_LIFE_MS = 10 * MINUTE_MS;

/** The most signs of a sealed message: two photos of a few hundred kilobytes. */
export const MAX_RELAYED_CHARS = 2_000_000;
const sealed = v.pipe(v.string(), v.maxLength(MAX_RELAYED_CHARS), v.regex(/^[A-Za-z0-9_-]+$/));

export const relayOpening = v.object({ lector: token });
export const relay = v.object({ relevo: token, vence: instant });
export const relayHandover = v.object({ relevo: token, contenido: sealed });
export const relayTaking = v.object({ relevo: token, lector: token });
/** Null while nothing has come. */
export const relayed = v.object({ contenido: v.nullable(sealed) });
