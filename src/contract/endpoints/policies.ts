import { anyAnswer } from '../account.ts';
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
import { type Endpoint, get, post, withAccess, withTokens } from './endpoint.ts';

/** What the integration answers about one policy. */
const readOfPolicy = {
  ...get,
  ...withTokens,
  bearer: 'optional',
  owns: { policy: 'policyId' },
  input: policyQuery,
  readsOnly: true,
} as const;

/** Policies, and what belongs to one: bills, payments, documents, people and cards. */
export const policiesEndpoints = {
  pendingBills: {
    ...post,
    ...withTokens,
    base: 'host',
    path: '/salesforce/getPendingBills',
    owns: { policy: 'Policy' },
    input: billsRequest,
    answer: listOf(bill),
    errorField: 'error',
    readsOnly: true,
  },
  paymentLink: {
    ...post,
    ...withTokens,
    base: 'host',
    path: '/salesforce/getPaymentLink',
    owns: { policy: 'PolicyNumber' },
    input: paymentLinkRequest,
    answer: paymentLinkAnswer,
    errorField: 'error',
  },
  policies: {
    ...post,
    ...withAccess,
    path: '/integraciones/individualPolicyDetail',
    owns: { person: 'idUsuario', document: 'cedula' },
    input: policiesRequest,
    answer: listOf(policy),
    readsOnly: true,
  },
  syncPolicies: {
    ...post,
    ...withAccess,
    path: '/integraciones/dbPoliciesSynchronization',
    owns: { person: 'idUsuario', document: 'cedula' },
    input: policiesRequest,
    answer: anyAnswer,
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
