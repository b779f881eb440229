import type { SentFile } from '#api/exchange.ts';
import { FINGERPRINT_HEADER, IDEMPOTENCY_HEADER, type InputOf } from '#contract/endpoints.ts';
import { fingerprint, sha256 } from '#contract/fingerprint.ts';
import { ok, type Result } from '#contract/result.ts';
import type { SessionSettings } from './settings.ts';
import { admit, type SignedIn } from './sign-in.ts';

/** A registration to send. The key stays the same until its outcome is known. */
export interface NewAccount {
  fields: InputOf<'register'>;
  photos: Record<string, SentFile & { bytes: ArrayBuffer }>;
  /** A random UUID. However often it is sent, the server makes one account for it. */
  key: string;
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
}

/**
 * Creates the account and signs in to it (V4.1): keys and session are written as at a sign-in.
 *
 * @returns the server's refusal; after 'offline', 'timeout', 'nonsense' and 'unreadable' the account may exist, and sending again with the
 * same key is safe
 */
export async function register(settings: SessionSettings, account: NewAccount): Promise<Result<SignedIn>> {
  const { fields, photos, key, signal, onProgress } = account;
  const sums = await Promise.all(
    Object.entries(photos).map(async ([side, { bytes }]) => [side, await sha256(bytes)] as const),
  );
  const print = await fingerprint(fields as Record<string, string>, Object.fromEntries(sums));
  const created = await settings.api.call('register', fields, {
    files: photos,
    headers: { [IDEMPOTENCY_HEADER]: key, [FINGERPRINT_HEADER]: print },
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  if (!created.ok) return created;
  const { accessToken, insertedId, token } = created.value;
  const { email, password, nif, residenciaFiscal } = fields;
  const nombre = typeof fields.nombre === 'string' ? fields.nombre : '';
  const usuario = { id: insertedId, nif, nombre, token, residenciaFiscal };
  const owner = await admit(settings, email, password, usuario, accessToken, signal);
  return owner.ok ? ok({ owner: owner.value, policies: null }) : owner;
}
