import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoints.ts';
import { type Problem, type ProblemCode, problemCodes } from '#contract/result.ts';
import { type Exchange, isJson } from './exchange.ts';

type Answered = Extract<Exchange, { answered: true }>;

/**
 * The problem that an answer's status and body name; null for a success. The server's own code wins over the status. Its
 * text is read from the field that the endpoint's row names. Source: RFC 9110, section 15.
 */
export function problemOf(row: Endpoint, answer: Answered, now: number): Problem | null {
  const { status } = answer;
  if (status === 204) return null;
  if (status >= 200 && status < 300) {
    if (answer.json !== undefined) return null;
    return { code: isJson(answer.header('content-type')) ? 'unreadable' : 'nonsense', status };
  }
  const body = v.safeParse(errorBody, answer.json);
  const code = codeOf(row, status, body.success ? body.output : null);
  const problem: Problem = { code, status };
  if (code === 'nonsense') return problem;
  const retryAfter = retryAfterOf(answer.header('retry-after'), now);
  if (retryAfter !== null) problem.retryAfter = retryAfter;
  if (!body.success) return problem;
  if (code === 'session-ended' && body.output.borrar) problem.erase = true;
  const text = body.output[row.errorField] ?? body.output[row.errorField === 'error' ? 'message' : 'error'];
  if (text) problem.text = text;
  if (body.output.fields) problem.fields = body.output.fields;
  return problem;
}

const serverText = v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000))), undefined);
const errorBody = v.object({
  code: v.fallback(v.optional(v.picklist(problemCodes)), undefined),
  message: serverText,
  error: serverText,
  fields: v.fallback(v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(2000)))), undefined),
  borrar: v.fallback(v.optional(v.boolean()), undefined),
});
type ErrorBody = v.InferOutput<typeof errorBody>;

/** Codes that only the device can give. A body that names one of them is not from our server. */
export const deviceCodes = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unreadable']);

const codeOfStatus: Record<number, ProblemCode> = {
  400: 'invalid',
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  409: 'taken',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'invalid',
  426: 'outdated',
  429: 'rate-limited',
};

function codeOf(row: Endpoint, status: number, body: ErrorBody | null): ProblemCode {
  if (status >= 500) return body?.code === 'core-away' || body?.code === 'maintenance' ? body.code : 'unavailable';
  // A proxy may answer 413 and 429 without JSON. Any other refusal needs the contract's JSON: a captive portal's 403 must
  // not count as the insurer's refusal.
  if (!body) return status === 413 ? 'too-large' : status === 429 ? 'rate-limited' : 'nonsense';
  if (body.code && !deviceCodes.has(body.code)) return body.code;
  const takesTokens = row.bearer !== 'none' || row.internal !== 'none';
  if (status === 401 && !takesTokens) return 'bad-credentials';
  return codeOfStatus[status] ?? 'nonsense';
}

/** Seconds to wait, from delay-seconds or an HTTP date (RFC 9110, 10.2.3); null when missing or malformed. */
function retryAfterOf(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = value === '' ? Number.NaN : Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
