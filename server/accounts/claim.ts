import { eq } from 'drizzle-orm';
import type { PendingAccount } from '#contract/account.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Identity } from '#rules/identity.ts';
import type { Claim, Claimant } from '../core/port.ts';
import type { Transaction } from '../database/open.ts';
import { customers } from '../database/schema.ts';
import { violates } from '../database/violations.ts';
import type { Acting } from '../handler.ts';
import { afterCommit } from '../later.ts';
import { maintenanceIn } from '../maintenance/current.ts';
import { policiesOf } from '../policies/policies-of.ts';
import { isMailbox, plainEmail } from './emails.ts';
import { mustWait, type RightCode, redeemCode, sendCode } from './mail-codes.ts';
import { endEarlier, endRecoveries, giveTriesBack } from './new-password.ts';
import { endRenewals } from './tokens.ts';
import { replaceUnproven } from './unproven.ts';

type Customer = typeof customers.$inferSelect;

const wireNames = { yes: null, code: 'codigo', branch: 'sucursal', no: 'no' } as const;

/**
 * The proof that is still missing before the insurer's data are shown (D60), the email first; null when none is. A document
 * number alone proves nothing, because people show it on many papers (S14).
 */
export function pendingOf({ emailVerified, claim }: Pick<Customer, 'emailVerified' | 'claim'>): PendingAccount | null {
  return emailVerified === null ? 'correo' : wireNames[claim];
}

/**
 * The customer's policies; none while the account is pending, null while the insurer does not answer. A pending claim is
 * asked again first.
 */
export async function provedPolicies(world: Acting, customer: Customer): Promise<Policy[] | null> {
  const now = await askAgain(world, customer);
  if (pendingOf(now) !== null) return [];
  const policies = await policiesOf(world, documentOf(now));
  return policies.ok ? policies.value : null;
}

/**
 * Asks the insurer again when only its answer is missing, for instance after a visit to a branch. Without an answer the last
 * one stays; so it does in a maintenance, in which a reading call writes nothing.
 */
export async function askAgain(world: Acting, customer: Customer): Promise<Customer> {
  const { core, db } = world;
  if (customer.emailVerified === null || customer.claim === 'yes') return customer;
  const said = await core.claim(claimantOf(customer));
  if (!said.ok) return customer;
  const claim = await claimFor(world, customer, said.value);
  // The answer may have taken long: what was settled meanwhile is newer than its question.
  if (claim === customer.claim || (await maintenanceIn(db))) return customer;
  return settle(world, customer, { claim }, { onlyIfSame: true });
}

/**
 * Confirms that the address is the customer's. If the insurer has the same address of the person, the claim is proved too.
 * Without the insurer's answer the next sign-in asks again. What was set up before the first address was confirmed ends (S28).
 * A yes about an address that nobody read proves nothing for another one (S14).
 */
export async function confirmEmail(
  world: Acting,
  customer: Customer,
  code: RightCode,
  deviceId: string,
): Promise<Customer> {
  const { core, clock, later, news } = world;
  const email = code.target;
  const proved = { ...customer, email, emailVerified: clock() };
  const stands = customer.claim === 'yes' && (customer.emailVerified !== null || customer.email === email);
  const said = stands ? null : await core.claim(claimantOf(proved));
  const unsaid = stands || customer.claim !== 'yes' ? customer.claim : 'no';
  const claim = said?.ok ? await claimFor(world, proved, said.value) : unsaid;
  const change = { email, emailVerified: proved.emailVerified, claim };
  const confirmed = await settle(world, customer, change, { deviceId, code });
  if (customer.emailVerified === null) {
    await afterCommit(later, () => giveTriesBack(world, confirmed, true));
    news.sendSoon();
  }
  return confirmed;
}

/** Confirms the claim, after the code sent to the insurer's address of the person. */
export const confirmClaim = (world: Acting, customer: Customer, code: RightCode): Promise<Customer> =>
  settle(world, customer, { claim: 'yes' }, { code });

/** Sends the next code; does nothing when no code would help. */
export async function sendDueCode(world: Acting, customer: Customer): Promise<Result<null>> {
  const pending = pendingOf(customer);
  const { id: customerId, email } = customer;
  if (pending === 'correo') {
    return sendCode(
      world,
      { customerId, purpose: 'email', target: email },
      'Escríbelo en la app para confirmar tu correo.',
    );
  }
  const known = pending === 'codigo' ? await world.core.claim(claimantOf(customer)) : null;
  if (!known) return ok(null);
  if (!known.ok) return known;
  if (known.value.answer !== 'code') return ok(null);
  const target = plainEmail(known.value.email);
  const held = await mustWait(world, { customerId, target });
  if (held) return held;
  const to = { customerId, purpose: 'claim' as const, target };
  const sent = await sendCode(world, to, 'Escríbelo en la app para ver tus pólizas.', async (tx) => {
    await world.attempts.take('claimCodePerPerson', personOf(customer), 1, tx);
    return (await isUsedUp(world, customer, tx)) ? usedUp : ok(null);
  });
  if (sent === usedUp) await settle(world, customer, { claim: 'branch' });
  return sent;
}

