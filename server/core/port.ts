import type * as v from 'valibot';
import type { Beneficiary, Bill, InsuredPerson, Policy, paymentsOfYear } from '#contract/policies.ts';
import type { Result } from '#contract/result.ts';
import type { Identity } from '#rules/identity.ts';

export type PaymentsOfYear = v.InferOutput<typeof paymentsOfYear>;

/** A paper of a policy as the insurer's archive lists it. */
export interface ArchivedDocument {
  id: string;
  category: string;
  /** Calendar date. */
  createdOn: string;
}

export interface StoredFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** What a customer is about to pay: a bill, or an extra contribution when `billNumber` is null. */
export interface Payable {
  policyId: string;
  billNumber: string | null;
  amount: number;
  /** Null: the currency of the policy's bills, US dollars (H7.24). */
  currency: 'COP' | null;
}

/** Who somebody says they are. */
export interface Claimant {
  document: Identity;
  nombre: string;
  apellidos: string;
  /** As the registration form sends it. */
  fechaNacimiento: string;
  residenciaFiscal: string;
  email: string;
}

/**
 * What the insurer says of a claim (D60): 'yes', they are who they say. 'code': whoever reads the mail of this address, which
 * the insurer has of the person, is. 'branch': only a visit with the document would show. 'no': nobody like this is known.
 */
export type Claim = { answer: 'yes' } | { answer: 'code'; email: string } | { answer: 'branch' } | { answer: 'no' };

/** The insurer's answer; 'core-away' when there is none. It is never an incomplete answer, such as an empty list (F38). */
export type Said<T> = Promise<Result<T>>;

/**
 * The port to the insurer's policy administration. It identifies people by their identity document and policies by their id.
 * The server checks the owner of a policy before it calls.
 */
export interface Core {
  /** Whether this is the person of the document. The server asks again until the answer is 'yes'. */
  claim(person: Claimant): Said<Claim>;
  /** The policies a person owns, in the insurer's order; an unknown person has none. */
  policiesOf(person: Identity): Said<Policy[]>;
  /** The person's own policy by its id or its number; null when it is not theirs. */
  findPolicy(person: Identity, reference: string): Said<Policy | null>;
  /** The bills that are not paid, oldest first. */
  pendingBills(policyId: string): Said<Bill[]>;
  /** Electronic payments by year, years descending, newest first. */
  payments(policyId: string): Said<PaymentsOfYear[]>;
  documents(policyId: string): Said<ArchivedDocument[]>;
  /**
   * A version text that changes with the list and is much cheaper to get. With null, the list is built each time a device
   * asks for changes.
   */
  versionOf(list: 'payments' | 'documents', policyId: string): Said<string | null>;
  /** The same for the policies a person owns. */
  versionOfPolicies(person: Identity): Said<string | null>;
  readDocument(policyId: string, documentId: string): Said<StoredFile | null>;
  beneficiaries(policyId: string): Said<Beneficiary[]>;
  /** Everyone the policy insures, its owner first, whatever their status. */
  insuredPersons(policyId: string): Said<InsuredPerson[]>;
  /** Reads the person's policies anew from wherever they are kept. */
  synchronize(person: Identity): Said<null>;
  /** The address of the page where the order is paid; null when there is none. */
  paymentAddress(order: Payable): Said<string | null>;
}
