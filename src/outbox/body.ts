import * as v from 'valibot';
import { problemCodes } from '#contract/result.ts';
import type { OutboxRow } from '#database/rows.ts';
import { sealRow } from '#database/sealed.ts';

const queuedFile = v.object({
  field: v.string(),
  name: v.string(),
  type: v.string(),
  size: v.number(),
  sha256: v.string(),
});
export type QueuedFile = v.InferOutput<typeof queuedFile>;

const texts = v.record(v.string(), v.string());

const lastProblem = v.object({
  code: v.picklist(problemCodes),
  text: v.optional(v.string()),
  fields: v.optional(texts),
  retryAfter: v.optional(v.number()),
  status: v.optional(v.number()),
});

/**
 * What a queued row holds under sendKey. New members get a default, so that a row written before them still reads.
 */
export const queuedBody = v.object({
  command: v.string(),
  version: v.number(),
  /** As they travel: parsed by the contract, all texts. */
  fields: texts,
  files: v.array(queuedFile),
  /** Over fields and files, computed once and kept; null while fields are still to come from another command. */
  fingerprint: v.nullable(v.string()),
  /** What the lists show of it: patient, amount, policy number. */
  label: v.optional(texts, {}),
  /** The policy whose mirrored list the answer belongs to. */
  policy: v.optional(v.nullable(v.string()), null),
  /** How the last attempt went. */
  problem: v.optional(v.nullable(lastProblem), null),
  /** Its key is used up: taken back by the customer for editing. Sent again, it goes under a new key. */
  withdrawn: v.optional(v.boolean(), false),
  /** The customer was asked about its age and keeps it (F26). */
  kept: v.optional(v.boolean(), false),
});
export type QueuedBody = v.InferOutput<typeof queuedBody>;

/** The sealed part of a row, to be spread into it. */
export function sealBody(body: QueuedBody, sendKey: CryptoKey, row: Pick<OutboxRow, 'key' | 'owner'>) {
  return sealRow(sendKey, body, bodyContext(row));
}

/** Where a queued file is sealed to. */
export const fileContext = (key: string, field: string, owner: string) => ({
  table: 'outboxFiles',
  row: `${key}/${field}`,
  owner,
});

/** Where a body is sealed to. */
export const bodyContext = ({ key, owner }: Pick<OutboxRow, 'key' | 'owner'>) => ({ table: 'outbox', row: key, owner });
