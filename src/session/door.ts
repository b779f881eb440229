import { sameMailbox } from '#contract/mailbox.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, hasJudged, ok, type Problem, type Result } from '#contract/result.ts';
import { deviceKeys, openSessionRows, passkeysHere } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow, SessionRow, VaultRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { type CustomerKeys, importKeys, renewalKey, type Secrets } from '#vault/keys.ts';
import { isAnother, sealDisplaced } from './displaced.ts';
import {
  areEnvelopesUnchanged,
  findEnvelopes,
  passkeysInUse,
  personOf,
  type Unsealed,
  unseal,
  unsealAccepted,
  unsealAnew,
} from './envelopes.ts';
import { type Judged, judge, openByPasskey, type Proof } from './judge.ts';
import { sealAddress } from './locked.ts';
import { openSecrets, sealSecrets } from './open-secrets.ts';
import type { SessionSettings } from './settings.ts';
import { storedSession } from './state.ts';
import {
  areStillStored,
  type Identity,
  markTokensStale,
  noRoom,
  openPart,
  partId,
  readPart,
  sealGiven,
} from './stored.ts';
import type { Customer } from './tokens.ts';

export interface SignedIn {
  /** The random name of the customer on this device. */
  owner: string;
  /** The policies that came with the answer; null when none did. */
  policies: Policy[] | null;
  /** What opens the renewal token that lies here, when the server was not asked because of it (D76); null otherwise. */
  renewal: CryptoKey | null;
}

/**
 * The one way into a session. The server judges the proof; where it cannot be asked, what the proof opens on this device
 * decides. Then one transaction writes the session. It looks again at what was read: when another tab wrote meanwhile, the
 * secrets are opened anew, so that none is lost.
 *
 * A proof that opens a renewal token is not shown to the server (D76): the session stands at once, and the caller renews its
 * tokens.
 *
 * @param again the open session's customer, who signs in again (D49). Only the server can accept that, since opening the
 *   envelope here would give no tokens. The session must still be open when it is written
 * @returns the server's refusal; 'bad-credentials'; why the server could not be asked, when this device does not know the customer
 *   either; 'timeout' when `signal` aborted it; 'unauthorised' when the session of `again` was locked meanwhile; 'unavailable'
 *   without room. Nothing is written then
 */
export async function comeIn(
  settings: SessionSettings,
  proof: Proof,
  again: Customer | null,
  signal?: AbortSignal,
): Promise<Result<SignedIn>> {
  const { db } = settings;
  const here = again ? null : await openRenewable(settings, proof);
  const asked = here ? unasked : await judge(settings, proof, again, signal);
  if (signal?.aborted) return fail('timeout');
  if (!asked.ok && (again || !mayOpenAlone(proof, asked.problem))) return asked;
  // The first sign-in needs the device's keys before anything else (F16).
  if (!(await withRoom(db, () => deviceKeys(db))).ok) return noRoom;
  const judged = asked.ok ? asked.value : null;
  for (;;) {
    const opened = here ? ok(here) : await open(settings, proof, judged, again);
    if (!opened) return notReached(asked);
    if (!opened.ok) return opened;
    const session = await sealSession(settings, opened.value, judged);
    // The customer has left the sign-in, so its late answer must not open a session.
    if (signal?.aborted) return fail('timeout');
    const written = await withRoom(db, () => write(settings, opened.value, session, again));
    if (!written.ok) return noRoom;
    if (written.value === 'locked') return fail('unauthorised');
    if (written.value === 'done') {
      const { owner } = opened.value;
      return ok({ owner, policies: judged?.policies ?? null, renewal: here?.renewal ?? null });
    }
    // What was opened is no longer so. Without its renewal token the server is asked.
    if (here) return comeIn(settings, proof, again, signal);
  }
}

/** The server was not asked, as if it could not be reached. */
const unasked = fail('offline') as Result<Judged>;

/** Whether the server has not judged a proof that this device may know. */
function mayOpenAlone({ by }: Proof, problem: Problem): boolean {
  // Nobody guesses a passkey, so too many tries say nothing of it.
  return by !== 'registration' && (!hasJudged(problem) || (by === 'passkey' && problem.code === 'rate-limited'));
}

