/** What can go wrong between the device and the server. Code branches on these, never on a problem's text. */
export const problemCodes = [
  /** No answer at all: no network, no server, or the connection broke. Nothing is known about what the server did. */
  'offline',
  /** No answer within the time the caller was ready to wait. */
  'timeout',
  /** An answer that is not from our backend: HTML of a captive portal, a redirect, another type of content. */
  'nonsense',
  /** JSON that the contract cannot read: null where a list is expected, a body that breaks off (D94). */
  'unreadable',
  /** 401: the token is missing, expired, revoked or unknown. */
  'unauthorised',
  /** 401: the customer ended this session from elsewhere (D83). Optional: a backend may say 'unauthorised'. */
  'session-ended',
  /** 401 at sign-in: email and password do not belong together. */
  'bad-credentials',
  /** 403: the customer does not own what the request names, or the request comes from another site. */
  'forbidden',
  /** 404: nothing of that name. */
  'not-found',
  /** 405: the address exists, the method does not. */
  'method-not-allowed',
  /** 409: the email or document number already belongs to an account. */
  'taken',
  /** 409: the customer withdrew this queued command; a late copy of it is refused. */
  'withdrawn',
  /** 413: a body or file over its limit. */
  'too-large',
  /** 415: a body or file of a kind that is not accepted. */
  'unsupported-type',
  /** 422: a field is missing or not valid; `fields` holds the text for each. */
  'invalid',
  /** 422: this idempotency key was used for another payload. */
  'key-reused',
  /** 422: what arrived is not what its fingerprint says. */
  'damaged',
  /** 429: too many attempts; `retryAfter` says how long to wait. */
  'rate-limited',
  /** 426: the app is too old for its backend (D51). It keeps what it has, and waits for a newer version of itself. */
  'outdated',
  /** 5xx: the server could not do it now. */
  'unavailable',
  /** 503: the insurer's administration cannot say now, so neither can the server (F38). What is known of before stands. */
  'core-away',
  /** 503: the insurer takes nothing for now and says why; nothing was done. Optional: a backend may say 'unavailable'. */
  'maintenance',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** An expected failure. `text` and `fields` carry the server's texts, in Spanish, ready to be shown. */
export interface Problem {
  code: ProblemCode;
  text?: string;
  /** The server's text for each refused field, by wire name. */
  fields?: Record<string, string>;
  /** Seconds to wait before another try. */
  retryAfter?: number;
  /** With 'session-ended': the customer also wants erased what this device keeps of them ('borrar' on the wire). */
  erase?: boolean;
  /** The HTTP status, when there was an answer. */
  status?: number;
}

/**
 * Without an answer of the server's own, nothing is known of what it did. In a maintenance it looks at nothing, nor at what an
 * app sends that is too old for it.
 */
const unjudged = new Set<ProblemCode>([
  ...(['offline', 'timeout', 'nonsense', 'unreadable', 'unavailable', 'maintenance', 'outdated'] as const),
]);

/** Whether the server has judged what it was sent, so that the problem is its answer. */
export const hasJudged = ({ code }: Problem): boolean => !unjudged.has(code);

/**
 * Whether the server may have done what it was asked for all the same. A newer one refuses in words that this app cannot read, but
 * not what it has done (D51).
 */
export const mayBeDone = (problem: Problem): boolean =>
  !hasJudged(problem) && problem.code !== 'maintenance' && !(problem.code === 'outdated' && isRefusal(problem));

const isRefusal = ({ status = 0 }: Problem): boolean => status >= 400 && status < 500;

export type Result<T, P = Problem> = { ok: true; value: T } | { ok: false; problem: P };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const fail = (code: ProblemCode, rest: Omit<Problem, 'code'> = {}): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { code, ...rest },
});
