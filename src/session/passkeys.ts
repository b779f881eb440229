import type { AccessToken, Account } from '#contract/account.ts';
import type { PasskeyResponse } from '#contract/passkeys.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { openSessionRows, passkeysHere, sendingKeys } from '#database/keyring.ts';
import type { SessionRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { closeEnvelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { type CustomerKeys, createSecrets, importKeys } from '#vault/keys.ts';
import { closePasskeyEnvelope, createPasskeySalt, openPasskeyEnvelope } from '#vault/passkey.ts';
import type { Made, NewPasskey } from './authenticator.ts';
import { envelopeRow, installationOf, passkeysInUse, sameEnvelopes, unseal } from './envelopes.ts';
import { dropRowsOf } from './erase.ts';
import { allTables, isUnchanged, prepareMove, putMoved } from './mover.ts';
import { sealSecrets } from './open-secrets.ts';
import { handOnPush } from './push-row.ts';
import { isTheirs } from './sealed-queue.ts';
import type { PasskeyWays, SessionSettings } from './settings.ts';
import type { SignedIn } from './sign-in.ts';
import { type Identity, markTokensStale, noRoom, readPart, sealAccess, sealPart } from './stored.ts';
import type { Customer } from './tokens.ts';

const notYours = fail('bad-credentials', { text: 'No pudimos abrir tus datos así. Ingresa con tu contraseña' });
const notAll = fail('unavailable', {
  text: 'No pudimos abrir todo lo que guardaste en este dispositivo, así que no cambiamos nada. Envía o descarta lo que tengas a medias e inténtalo de nuevo',
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
    const unsealed = await unseal(db, who.email, password, rounds);
    if (unsealed?.owner !== who.owner) return fail('bad-credentials', { text: 'La contraseña no es correcta' });
    const secrets = createSecrets();
    const owner = db.machine.uuid();
    const from = { ...(await importKeys(unsealed.secrets)), owner: who.owner };
    const to = { ...(await importKeys(secrets)), owner };
    const [envelope, passkey] = await Promise.all([
      closeEnvelope(password, secrets, owner, rounds),
      closePasskeyEnvelope(secret, secrets, { owner, credential, salt }),
    ]);
    const forLater = await sealSecrets(to.readKey, owner, secrets);
    const move = await prepareMove(db, from, to, allTables);
    if (move.left > 0) return notAll;

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
        await db.vault.bulkDelete(replaced.map(({ id }) => id));
        await db.vault.bulkPut([
          { ...unsealed.row, envelopes: [envelope] },
          { id: `passkey:${credential}`, ...passkey },
        ]);
        await handOnPush(db, owner, from.owner);
        await db.vault.bulkPut(await openSessionRows(db, owner, { ...to, secrets: forLater }, clock()));
        return 'done';
      }),
    );
    if (!written.ok) return noRoom;
    if (written.value === 'closed') return fail('unauthorised');
    if (written.value === 'done') return ok(null);
  }
}

/**
 * Opens a session with a passkey of this device. When the server can be reached, it gets `response` and opens a new session
 * too. A passkey that was removed at the server is removed here.
 *
 * @param owners the customers whose passkeys count; all customers when absent
 * @returns 'not-found' when this device does not know the passkey; 'bad-credentials' when it opens no envelope
 */
export async function openByPasskey(
  settings: SessionSettings,
  { credential, secret }: Made,
  response: PasskeyResponse | null,
  owners?: readonly string[],
): Promise<Result<SignedIn>> {
  const { db, api, clock } = settings;
  const row = (await passkeysInUse(db, owners)).find((one) => one.credential === credential);
  if (!row)
    return fail('not-found', { text: 'Esta forma de entrar no es de este dispositivo. Ingresa con tu contraseña' });
  const secrets = await openPasskeyEnvelope(secret, row);
  if (!secrets) return notYours;
  const keys = await importKeys(secrets);
  const { owner } = row;
  const before = await readPart(db, keys, owner, 'identity');
  if (!before) return notYours;

  const login =
    response && (await api.call('passkeySignIn', { respuesta: response, ...(await installationOf(db, before.email)) }));
  if (login && !login.ok && login.problem.code === 'not-found') {
    // It unlocks nothing any more. Where a forgotten password was the reason, it still opens what lies under the earlier one.
    await db.vault
      .where('id')
      .equals(row.id)
      .modify((one) => {
        if ('credential' in one) one.over = true;
      });
    return fail('not-found', { text: 'Esta forma de entrar ya no vale. Ingresa con tu contraseña' });
  }
  if (login && !login.ok && !unreachable.has(login.problem.code)) return login;
  if (login?.ok && login.value.usuario.id !== before.idUsuario) return notYours;
  const account = login?.ok ? login.value : null;
  const access =
    account && (await api.call('accessToken', { cedula: account.usuario.nif }, { internal: account.usuario.token }));
  const rows = account
    ? await sessionRows(keys, owner, before, account.usuario, access?.ok ? access.value : null, clock())
    : await markTokensStale(db, keys, owner);
  const forLater = await sealSecrets(keys.readKey, owner, secrets);
  const written = await withRoom(db, () =>
    db.transaction('rw', db.vault, db.session, async () => {
      if (!(await passkeysInUse(db, [owner])).some(({ id }) => id === row.id)) return false;
      await db.session.bulkPut(rows);
      await handOnPush(db, owner);
      await db.vault.bulkPut(await openSessionRows(db, owner, { ...keys, secrets: forLater }, clock()));
      return true;
    }),
  );
  if (!written.ok) return noRoom;
  const policies: Policy[] | null = account?.polizas ?? null;
  return written.value ? ok({ owner, policies }) : notYours;
}

