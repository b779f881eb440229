import { createCipheriv, createHmac, hkdfSync, pbkdf2Sync, randomBytes, webcrypto } from 'node:crypto';
import type { Database } from '#database/open.ts';

/** What a customer of the version before has on a device. Nothing here uses the vault, which may change. */
export interface Before {
  email: string;
  password: string;
  idUsuario: string;
  policyId: string;
}

const ROUNDS = 1000;

/** Bytes as IndexedDB holds them. */
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/**
 * Writes an open session as the version without earlier read secrets did: envelope, keys, identity, refunds, a draft with a
 * file, a saved document and news.
 *
 * @returns the read secret
 */
export async function writeAsBefore(db: Database, { email, password, idUsuario, policyId }: Before): Promise<Buffer> {
  const owner = 'owner-before';
  const [read, send, salt, deviceSalt] = [randomBytes(32), randomBytes(32), randomBytes(16), randomBytes(16)];
  const readKey = Buffer.from(hkdfSync('sha256', read, '', 'amparo read', 32));
  const nameKey = Buffer.from(hkdfSync('sha256', read, '', 'amparo names', 32));
  const wrapping = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const row = (table: string, name: string, value: unknown) =>
    seal(readKey, Buffer.from(JSON.stringify(value)), ['amparo 1', table, name, owner]);
  const named = (...parts: string[]) => createHmac('sha256', nameKey).update(JSON.stringify(parts)).digest('base64url');
  const envelope = {
    ...{ owner, rounds: ROUNDS, salt: plain(salt) },
    read: seal(wrapping, read, ['envelope', 'read', owner]),
    send: seal(wrapping, send, ['envelope', 'send', owner]),
  };
  const envelopeName = createHmac('sha256', deviceSalt)
    .update(JSON.stringify(['envelope', email]))
    .digest('base64url');
  const aes = (key: Buffer) => webcrypto.subtle.importKey('raw', plain(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  await db.vault.bulkPut([
    { id: 'device', salt: plain(deviceSalt), key: await aes(randomBytes(32)) },
    { id: `envelope:${envelopeName}`, envelopes: [envelope], aside: [] },
    {
      id: 'reading',
      owner,
      readKey: await aes(readKey),
      nameKey: await webcrypto.subtle.importKey('raw', plain(nameKey), hmac, false, ['sign']),
      secrets: row('vault', 'reading', { read: [...read], send: [...send] }),
    },
    { id: 'sending', owner, sendKey: await aes(send) },
    { id: 'activity', at: Date.now() },
  ]);
  const identity = { email, idUsuario, cedula: '1', nombre: 'Ana', residence: 'Costa Rica' };
  const part = `${owner}:identity` as const;
  await db.session.put({ id: part, owner, ...row('session', part, identity) });

  const scope = named('refunds', idUsuario, policyId);
  const refunds = { version: 2, label: '2026', shapes: [['id']], rows: [[0, 'r-1']] };
  await db.refunds.put({ scope, group: 0, owner, at: 1, ...row('refunds', `${scope}/0`, refunds) });
  const etag = row('pulls', scope, { etag: '"e"', versions: null });
  await db.pulls.put({ scope, owner, at: 1, etag, problem: null, revision: 'r' });

  const draft = named('draft', 'ticket');
  const form = { name: 'ticket', form: { descripcion: 'De antes' } };
  await db.drafts.put({ id: draft, part: 'form', owner, at: 1, ...row('drafts', `${draft}/form`, form) });

  const about = { policyId, category: 'Póliza', createdOn: null, place: 0, name: 'a.pdf', type: 'application/pdf' };
  const bytes = seal(readKey, Buffer.alloc(100), ['amparo 1', 'savedDocuments', 'doc', owner]);
  await db.savedDocuments.bulkPut([
    { id: 'doc', owner, at: 1, size: 100, ...bytes },
    {
      id: 'doc:about',
      owner,
      at: 1,
      size: 0,
      ...row('savedDocuments', 'doc:about', { ...about, size: 100, savedAt: 1 }),
    },
  ]);

  const news = { kind: 'refund-approved', about: '1', policyId, facts: {} };
  await db.news.put({ id: 'n', owner, at: Date.now(), read: false, ...row('news', 'n', news) });
  return read;
}

function seal(key: Buffer, bytes: Buffer, context: readonly string[]) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(JSON.stringify(context)));
  const data = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return { iv: plain(iv), data: plain(data).buffer };
}
