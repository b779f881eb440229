import { eq } from 'drizzle-orm';
import type { PendingAccount } from '#contract/account.ts';
import type { Policy } from '#contract/policies.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Identity } from '#rules/identity.ts';
import type { Claim, Claimant } from '../core/port.ts';
import { customers } from '../database/schema.ts';
import type { Acting } from '../handler.ts';
import { plainEmail } from './emails.ts';
import { sendCode } from './mail-codes.ts';

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
  const policies = await world.core.policiesOf(documentOf(now));
  return policies.ok ? policies.value : null;
}

/**
 * Asks the insurer again when only its answer is missing, for instance after a visit to a branch. Without an answer the last
 * one stays.
 */
export async function askAgain(world: Acting, customer: Customer): Promise<Customer> {
  const { core } = world;
  if (customer.emailVerified === null || customer.claim === 'yes') return customer;
  const said = await core.claim(claimantOf(customer));
  if (!said.ok) return customer;
  const claim = claimFor(customer, said.value);
  return claim === customer.claim ? customer : settle(world, customer, { claim });
}

/**
 * Confirms that the address is the customer's. If the insurer has the same address of the person, the claim is proved too.
 * Without the insurer's answer the next sign-in asks again.
 */
export async function confirmEmail(world: Acting, customer: Customer, email: string): Promise<Customer> {
  const { core, clock } = world;
  const proved = { ...customer, email, emailVerified: clock() };
  const said = customer.claim === 'yes' ? null : await core.claim(claimantOf(proved));
  const claim = said?.ok ? claimFor(proved, said.value) : customer.claim;
  return settle(world, customer, { email, emailVerified: proved.emailVerified, claim });
}

/** Confirms the claim, after the code sent to the insurer's address of the person. */
export const confirmClaim = (world: Acting, customer: Customer): Promise<Customer> =>
  settle(world, customer, { claim: 'yes' });

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
  return sendCode(world, { customerId, purpose: 'claim', target }, 'Escríbelo en la app para ver tus pólizas.');
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

function claimFor(
  { email, emailVerified }: Pick<Customer, 'email' | 'emailVerified'>,
  claim: Claim,
): Customer['claim'] {
  const answered = emailVerified !== null && claim.answer === 'code' && plainEmail(claim.email) === email;
  return answered ? 'yes' : claim.answer;
}

async function settle({ db, outgoing }: Acting, customer: Customer, change: Partial<Customer>): Promise<Customer> {
  return db.transaction(async (tx) => {
    const [row] = await tx.update(customers).set(change).where(eq(customers.id, customer.id)).returning();
    if (!row) return customer;
    const { email: correo, claim: reclamo } = row;
    await outgoing.tell(tx, row.id, 'cliente.comprobado', () => ({ correo, reclamo }));
    return row;
  });
}
