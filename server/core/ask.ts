import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
} from 'cockatiel';
import * as v from 'valibot';
import { fail, ok, type Result } from '#contract/result.ts';
import { newToken } from '../secrets.ts';
import {
  CORE_CONTRACT,
  CORE_CONTRACT_HEADER,
  type CoreCallName,
  coreCalls,
  type SaidBy,
  type ToldTo,
} from './contract.ts';
import { type CoreEvent, NotAnswered, WrongAnswer } from './not-answered.ts';
import { type Owners, personText } from './owners.ts';
import type { StoredFile } from './port.ts';
import { readFile, readJson } from './read-answer.ts';

/** Timeouts in milliseconds, and the limits of the circuit breaker. */
export const corePatience = {
  /** Time limit of one try, including the whole answer. */
  attempt: 3_000,
  /** Time limit of a call with all tries and pauses. */
  call: 7_000,
  /** Time limit of a document, which is larger than a list and tried once. */
  document: 20_000,
  retries: 2,
  /** About how many people calls fail in a row, of each however often, until the breaker opens. */
  failures: 5,
  /** How long the breaker stays open before one call tries. */
  open: 10_000,
  /** Calls at the same time in this process; further calls wait. */
  atOnce: 32,
  waiting: 64,
};
export type CorePatience = typeof corePatience;

export interface CoreParts {
  /** AMPARO_CORE_URL, without a slash at its end. */
  url: string;
  /** AMPARO_CORE_SECRET. */
  secret: string;
  /** Milliseconds that only rise. */
  steady: () => number;
  patience?: Partial<CorePatience>;
  /** Called at each failed try and each change of the breaker, without the call's data. */
  tell?: (event: CoreEvent) => void;
}

/** A call's answer; null when the administration does not offer the call or has no such file. */
type Answer<N extends CoreCallName> = (typeof coreCalls)[N]['answer'] extends 'file' ? StoredFile : SaidBy<N>;
export type AskCore = <N extends CoreCallName>(name: N, told: ToldTo<N>) => Promise<Result<Answer<N> | null>>;

/**
 * Asks the administration by the rows of the contract. It never throws because of the administration. A call without a
 * complete answer is 'core-away', with the seconds to wait before the next try (F38).
 *
 * @param ownerOf whose a policy is, where that is known
 */
export function openAsking(
  { url, secret, steady, patience: wanted, tell = () => {} }: CoreParts,
  ownerOf: Owners['of'],
): AskCore {
  const patience = { ...corePatience, ...wanted };
  /** Whose calls failed since the last answer. Whatever the failure: no kind of it tells one person's fault from everybody's. */
  const failing = new Set<string>();
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof NotAnswered),
    {
      halfOpenAfter: patience.open,
      breaker: { state: null, success: () => failing.clear(), failure: () => failing.size >= patience.failures },
    },
  );
  breaker.onStateChange((state) => {
    // A probe that was answered wrongly closes it too, and is no success.
    if (state === CircuitState.Closed) failing.clear();
    tell({ breaker: stateNames[state] });
  });
  const line = bulkhead(patience.atOnce, patience.waiting);
  const again = retry(
    // A try with a `Retry-After` is not repeated earlier.
    handleWhen((error) => error instanceof NotAnswered && error.retryAfter === null),
    { maxAttempts: patience.retries, backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 1_000 }) },
  );

  return async <N extends CoreCallName>(name: N, told: ToldTo<N>) => {
    const row = coreCalls[name];
    // An id that could change the path is treated as unknown.
    if (!v.is(row.in, told)) return ok(null);
    const isFile = row.answer === 'file';
    const whole = AbortSignal.timeout(isFile ? patience.document : patience.call);
    const once = async (): Promise<Answer<N> | null> => {
      const limit = isFile ? whole : AbortSignal.any([whole, AbortSignal.timeout(patience.attempt)]);
      const id = newToken();
      const started = steady();
      try {
        return (await exchange(requestOf({ url, secret, id }, row, told, limit), row, limit)) as Answer<N> | null;
      } catch (error) {
        if (!(error instanceof NotAnswered || error instanceof WrongAnswer)) throw error;
        // Each probe of a long outage may be about somebody else.
        if (error instanceof NotAnswered && failing.size < patience.failures) failing.add(subjectOf(told, ownerOf));
        tell({ call: name, why: error.why, request: id, ms: Math.round(steady() - started) });
        throw error;
      }
    };
    const tries = () =>
      row.repeatable && !isFile ? again.execute(() => breaker.execute(once), whole) : breaker.execute(once);
    try {
      return ok(await line.execute(tries, whole));
    } catch (error) {
      return away(error, patience);
    }
  };
}

