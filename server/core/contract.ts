import * as v from 'valibot';
import {
  beneficiary,
  bill,
  claim,
  claimant,
  document,
  id,
  insuredPerson,
  order,
  pageAddress,
  paymentsOfYear,
  person,
  policy,
  version,
} from './wire.ts';

/**
 * The HTTP contract between this server and the insurer's administration; docs/core-openapi.json is generated from it. A
 * breaking change gets the next number.
 */
export const CORE_CONTRACT = 1;
/** Sent with each call. */
export const CORE_CONTRACT_HEADER = 'Amparo-Core-Contract';

interface CoreCall {
  method: 'GET' | 'POST';
  /** Below AMPARO_CORE_URL. What is in braces is replaced by the member of that name of `in`. */
  path: string;
  /** What it is told: members of the address, and the others as a JSON body. A document number is never in an address. */
  in: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** What it answers with 200; a file is bytes instead. */
  answer: v.GenericSchema | 'file';
  /** Whether the call is idempotent, so that it may be retried. */
  repeatable: boolean;
  /** An administration may lack it and answers 501. */
  optional?: true;
  summary: string;
}

const ofPerson = v.object({ person });
const ofPolicy = v.object({ policyId: id });

/** Every call of the port, one row each. */
export const coreCalls = {
  claim: {
    method: 'POST',
    path: '/claims',
    in: v.object({ person: claimant }),
    answer: claim,
    repeatable: true,
    summary: 'Whether somebody is the person of a document. Asked again while the answer is not yes.',
  },
  policiesOf: {
    method: 'POST',
    path: '/policies/search',
    in: ofPerson,
    answer: v.object({ policies: v.array(policy) }),
    repeatable: true,
    summary: "The policies a person owns, in the insurer's order; an unknown person has none.",
  },
  versionOfPolicies: {
    method: 'POST',
    path: '/policies/version',
    in: ofPerson,
    answer: v.object({ version }),
    repeatable: true,
    optional: true,
    summary: 'A text that is another one whenever that list, or anything in it, would be.',
  },
  findPolicy: {
    method: 'POST',
    path: '/policies/find',
    in: v.object({ person, reference: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
    answer: v.object({ policy: v.nullable(policy) }),
    repeatable: true,
    summary: "The person's own policy by its id or its number; null when it is not theirs.",
  },
  synchronize: {
    method: 'POST',
    path: '/policies/synchronize',
    in: ofPerson,
    answer: v.object({ done: v.literal(true) }),
    repeatable: true,
    summary: "Reads the person's policies anew from wherever they are kept.",
  },
  pendingBills: {
    method: 'GET',
    path: '/policies/{policyId}/bills',
    in: ofPolicy,
    answer: v.object({ bills: v.array(bill) }),
    repeatable: true,
    summary: 'The bills that are not paid, oldest first.',
  },
  payments: {
    method: 'GET',
    path: '/policies/{policyId}/payments',
    in: ofPolicy,
    answer: v.object({ years: v.array(paymentsOfYear) }),
    repeatable: true,
    summary: 'Electronic payments by year, years descending, newest first.',
  },
  versionOfPayments: {
    method: 'GET',
    path: '/policies/{policyId}/payments/version',
    in: ofPolicy,
    answer: v.object({ version }),
    repeatable: true,
    optional: true,
    summary: 'A text that is another one whenever the payments would be.',
  },
  documents: {
    method: 'GET',
    path: '/policies/{policyId}/documents',
    in: ofPolicy,
    answer: v.object({ documents: v.array(document) }),
    repeatable: true,
    summary: "The policy's papers in the insurer's archive, newest first.",
  },
  versionOfDocuments: {
    method: 'GET',
    path: '/policies/{policyId}/documents/version',
    in: ofPolicy,
    answer: v.object({ version }),
    repeatable: true,
    optional: true,
    summary: 'A text that is another one whenever the documents would be.',
  },
  readDocument: {
    method: 'GET',
    path: '/policies/{policyId}/documents/{documentId}',
    in: v.object({ policyId: id, documentId: id }),
    answer: 'file',
    repeatable: true,
    summary:
      'One paper: its bytes, its Content-Type, and its name in Content-Disposition (RFC 6266). 404: there is none.',
  },
  beneficiaries: {
    method: 'GET',
    path: '/policies/{policyId}/beneficiaries',
    in: ofPolicy,
    answer: v.object({ beneficiaries: v.array(beneficiary) }),
    repeatable: true,
    summary: "The policy's beneficiaries.",
  },
  insuredPersons: {
    method: 'GET',
    path: '/policies/{policyId}/insured-persons',
    in: ofPolicy,
    answer: v.object({ persons: v.array(insuredPerson) }),
    repeatable: true,
    summary: 'Everyone the policy insures, its owner first, whatever their status.',
  },
  paymentAddress: {
    method: 'POST',
    path: '/payment-addresses',
    in: v.object({ order }),
    answer: v.object({ address: v.nullable(pageAddress) }),
    // It opens a payment.
    repeatable: false,
    summary: 'The address of the page where the order is paid; null when there is none.',
  },
} as const satisfies Record<string, CoreCall>;

export type CoreCallName = keyof typeof coreCalls;
export type ToldTo<N extends CoreCallName> = v.InferInput<(typeof coreCalls)[N]['in']>;
/** What a call answers; a file's bytes are no JSON and have no schema. */
export type SaidBy<N extends CoreCallName> =
  (typeof coreCalls)[N]['answer'] extends v.GenericSchema<unknown, infer A> ? A : never;