function notReached(asked: Result<unknown>): Result<never> {
  // A Wi-Fi portal or a slow server is no lost connection, and its own text says what to do.
  if (!asked.ok && asked.problem.code !== 'offline') return asked;
  return fail('offline', {
    text: 'No hay conexión. Para entrar por primera vez aquí necesitas conexión a internet',
  });
}

/** What a proof opened, and the envelopes to write with it. */
interface Opened {
  owner: string;
  secrets: Secrets;
  /** Who it is, for the row of the session. */
  who: Pick<Identity, 'email' | 'dispositivo'> & { idUsuario?: string };
  put: EnvelopeRow[];
  drop: VaultRow['id'][];
  /** Whether what was read of the envelopes still stands, inside the transaction. */
  stands: () => Promise<boolean>;
}

/** Null when this device does not know the customer, or their identity cannot be opened. */
async function open(
  { db, rounds = PBKDF2_ROUNDS }: SessionSettings,
  proof: Proof,
  judged: Judged | null,
  again: Customer | null,
): Promise<Result<Opened> | null> {
  if (proof.by === 'passkey') {
    const here = await openByPasskey(db, proof.made, again);
    if (!here.ok) return here;
    const { row, secrets, identity: who } = here.value;
    const stands = async () => (await passkeysInUse(db, [row.owner])).some(({ id }) => id === row.id);
    return ok({ owner: row.owner, secrets, who, put: [], drop: [], stands });
  }
  const { email } = proof;
  if (judged) {
    const held = again && (await openSecrets(db, again.owner));
    const accepted = { ...proof, idUsuario: judged.account.id };
    return ok(withEnvelopes(db, await unsealAccepted(db, accepted, rounds, held), { email }));
  }
  if (!(await findEnvelopes(db, email))) return null;
  return openKnown(db, await unseal(db, proof, rounds));
}

/** What the proof opens on this device, with the key of a renewal token that lies here; null where the server is to be asked. */
async function openRenewable(
  settings: SessionSettings,
  proof: Proof,
): Promise<(Opened & { renewal: CryptoKey }) | null> {
  const { db, rounds = PBKDF2_ROUNDS } = settings;
  const rows = await db.session.filter(({ id }) => id.endsWith(':renewal')).toArray();
  if (proof.by === 'registration' || rows.length === 0) return null;
  const opened = proof.by === 'passkey' ? await open(settings, proof, null, null) : await openAnew();
  if (!opened?.ok) return null;
  const { owner, secrets } = opened.value;
  const renewal = await renewalKey(secrets);
  const row = rows.find((one) => one.id === partId(owner, 'renewal'));
  return renewal && (await openPart(renewal, owner, 'renewal', row)) ? { ...opened.value, renewal } : null;

  async function openAnew() {
    if (proof.by !== 'password') return null;
    const envelopes = (await findEnvelopes(db, proof.email))?.envelopes ?? [];
    if (!rows.some((row) => envelopes.some(({ owner }) => owner === row.owner))) return null;
    const unsealed = await unsealAnew(db, proof, rounds);
    const known = await openKnown(db, unsealed);
    return known?.ok && unsealed && (await isOf(unsealed, known.value.who)) ? known : null;
  }

  /** Whether the row says the same of whose it is as the identity under it. The server knows better when it does not (F52). */
  async function isOf({ row }: Unsealed, { email, idUsuario = '' }: Opened['who']): Promise<boolean> {
    const typed = proof.by === 'password' ? proof.email : '';
    return sameMailbox(email, typed) && row.person === (await personOf(db, idUsuario));
  }
}

/** An envelope that was opened without the server; null when nothing here says whose it is. */
async function openKnown(db: Database, unsealed: Unsealed | null): Promise<Result<Opened> | null> {
  if (!unsealed) return fail('bad-credentials', { text: 'El correo o la contraseña no son correctos' });
  const who = await readPart(db, await importKeys(unsealed.secrets), unsealed.owner, 'identity');
  if (!who) return null;
  return ok(withEnvelopes(db, unsealed, who));
}

