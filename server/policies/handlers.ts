import { fail, ok } from '#contract/result.ts';
import { roleOf } from '#rules/people.ts';
import { isOffshore, offersExtraContribution, paymentLinkCurrency } from '#rules/policies.ts';
import { askAgain, documentOf, pendingOf } from '../accounts/claim.ts';
import { Answered, type Call, type Handler } from '../handler.ts';

const noPolicy = fail('not-found', { text: 'No encontramos esta póliza' });

/** POST /integraciones/individualPolicyDetail. */
export const policies: Handler<'policies'> = async (call) => {
  const customer = await askAgain(call, call.who.customer);
  if (pendingOf(customer) !== null) return ok([]);
  const person = documentOf(customer);
  const version = await call.core.versionOfPolicies?.(person);
  const list = () => call.core.policiesOf(person);
  return ok(version === undefined ? await list() : new Answered(list, ['policies', person, version]));
};

/** POST /integraciones/dbPoliciesSynchronization. */
export const syncPolicies: Handler<'syncPolicies'> = async (call) => {
  const customer = await askAgain(call, call.who.customer);
  if (pendingOf(customer) === null) await call.core.synchronize(documentOf(customer));
  return ok({});
};

/** POST {host}/salesforce/getPendingBills. */
export const pendingBills: Handler<'pendingBills'> = async ({ core, policy }) =>
  policy ? ok(await core.pendingBills(policy.Policy)) : noPolicy;

/** GET /integraciones/getInternetPayments. */
export const payments: Handler<'payments'> = async ({ core, policy }) => {
  if (!policy) return noPolicy;
  const version = await core.versionOf?.('payments', policy.Policy);
  const list = () => core.payments(policy.Policy);
  return ok(version === undefined ? await list() : new Answered(list, ['payments', policy.Policy, version]));
};

/**
 * GET /integraciones/getDocuments. Each answer carries fresh addresses, good once and for minutes; the ETag is computed
 * without them, or the list would never be the same. A device whose address was used or is old asks without If-None-Match.
 */
export const documents: Handler<'documents'> = async ({ core, addresses, policy }) => {
  if (!policy) return noPolicy;
  const version = await core.versionOf?.('documents', policy.Policy);
  const found = version === undefined ? await core.documents(policy.Policy) : null;
  const answer = async () =>
    (found ?? (await core.documents(policy.Policy))).map(({ id, category, createdOn }) => ({
      CategoryDescription: category,
      CreatedOnDate: createdOn,
      PhysicalPath: addresses.make({ kind: 'policy', policyId: policy.Policy, id }),
    }));
  return ok(new Answered(answer, found ?? ['documents', policy.Policy, version]));
};

/** GET /integraciones/getAccountRoles. */
export const roles: Handler<'roles'> = async ({ core, policy }) =>
  policy ? ok(await core.beneficiaries(policy.Policy)) : noPolicy;

/** GET /integraciones/getPolicyCards: who holds a card, which only active persons do (H6.2). */
export const cards: Handler<'cards'> = async ({ core, policy }) => {
  if (!policy) return noPolicy;
  const everyone = await core.insuredPersons(policy.Policy);
  return ok(everyone.filter((person) => person.Status === 'Activo'));
};

/** GET /integraciones/getDependents: everyone but the owner; which of them are shown is the screen's rule (H2.52). */
export const dependents: Handler<'dependents'> = async ({ core, policy }) => {
  if (!policy) return noPolicy;
  const everyone = await core.insuredPersons(policy.Policy);
  return ok(everyone.filter((person) => roleOf(person.Role) !== 'owner'));
};

/** POST {host}/salesforce/getPaymentLink: for what may be paid alone, and only for what it costs. */
export const paymentLink: Handler<'paymentLink'> = async (call) => {
  const { core, policy, input } = call;
  if (!policy) return noPolicy;
  const refused = await refusedOrder(call);
  if (refused) return refused;
  const { BillNo: billNumber, Amount: amount, Currency: currency } = input;
  const paymentUrl = await core.paymentAddress({ policy, billNumber, amount, currency });
  return paymentUrl ? ok({ paymentUrl }) : fail('not-found', { text: 'No se encontró la URL de pago' });
};

/** H5.5, H5.6, H7.24: payments go through the US instance, never for offshore policies; a bill costs what it says. */
async function refusedOrder({ core, policy, input }: Call<'paymentLink'>) {
  const refusal = fail('invalid', { text: 'Esta póliza no admite este pago en línea' });
  if (policy?.VisualTimeInstance !== 'VTUSA' || isOffshore(policy)) return refusal;
  if (input.Currency !== paymentLinkCurrency(policy)) return refusal;
  const number = input.BillNo;
  if (number === null) return offersExtraContribution(policy) ? null : refusal;
  const bill = (await core.pendingBills(policy.Policy)).find((one) => one.BillNumber === number);
  if (!bill) return fail('not-found', { text: 'No encontramos esta factura' });
  const due = [bill.DuePremium, policy.AmountAvoidLapsingPolicy];
  return due.includes(input.Amount) ? null : fail('invalid', { text: 'El importe no coincide con el de la factura' });
}
