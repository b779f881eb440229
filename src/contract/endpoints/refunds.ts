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
    input: refundsQuery,
    answer: listOf(refund),
    readsOnly: true,
    groups: { row: refund, date: 'created' },
  },
  createRefund: {
    ...post,
    ...withTokens,
    path: '/reembolsos/create',
    carries: 'multipart',
    input: refundRequest,
    files: refundFiles,
    answer: refundAnswer,
    queued: true,
  },
  addRefundDocument: {
    ...post,
    ...withTokens,
    path: '/reembolsos/uploadNewDocument',
    carries: 'multipart',
    input: refundDocumentRequest,
    files: ['documento'],
    answer: refundDocumentAnswer,
    queued: true,
  },
  downloadRefundDocument: {
    ...get,
    ...withAccess,
    path: '/reembolsos/downloadDocument',
    input: refundDocumentQuery,
    answer: fileAddress,
  },
} as const satisfies Record<string, Endpoint>;