/**
 * Sets up a passkey: at the server with the password, then on this device.
 *
 * @param name the customer's name for it, at most 60 characters
 */
export const addPasskey: PasskeyWays['addPasskey'] = async (settings, authenticator, call, who, password, name) => {
  const { idUsuario } = who;
  const question = await call('passkeyQuestion', { idUsuario, password });
  if (!question.ok) return question;
  const salt = createPasskeySalt();
  const created = await authenticator.create(question.value, salt);
  if (!created.ok) return created;
  const { made, response } = created.value;
  const added = await call('addPasskey', { idUsuario, nombre: name, respuesta: response });
  if (!added.ok) return added;
  const sealed = await sealUnderPasskey(settings, who, password, { ...made, salt });
  // A passkey that the server accepts but that opens nothing here is removed again.
  if (!sealed.ok) await call('removePasskey', { idUsuario, credencial: made.credential });
  return sealed;
};

const QUESTION_MS = 4_000;

/**
 * Asks the authenticator, with the server's challenge if that comes within QUESTION_MS, and opens the session.
 *
 * @param again the open session's customer, after the server ended the session (D49). Only this customer's passkeys are
 * accepted then, and the server must be reached
 * @returns with `again` also 'offline', 'timeout' or the server's problem; nothing has changed then
 */
export const enterByPasskey: PasskeyWays['enterByPasskey'] = async (settings, authenticator, offered, again) => {
  const owners = again ? [again.owner] : undefined;
  const question = await settings.api.call('passkeySignInQuestion', {}, { timeoutMs: QUESTION_MS });
  if (again && !question.ok) return question;
  const here = await passkeysInUse(settings.db, owners);
  const asked = await authenticator.get(question.ok ? question.value : null, here, offered);
  if (!asked.ok) return asked;
  const { made, response } = asked.value;
  const entered = await openByPasskey(settings, made, question.ok ? response : null, owners);
  // It was opened without the server, so the server still refuses the session.
  return again && entered.ok && entered.value.policies === null ? fail('timeout') : entered;
};

/** Opens, with the secret of a passkey, an envelope that was set aside. The server is not asked: the session is open already. */
export const opensAside: PasskeyWays['opensAside'] =
  (db, who, { credential, secret }) =>
  async (aside) => {
    const rows = await passkeysHere(
      db,
      aside.map(({ owner }) => owner),
    );
    const row = rows.find((one) => one.credential === credential);
    const secrets = row && (await openPasskeyEnvelope(secret, row));
    return secrets && (await isTheirs(db, who, row.owner, secrets)) ? { owner: row.owner, secrets } : null;
  };

/** Problems after which the server has not judged the passkey. */
const unreachable = new Set<ProblemCode>([
  'offline',
  'timeout',
  'nonsense',
  'unreadable',
  'unavailable',
  'rate-limited',
]);

async function sessionRows(
  keys: CustomerKeys,
  owner: string,
  before: Identity,
  account: Account,
  access: AccessToken | null,
  now: number,
): Promise<SessionRow[]> {
  const { nif: cedula, nombre, dispositivo = before.dispositivo, token } = account;
  const identity = { ...before, cedula, nombre, ...(dispositivo && { dispositivo }) };
  return [
    await sealPart(keys.readKey, owner, 'identity', identity),
    await sealPart(keys.readKey, owner, 'internal', { token, since: now }),
    ...(access ? await sealAccess(keys, owner, access, now) : []),
  ];
}
