import { mayBeDone, ok, type Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { closeEnvelope, type Envelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import type { Calls } from './calls.ts';
import { envelopeRow, sameEnvelopes, unseal } from './envelopes.ts';
import { following } from './following.ts';
import { openSecrets } from './open-secrets.ts';
import type { SessionSettings } from './settings.ts';
import { noRoom } from './stored.ts';
import type { Customer } from './tokens.ts';

/**
 * Changes the password at the server and on this device. Before the call, an envelope for the new password is stored beside
 * the old one, so either password opens the device. The server's answer decides which envelope is deleted. Without an answer
 * both stay until the next sign-in, and so they do where the device has no room to follow it.
 *
 * @returns the server's answer; 'unavailable' with a text of ours when the device has no room, and then no call was made
 */
export async function changePassword(
  settings: SessionSettings,
  call: Calls['call'],
  who: Customer,
  current: string,
  next: string,
): Promise<Result<null>> {
  const added = await addEnvelope(settings, who, current, next);
  if (added === 'full') return noRoom;
  const answer = await call('changePassword', { id: who.idUsuario, current, new: next, confirm: next });
  if (answer.ok) {
    if (added) await following(settle(settings, who, next, added));
    return ok(null);
  }
  // Earlier envelopes stay: the server may have made an earlier change whose answer was lost.
  if (added && !mayBeDone(answer.problem)) await following(drop(settings.db, added.row.id, added.envelope));
  return answer;
}

interface Added {
  /** The row with both envelopes. */
  row: EnvelopeRow;
  envelope: Envelope;
}

/**
 * Only the new password opens the device from now on. Another tab may have signed in meanwhile, with a new secret to read
 * with (F55). That is the open session's, so its secrets get an envelope under the new password. Without an open session all
 * envelopes stay until the next sign-in.
 */
async function settle(
  { db, rounds = PBKDF2_ROUNDS }: SessionSettings,
  who: Customer,
  next: string,
  { row, envelope }: Added,
): Promise<void> {
  for (;;) {
    const seen = await envelopeRow(db, row.id);
    if (!seen) return;
    const open = sameEnvelopes(seen, row) ? null : await openSecrets(db, who.owner);
    if (!open && !sameEnvelopes(seen, row)) return;
    const only = open ? await closeEnvelope(next, open.secrets, who.owner, rounds) : envelope;
    const written = await withRoom(db, () => replaceRow(db, seen, { ...seen, envelopes: [only] }));
    if (!written.ok || written.value) return;
  }
}

/**
 * Null when the current password opens no envelope here. Either it is wrong, and the server will say so. Or the password was
 * changed on another device, and the next sign-in handles that.
 */
async function addEnvelope(
  { db, rounds = PBKDF2_ROUNDS }: SessionSettings,
  who: Customer,
  current: string,
  next: string,
): Promise<Added | 'full' | null> {
  for (;;) {
    const unsealed = await unseal(db, { email: who.email, password: current }, rounds);
    if (unsealed?.owner !== who.owner) return null;
    const { row, seen, secrets, owner } = unsealed;
    const envelope = await closeEnvelope(next, secrets, owner, rounds);
    const both = { ...row, envelopes: [...row.envelopes, envelope] };
    const written = await withRoom(db, () => replaceRow(db, seen, both));
    if (!written.ok) return 'full';
    if (written.value) return { row: both, envelope };
  }
}

/** False, with nothing written, when another tab has written the row meanwhile: overwriting it would lose secrets. */
function replaceRow(db: Database, seen: EnvelopeRow | null, next: EnvelopeRow): Promise<boolean> {
  return db.transaction('rw', db.vault, async () => {
    const now = await envelopeRow(db, next.id);
    // The answer to this very commit was lost (F53).
    if (sameEnvelopes(now, next)) return true;
    if (!sameEnvelopes(now, seen)) return false;
    await db.vault.put(next);
    return true;
  });
}

function drop(db: Database, id: EnvelopeRow['id'], refused: Envelope): Promise<unknown> {
  return withRoom(db, () =>
    db.transaction('rw', db.vault, async () => {
      const row = await envelopeRow(db, id);
      const others = row?.envelopes.filter(({ salt }) => !sameSalt(salt, refused.salt)) ?? [];
      if (row && others.length > 0) await db.vault.put({ ...row, envelopes: others });
    }),
  );
}

const sameSalt = (one: Uint8Array, other: Uint8Array): boolean => one.join() === other.join();
