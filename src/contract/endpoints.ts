import type * as v from 'valibot';
import { accountEndpoints } from './endpoints/account.ts';
import { passkeysEndpoints } from './endpoints/passkeys.ts';
import { policiesEndpoints } from './endpoints/policies.ts';
import { pushEndpoints } from './endpoints/push.ts';
import { readingEndpoints } from './endpoints/reading.ts';
import { receiptsEndpoints } from './endpoints/receipts.ts';
import { refundsEndpoints } from './endpoints/refunds.ts';
import { relayEndpoints } from './endpoints/relay.ts';
import { sessionsEndpoints } from './endpoints/sessions.ts';
import { ticketsEndpoints } from './endpoints/tickets.ts';

/** The header of the internal token (H6.6, named {product}-Internal-Token in the spec). */
export const INTERNAL_TOKEN_HEADER = 'Amparo-Internal-Token';
/** The header that carries a queued command's key; RFC draft-ietf-httpapi-idempotency-key-header. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** The header that carries the SHA-256 fingerprint of a queued command (see fingerprint.ts), in hexadecimal. */
export const FINGERPRINT_HEADER = 'Amparo-Fingerprint';

export type { Endpoint } from './endpoints/endpoint.ts';

/** Every call of the product. */
export const endpoints = {
  ...accountEndpoints,
  ...sessionsEndpoints,
  ...relayEndpoints,
  ...passkeysEndpoints,
  ...policiesEndpoints,
  ...refundsEndpoints,
  ...ticketsEndpoints,
  ...receiptsEndpoints,
  ...pushEndpoints,
  ...readingEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
/** What a caller hands in: the row's fields before parsing. */
export type InputOf<N extends EndpointName> = v.InferInput<(typeof endpoints)[N]['input']>;
export type ParsedInputOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['input']>;
export type AnswerOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['answer']>;

/** The rows that only read: one or many of them may be asked for in one request (endpoints/reading.ts). */
export type ReadName = Exclude<
  { [N in EndpointName]: (typeof endpoints)[N] extends { readsOnly: true } ? N : never }[EndpointName],
  keyof typeof readingEndpoints
>;
