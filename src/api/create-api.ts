import * as v from 'valibot';
import { type AnswerOf, type Endpoint, type EndpointName, endpoints, type InputOf } from '#contract/endpoints.ts';
import { type Changes, GROUPS_HEADER, IM_USED, readVersions, type Versions, writeVersions } from '#contract/groups.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION, contractIn } from '#contract/version.ts';
import { type Timers, thisMachine } from '#ports/machine.ts';
import { byFetch } from './by-fetch.ts';
import { byXhr } from './by-xhr.ts';
import { changesIn } from './changes.ts';
import { type Exchange, requestFor, type SentFiles } from './exchange.ts';
import { problemOf } from './problem.ts';

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

/**
 * The result of a conditional read: nothing new since the ETag, the whole answer with its ETag and versions, or only the
 * changes. `changes` is null when the rows do not match their versions; the caller then asks for the whole list.
 */
export type Pulled<T> =
  | { unchanged: true }
  | { unchanged: false; value: T; etag: string | null; versions?: Versions }
  | { unchanged: false; changes: Changes | null; etag: string | null };

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
}

/** The only way to the network: builds the request of an endpoint's row and parses its answer against the contract. */
export function createApi(settings: ApiSettings): Api {
  const clock = settings.clock ?? thisMachine.clock;

  const pull: Api['pull'] = async (...asked) => {
    const answer = await exchanged(...asked);
    const code = answer.ok ? null : answer.problem.code;
    if (code === 'outdated') settings.onOutdated?.(true);
    else if (answer.ok) settings.onOutdated?.(false);
    return answer;
  };

  const exchanged: Api['pull'] = async (name, input, etag, { versions = null, ...options } = {}) => {
    const row: Endpoint = endpoints[name];
    const base = row.base === 'api' ? settings.apiBase : settings.hostBase;
    const groups = versions && writeVersions(versions);
    const request = requestFor(row, base, input, { ...options, etag, groups });
    const exchange = await send(settings, request, options);
    if (!exchange.answered) return fail(exchange.code);
    if (exchange.status === 304 && etag !== null) return ok({ unchanged: true });
    const problem = problemOf(row, exchange, clock());
    // An answer this version can parse counts, even when the header names a newer contract.
    const outdated = (contractIn(exchange.header(CONTRACT_HEADER)) ?? 0) > CONTRACT_VERSION;
    if (problem && outdated) return fail('outdated', { status: exchange.status });
    if (problem) return { ok: false, problem };
    const tag = exchange.header('etag');
    if (exchange.status === IM_USED && row.groups && etag !== null && groups !== null) {
      return ok({ unchanged: false, changes: await changesIn(exchange, row.groups, etag), etag: tag });
    }
    // 204 means success without a body. A schema that needs fields refuses the empty object.
    const parsed = v.safeParse(row.answer, exchange.status === 204 ? {} : exchange.json);
    if (!parsed.success) return fail(outdated ? 'outdated' : 'unreadable', { status: exchange.status });
    const value = parsed.output as AnswerOf<typeof name>;
    const versionsNow = row.groups ? readVersions(exchange.header(GROUPS_HEADER)) : null;
    return ok({ unchanged: false, value, etag: tag, ...(versionsNow && { versions: versionsNow }) });
  };

  const call: Api['call'] = async (name, input, options) => {
    const answer = await pull(name, input, null, options);
    if (!answer.ok) return answer;
    // No ETag was sent, so 'unchanged' makes no sense here.
    return 'value' in answer.value ? ok(answer.value.value) : fail('nonsense', { status: 304 });
  };

  return { call, pull };
}

function send(settings: ApiSettings, request: Parameters<typeof byXhr>[1], options: CallOptions): Promise<Exchange> {
  const { onProgress } = options;
  const { fetch, xhr, timers = thisMachine.timers } = settings;
  if (onProgress && xhr) return byXhr(xhr, request, { ...options, onProgress, timers });
  return byFetch(fetch, request, { ...options, timers });
}