function withEnvelopes(db: Database, unsealed: Unsealed, who: Opened['who']): Opened {
  const { owner, secrets, row, others = { put: [], drop: [] } } = unsealed;
  const stands = () => areEnvelopesUnchanged(db, unsealed);
  return { owner, secrets, who, put: [row, ...others.put], drop: others.drop, stands };
}

type SessionKeys = Parameters<typeof openSessionRows>[2];

/**
 * Seals the session before it is written: a transaction would end while WebCrypto works. `replaced` are the tokens that it
 * takes the place of. What the server gave takes the place of whatever is there.
 */
async function sealSession({ db, clock }: SessionSettings, { owner, secrets, who }: Opened, judged: Judged | null) {
  const [keys, address, displaced] = await Promise.all([
    sessionKeys(owner, secrets),
    sealAddress(db, owner, who.email),
    sealDisplaced(db, owner),
  ]);
  const sealed = { keys, address, displaced };
  if (!judged) return { ...sealed, ...(await markTokensStale(db, keys, owner)), gone: [], isJudged: false };
  const given = await sealGiven(keys, owner, judged, { who, key: await renewalKey(secrets), now: clock() });
  return { ...sealed, ...given, replaced: [] as SessionRow[], isJudged: true };
}

/** The keys of a customer's secrets, which are sealed beside them for a new envelope (D49). */
export async function sessionKeys(owner: string, secrets: Secrets): Promise<CustomerKeys & SessionKeys> {
  const keys = await importKeys(secrets);
  return { ...keys, secrets: await sealSecrets(keys.readKey, owner, secrets) };
}

/**
 * Writes envelopes, keys, activity and session rows in one transaction. Both keys change together, so one customer never
 * reads while another one's queue is sent. 'again', with nothing written, when another tab wrote meanwhile.
 */
function write(
  { db, clock }: SessionSettings,
  { owner, put, drop, stands }: Opened,
  { keys, address, displaced, rows, gone: ended, replaced, isJudged }: Awaited<ReturnType<typeof sealSession>>,
  again: Customer | null,
): Promise<'done' | 'again' | 'locked'> {
  return db.transaction('rw', db.vault, db.session, async () => {
    if (!(await stands()) || !(await areStillStored(db, replaced))) return 'again';
    if (await isAnother(db, owner, displaced)) return 'again';
    const openNow = (await storedSession(db)).reading?.owner;
    // A lock holds against a sign-in that began before it. The session may be its own already, when the commit's answer was lost.
    if (again && openNow !== again.owner && openNow !== owner) return 'locked';
    // Only who signed in last is greeted by the locked screen.
    await db.session.filter(({ id }) => id.endsWith(':address')).delete();
    await db.session.bulkPut([...rows, ...displaced.rows, address]);
    // Who is back has these tokens again, or newer ones.
    await db.session.bulkDelete([...ended, partId(owner, 'telling')]);
    // The proof is the customer's, so a passkey that the server no longer knows opens nothing that it does not (S19).
    const over = isJudged ? (await passkeysHere(db, [owner])).filter((one) => one.over) : [];
    const gone = [...drop, ...over.map(({ id }) => id)];
    if (gone.length > 0) await db.vault.bulkDelete(gone);
    await putKeys(db, owner, keys, clock(), { put });
    return 'done';
  });
}

/**
 * Makes these keys the open session's, inside the caller's transaction. The server must get the push subscription again for
 * each session, and another customer's is deleted.
 *
 * @param also `before`: the customer's name on this device until now; `put`: envelopes to write with them
 */
export async function putKeys(
  db: Database,
  owner: string,
  keys: SessionKeys,
  now: number,
  { before = owner, put = [] }: { before?: string; put?: EnvelopeRow[] } = {},
): Promise<void> {
  const push = await db.vault.get('push');
  if (push?.id === 'push') {
    if (push.owner !== before) await db.vault.delete('push');
    else if (push.on) await db.vault.put({ ...push, owner, renewed: null });
  }
  await db.vault.bulkPut([...put, ...(await openSessionRows(db, owner, keys, now))]);
}
