import * as v from 'valibot';
import { fail, ok, type Result } from '#contract/result.ts';
import { IV_BYTES, openBytes, sealBytes } from '#vault/codec.ts';
import { base64url } from '#vault/names.ts';
import type { createCalls } from './calls.ts';

/**
 * Sends photos from a phone to a desk. The desk makes the key, and only the QR code carries it, in the part of the address
 * that browsers do not send. The server holds sealed bytes for ten minutes, for the desk alone.
 */

type Calls = Pick<ReturnType<typeof createCalls>, 'call'>;

export interface RelayedPhoto {
  side: string;
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

export interface Relay {
  /** The content of the QR code: the relay's id and the key. */
  code: string;
  /** Reads the photos; null while there are none. */
  take(): Promise<Result<RelayedPhoto[] | null>>;
}

/** Opens a relay. It exists in memory only; a reloaded page opens another one. */
export async function openPhotoRelay({ call }: Calls): Promise<Result<Relay>> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const lector = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const opened = await call('openRelay', { lector });
  if (!opened.ok) return opened;
  const { relevo } = opened.value;
  const key = await keyOf(secret);
  return ok({
    code: `${relevo}.${base64url(secret)}`,
    async take() {
      const came = await call('takeFromRelay', { relevo, lector });
      if (!came.ok) return came;
      const { contenido } = came.value;
      if (contenido === null) return ok(null);
      const photos = await unpack(key, contenido);
      return photos ? ok(photos) : fail('damaged');
    },
  });
}

/** Sends the photos from the phone. @returns 'not-found' when the code is expired, used or unknown */
export async function handToPhotoRelay(
  { call }: Calls,
  code: string,
  photos: readonly RelayedPhoto[],
): Promise<Result<unknown>> {
  const [relevo = ''] = code.split('.');
  if (!isRelayCode(code)) return fail('not-found');
  return call('handToRelay', { relevo, contenido: await sealForRelay(code, photos) });
}

export const isRelayCode = (code: string): boolean => /^[\w-]{43}\.[\w-]{43}$/.test(code);

/**
 * Seals photos so that only this code opens them, for the way to the desk and for the phone's draft. The same photos give the
 * same text: when they are sent again after a lost answer, the server knows them by it. So their IV is made of them and of the
 * code's key, without which nobody can tell whose it is.
 */
export async function sealForRelay(code: string, photos: readonly RelayedPhoto[]): Promise<string> {
  const encoded = photos.map((photo) => ({ ...photo, bytes: base64url(new Uint8Array(photo.bytes)) }));
  const text = JSON.stringify(encoded);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code + text));
  const iv = new Uint8Array(digest, 0, IV_BYTES);
  const { data } = await sealBytes(await keyIn(code), new TextEncoder().encode(text), context, iv);
  const whole = new Uint8Array(iv.length + data.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(data), iv.length);
  return base64url(whole);
}

/** Null when another code sealed it. */
export async function openFromRelay(code: string, sealed: string): Promise<RelayedPhoto[] | null> {
  return unpack(await keyIn(code), sealed);
}

const keyIn = (code: string) => keyOf(fromBase64url(code.split('.')[1] ?? ''));

const keyOf = (secret: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);

const context = ['photo relay'];

const message = v.array(v.object({ side: v.string(), name: v.string(), type: v.string(), bytes: v.string() }));

/** Null when it was not sealed with this key or holds no photos; who saw the code may have sent anything. */
async function unpack(key: CryptoKey, text: string): Promise<RelayedPhoto[] | null> {
  try {
    const whole = fromBase64url(text);
    const sealed = { iv: whole.slice(0, IV_BYTES), data: whole.slice(IV_BYTES).buffer };
    const opened = await openBytes(key, sealed, context);
    if (!opened) return null;
    const encoded = v.parse(message, JSON.parse(new TextDecoder().decode(opened)));
    return encoded.map((photo) => ({ ...photo, bytes: fromBase64url(photo.bytes).buffer }));
  } catch {
    return null;
  }
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
