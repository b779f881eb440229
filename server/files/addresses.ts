import { randomBytes, timingSafeEqual } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { after, type Clock, MINUTE } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { usedAddresses } from '../database/schema.ts';
import type { KeyedHash } from '../secrets.ts';

/** A file an address can stand for: one of ours, or a paper in the insurer's archive. */
export type FileReference =
  | { kind: 'file'; id: string; name: string }
  | { kind: 'policy'; policyId: string; id: string };

/** How long an address can be opened. */
export const ADDRESS_LIFE = 15 * MINUTE;

export interface FileAddresses {
  /** A fresh address on our own origin that opens the file once (D48). Nothing is stored until it is used. */
  make(reference: FileReference): string;
  /** What the address stands for, using it up; null when it is forged, expired or was used. */
  open(token: string): Promise<FileReference | null>;
}

/** Addresses are signed rather than stored: a list of 2,000 documents carries as many and writes nothing. */
export function openFileAddresses(db: Database, clock: Clock, hash: KeyedHash): FileAddresses {
  return {
    make(reference) {
      const nonce = randomBytes(12).toString('base64url');
      const expires = after(clock, ADDRESS_LIFE).getTime();
      const payload = Buffer.from(JSON.stringify({ nonce, expires, reference })).toString('base64url');
      return `/archivos/${payload}.${hash('address', payload)}`;
    },

    async open(token) {
      const [payload = '', signature = ''] = token.split('.');
      if (!isSame(signature, hash('address', payload))) return null;
      const { nonce, expires, reference } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        nonce: string;
        expires: number;
        reference: FileReference;
      };
      if (expires <= clock().getTime()) return null;
      await db.delete(usedAddresses).where(lt(usedAddresses.expires, clock()));
      const used = await db
        .insert(usedAddresses)
        .values({ nonce, expires: new Date(expires) })
        .onConflictDoNothing()
        .returning();
      return used.length === 1 ? reference : null;
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
