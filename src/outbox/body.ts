import * as v from 'valibot';
import { fingerprint } from '#contract/fingerprint.ts';
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

const lastProblem = v.pipe(
  v.object({
    // A code of a later version must not make the row unreadable after the way back to this one.
    code: v.fallback(v.picklist(problemCodes), 'unavailable'),
    text: v.optional(v.string()),
    fields: v.optional(texts),
    retryAfter: v.optional(v.number()),
    status: v.optional(v.number()),
    /** Beside 'unavailable': the code itself would make the row unreadable for versions that do not know it. */
    maintenance: v.optional(v.boolean(), false),
  }),
  v.transform(({ maintenance, ...problem }) => (maintenance ? { ...problem, code: 'maintenance' as const } : problem)),
);

/** The sealed content of a queued row, under sendKey. New members get a default, so that older rows still parse. */
export const queuedBody = v.object({
  command: v.string(),
  version: v.number(),
  /** As they travel: all texts, already parsed by the contract. */
  fields: texts,
  files: v.array(queuedFile),
  /** Over fields and files, computed once; null while another command's answer still has to fill in fields. */
  fingerprint: v.nullable(v.string()),
  /** Texts that the lists show: patient, amount, policy number. */
  label: v.optional(texts, {}),
  /** The policy whose mirrored list the answer belongs to. */
  policy: v.optional(v.nullable(v.string()), null),
  /** The problem of the last attempt. */
  problem: v.optional(v.nullable(lastProblem), null),
  /** The customer took it back for editing, so its key is used up. Sent again, it gets a new key. */
  withdrawn: v.optional(v.boolean(), false),
  /** The customer was asked about this old item and keeps it (F26). */
  kept: v.optional(v.boolean(), false),
});
export type QueuedBody = v.InferOutput<typeof queuedBody>;

/** Stands for a body that this version cannot read. */
export const unreadableBody = v.parse(queuedBody, {
  command: '',
  version: 0,
  fields: {},
  files: [],
  fingerprint: null,
});

/** The fingerprint over the fields and each file's SHA-256 from the manifest. */
export const fingerprintOf = (fields: Record<string, string>, files: readonly QueuedFile[]): Promise<string> =>
  fingerprint(fields, Object.fromEntries(files.map(({ field, sha256 }) => [field, sha256])));

/** The sealed part of a row, to be spread into it. */
export function sealBody(body: QueuedBody, sendKey: CryptoKey, row: Pick<OutboxRow, 'key' | 'owner'>) {
  const { problem } = body;
  const stored: v.InferInput<typeof lastProblem> | null =
    problem?.code === 'maintenance' ? { ...problem, code: 'unavailable', maintenance: true } : problem;
  return sealRow(sendKey, { ...body, problem: stored }, bodyContext(row));
}

/** The seal's context of a queued file. */
export const fileContext = (key: string, field: string, owner: string) => ({
  table: 'outboxFiles',
  row: `${key}/${field}`,
  owner,
});

/** The seal's context of a body. */
export const bodyContext = ({ key, owner }: Pick<OutboxRow, 'key' | 'owner'>) => ({ table: 'outbox', row: key, owner });
