import { done } from '../account.ts';
import {
  beneficiary,
  bill,
  billsRequest,
  insuredPerson,
  payment,
  paymentLinkAnswer,
  paymentLinkRequest,
  paymentsOfYear,
  policiesRequest,
  policy,
  policyDocument,
  policyQuery,
} from '../policies.ts';
import { listOf } from '../values.ts';
import type { Endpoint } from './endpoint.ts';

/** What the integration answers about one policy. */
const readOfPolicy = {
  method: 'GET',
  base: 'api',
  bearer: 'optional',
  internal: 'required',
  carries: 'query',
  input: policyQuery,
  errorField: 'message',
  readsOnly: true,
} as const;

/** Policies, and what belongs to one: bills, payments, documents, people and cards. */
export const policiesEndpoints = {
  pendingBills: {
    method: 'POST',
    base: 'host',
    path: '/salesforce/getPendingBills',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: billsRequest,
    answer: listOf(bill),
    errorField: 'error',
    readsOnly: true,
  },
  paymentLink: {
    method: 'POST',
    base: 'host',
    path: '/salesforce/getPaymentLink',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: paymentLinkRequest,
    answer: paymentLinkAnswer,
    errorField: 'error',
  },
  policies: {
    method: 'POST',
    base: 'api',
    path: '/integraciones/individualPolicyDetail',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: policiesRequest,
    answer: listOf(policy),
    errorField: 'message',
    readsOnly: true,
  },
  syncPolicies: {
    method: 'POST',
    base: 'api',
    path: '/integraciones/dbPoliciesSynchronization',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: policiesRequest,
    answer: done,
    errorField: 'message',
  },
  payments: {
    ...readOfPolicy,
    path: '/integraciones/getInternetPayments',
    answer: listOf(paymentsOfYear),
    groups: { row: payment, date: 'ParsedCompletedDate', within: 'payments' },
  },
  documents: {
    ...readOfPolicy,
    path: '/integraciones/getDocuments',
    answer: listOf(policyDocument),
    groups: { row: policyDocument, date: 'CreatedOnDate', fresh: 'PhysicalPath' },
  },
  roles: { ...readOfPolicy, path: '/integraciones/getAccountRoles', answer: listOf(beneficiary) },
  cards: { ...readOfPolicy, path: '/integraciones/getPolicyCards', answer: listOf(insuredPerson) },
  dependents: { ...readOfPolicy, path: '/integraciones/getDependents', answer: listOf(insuredPerson) },
} as const satisfies Record<string, Endpoint>;