/**
 * The person that a call is about, since one may have many policies. Claims are all one: a stranger could name as many people
 * as it takes. So are policies that nobody is known to own.
 */
function subjectOf(told: ToldTo<CoreCallName>, ownerOf: Owners['of']): string {
  if (!('person' in told)) return ownerOf('order' in told ? told.order.policyId : told.policyId) ?? 'nobody';
  const { person } = told;
  return 'document' in person ? 'claim' : personText(person);
}

const stateNames: Record<CircuitState, 'open' | 'closed' | 'half-open'> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
};

/** Seconds after which whoever asked may ask again. @throws what is a mistake of ours */
function away(error: unknown, patience: CorePatience): Result<never> {
  const pause = Math.max(1, Math.ceil(patience.open / 1000));
  if (error instanceof NotAnswered) return fail('core-away', { retryAfter: error.retryAfter ?? pause });
  const refused = [WrongAnswer, BrokenCircuitError, BulkheadRejectedError, TaskCancelledError];
  if (refused.some((kind) => error instanceof kind)) {
    return fail('core-away', { retryAfter: pause });
  }
  throw error;
}

type Row = (typeof coreCalls)[CoreCallName];

/** The request of a row: what its path names goes into the address, the rest into the body. */
function requestOf(
  { url, secret, id }: { url: string; secret: string; id: string },
  row: Row,
  told: Record<string, unknown>,
  signal: AbortSignal,
): Request {
  const left = { ...told };
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left[name]);
    delete left[name];
    return encodeURIComponent(value);
  });
  const headers = new Headers({
    Accept: row.answer === 'file' ? '*/*' : 'application/json',
    Authorization: `Bearer ${secret}`,
    [CORE_CONTRACT_HEADER]: String(CORE_CONTRACT),
    'X-Request-Id': id,
  });
  if (row.method === 'POST') headers.set('Content-Type', 'application/json');
  const body = row.method === 'POST' ? JSON.stringify(left) : null;
  // A followed redirect would send the token and the data to another host.
  return new Request(url + path, { method: row.method, headers, body, signal, redirect: 'manual' });
}

/** The answer as its row says; null where the administration does not offer the call, or has no such file. */
async function exchange(request: Request, row: Row, signal: AbortSignal): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch {
    throw new NotAnswered(signal.aborted ? 'timeout' : 'unreached');
  }
  try {
    const { status } = answer;
    if (status === 501 && 'optional' in row) return null;
    if (status === 404 && row.answer === 'file') return null;
    if (status === 429 || status >= 500) throw new NotAnswered(`status ${status}`, retryAfterOf(answer));
    // A 4xx is a mistake on either side, not an outage, so a retry would not help.
    if (status >= 400) throw new WrongAnswer(`status ${status}`);
    if (status !== 200) throw new NotAnswered(`status ${status}`);
    if (row.answer === 'file') return await readFile(answer);
    const parsed = v.safeParse(row.answer, await readJson(answer));
    if (!parsed.success) throw new WrongAnswer('shape');
    return parsed.output;
  } catch (error) {
    if (error instanceof NotAnswered || error instanceof WrongAnswer) throw error;
    throw new NotAnswered(signal.aborted ? 'timeout' : 'cut off');
  } finally {
    void answer.body?.cancel().catch(() => {});
  }
}

/** Longest `Retry-After` that is obeyed, in seconds. */
const MAX_RETRY_AFTER_S = 3_600;

/** Seconds; null when there is none. A date is ignored, because the clocks may differ. */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Math.min(Math.max(1, Number(value)), MAX_RETRY_AFTER_S) : null;
}
