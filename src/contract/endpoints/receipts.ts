import * as v from 'valibot';
import { receiptAnswer } from '../receipts.ts';
import { commandKey } from '../values.ts';
import { type Endpoint, get, withAccess } from './endpoint.ts';

const ofOneCommand = {
  ...get,
  ...withAccess,
  path: '/recibos/:clave',
  input: v.object({ clave: commandKey }),
  answer: receiptAnswer,
  sendToken: true,
} as const;

/** What became of a queued command. */
export const receiptsEndpoints = {
  receipt: ofOneCommand,
  withdraw: { ...ofOneCommand, method: 'DELETE' },
} as const satisfies Record<string, Endpoint>;
