import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { passkeysHere, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { PasskeyRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { closeEnvelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { createSecrets, importKeys } from '#vault/keys.ts';
import { closePasskeyEnvelope, createPasskeySalt, openPasskeyEnvelope } from '#vault/passkey.ts';
import { additionId } from './additions.ts';
import type { NewPasskey } from './authenticator.ts';
import { putKeys, sessionKeys } from './door.ts';
import { envelopeRow, passkeysInUse, sameEnvelopes, unseal } from './envelopes.ts';
import { dropRowsOf } from './erase.ts';
import { allTables, isUnchanged, prepareMove, putMoved } from './mover.ts';
import { isOwnedBy } from './sealed-queue.ts';
import type { PasskeyCalls, SessionSettings } from './settings.ts';
import { noRoom, partId } from './stored.ts';
import { noteAddition, takeBack, takeBackAll, whileAdding } from './take-back.ts';
import type { Customer } from './tokens.ts';

export { takeBackAll };

const notAll = fail('unavailable', {
  text: 'No pudimos abrir todo lo que guardaste aquí, así que no cambiamos nada. Envía o descarta lo que tengas a medias e inténtalo de nuevo',
});

/**
 * Makes a passkey open the customer's data on this device. The earlier secrets were written to the browser's files, and
 * deleting does not reliably erase them there. So all of the customer's own data is sealed again under new secrets, in one
 * transaction. Mirrored rows are pulled again. The password opens the new secrets too. Afterwards the session is open, with
 * its reading keys in memory only. When another page writes meanwhile, it is done anew.
 *
 * @returns 'bad-credentials' when the password opens no envelope here, 'unauthorised' when the session ended meanwhile,
 * 'unavailable' without room or when a row cannot move (F54); nothing has changed then
 */
export async function sealUnderPasskey(
  settings: SessionSettings,
  who: Customer,
  password: string,
  { credential, secret, salt }: NewPasskey,
): Promise<Result<null>> {
  const { db, clock, rounds = PBKDF2_ROUNDS } = settings;
  for (;;) {
    const unsealed = await unseal(db, { email: who.email, password }, rounds);
    if (unsealed?.owner !== who.owner) return fail('bad-credentials', { text: 'La contraseña no es correcta' });
    const secrets = createSecrets();
    const owner = db.machine.uuid();
    const from = { ...(await importKeys(unsealed.secrets)), owner: who.owner };
    const to = { ...(await sessionKeys(owner, secrets)), owner };
    const [envelope, passkey] = await Promise.all([
      closeEnvelope(password, secrets, owner, rounds),
      closePasskeyEnvelope(secret, secrets, { owner, credential, salt }),
    ]);
    const move = await prepareMove(db, from, to, who, allTables);
    if (move.left > 0) {
      // Another tab may have removed or written what could not move.
      const isSo = await isUnchanged(db, move);
      if (isSo) return notAll;
      continue;
    }

    const written = await withRoom(db, () =>
      db.transaction('rw', db.tables, async () => {
        // The answer to this very commit was lost (F53): nobody else knows this owner.
        if ((await passkeysHere(db, [owner])).length > 0) return 'done';
        const open = (await db.vault.get('reading'))?.id === 'reading' && (await sendingKeys(db))?.owner === from.owner;
        if (!open) return 'closed';
        if (!sameEnvelopes(await envelopeRow(db, unsealed.row.id), unsealed.seen)) return 'again';
        if (!(await isUnchanged(db, move))) return 'again';
        await dropRowsOf(db, [from.owner]);
        await putMoved(db, move);
        const replaced = await passkeysHere(db, [from.owner]);
        await db.vault.bulkDelete([...replaced.map(({ id }) => id), additionId(credential)]);
        await db.vault.bulkPut([
          { ...unsealed.row, envelopes: [envelope] },
          { id: `passkey:${credential}`, ...passkey },
        ]);
        await putKeys(db, owner, to, clock(), { before: from.owner });
        return 'done';
      }),
    );
    if (!written.ok) return noRoom;
    if (written.value === 'closed') return fail('unauthorised');
    if (written.value === 'done') return ok(null);
  }
}

/**
 * Sets up a passkey: at the server with the password, then on this device.
 *
 * @param name the customer's name for it, at most 60 characters
 */
export const addPasskey: PasskeyCalls['addPasskey'] = async (settings, authenticator, call, who, password, name) => {
  const { db, clock } = settings;
  const { idUsuario } = who;
  // The question names what the server has, and the authenticator makes no second one.
  await takeBackAll(settings, call, who);
  const question = await call('passkeyQuestion', { idUsuario, password });
  if (!question.ok) return question;
  const salt = createPasskeySalt();
  const created = await authenticator.create(question.value, salt);
  if (!created.ok) return created;
  const { made, response } = created.value;
  return whileAdding(db, async () => {
    const noted = { id: additionId(made.credential), at: clock() };
    if (!(await noteAddition(db, who, made.credential, noted.at))) return noRoom;
    const added = await call('addPasskey', { idUsuario, nombre: name, respuesta: response });
    if (!added.ok && !unclear.has(added.problem.code)) {
      await db.vault.delete(noted.id);
      return added;
    }
    let sealed: Result<null> | null = null;
    try {
      if (!added.ok) return added;
      sealed = await sealUnderPasskey(settings, who, password, { ...made, salt });
      return sealed;
    } finally {
      // A passkey that the server accepts but that opens nothing here is removed again, also after an exception or a lost answer.
      if (!sealed?.ok) {
        const taken = await takeBack(db, call, who, [noted], clock());
        if (!taken) settings.onUntold?.();
      }
    }
  });
};

/** After these the server may have the passkey: no answer came, or none that can be read (F2). */
const unclear: ReadonlySet<ProblemCode> = new Set(['offline', 'timeout', 'nonsense', 'unavailable', 'unreadable']);

const QUESTION_MS = 4_000;

/**
 * Asks the authenticator, with the server's challenge if that comes within QUESTION_MS.
 *
 * @param offered the email field's offer; null for a press
 * @param again the open session's customer, after the server ended the session (D49). Only this customer's passkeys are
 * accepted then, and the server must be reached
 */
export const askPasskey: PasskeyCalls['askPasskey'] = async ({ api, db }, authenticator, offered, again) => {
  const here = await passkeysInUse(db, again ? [again.owner] : undefined);
  const question =
    !again && (await canAllRenew(db, here))
      ? fail('offline')
      : await api.call('passkeySignInQuestion', {}, { timeoutMs: QUESTION_MS });
  if (again && !question.ok) return question;
  // The question took its time, and a press asks now: the browser would end that for an offer.
  if (offered?.aborted) return fail('timeout', { text: '' });
  const asked = await authenticator.get(question.ok ? question.value : null, here, offered !== null);
  if (!asked.ok) return asked;
  const { made, response } = asked.value;
  return ok({ by: 'passkey', made, response: question.ok ? response : null });
};

/** Whether a renewal token lies here for each of these passkeys, so that the server has nothing to ask (D76). */
async function canAllRenew(db: Database, here: readonly PasskeyRow[]): Promise<boolean> {
  const rows = await db.session.bulkGet(here.map(({ owner }) => partId(owner, 'renewal')));
  return here.length > 0 && here.every(({ renew }, index) => renew !== undefined && rows[index] !== undefined);
}

/** Opens, with the secret of a passkey, an envelope that was set aside. The server is not asked: the session is open already. */
export const opensAside: PasskeyCalls['opensAside'] =
  (db, who, { credential, secret }) =>
  async (aside) => {
    const rows = await passkeysHere(
      db,
      aside.map(({ owner }) => owner),
    );
    const row = rows.find((one) => one.credential === credential);
    const secrets = row && (await openPasskeyEnvelope(secret, row));
    return secrets && (await isOwnedBy(db, who, row.owner, secrets)) ? { owner: row.owner, secrets } : null;
  };
