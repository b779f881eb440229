import * as v from 'valibot';
import {
  accessToken,
  done,
  loginAnswer,
  loginRequest,
  passwordChange,
  personalInformation,
  personalInformationChange,
  registrationAnswer,
  registrationRequest,
} from './account.ts';
import type { RowGroups } from './groups.ts';
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
} from './policies.ts';
import { pushChoice, pushEnd, pushSettings, pushSubscription } from './push.ts';
import { receiptAnswer } from './receipts.ts';
import {
  fileAddress,
  refund,
  refundAnswer,
  refundDocumentAnswer,
  refundDocumentQuery,
  refundDocumentRequest,
  refundFiles,
  refundRequest,
  refundsQuery,
} from './refunds.ts';
import { customerQuery, ticket, ticketAnswer, ticketRequest, ticketType } from './tickets.ts';
import { cleanText } from './typed-text.ts';
import { commandKey, id, listOf } from './values.ts';

/** The header of the internal token (H6.6, named {product}-Internal-Token in the spec). */
export const INTERNAL_TOKEN_HEADER = 'Amparo-Internal-Token';
/** The header that carries a queued command's key; RFC draft-ietf-httpapi-idempotency-key-header. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** The header that carries the SHA-256 fingerprint of a queued command (see fingerprint.ts), in hexadecimal. */
export const FINGERPRINT_HEADER = 'Amparo-Fingerprint';

/** What a customer typed to be asked about, as they see it. */
const asked = (most: number) => v.pipe(v.string(), v.transform(cleanText), v.trim(), v.nonEmpty(), v.maxLength(most));

type Need = 'none' | 'optional' | 'required';

/** One call of the product. Client, server and tests all read these rows; a call that is not a row does not exist. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** 'api': the product's own backend (VITE_API_BASE); 'host': the integration host (VITE_INTEGRATION_BASE). */
  base: 'api' | 'host';
  /** Below the base. A segment ':name' is filled from the input. */
  path: string;
  /** The bearer access token. */
  bearer: Need;
  /** The internal token, in its header. */
  internal: Need;
  /** How the input travels. */
  carries: 'query' | 'json' | 'form' | 'multipart';
  input: v.GenericSchema<unknown, Record<string, unknown>>;
  /** Names of the file fields of a multipart body. */
  files?: readonly string[];
  answer: v.GenericSchema;
  /** Where a failure's words stand in its body. */
  errorField: 'message' | 'error';
  /** It changes nothing: answered with an ETag, and with 304 to an If-None-Match, POST included. */
  readsOnly?: true;
  /** A backend may answer with what changed (groups.ts); one that always answers whole is as good. */
  groups?: RowGroups;
  /** It may wait in the outbox: carries a key and a fingerprint, answers with a receipt, accepts the send-only token. */
  queued?: true;
  /** It accepts the send-only token although it is not itself queued. */
  sendToken?: true;
}

