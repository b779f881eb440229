import { fail, ok, type Result } from '#contract/result.ts';
import { canPayBills, lapseAvoidance, listedBills } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { insuredPersons, roleOf } from '#rules/people.ts';
import { isInArrears, offersExtraContribution, paymentLinkCurrency } from '#rules/policies.ts';
import { askAgain, documentOf, pendingOf } from '../accounts/claim.ts';
import { Answered, type Call, type Handler } from '../handler.ts';
import { policiesOf, refundTerms } from './policies-of.ts';

/** POST /integraciones/individualPolicyDetail. */
export const policies: Handler<'policies'> = async (call) => {
  const customer = await askAgain(call, call.who.customer);
  if (pendingOf(customer) !== null) return ok([]);
  const person = documentOf(customer);
  const version = await call.core.versionOfPolicies(person);
  // With the day, so that what a new version of the server says otherwise arrives a day later at most.
  const own = [refundTerms(call), today(call.clock(), 'UTC')];
  return versioned(version, () => policiesOf(call, person), ['policies', person, ...own]);
};

/** POST /integraciones/dbPoliciesSynchronization. */
export const syncPolicies: Handler<'syncPolicies'> = async (call) => {
  const customer = await askAgain(call, call.who.customer);
  if (pendingOf(customer) !== null) return ok({});
  const done = await call.core.synchronize(documentOf(customer));
  return done.ok ? ok({}) : done;
};

/** POST {host}/salesforce/getPendingBills. */
export const pendingBills: Handler<'pendingBills'> = async ({ core, policy }) => core.pendingBills(policy.Policy);

/** GET /integraciones/getInternetPayments. */
export const payments: Handler<'payments'> = async ({ core, policy }) => {
  const version = await core.versionOf('payments', policy.Policy);
  return versioned(version, () => core.payments(policy.Policy), ['payments', policy.Policy]);
};

/** The list, or only what its ETag is computed over where the insurer has a version of it. */
async function versioned<T>(version: Result<string | null>, list: () => Promise<Result<T>>, about: readonly unknown[]) {
  if (!version.ok) return version;
  return version.value === null ? list() : ok(new Answered(list, [...about, version.value]));
}

/**
 * GET /integraciones/getDocuments. Each answer carries fresh addresses, good once and for minutes; the ETag is computed
 * without them, or the list would never be the same. A device whose address was used or is old asks without If-None-Match.
 */
export const documents: Handler<'documents'> = async ({ core, addresses, who, policy }) => {
  const version = await core.versionOf('documents', policy.Policy);
  if (!version.ok) return version;
  const found = version.value === null ? await core.documents(policy.Policy) : null;
  if (found && !found.ok) return found;
  const answer = async () => {
    const listed = found ?? (await core.documents(policy.Policy));
    if (!listed.ok) return listed;
    const addressOf = await addresses.makerFor(who);
    const rows = listed.value.map(({ id, category, createdOn }) => ({
      CategoryDescription: category,
      CreatedOnDate: createdOn,
      PhysicalPath: addressOf({ kind: 'policy', policyId: policy.Policy, id }),
    }));
    return ok(rows);
  };
  return ok(new Answered(answer, found?.value ?? ['documents', policy.Policy, version.value]));
};

/** GET /integraciones/getAccountRoles. */
export const roles: Handler<'roles'> = async ({ core, policy }) => core.beneficiaries(policy.Policy);

/** GET /integraciones/getPolicyCards: who holds a card, by the screens' own rule (H6.2): the owner, and who is active. */
export const cards: Handler<'cards'> = async ({ core, policy }) => {
  const everyone = await core.insuredPersons(policy.Policy);
  return everyone.ok ? ok(insuredPersons(everyone.value)) : everyone;
};

/** GET /integraciones/getDependents: everyone but the owner; which of them are shown is the screen's rule (H2.52). */
export const dependents: Handler<'dependents'> = async ({ core, policy }) => {
  const everyone = await core.insuredPersons(policy.Policy);
  return everyone.ok ? ok(everyone.value.filter((person) => roleOf(person.Role) !== 'owner')) : everyone;
};

/** POST {host}/salesforce/getPaymentLink: for what may be paid alone, and only for what it costs. */
export const paymentLink: Handler<'paymentLink'> = async (call) => {
  const { core, policy, input } = call;
  const refused = await refusedOrder(call);
  if (refused) return refused;
  const { BillNo: billNumber, Amount: amount, Currency: currency } = input;
  const address = await core.paymentAddress({ policyId: policy.Policy, billNumber, amount, currency });
  if (!address.ok) return address;
  const paymentUrl = address.value;
  return paymentUrl ? ok({ paymentUrl }) : fail('not-found', { text: 'No se encontró la URL de pago' });
};

/**
 * The screen's rules again (H5.5, H5.6, H7.24, D32, D33, D91): payments go through the US instance, never for offshore
 * policies. The unpaid flag of its address is the grace period. Only issued bills of a policy in arrears are paid, each for
 * what it says; an amount against lapsing stands for all of them.
 */
async function refusedOrder({ core, clock, policy, input }: Call<'paymentLink'>) {
  const refusal = fail('invalid', { text: 'Esta póliza no admite este pago en línea' });
  if (input.VisualTimeInstance !== policy.VisualTimeInstance) return refusal;
  if (input.Currency !== paymentLinkCurrency(policy)) return refusal;
  const number = input.BillNo;
  if (number === null) return offersExtraContribution(policy) ? null : refusal;
  const bills = await core.pendingBills(policy.Policy);
  if (!bills.ok) return bills;
  const bill = bills.value.find((one) => one.BillNumber === number);
  if (!bill) return fail('not-found', { text: 'No encontramos esta factura' });
  // The customer's zone is unknown, so a bill counts as upcoming only while its day has not ended anywhere on earth.
  const day = today(clock(), 'Pacific/Kiritimati');
  const unpaid = isInArrears(policy);
  if (!unpaid || !listedBills(bills.value, unpaid, day).includes(bill))
    return fail('invalid', { text: 'Esta factura todavía no se puede pagar' });
  if (!canPayBills(policy, unpaid)) return refusal;
  const lapse = lapseAvoidance(policy, bills.value, unpaid, day);
  const due = lapse ? lapse.billNumber === number && lapse.amount : bill.DuePremium;
  return due === input.Amount ? null : fail('invalid', { text: 'El importe no coincide con el de la factura' });
}
