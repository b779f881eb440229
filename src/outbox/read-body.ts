import * as v from 'valibot';
import type { OutboxRow } from '#database/rows.ts';
import { openRow } from '#database/sealed.ts';
import { bodyContext, type QueuedBody, queuedBody } from './body.ts';
import type { CommandKind, CommandKinds } from './commands.ts';

export type Reading =
  | { readable: true; body: QueuedBody; command: CommandKind }
  | { readable: false; body: QueuedBody | null };

/**
 * Opens and parses a row's body and migrates it to the current version (F21). Not readable: damaged, sealed under another
 * key, or written by a newer version of the app. The caller sets such a row aside and never deletes it.
 */
export async function readBody(row: OutboxRow, sendKey: CryptoKey, commands: CommandKinds): Promise<Reading> {
  const parsed = v.safeParse(queuedBody, await openRow(sendKey, row, bodyContext(row)));
  if (!parsed.success) return { readable: false, body: null };
  const body = parsed.output;
  const command = Object.hasOwn(commands, body.command) ? commands[body.command] : undefined;
  const migrated = command && migrate(body, command);
  return command && migrated ? { readable: true, body: migrated, command } : { readable: false, body };
}

function migrate(body: QueuedBody, command: CommandKind): QueuedBody | null {
  let current = body;
  while (current.version < command.version) {
    const step = command.migrations[current.version];
    if (!step) return null;
    current = { ...step(current), version: current.version + 1, fingerprint: body.fingerprint };
  }
  return current.version === command.version ? current : null;
}
