import { fail, type ProblemCode, type Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { closeEnvelope, type Envelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { sameEnvelopes, unseal } from './envelopes.ts';
import type { SessionSettings } from './settings.ts';
import type { Customer } from './tokens.ts';

/**
 * Changes the password at the server and on this device. Before anything is sent, an envelope for the new one is laid beside
 * the old. Whichever password the server took then opens the device. One of them goes only when the server's answer says which;
 * an answer that never came leaves both, and the next sign-in settles it.
 *
 * @param send tells the server, with the session's tokens
 * @returns what the server said; 'unavailable' with words of ours, and nothing sent, when the device has no room
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
  if (added === 'full') {
    return fail('unavailable', { text: 'No queda espacio en este dispositivo. Libera espacio e inténtalo de nuevo' });
  }
  const answer = await send();
  if (answer.ok) {
    if (added) await keepOnly(db, added.row, [added.envelope]);
    return { ok: true, value: null };
  }
  // The envelopes from before stay: the server may have taken an earlier change although its answer was lost.
  if (added && !unclear.has(answer.problem.code)) await drop(db, added.row, added.envelope);
  return answer;
}

/** After these the server may have taken the change. */
const unclear = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unavailable']);

interface Added {
  row: EnvelopeRow['id'];
  envelope: Envelope;
}

/**
 * Null when the current password, as typed, opens no envelope here. Either it is wrong, and the server says so. Or the device
 * knows an older one, and at the next sign-in meets the new one as changed elsewhere.
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
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, async () => {
        const now = await readRow(db, row.id);
        // Another tab signed in or changed it meanwhile: look again, or its secrets would be lost.
        if (!sameEnvelopes(now, seen)) return false;
        await db.vault.put({ ...row, envelopes: [...row.envelopes, envelope] });
        return true;
      }),
    );
    if (!written.ok) return 'full';
    if (written.value) return { row: row.id, envelope };
  }
}

/** The server took the new password: it alone opens this device from now on. */
function keepOnly(db: Database, id: EnvelopeRow['id'], envelopes: Envelope[]): Promise<unknown> {
  return change(db, id, (row) => ({ ...row, envelopes }));
}

function drop(db: Database, id: EnvelopeRow['id'], refused: Envelope): Promise<unknown> {
  const others = (row: EnvelopeRow) => row.envelopes.filter(({ salt }) => !sameSalt(salt, refused.salt));
  return change(db, id, (row) => (others(row).length > 0 ? { ...row, envelopes: others(row) } : row));
}

function change(db: Database, id: EnvelopeRow['id'], next: (row: EnvelopeRow) => EnvelopeRow): Promise<unknown> {
  return db.transaction('rw', db.vault, async () => {
    const row = await readRow(db, id);
    if (row) await db.vault.put(next(row));
  });
}

async function readRow(db: Database, id: EnvelopeRow['id']): Promise<EnvelopeRow | null> {
  const row = await db.vault.get(id);
  return row && 'envelopes' in row ? row : null;
}

const sameSalt = (one: Uint8Array, other: Uint8Array): boolean => one.join() === other.join();
