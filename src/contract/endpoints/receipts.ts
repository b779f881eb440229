import * as v from 'valibot';
import { receiptAnswer } from '../receipts.ts';
import { commandKey } from '../values.ts';
import type { Endpoint } from './endpoint.ts';

const ofOneCommand = {
  base: 'api',
  path: '/recibos/:clave',
  bearer: 'required',
  internal: 'optional',
  carries: 'query',
  input: v.object({ clave: commandKey }),
  answer: receiptAnswer,
  errorField: 'message',
  sendToken: true,
} as const;

/** What became of a queued command. */
export const receiptsEndpoints = {
  receipt: { method: 'GET', ...ofOneCommand },
  withdraw: { method: 'DELETE', ...ofOneCommand },
} as const satisfies Record<string, Endpoint>;
