/**
 * A name that may stand in the clear: HMAC-SHA-256 over its parts, base64url. Without the key nobody can read a policy
 * number in it or test a guess.
 */
export async function nameOf(key: CryptoKey, ...parts: string[]): Promise<string> {
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(JSON.stringify(parts)));
  return base64url(new Uint8Array(signed));
}

/** The name of a customer's envelope: a hash of the mailbox, salted per device, so that dumps of two devices do not match. */
export async function envelopeName(deviceSalt: Uint8Array<ArrayBuffer>, mailbox: string): Promise<string> {
  return nameOf(await saltKey(deviceSalt), 'envelope', mailbox);
}

/** The name of a customer on this device, whatever their email is. It is salted as that of their envelope. */
export async function personName(deviceSalt: Uint8Array<ArrayBuffer>, customerId: string): Promise<string> {
  return nameOf(await saltKey(deviceSalt), 'person', customerId);
}

const saltKey = (salt: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** Without padding. It works in pieces, because a function call cannot take a hundred thousand arguments. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
