import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#contract/age.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { stillReads } from '../accounts/still-reads.ts';
import { after } from '../clock.ts';
import type { CommonClock } from '../database/earlier-clock.ts';
import type { Database } from '../database/open.ts';
import { usedAddresses } from '../database/schema.ts';
import type { KeyedHash } from '../secrets.ts';

/** A file an address can stand for: one of ours, or a paper in the insurer's archive. */
export type FileReference =
  | { kind: 'file'; id: string; name: string }
  | { kind: 'policy'; policyId: string; id: string };

/** How long an address can be opened. */
export const ADDRESS_LIFE_MS = 15 * MINUTE_MS;

export interface FileAddress {
  reference: FileReference;
  /** Whom it was made for; null when a version before made it. */
  customerId: string | null;
  /** Uses it up. @returns false when it was used, or when the sign-in that asked for it reads nothing any more */
  use(): Promise<boolean>;
}

/** The sign-in that asks for an address. */
type Asking = { customer: Pick<Bearer['customer'], 'id'> } & Pick<Bearer, 'deviceId'>;

export interface FileAddresses {
  /**
   * Makes fresh addresses on our own origin that open a file once (D48), while the sign-in lasts (D83). Nothing is stored until one is
   * used.
   */
  makerFor(who: Asking): Promise<(reference: FileReference) => string>;
  /** What the address stands for; null when it is forged or expired. */
  read(token: string): Promise<FileAddress | null>;
}

/**
 * Addresses are sealed instead of stored, so a list of 2,000 documents writes no rows. They are sealed and not only signed,
 * because addresses end up in histories and proxy logs and must name neither a policy nor a document there. They are opened at any
 * process, so they go by the clock that all share.
 */
export function openFileAddresses(db: Database, commonClock: CommonClock, hash: KeyedHash): FileAddresses {
  return {
    async makerFor({ customer, deviceId }) {
      const expires = after(await commonClock(db), ADDRESS_LIFE_MS).getTime();
      const asking = { who: shortened(customer.id), device: shortened(deviceId) };
      return (reference) => `/archivos/${seal(hash, { expires, reference, ...asking })}`;
    },

    async read(token) {
      const opened = unseal(hash, token);
      if (!opened) return null;
      const { nonce, expires, reference, who, device } = opened;
      const clock = await commonClock(db);
      if (expires <= clock().getTime()) return null;
      return {
        reference,
        customerId: who === undefined ? null : lengthened(who),
        async use() {
          if (device !== undefined && !(await stillReads(db, clock, lengthened(device)))) return false;
          const used = await db
            .insert(usedAddresses)
            .values({ nonce, expires: new Date(expires) })
            .onConflictDoNothing()
            .returning();
          return used.length === 1;
        },
      };
    },
  };
}

interface Sealed {
  expires: number;
  reference: FileReference;
  /** Whom it was made for, shortened; addresses of a version before do not say. */
  who?: string;
  /** The sign-in that asked, shortened; addresses of a version before do not say. */
  device?: string;
}

/** A UUID in 22 signs: a list has thousands of addresses, and each is padded. */
const shortened = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const lengthened = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/** nonce | ciphertext | tag, AES-256-GCM. Each address has a key of its own, made of its nonce, so no counter can repeat. */
function seal(hash: KeyedHash, content: Sealed): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(hash, nonce), Buffer.alloc(12));
  const sealed = Buffer.concat([
    cipher.update(padded(JSON.stringify(content), steps[content.reference.kind])),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

function unseal(hash: KeyedHash, token: string): (Sealed & { nonce: string }) | null {
  const bytes = Buffer.from(token, 'base64url');
  // More than one text reads as the same bytes; an address has one way to be written.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(hash, nonce), Buffer.alloc(12));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
    return { ...(JSON.parse(text) as Sealed), nonce: nonce.toString('base64url') };
  } catch {
    return null;
  }
}

/** In bytes. A file's address is made alone and holds a name; a policy's documents get thousands, without names. */
const steps: Record<FileReference['kind'], number> = { file: 256, policy: 64 };

/** To whole steps with blanks, which JSON ignores: the length of an address must not tell a name either. */
const padded = (text: string, step: number): string =>
  text.padEnd(text.length + ((step - (Buffer.byteLength(text) % step)) % step));

const keyOf = (hash: KeyedHash, nonce: Buffer): Buffer =>
  Buffer.from(hash('address', nonce.toString('hex')), 'base64url');
