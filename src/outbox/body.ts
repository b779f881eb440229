import * as v from 'valibot';
import { problemCodes } from '#contract/result.ts';
import type { OutboxRow } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import type { Command, Commands } from './commands.ts';

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
const queuedBody = v.object({
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

export type Reading = { known: true; body: QueuedBody; command: Command } | { known: false; body: QueuedBody | null };

/**
 * Opens and reads a row's body, migrated to the version of today (F21). Not known: damaged, sealed under another key, or
 * written by a newer version of the app; such a row is set aside, never deleted.
 */
export async function readBody(row: OutboxRow, sendKey: CryptoKey, commands: Commands): Promise<Reading> {
  const parsed = v.safeParse(queuedBody, await openRow(sendKey, row, placeOf(row)));
  if (!parsed.success) return { known: false, body: null };
  const body = parsed.output;
  const command = Object.hasOwn(commands, body.command) ? commands[body.command] : undefined;
  const migrated = command && migrate(body, command);
  return command && migrated ? { known: true, body: migrated, command } : { known: false, body };
}

/** The sealed part of a row, to be spread into it. */
export function sealBody(body: QueuedBody, sendKey: CryptoKey, row: Pick<OutboxRow, 'key' | 'owner'>) {
  return sealRow(sendKey, body, placeOf(row));
}

/** Where a queued file is sealed to. */
export const filePlace = (key: string, field: string, owner: string) => ({
  table: 'outboxFiles',
  row: `${key}/${field}`,
  owner,
});

const placeOf = ({ key, owner }: Pick<OutboxRow, 'key' | 'owner'>) => ({ table: 'outbox', row: key, owner });

function migrate(body: QueuedBody, command: Command): QueuedBody | null {
  let current = body;
  while (current.version < command.version) {
    const step = command.migrations[current.version];
    if (!step) return null;
    current = { ...step(current), version: current.version + 1, fingerprint: body.fingerprint };
  }
  return current.version === command.version ? current : null;
}
