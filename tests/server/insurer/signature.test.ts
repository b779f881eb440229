import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  OWN_ID,
  readSigningKeys,
  SIGNATURE_AGE_MS,
  type SignatureHeaders,
  signed,
  verify,
} from '#server/insurer/signature.ts';

const setting = () => `whsec_${randomBytes(32).toString('base64')}`;
const keysOf = (text: string) => readSigningKeys(text) ?? expect.fail('no keys');
const secret = setting();
const [key] = keysOf(secret);
const now = () => new Date();
const message = (body = '{"estado":5}', at = now()) => signed({ id: 'msg_1', at, body }, key);
const check = (headers: Partial<SignatureHeaders>, body: string | Uint8Array = '{"estado":5}', keys = [key]) =>
  verify(new Headers(headers), body, keys, now());

test('[F39] the reference library accepts our signatures, and we accept its signatures', () => {
  const theirs = new Webhook(secret);
  const bodies = fc.oneof(fc.string(), fc.json());
  fc.assert(
    fc.property(bodies, fc.stringMatching(/^[\w-]{1,60}$/), (body, id) => {
      const at = now();
      const headers = signed({ id, at, body }, key);
      expect(headers['webhook-signature']).toBe(theirs.sign(id, at, body));
      expect(verify(new Headers(headers), Buffer.from(body), [key], at)).toEqual({ ok: true, id });
    }),
  );
  expect(() => theirs.verify('{"estado":5}', message())).not.toThrow();
});

test('[F39] a message that was changed on the way, or signed with another key, counts as forged', () => {
  const headers = message();
  expect(check(headers)).toEqual({ ok: true, id: 'msg_1' });
  const forged = { ok: false, why: 'forged' };
  expect(check(headers, '{"estado":7}')).toEqual(forged);
  expect(check({ ...headers, 'webhook-id': 'msg_2' })).toEqual(forged);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  expect(check({ ...headers, 'webhook-timestamp': later })).toEqual(forged);
  expect(check(headers, undefined, keysOf(setting()))).toEqual(forged);
  expect(check({ ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v1a') })).toEqual(forged);
  for (const nothing of ['v1,', 'v1', ',', 'v1,AAAA']) {
    expect(check({ ...headers, 'webhook-signature': nothing })).toEqual(forged);
  }
});

test('[F39] a message that is too old, or from a clock too far ahead, counts as stale', () => {
  for (const off of [-1, 1]) {
    const near = new Date(Date.now() + off * (SIGNATURE_AGE_MS - 5_000));
    const far = new Date(Date.now() + off * (SIGNATURE_AGE_MS + 5_000));
    expect(check(message(undefined, near)).ok).toBe(true);
    expect(check(message(undefined, far))).toEqual({ ok: false, why: 'stale' });
  }
});

test('[F39] a message of ours that is shown to us as if the insurer had sent it is refused, though its signature fits', () => {
  const own = signed({ id: `${OWN_ID}1`, at: now(), body: '{}' }, key);
  expect(() => new Webhook(secret).verify('{}', own)).not.toThrow();
  expect(check(own, '{}')).toEqual({ ok: false, why: 'own' });
});

test('[F39] a message that lacks one of its headers, or has an unreadable one, counts as unsigned', () => {
  const headers = message();
  for (const name of Object.keys(headers)) {
    const { [name as keyof SignatureHeaders]: _, ...rest } = headers;
    expect(check(rest), name).toEqual({ ok: false, why: 'unsigned' });
  }
  for (const wrong of ['soon', '-5', '1e9', '']) {
    expect(check({ ...headers, 'webhook-timestamp': wrong })).toEqual({ ok: false, why: 'unsigned' });
  }
  for (const wrong of ['a.b', 'a b', 'x'.repeat(201)]) {
    expect(check({ ...headers, 'webhook-id': wrong })).toEqual({ ok: false, why: 'unsigned' });
  }
});

test('[F39] while keys change, either side may use the old and the new key', () => {
  const [fresh, old] = [setting(), setting()];
  const both = keysOf(`${fresh}, ${old}`);
  const byOld = signed({ id: 'msg_1', at: now(), body: 'x' }, keysOf(old)[0]);
  expect(check(byOld, 'x', both).ok).toBe(true);
  const byBoth = {
    ...byOld,
    'webhook-signature': `v1a,AAAA ${message('x')['webhook-signature']} ${byOld['webhook-signature']}`,
  };
  expect(check(byBoth, 'x').ok).toBe(true);
});

test('[F39] a setting that is too short, too long, without prefix or not base64 gives no key', () => {
  const bytes = (count: number) => `whsec_${randomBytes(count).toString('base64')}`;
  expect(readSigningKeys(bytes(24))).toHaveLength(1);
  expect(readSigningKeys(`${bytes(64)},${bytes(32)}`)).toHaveLength(2);
  for (const wrong of ['', 'secret', 'whsec_', bytes(23), bytes(65), secret.slice(6), `${secret}!`, `${secret},`]) {
    expect(readSigningKeys(wrong), wrong).toBeNull();
  }
});
