import { type ApiRequest, readJson, requestFor } from '#api/exchange.ts';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  FINGERPRINT_HEADER,
  IDEMPOTENCY_HEADER,
} from '#contract/endpoints.ts';
import { fingerprint, sha256 } from '#contract/fingerprint.ts';

/** The backend to check, and the account to check it with. */
export interface Target {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Addresses of the two bases of the contract, without a slash at the end. */
  apiBase: string;
  hostBase: string;
  email: string;
  password: string;
}

/** The input of one call. */
export interface Sample {
  input: Record<string, unknown>;
  /** Bytes by the name of the field; each is a PDF. */
  files?: Record<string, Uint8Array<ArrayBuffer>>;
}

export interface Shown {
  bearer?: string | undefined;
  internal?: string | undefined;
  headers?: Record<string, string>;
}

export interface Told {
  status: number;
  headers: Headers;
  /** Undefined when the body is not JSON. */
  json: unknown;
}

/** The time to wait for an answer. */
const MAX_WAIT_MS = 30_000;

/** Calls the endpoint with the code of the app. */
export async function ask(target: Target, name: EndpointName, sample: Sample, shown: Shown = {}): Promise<Told> {
  const row: Endpoint = endpoints[name];
  const files = Object.entries(sample.files ?? {}).map(
    ([field, bytes]) => [field, { bytes: new Blob([bytes]), name: `${field}.pdf`, type: 'application/pdf' }] as const,
  );
  const base = row.base === 'api' ? target.apiBase : target.hostBase;
  const { bearer, internal, headers } = shown;
  const request = requestFor(row, base, sample.input, {
    ...(bearer && { bearer }),
    ...(internal && { internal }),
    ...(headers && { headers }),
    files: Object.fromEntries(files),
  });
  return exchange(target, request);
}

/** The headers of a queued command: its key and the fingerprint of what it carries. */
export async function commandHeaders({ input, files = {} }: Sample, key: string): Promise<Record<string, string>> {
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)] as const);
  const sums = Object.entries(files).map(async ([name, bytes]) => [name, await sha256(bytes)] as const);
  const print = await fingerprint(Object.fromEntries(texts), Object.fromEntries(await Promise.all(sums)));
  return { [IDEMPOTENCY_HEADER]: key, [FINGERPRINT_HEADER]: print };
}

/** Calls any address without tokens. */
export const askAt = (target: Target, url: string, method: string): Promise<Told> =>
  exchange(target, { method, url, headers: { Accept: 'application/json' }, body: null });

async function exchange(target: Target, { url, method, headers, body }: Omit<ApiRequest, 'fileBytes'>): Promise<Told> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  const response = await target.fetch(url, { method, headers, body, redirect: 'manual', signal });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: readJson(response.headers.get('content-type'), text),
  };
}
