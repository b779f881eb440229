import type * as v from 'valibot';
import type { RowGroups } from '../groups.ts';

type Requirement = 'none' | 'optional' | 'required';

/**
 * The fields of an input that name something which must be the caller's own (S7): the person by id, their document by its number,
 * a policy by id or number, a refund by id.
 */
export interface Owned {
  person?: string;
  document?: string;
  policy?: string;
  refund?: string;
}

/** One call of the product. Client, server and tests all read these rows; a call that is not a row does not exist. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** 'api': the product's own backend (VITE_API_BASE); 'host': the integration host (VITE_INTEGRATION_BASE). */
  base: 'api' | 'host';
  /** Below the base. A segment ':name' is filled from the input. */
  path: string;
  /** The bearer access token. */
  bearer: Requirement;
  /** The internal token, in its header. */
  internal: Requirement;
  /** How the input travels. */
  carries: 'query' | 'json' | 'form' | 'multipart';
  input: v.GenericSchema<unknown, Record<string, unknown>>;
  /** What the input names that must be the caller's own. A field that may be left out is looked at when it is sent. */
  owns?: Owned;
  /** Whether the body may travel with `Content-Encoding: gzip`. It holds no secret, since packing can betray one (BREACH). */
  packs?: boolean;
  /**
   * Whether the answer may travel packed although it holds tokens. They are new in each, and only whoever proves to be the
   * customer can have one made, so nobody can guess at them by its length. Answers that hold none travel packed anyway.
   */
  packsTokens?: true;
  /** The largest body, in bytes, where it may be larger than others that travel so. */
  largest?: number;
  /** Names of the file fields of a multipart body. */
  files?: readonly string[];
  answer: v.GenericSchema;
  /** The field of the body that holds a failure's text. */
  errorField: 'message' | 'error';
  /** What a failure is called in the console. No customer reads it (H7.24). */
  failure?: string;
  /** It changes nothing: answered with an ETag, and with 304 to an If-None-Match, POST included. */
  readsOnly?: true;
  /** A backend may answer with what changed (groups.ts); one that always answers whole is as good. */
  groups?: RowGroups;
  /** It may wait in the outbox: carries a key and a fingerprint, answers with a receipt, accepts the send-only token. */
  queued?: true;
  /** It accepts the send-only token although it is not itself queued. */
  sendToken?: true;
}

/** Most calls name their caller. */
export const ownPerson = { owns: { person: 'idUsuario' } } as const;

/** How most calls travel. */
export const get = { method: 'GET', carries: 'query' } as const;
export const post = { method: 'POST', carries: 'json' } as const;

/** What most calls to the product's own backend need: no token, the access token, or both tokens. */
export const open = { base: 'api', bearer: 'none', internal: 'none', errorField: 'message' } as const;
export const withAccess = { ...open, bearer: 'required', internal: 'optional' } as const;
export const withTokens = { ...open, bearer: 'required', internal: 'required' } as const;
