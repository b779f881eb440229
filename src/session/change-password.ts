import type { ProblemCode, Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { closeEnvelope, type Envelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { envelopeRow, sameEnvelopes, unseal } from './envelopes.ts';
import type { SessionSettings } from './settings.ts';
import { noRoom } from './stored.ts';
import type { Customer } from './tokens.ts';

/**
 * Changes the password at the server and on this device. Before the call, an envelope for the new password is stored beside
 * the old one, so either password opens the device. The server's answer decides which envelope is deleted. Without an answer
 * both stay until the next sign-in.
 *
 * @param send makes the call with the session's tokens
 * @returns the server's answer; 'unavailable' with a text of ours when the device has no room, and then no call was made
 */
export async function changePassword(
  settings: Pick<SessionSettings, 'db' | 'rounds'>,
  who: Customer,
  current: string,
  next: string,
  send: () => Promise<Result<unknown>>,
): Promise<Result<null>> {
  const { db } = settings;
  const added = await addEnvelope(settings, who, current, next);
  if (added === 'full') return noRoom;
  const answer = await send();
  if (answer.ok) {
    // Only the new password opens the device from now on.
    if (added) await change(db, added.row, (row) => ({ ...row, envelopes: [added.envelope] }));
    return { ok: true, value: null };
  }
  // Earlier envelopes stay: the server may have made an earlier change whose answer was lost.
  if (added && !unclear.has(answer.problem.code)) await drop(db, added.row, added.envelope);
  return answer;
}

/** Problems after which the server may have made the change. */
const unclear = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unreadable', 'unavailable']);

interface Added {
  row: EnvelopeRow['id'];
  envelope: Envelope;
}

/**
 * Null when the current password opens no envelope here. Either it is wrong, and the server will say so. Or the password was
 * changed on another device, and the next sign-in handles that.
 */
async function addEnvelope(
  { db, rounds = PBKDF2_ROUNDS }: Pick<SessionSettings, 'db' | 'rounds'>,
  who: Customer,
  current: string,
  next: string,
): Promise<Added | 'full' | null> {
  for (;;) {
    const unsealed = await unseal(db, who.email, current, rounds);
    if (unsealed?.owner !== who.owner) return null;
    const { row, seen, secrets, owner } = unsealed;
    const envelope = await closeEnvelope(next, secrets, owner, rounds);
    const both = { ...row, envelopes: [...row.envelopes, envelope] };
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, async () => {
        const now = await envelopeRow(db, row.id);
        // The answer to this very commit was lost (F53).
        if (sameEnvelopes(now, both)) return true;
        // Another tab has written the row meanwhile. It is read again, because overwriting it would lose secrets.
        if (!sameEnvelopes(now, seen)) return false;
        await db.vault.put(both);
        return true;
      }),
    );
    if (!written.ok) return 'full';
    if (written.value) return { row: row.id, envelope };
  }
}

function drop(db: Database, id: EnvelopeRow['id'], refused: Envelope): Promise<unknown> {
  const others = (row: EnvelopeRow) => row.envelopes.filter(({ salt }) => !sameSalt(salt, refused.salt));
  return change(db, id, (row) => (others(row).length > 0 ? { ...row, envelopes: others(row) } : row));
}

function change(db: Database, id: EnvelopeRow['id'], next: (row: EnvelopeRow) => EnvelopeRow): Promise<unknown> {
  return db.transaction('rw', db.vault, async () => {
    const row = await envelopeRow(db, id);
    if (row) await db.vault.put(next(row));
  });
}

const sameSalt = (one: Uint8Array, other: Uint8Array): boolean => one.join() === other.join();
