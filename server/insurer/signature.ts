import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#contract/age.ts';
import type { Clock } from '../clock.ts';

/**
 * What a message between this server and the insurer's systems carries beside its body, in both directions.
 * Source: Standard Webhooks 1.0.0, https://www.standardwebhooks.com
 */
export const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
export type SignatureHeaders = Record<(typeof signatureHeaders)[number], string>;

/**
 * What the id of each message of this server begins with, and no message to it may. The id is signed, so a signature says its
 * direction: with one key for both, nothing we sent can be shown to us as if the insurer had sent it (docs/decisions/outgoing.md).
 */
export const OWN_ID = 'evt_';

/** How far the sender's clock may be from ours, either way: an older copy of a message is refused. */
export const SIGNATURE_AGE_MS = 5 * MINUTE_MS;
/** The specification's bounds for a key. */
const KEY_BYTES = { least: 24, most: 64 };
/** Signatures under several keys are parted by blanks; more than these are never looked at. */
const MAX_SIGNATURES = 16;

/** HMAC-SHA-256. */
const MAC_BYTES = 32;

/** A key, never shown and never logged. */
export type SigningKey = Buffer;

/**
 * The keys of a setting: 'whsec_' and base64 each, parted by commas. The first one signs, all are believed, so that a key can
 * be changed without losing a message. Null when one of them is no key.
 */
export function readSigningKeys(setting: string): [SigningKey, ...SigningKey[]] | null {
  const keys = setting.split(',').map((one) => readKey(one.trim()));
  const whole = keys.filter((key) => key !== null);
  const [first, ...more] = whole;
  return first && whole.length === keys.length ? [first, ...more] : null;
}

function readKey(text: string): SigningKey | null {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64 ?? '', 'base64');
  return key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : null;
}

/** What is to be sent beside the body. `id` is the message's own for good: each further try carries it again. */
export function signed({ id, at, body }: { id: string; at: Date; body: string | Uint8Array }, key: SigningKey) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${macOf(key, id, timestamp, body).toString('base64')}`,
  } satisfies SignatureHeaders;
}

/** Why a message is not believed. */
type Doubt = { ok: false; why: 'unsigned' | 'own' | 'stale' | 'forged' };

/**
 * What the headers say by themselves, before a body is read: whether they are there, of now, and could be somebody's signature.
 *
 * @returns 'unsigned' when one is missing or unreadable, 'own' when the id is of one of this server's own messages, 'stale' when its
 * time is too far from ours, 'forged' when none is one
 */
export function readSignature(
  headers: Headers,
  now: Date,
): { ok: true; id: string; timestamp: string; given: Buffer[] } | Doubt {
  const [id = '', timestamp = '', signatures = ''] = signatureHeaders.map((name) => headers.get(name) ?? undefined);
  // A full stop in an id would let two messages be signed alike.
  if (!/^[^.\s]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || signatures === '') {
    return { ok: false, why: 'unsigned' };
  }
  if (id.startsWith(OWN_ID)) return { ok: false, why: 'own' };
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > SIGNATURE_AGE_MS) return { ok: false, why: 'stale' };
  const given = signatures.split(' ', MAX_SIGNATURES).flatMap(macIn);
  return given.length > 0 ? { ok: true, id, timestamp, given } : { ok: false, why: 'forged' };
}

/**
 * Whether a message is from somebody who has one of the keys, and of now.
 *
 * @returns its id, or why it is not believed
 */
export function verify(
  headers: Headers,
  body: string | Uint8Array,
  keys: readonly SigningKey[],
  now: Date,
): { ok: true; id: string } | Doubt {
  const read = readSignature(headers, now);
  if (!read.ok) return read;
  const { id, timestamp, given } = read;
  const fits = keys.some((key) => {
    const mac = macOf(key, id, timestamp, body);
    return given.some((one) => timingSafeEqual(one, mac));
  });
  return fits ? { ok: true, id } : { ok: false, why: 'forged' };
}

/**
 * The same by the clock that all processes share, and not by the one of this process (F60). It is asked only once the signature fits:
 * who has no key costs no look into the database.
 */
export async function verifyByAll(
  headers: Headers,
  body: string | Uint8Array,
  keys: readonly SigningKey[],
  common: () => Promise<Clock>,
): Promise<ReturnType<typeof verify>> {
  const whole = verify(headers, body, keys, new Date(Number(headers.get('webhook-timestamp')) * 1000));
  if (!whole.ok) return whole;
  const timely = readSignature(headers, (await common())());
  return timely.ok ? whole : timely;
}

/** The code of a 'v1,<base64>'; other versions are signed in ways we do not know. */
function macIn(signature: string): Buffer[] {
  const [version, base64 = ''] = signature.split(',', 2);
  const mac = Buffer.from(base64, 'base64');
  return version === 'v1' && mac.length === MAC_BYTES ? [mac] : [];
}

const macOf = (key: SigningKey, id: string, timestamp: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
