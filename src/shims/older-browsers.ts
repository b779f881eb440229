/**
 * What Amparo and its libraries use and the oldest browsers of the README lack: Chrome 87 has none of these. Imported first in the
 * page and in each worker, because what runs later takes them for granted.
 */
if (!('randomUUID' in crypto)) give(crypto, 'randomUUID', randomUuid);
// Not spelled as Object.hasOwn, which the linter would prefer: it would call itself.
const owns = {}.hasOwnProperty;
if (!('hasOwn' in Object)) {
  give(Object, 'hasOwn', (one: object, name: PropertyKey) => Reflect.apply(owns, one, [name]));
}
for (const list of [Array, String, Object.getPrototypeOf(Int8Array) as typeof Int8Array]) {
  if (!('at' in list.prototype)) give(list.prototype, 'at', at);
}

function give(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

/** A version 4 UUID (RFC 9562, section 5.4): 122 random bits, four of the version and two of the variant. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function at<Item>(this: ArrayLike<Item>, place: number): Item | undefined {
  const whole = Math.trunc(place) || 0;
  return this[whole < 0 ? this.length + whole : whole];
}