export const endpoints = {
  checkEmail: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getUserByEmail',
    bearer: 'none',
    internal: 'none',
    carries: 'query',
    input: v.object({ email: asked(254) }),
    answer: done,
    errorField: 'message',
  },
  checkNif: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getUserByNif',
    bearer: 'none',
    internal: 'none',
    carries: 'query',
    // D52: kind and country are ours; a backend that does not know them answers for the number alone.
    input: v.object({ nif: asked(40), tipoId: v.optional(asked(80)), pais: v.optional(asked(80)) }),
    answer: done,
    errorField: 'message',
  },
  register: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/create',
    bearer: 'none',
    internal: 'none',
    carries: 'multipart',
    input: registrationRequest,
    files: ['frontal', 'reverso'],
    answer: registrationAnswer,
    errorField: 'error',
  },
  login: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/login',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: loginRequest,
    answer: loginAnswer,
    errorField: 'error',
  },
  logout: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/logout',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: v.object({ idUsuario: id }),
    answer: done,
    errorField: 'message',
  },
  personalInformation: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getPersonalInformation',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: v.object({ id }),
    answer: personalInformation,
    errorField: 'message',
    readsOnly: true,
  },
  updatePersonalInformation: {
    method: 'PUT',
    base: 'api',
    path: '/usuarios/updatePersonalInformation',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: personalInformationChange,
    answer: personalInformation,
    errorField: 'message',
  },
  renewInternalToken: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/resetToken',
    bearer: 'required',
    internal: 'required',
    carries: 'form',
    input: v.object({ idUsuario: id }),
    answer: v.object({ token: v.pipe(v.string(), v.nonEmpty()) }),
    errorField: 'message',
  },
  changePassword: {
    method: 'PATCH',
    base: 'api',
    path: '/usuarios/changePassword',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: passwordChange,
    answer: done,
    errorField: 'message',
  },
  forgotPassword: {
    method: 'POST',
    base: 'api',
    path: '/resetPassword/forgotPassword',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: v.object({ email: asked(254) }),
    answer: done,
    errorField: 'error',
  },
  accessToken: {
    method: 'POST',
    base: 'api',
    path: '/auth/salesforce/getAccessToken',
    bearer: 'none',
    internal: 'required',
    carries: 'json',
    input: v.object({ cedula: v.pipe(v.string(), v.nonEmpty()) }),
    answer: accessToken,
    errorField: 'message',
  },
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
    method: 'GET',
    base: 'api',
    path: '/integraciones/getInternetPayments',
    bearer: 'optional',
    internal: 'required',
    carries: 'query',
    input: policyQuery,
    answer: listOf(paymentsOfYear),
    errorField: 'message',
    readsOnly: true,
    groups: { row: payment, date: 'ParsedCompletedDate', within: 'payments' },
  },
  documents: {
    method: 'GET',
    base: 'api',
    path: '/integraciones/getDocuments',
    bearer: 'optional',
    internal: 'required',
    carries: 'query',
    input: policyQuery,
    answer: listOf(policyDocument),
    errorField: 'message',
    readsOnly: true,
    groups: { row: policyDocument, date: 'CreatedOnDate', fresh: 'PhysicalPath' },
  },
  roles: {
    method: 'GET',
    base: 'api',
    path: '/integraciones/getAccountRoles',
    bearer: 'optional',
    internal: 'required',
    carries: 'query',
    input: policyQuery,
    answer: listOf(beneficiary),
    errorField: 'message',
    readsOnly: true,
  },
  cards: {
    method: 'GET',
    base: 'api',
    path: '/integraciones/getPolicyCards',
    bearer: 'optional',
    internal: 'required',
    carries: 'query',
    input: policyQuery,
    answer: listOf(insuredPerson),
    errorField: 'message',
    readsOnly: true,
  },
  dependents: {
    method: 'GET',
    base: 'api',
    path: '/integraciones/getDependents',
    bearer: 'optional',
    internal: 'required',
    carries: 'query',
    input: policyQuery,
    answer: listOf(insuredPerson),
    errorField: 'message',
    readsOnly: true,
  },
  refunds: {
    method: 'GET',
    base: 'api',
    path: '/reembolsos/getByPolicy',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: refundsQuery,
    answer: listOf(refund),
    errorField: 'message',
    readsOnly: true,
    groups: { row: refund, date: 'created' },
  },
  createRefund: {
    method: 'POST',
    base: 'api',
    path: '/reembolsos/create',
    bearer: 'required',
    internal: 'required',
    carries: 'multipart',
    input: refundRequest,
    files: refundFiles,
    answer: refundAnswer,
    errorField: 'message',
    queued: true,
  },
  addRefundDocument: {
    method: 'POST',
    base: 'api',
    path: '/reembolsos/uploadNewDocument',
    bearer: 'required',
    internal: 'required',
    carries: 'multipart',
    input: refundDocumentRequest,
    files: ['documento'],
    answer: refundDocumentAnswer,
    errorField: 'message',
    queued: true,
  },
  downloadRefundDocument: {
    method: 'GET',
    base: 'api',
    path: '/reembolsos/downloadDocument',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: refundDocumentQuery,
    answer: fileAddress,
    errorField: 'message',
  },
  ticketTypes: {
    method: 'GET',
    base: 'api',
    path: '/tickets/getTiposTickets',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: listOf(ticketType),
    errorField: 'message',
    readsOnly: true,
  },
  tickets: {
    method: 'GET',
    base: 'api',
    path: '/tickets/getTicketsByPoliza',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: listOf(ticket),
    errorField: 'message',
    readsOnly: true,
    groups: { row: ticket, date: 'fechaSolicitud' },
  },
  createTicket: {
    method: 'POST',
    base: 'api',
    path: '/tickets/create',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: ticketRequest,
    answer: ticketAnswer,
    errorField: 'message',
    queued: true,
  },
  receipt: {
    method: 'GET',
    base: 'api',
    path: '/recibos/:clave',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: v.object({ clave: commandKey }),
    answer: receiptAnswer,
    errorField: 'message',
    sendToken: true,
  },
  withdraw: {
    method: 'DELETE',
    base: 'api',
    path: '/recibos/:clave',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: v.object({ clave: commandKey }),
    answer: receiptAnswer,
    errorField: 'message',
    sendToken: true,
  },
  pushSettings: {
    method: 'GET',
    base: 'api',
    path: '/notificaciones/getByUsuario',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: pushSettings,
    errorField: 'message',
    readsOnly: true,
  },
  choosePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/elegirTema',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: pushChoice,
    answer: pushSettings,
    errorField: 'message',
  },
  // Both accept the send-only token: a browser may change a subscription while the device is locked.
  subscribePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/suscribir',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: pushSubscription,
    answer: done,
    errorField: 'message',
    sendToken: true,
  },
  unsubscribePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/cancelar',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: pushEnd,
    answer: done,
    errorField: 'message',
    sendToken: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** What a caller hands in: the row's fields before parsing. */
export type InputOf<N extends EndpointName> = v.InferInput<(typeof endpoints)[N]['input']>;
export type ParsedInputOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['input']>;
export type AnswerOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['answer']>;
