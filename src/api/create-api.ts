import { type AnswerOf, type Endpoint, type EndpointName, endpoints, type InputOf } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER, type Versions, writeVersions } from '#contract/groups.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION, contractIn } from '#contract/version.ts';
import { type Timers, thisMachine } from '#ports/machine.ts';
import { byFetch } from './by-fetch.ts';
import { byXhr } from './by-xhr.ts';
import { type Exchange, requestFor, type SentFiles } from './exchange.ts';
import { packed } from './pack.ts';
import { problemOf } from './problem.ts';
import { type Pulled, pulledOf } from './pulled.ts';
import { askTogether, isWithheld, type OneRead, type Read, readAnswers } from './read-together.ts';
import { askSets, sameIn, setsOf } from './same-together.ts';

export interface ApiSettings {
  fetch: typeof fetch;
  /** Makes the XMLHttpRequest of an upload whose progress is shown. A service worker has none. */
  xhr?: () => XMLHttpRequest;
  /** Where the product's own backend stands, '/api'. */
  apiBase: string;
  /** Where the integration host stands, '/host'. */
  hostBase: string;
  /** Milliseconds since 1970. Only needed for a Retry-After that is a date. */
  clock?: () => number;
  timers?: Timers;
  /** Milliseconds that only rise. */
  steady?: () => number;
  /** Called with each answer that can be parsed: whether this app is too old for its backend (D51). */
  onOutdated?: (outdated: boolean) => void;
}

export interface CallOptions {
  bearer?: string;
  internal?: string;
  headers?: Record<string, string>;
  files?: SentFiles;
  signal?: AbortSignal;
  /** Limit for the whole answer; with `onProgress`, the longest time without progress. */
  timeoutMs?: number;
  onProgress?: (sent: number, total: number) => void;
}

export interface PullOptions extends CallOptions {
  /** Versions of the groups on the device. With them the server may send only what changed. */
  versions?: Versions | null;
}

export type { OneRead, Pulled, Read };
export { isWithheld };

export interface Api {
  /**
   * Makes one call of the endpoint table. It never throws. An answer that the row's schema cannot parse is a problem:
   * 'offline', 'timeout' (also when `signal` ends it), 'nonsense', 'unreadable', or the server's own code.
   */
  call<N extends EndpointName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Result<AnswerOf<N>>>;
  /** Like `call`, for an endpoint that only reads: sends the ETag and the group versions of what is on the device. */
  pull<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    etag: string | null,
    options?: PullOptions,
  ): Promise<Result<Pulled<AnswerOf<N>>>>;
  /**
   * Like many `pull`s, in one request: what became of each, in order, or the problem of them all. With `brief` a list held by
   * groups is 'later' when it changed, and is then asked for without it.
   */
  readTogether(
    reads: readonly Read[],
    options?: CallOptions & { brief?: boolean },
  ): Promise<Result<readonly OneRead[]>>;
  /**
   * Which of many reads would bring nothing new, in one small question. The others are asked for one by one. Null from a backend
   * that has no such question.
   */
  sameTogether(reads: readonly Read[], options?: CallOptions): Promise<Result<ReadonlySet<Read> | null>>;
}

