import * as v from 'valibot';
import type { Sealed } from '#vault/codec.ts';
import type { PullRow } from './rows.ts';
import { openRow, type ReadKeys, sealRow } from './sealed.ts';

const stored = v.array(
  v.object({
    /** By it the note finds its row under other keys. Missing in notes of older versions. */
    policyId: v.optional(v.string()),
    billNo: v.nullable(v.string()),
    amount: v.number(),
    currency: v.string(),
    at: v.number(),
    known: v.nullable(v.array(v.string())),
    lacking: v.optional(v.literal(true)),
  }),
);
/** The payment pages of one policy that the customer left for. Only this device knows of them. */
export type StoredLeft = v.InferOutput<typeof stored>;

type Where = Pick<PullRow, 'scope' | 'owner'>;

/** Null when it does not open. */
export async function openLeft(keys: ReadKeys, where: Where, paying: Sealed): Promise<StoredLeft | null> {
  const parsed = v.safeParse(stored, await openRow(keys, paying, contextOf(where)));
  return parsed.success ? parsed.output : null;
}

export const sealLeft = (key: CryptoKey, where: Where, left: StoredLeft): Promise<Sealed> =>
  sealRow(key, left, contextOf(where));

const contextOf = ({ scope, owner }: Where) => ({ table: 'pulls', row: `${scope}/paying`, owner });
