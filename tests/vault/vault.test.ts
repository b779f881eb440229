import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBytes, openJson, resealBytes, sealBytes, sealJson } from '#vault/codec.ts';
import { closeEnvelope, openEnvelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { createDeviceKey, createSecrets, importKeys, renewSecrets } from '#vault/keys.ts';
import { envelopeName, nameOf } from '#vault/names.ts';
import { openUnderOwnKey, sealUnderOwnKey } from '#vault/own-key.ts';

const ROUNDS = 1000;
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a sealed value', () => {
  test('opens to the value that was sealed', async () => {
    const key = await createDeviceKey();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await openJson(key, await sealJson(key, value, ['a']), ['a'])).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('[S9] shows nothing of its text and differs at each sealing', async () => {
    const key = await createDeviceKey();
    const one = await sealBytes(key, bytesOf('María Fernanda'), ['a']);
    const two = await sealBytes(key, bytesOf('María Fernanda'), ['a']);
    expect(new TextDecoder().decode(one.data)).not.toContain('Fernanda');
    expect(new Uint8Array(one.data)).not.toEqual(new Uint8Array(two.data));
    expect(one.iv).toHaveLength(12);
    expect(one.iv).not.toEqual(two.iv);
  });

  test('[F15] does not open in another table, for another owner, or with its context split differently', async () => {
    const key = await createDeviceKey();
    const sealed = await sealBytes(key, bytesOf('x'), ['table', 'row', 'owner']);
    for (const context of [
      ['table', 'row', 'other'],
      ['table', 'ro', 'wowner'],
      ['table', 'row'],
      ['tablerow', 'owner'],
    ]) {
      expect(await openBytes(key, sealed, context)).toBeNull();
    }
  });

  test('does not open when any byte was changed', async () => {
    const key = await createDeviceKey();
    const sealed = await sealBytes(key, bytesOf('abc'), ['a']);
    for (let index = 0; index < sealed.data.byteLength; index++) {
      const data = sealed.data.slice(0);
      const view = new Uint8Array(data);
      view[index] = (view[index] ?? 0) ^ 1;
      expect(await openBytes(key, { ...sealed, data }, ['a'])).toBeNull();
    }
    const iv = Uint8Array.from(sealed.iv, (byte) => byte ^ 1);
    expect(await openBytes(key, { ...sealed, iv }, ['a'])).toBeNull();
  });

  test('[D25] does not open with the sending key when it was sealed with the reading key', async () => {
    const { readKey, sendKey } = await importKeys(createSecrets());
    expect(await openBytes(sendKey, await sealBytes(readKey, bytesOf('x'), []), [])).toBeNull();
  });
});

describe('a value sealed again', () => {
  test('opens with the other key alone, in its place alone, and keeps its IV', async () => {
    const [from, to] = [await createDeviceKey(), await createDeviceKey()];
    const sealed = await sealBytes(from, bytesOf('x'), ['a']);
    const again = await resealBytes(from, to, sealed, ['a']);
    if (!again) throw new Error('not sealed');
    expect(again.iv).toEqual(sealed.iv);
    expect(await openBytes(from, again, ['a'])).toBeNull();
    expect(await openBytes(to, again, ['b'])).toBeNull();
    expect(await openBytes(to, again, ['a'])).toEqual(bytesOf('x').buffer);
  });

  test('is null when it did not open', async () => {
    const [from, to] = [await createDeviceKey(), await createDeviceKey()];
    const sealed = await sealBytes(from, bytesOf('x'), ['a']);
    expect(await resealBytes(to, from, sealed, ['a'])).toBeNull();
    expect(await resealBytes(from, to, sealed, ['b'])).toBeNull();
  });
});