/** The only way to the network: builds the request of an endpoint's row and parses its answer against the contract. */
export function createApi(settings: ApiSettings): Api {
  const { clock, timers, steady } = { ...thisMachine, ...settings };

  const pull: Api['pull'] = async (name, ...asked) => {
    const { answer, newer } = await exchanged(name, ...asked);
    return noted(name, tellOutdated(ofNewer(answer, newer)));
  };

  const exchanged = async <N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    etag: string | null,
    { versions = null, ...options }: PullOptions = {},
  ): Promise<Heard<AnswerOf<N>>> => {
    const row: Endpoint = endpoints[name];
    const base = row.base === 'api' ? settings.apiBase : settings.hostBase;
    const groups = versions && writeVersions(versions);
    const plain = requestFor(row, base, input, { ...options, etag, groups });
    const request = row.packs ? await packed(plain) : plain;
    const exchange = await send(settings, request, options);
    if (!exchange.answered) return { answer: fail(exchange.code), newer: false };
    const { status, header, json } = exchange;
    const newer = (contractIn(header(CONTRACT_HEADER)) ?? 0) > CONTRACT_VERSION;
    if (status === 304 && etag !== null) return { answer: ok({ unchanged: true }), newer };
    const problem = problemOf(row, exchange, clock());
    if (problem) return { answer: { ok: false, problem }, newer };
    const fits = header('im')?.trim() === BY_GROUPS && header('delta-base')?.trim() === etag;
    const told = { status, etag: header('etag'), groups: header(GROUPS_HEADER), json, fits };
    return { answer: (await pulledOf(row, told, { etag, groups })) as Result<Pulled<AnswerOf<N>>>, newer };
  };

  function tellOutdated<T>(answer: Result<T>): Result<T> {
    const code = answer.ok ? null : answer.problem.code;
    if (code === 'outdated') settings.onOutdated?.(true);
    else if (answer.ok) settings.onOutdated?.(false);
    return answer;
  }

  const call: Api['call'] = async (name, input, options) => {
    const answer = await pull(name, input, null, options);
    if (!answer.ok) return answer;
    // No ETag was sent, so 'unchanged' makes no sense here.
    return 'value' in answer.value ? ok(answer.value.value) : fail('nonsense', { status: 304 });
  };

  const readTogether: Api['readTogether'] = async (reads, { brief = false, ...options } = {}) => {
    const { answer, newer } = await exchanged('readTogether', askTogether(reads, brief), null, options);
    const read = answer.ok ? await readAnswers(reads, answer.value, brief, { timers, steady }) : answer;
    if (!read.ok) return tellOutdated(ofNewer(read, newer));
    const each = read.value.map((one, at) =>
      one === 'later' ? one : noted((reads[at] as Read).name, ofNewer(one, newer)),
    );
    settings.onOutdated?.(each.some((one) => one !== 'later' && !one.ok && one.problem.code === 'outdated'));
    return ok(each);
  };

  const sameTogether: Api['sameTogether'] = async (reads, options) => {
    const sets = setsOf(reads);
    const answer = await call('readTogether', await askSets(sets), options);
    return answer.ok ? ok(sameIn(sets, answer.value)) : answer;
  };

  return { call, pull, readTogether, sameTogether };
}

/** An answer, and whether it names a newer contract than this app's. */
interface Heard<T> {
  answer: Result<Pulled<T>>;
  newer: boolean;
}

/**
 * D51: an answer this version can parse counts, even when it names a newer contract; one it cannot says that the app is too old.
 * A maintenance is told alike in every version, and nothing was done in it.
 */
const ofNewer = <T>(answer: Result<T>, newer: boolean): Result<T> =>
  answer.ok || !newer || answer.problem.code === 'maintenance'
    ? answer
    : fail('outdated', { status: answer.problem.status });

/** What is no failure yet: a request waits for a connection, and a call is repeated with other tokens or after a sign-in. */
const goesOn = new Set<ProblemCode>(['offline', 'timeout', 'unauthorised']);

/** Notes in the console what was answered and failed. */
function noted<T>(name: EndpointName, answer: Result<T>): Result<T> {
  const { failure }: Endpoint = endpoints[name];
  if (failure && !answer.ok && !goesOn.has(answer.problem.code)) console.error(failure, answer.problem.code);
  return answer;
}

function send(settings: ApiSettings, request: Parameters<typeof byXhr>[1], options: CallOptions): Promise<Exchange> {
  const { onProgress } = options;
  const { fetch, xhr, timers = thisMachine.timers } = settings;
  if (onProgress && xhr) return byXhr(xhr, request, { ...options, onProgress, timers });
  return byFetch(fetch, request, { ...options, timers });
}
