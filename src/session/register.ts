import type { SentFile } from '#api/exchange.ts';
import { FINGERPRINT_HEADER, IDEMPOTENCY_HEADER, type InputOf } from '#contract/endpoints.ts';
import { fingerprint, sha256 } from '#contract/fingerprint.ts';
import { ok, type Result } from '#contract/result.ts';
import type { SessionSettings } from './settings.ts';
import { admit, type SignedIn } from './sign-in.ts';

/** A registration as it is sent; the same key until it is known what became of it. */
export interface NewAccount {
  fields: InputOf<'register'>;
  photos: Record<string, SentFile & { bytes: ArrayBuffer }>;
  /** A random UUID: the server makes one account of any number of tries under it. */
  key: string;
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
}

/**
 * Creates the account and enters it: its keys and its session are made on this device as at a sign-in (V4.1).
 *
 * @returns what the server said when it refused; 'offline', 'timeout' and 'nonsense' leave open whether the account was
 *   made, and sending the same again under the same key settles it
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