/** The person that a customer claims to be, in the form the insurer compares. */
export function claimantOf(claimed: ClaimedAs): Claimant {
  const { nombre, email, residenciaFiscal, personal } = claimed;
  const read = (name: string) => personal[name] ?? '';
  return {
    document: documentOf(claimed),
    nombre,
    apellidos: [read('apellidoPrimero'), read('apellidoSegundo')].filter(Boolean).join(' '),
    fechaNacimiento: read('fechaNacimiento'),
    residenciaFiscal,
    email,
  };
}

type ClaimedAs = Documented & Pick<Customer, 'nombre' | 'email' | 'residenciaFiscal' | 'personal'>;

type Documented = Pick<Customer, 'nif' | 'documentKind' | 'documentCountry'>;

/** The document the customer is known by. */
export const documentOf = ({ nif, documentKind, documentCountry }: Documented): Identity => ({
  country: documentCountry,
  kind: documentKind,
  number: nif,
});

async function claimFor(world: Acting, customer: Customer, claim: Claim): Promise<Customer['claim']> {
  if (claim.answer !== 'code') return claim.answer;
  const theirs = plainEmail(claim.email);
  if (customer.emailVerified !== null && theirs === customer.email) return 'yes';
  // No code reaches an address that is not one mailbox, and none is sent once all were.
  return !isMailbox(theirs) || (await isUsedUp(world, customer)) ? 'branch' : 'code';
}

/** Whether the person's document got all the codes of its lifetime: a guesser could try five of a million with each. */
const isUsedUp = async ({ attempts }: Acting, customer: Customer, within?: Transaction): Promise<boolean> =>
  (await attempts.waitOf('claimCodePerPerson', personOf(customer), within)) > 0;

const personOf = ({ documentCountry, documentKind, nif }: Documented): string =>
  [documentCountry, documentKind, nif].join('\n');

const usedUp = fail('invalid', {
  text: 'Ya te enviamos todos los códigos que podemos. Acércate a una sucursal con tu documento de identidad',
});

interface Settling {
  /** The typed code that proves it, which is used up with it. */
  code?: RightCode;
  /** The sign-in in hand, which stays when an address is confirmed for the first time. */
  deviceId?: string | null;
  /** Nothing is stored when claim or address changed since the customer was read. */
  onlyIfSame?: boolean;
}

/**
 * Stores what was proved. Somebody else may have proved the same document since this was registered; then a branch has to say who
 * is who.
 */
async function settle(
  world: Acting,
  customer: Customer,
  change: Partial<Customer>,
  how: Settling = {},
): Promise<Customer> {
  const settled = await store(world, customer, change, how).catch((error: unknown) => {
    if (violates(error, 'customers_proved_identity')) return null;
    throw error;
  });
  if (settled === null) return store(world, customer, { ...change, claim: 'branch' }, how);
  const { attempts, later } = world;
  if (settled.claim === 'yes')
    await afterCommit(later, () => attempts.giveBack('claimCodePerPerson', personOf(settled)));
  return settled;
}

async function store(
  world: Acting,
  customer: Customer,
  change: Partial<Customer>,
  { deviceId = null, onlyIfSame = false, code }: Settling,
): Promise<Customer> {
  const { db, outgoing } = world;
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(customers).where(eq(customers.id, customer.id)).for('no key update');
    if (!before) return customer;
    if (onlyIfSame && (before.claim !== customer.claim || before.email !== customer.email)) return before;
    if (code) await redeemCode(tx, code);
    const isFirst = before.emailVerified === null && change.emailVerified !== undefined;
    // Whoever typed the code reads the mail of the address, which an account that never confirmed it does not hold (D88).
    if (change.email !== undefined) await replaceUnproven(tx, world, change.email, { id: customer.id });
    if (isFirst) await endEarlier(tx, world, customer.id, 'confirmed', deviceId);
    // Elsewhere the account is still known under the address of before, which may become somebody else's (F52).
    if (change.email !== undefined && change.email !== before.email) {
      await endRenewals(tx, customer.id, deviceId);
      // A recovery link requested meanwhile went to the earlier address (S15).
      await endRecoveries(tx, customer.id);
    }
    // A proof that came meanwhile stands.
    const stands = before.claim === 'yes' && !isFirst ? { claim: before.claim } : {};
    const set = { ...change, ...stands };
    const [row] = await tx.update(customers).set(set).where(eq(customers.id, customer.id)).returning();
    if (!row) return customer;
    const { email: correo, claim: reclamo } = row;
    await outgoing.tell(tx, row.id, 'cliente.comprobado', () => ({ correo, reclamo }));
    return row;
  });
}