describe('an envelope', () => {
  test('holds what names rows and the earlier read secrets too, and those can be taken out without the password', async () => {
    const secrets = await renewSecrets(await renewSecrets(createSecrets()));
    const envelope = await closeEnvelope('p', secrets, 'ana', ROUNDS);
    expect(secrets.earlier).toHaveLength(2);
    expect(await openEnvelope('p', envelope)).toEqual(secrets);
    const { earlier: _, ...rest } = envelope;
    const { earlier: __, ...newest } = secrets;
    expect(await openEnvelope('p', rest)).toEqual(newest);
    const { names } = await closeEnvelope('p', secrets, 'ana', ROUNDS);
    expect(names && (await openEnvelope('p', { ...envelope, names }))).toBeNull();
  });

  test('opens only with its password', async () => {
    const secrets = createSecrets();
    const envelope = await closeEnvelope('Amparo2026', secrets, 'ana', ROUNDS);
    expect(await openEnvelope('Amparo2026', envelope)).toEqual(secrets);
    expect(await openEnvelope('amparo2026', envelope)).toBeNull();
    expect(await openEnvelope('', envelope)).toBeNull();
  });

  test('opens when another keyboard types decomposed accents', async () => {
    const secrets = createSecrets();
    const envelope = await closeEnvelope('Contraseña'.normalize('NFC'), secrets, 'ana', ROUNDS);
    expect(await openEnvelope('Contraseña'.normalize('NFD'), envelope)).toEqual(secrets);
  });

  test('does not open when its parts, owner, rounds or salt were changed', async () => {
    const envelope = await closeEnvelope('p', createSecrets(), 'ana', ROUNDS);
    expect(await openEnvelope('p', { ...envelope, read: envelope.send, send: envelope.read })).toBeNull();
    expect(await openEnvelope('p', { ...envelope, owner: 'luis' })).toBeNull();
    expect(await openEnvelope('p', { ...envelope, rounds: ROUNDS + 1 })).toBeNull();
    const other = await closeEnvelope('p', createSecrets(), 'ana', ROUNDS);
    expect(await openEnvelope('p', { ...envelope, salt: other.salt })).toBeNull();
  });

  test('uses 600,000 rounds of key derivation by default', async () => {
    expect(PBKDF2_ROUNDS).toBe(600_000);
    expect((await closeEnvelope('p', createSecrets(), 'ana')).rounds).toBe(600_000);
  });
});

describe('keys', () => {
  test('[S9] cannot be extracted', async () => {
    const keys = await importKeys(createSecrets());
    for (const key of [...Object.values(keys), await createDeviceKey()]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    }
  });

  test('of renewed secrets seal with a new key, open with the earlier ones, and give rows the same names', async () => {
    const first = createSecrets();
    const second = await renewSecrets(first);
    const third = await renewSecrets(second);
    const [one, two, three] = await Promise.all([first, second, third].map(importKeys));
    if (!one || !two || !three) throw new Error('no keys');
    const sealed = await sealBytes(one.readKey, bytesOf('x'), []);
    const opened = await Promise.all(
      [three.readKey, ...(three.earlierKeys ?? [])].map((key) => openBytes(key, sealed, [])),
    );
    expect(opened.map((bytes) => bytes !== null)).toEqual([false, false, true]);
    const names = await Promise.all([one, two, three].map(({ nameKey }) => nameOf(nameKey, 'a')));
    expect(new Set(names).size).toBe(1);
    expect([second.send, third.send]).toEqual([first.send, first.send]);
    for (const key of three.earlierKeys ?? []) expect(key.extractable).toBe(false);
  });

  test('are the same for the same secrets', async () => {
    const secrets = createSecrets();
    const [one, two] = [await importKeys(secrets), await importKeys(secrets)];
    expect(await openBytes(two.readKey, await sealBytes(one.readKey, bytesOf('x'), []), [])).not.toBeNull();
    expect(await nameOf(one.nameKey, 'a')).toBe(await nameOf(two.nameKey, 'a'));
  });
});

describe('bytes sealed under a key of their own', () => {
  test('open only with their secret', async () => {
    const bytes = bytesOf('factura').buffer;
    const { secret, sealed } = await sealUnderOwnKey(bytes);
    expect(await openUnderOwnKey(secret, sealed)).toEqual(bytes);
    const other = await sealUnderOwnKey(bytes);
    expect(new Uint8Array(other.secret)).not.toEqual(new Uint8Array(secret));
    expect(await openUnderOwnKey(other.secret, sealed)).toBeNull();
    expect(await openUnderOwnKey(secret.slice(1), sealed)).toBeNull();
    expect(await openUnderOwnKey(secret, { ...sealed, data: sealed.data.slice(1) })).toBeNull();
  });
});

describe('names stored in the clear', () => {
  test('do not reveal their parts, and differ when the same text is split differently', async () => {
    const { nameKey } = await importKeys(createSecrets());
    const name = await nameOf(nameKey, 'payments', '1', '0926687856');
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(name).not.toBe(await nameOf(nameKey, 'payments', '10', '926687856'));
    const other = await importKeys(createSecrets());
    expect(name).not.toBe(await nameOf(other.nameKey, 'payments', '1', '0926687856'));
  });

  test('of a mailbox is the same each time, and differs on each device', async () => {
    const [salt, other] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(16))];
    const name = await envelopeName(salt, 'ana@demo.test');
    expect(await envelopeName(salt, 'ana@demo.test')).toBe(name);
    expect(await envelopeName(other, 'ana@demo.test')).not.toBe(name);
  });
});
