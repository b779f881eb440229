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
} from '../refunds.ts';
import { listOf } from '../values.ts';
import { type Endpoint, get, post, withAccess, withTokens } from './endpoint.ts';

/** Refunds and their documents. */
export const refundsEndpoints = {
  refunds: {
    ...get,
    ...withAccess,
    path: '/reembolsos/getByPolicy',
    owns: { person: 'idUsuario', policy: 'poliza' },
    input: refundsQuery,
    answer: listOf(refund),
    failure: 'Failed to get reembolsos',
    readsOnly: true,
    groups: { row: refund, date: 'created' },
  },
  createRefund: {
    ...post,
    ...withTokens,
    path: '/reembolsos/create',
    carries: 'multipart',
    owns: { person: 'idUsuario', policy: 'poliza' },
    input: refundRequest,
    files: refundFiles,
    answer: refundAnswer,
    failure: 'Failed to create reembolso',
    queued: true,
  },
  addRefundDocument: {
    ...post,
    ...withTokens,
    path: '/reembolsos/uploadNewDocument',
    carries: 'multipart',
    owns: { person: 'idUsuario', refund: 'idReembolso' },
    input: refundDocumentRequest,
    files: ['documento'],
    answer: refundDocumentAnswer,
    failure: 'Failed to send document',
    queued: true,
  },
  downloadRefundDocument: {
    ...get,
    ...withAccess,
    path: '/reembolsos/downloadDocument',
    owns: { person: 'idUsuario', refund: 'idReembolso' },
    input: refundDocumentQuery,
    answer: fileAddress,
    failure: 'Failed to download document',
  },
} as const satisfies Record<string, Endpoint>;
