import type { InputOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { atMost } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import type { PushRow } from '#database/rows.ts';

/** What the server is told of a subscription. */
export type Subscribed = Omit<InputOf<'subscribePush'>, 'idUsuario'>;

/** What is noted of push on this device; null when nothing is. */
export async function pushRow(db: Database): Promise<PushRow | null> {
  const row = await db.vault.get('push');
  return row?.id === 'push' ? row : null;
}

/** How long the browser may take. Its push service may be one that never answers. */
const SUBSCRIBE_MS = 30_000;

export const NOT_HERE = 'Este navegador no pudo activar los avisos. Inténtalo de nuevo más tarde.';

/**
 * The browser's subscription, made when there is none; one that is bound to another key of the server is made anew.
 *
 * @param key the server's public key, in base64url
 * @returns 'unavailable' when the browser refuses, 'timeout' when it does not answer: what it makes later is found at the next start
 */
export async function subscribeAt(db: Database, manager: PushManager, key: string): Promise<Result<Subscribed>> {
  const made = await atMost(subscribed(manager, key), db.machine.timers, SUBSCRIBE_MS);
  return made ?? fail('timeout');
}

async function subscribed(manager: PushManager, key: string): Promise<Result<Subscribed>> {
  const bytes = fromBase64url(key);
  let standing = await manager.getSubscription();
  if (standing && !isBoundTo(standing, bytes)) {
    await standing.unsubscribe().catch(() => false);
    standing = null;
  }
  const subscription =
    standing ??
    (await manager
      .subscribe({ userVisibleOnly: true, applicationServerKey: bytes })
      // Without a connection, without a permission, or in a browser that was built without a push service.
      .catch(() => null));
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return fail('unavailable', { text: NOT_HERE });
  return ok({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** A browser that does not say which key it was is believed. */
function isBoundTo({ options }: PushSubscription, key: Uint8Array): boolean {
  const bound = options?.applicationServerKey;
  if (!bound) return true;
  const bytes = new Uint8Array(bound);
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
