import { type Endpoint, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER } from '#contract/groups.ts';
import type { ProblemCode } from '#contract/result.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#contract/version.ts';

/** One file of a multipart body. */
export interface SentFile {
  bytes: ArrayBuffer | Blob;
  name: string;
  type: string;
}
export type SentFiles = Record<string, SentFile>;

/** A request, ready for either transport. */
export interface ApiRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | ArrayBuffer | FormData | null;
  /** Size of the files; the rest of a body is negligible. */
  fileBytes: number;
}

/** How a request ended: with an answer of any status, or without one. `json` is undefined when the body is not JSON. */
export type Exchange =
  | { answered: true; status: number; header(name: string): string | null; json: unknown }
  | { answered: false; code: Extract<ProblemCode, 'offline' | 'timeout' | 'nonsense'> };

/** Larger than any answer of the contract. An endless body must not fill the device's memory. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

interface Extras {
  bearer?: string;
  internal?: string;
  headers?: Record<string, string>;
  files?: SentFiles;
  etag?: string | null;
  /** Group versions on the device, as a header value; null when only whole answers can be used. */
  groups?: string | null;
}

/** Builds the request of an endpoint's row. Nullish fields of a query or a form are left out. */
export function requestFor(row: Endpoint, base: string, input: object, extras: Extras): ApiRequest {
  const { path, rest } = fillPath(row.path, input as Record<string, unknown>);
  const headers: Record<string, string> = { ...extras.headers, Accept: 'application/json' };
  headers[CONTRACT_HEADER] = String(CONTRACT_VERSION);
  if (extras.bearer) headers.Authorization = `Bearer ${extras.bearer}`;
  if (extras.internal) headers[INTERNAL_TOKEN_HEADER] = extras.internal;
  if (extras.etag) headers['If-None-Match'] = extras.etag;
  if (row.groups) headers['A-IM'] = BY_GROUPS;
  if (row.groups && extras.etag && extras.groups) headers[GROUPS_HEADER] = extras.groups;
  const request = { method: row.method, url: base + path, headers, body: null, fileBytes: 0 };
  switch (row.carries) {
    case 'query': {
      const query = new URLSearchParams(textsOf(rest)).toString();
      return { ...request, url: query ? `${request.url}?${query}` : request.url };
    }
    case 'json':
      headers['Content-Type'] = 'application/json';
      return { ...request, body: JSON.stringify(rest) };
    case 'form':
      headers['Content-Type'] = 'application/x-www-form-urlencoded';
      return { ...request, body: new URLSearchParams(textsOf(rest)).toString() };
    case 'multipart':
      // The browser writes the Content-Type itself, with the boundary.
      return { ...request, body: multipart(rest, extras.files ?? {}), fileBytes: sizeOf(extras.files ?? {}) };
  }
}

/** Parses a body whose Content-Type is JSON; else undefined. A captive portal answers HTML, often with status 200. */
export function readJson(contentType: string | null, text: string): unknown {
  if (!isJson(contentType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a Content-Type is JSON's. No captive portal answers a call with it. */
export const isJson = (contentType: string | null): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(contentType ?? '');

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? '');
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

/** The fields of an input as they travel to the row: as texts, or as JSON has them. */
export const fieldsOf = ({ carries }: Endpoint, input: object): Record<string, unknown> =>
  carries === 'json' ? { ...input } : Object.fromEntries(textsOf(input as Record<string, unknown>));

function textsOf(input: Record<string, unknown>): [string, string][] {
  return Object.entries(input).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
}

function multipart(input: Record<string, unknown>, files: SentFiles): FormData {
  const form = new FormData();
  for (const [name, value] of textsOf(input)) form.append(name, value);
  for (const [field, file] of Object.entries(files)) {
    form.append(field, new Blob([file.bytes], { type: file.type }), file.name);
  }
  return form;
}

const sizeIn = (bytes: ArrayBuffer | Blob): number => (bytes instanceof Blob ? bytes.size : bytes.byteLength);

function sizeOf(files: SentFiles): number {
  return Object.values(files).reduce((sum, file) => sum + sizeIn(file.bytes), 0);
}
