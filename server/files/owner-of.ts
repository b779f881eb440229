import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../database/open.ts';
import { identityFiles, refundDocuments, refunds } from '../database/schema.ts';

/** Whose file this is, for the trail; null when no row names it any more. */
export async function ownerOf(db: Database | Transaction, fileId: string): Promise<string | null> {
  const [paper] = await db
    .select({ customerId: refunds.customerId })
    .from(refundDocuments)
    .innerJoin(refunds, eq(refunds.id, refundDocuments.refundId))
    .where(eq(refundDocuments.fileId, fileId));
  if (paper) return paper.customerId;
  const [photo] = await db
    .select({ customerId: identityFiles.customerId })
    .from(identityFiles)
    .where(eq(identityFiles.fileId, fileId));
  return photo?.customerId ?? null;
}
