import {
  type Api,
  type CallOptions,
  isWithheld,
  type OneRead,
  type Pulled,
  type PullOptions,
  type Read,
} from '#api/create-api.ts';
import { MAX_READS } from '#contract/endpoints/reading.ts';
import {
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  FINGERPRINT_HEADER,
  IDEMPOTENCY_HEADER,
  type InputOf,
  type ReadName,
} from '#contract/endpoints.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import type { Tokens } from './tokens.ts';

/** The endpoints that a queued command may go to. */
export type QueuedName = {
  [N in EndpointName]: (typeof endpoints)[N] extends { queued: true } ? N : never;
}[EndpointName];

/** The endpoints outside the queue that accept the send-only token. */
export type SendingName = {
  [N in EndpointName]: (typeof endpoints)[N] extends { sendToken: true } ? N : never;
}[EndpointName];

export type SessionCallOptions = Pick<CallOptions, 'files' | 'signal' | 'timeoutMs' | 'onProgress'>;

export interface Delivery extends Omit<SessionCallOptions, 'timeoutMs'> {
  /** The command's customer; another customer's tokens never send it. */
  owner: string;
  /** The command's UUID. */
  key: string;
  fingerprint: string;
}

/** The problems of a backend without this method (RFC 9110, 15.5.6) or without this address. */
const unknownMethod = new Set<ProblemCode>(['method-not-allowed', 'not-found']);

/** Whether a backend makes this read only by itself. */
const isOnlyAlone = (one: OneRead | undefined): boolean =>
  one !== undefined && one !== 'later' && !one.ok && one.problem.code === 'method-not-allowed';

/** Each read by itself would be answered with the same problem. After any other, each is tried by itself. */
const saysOfEach = new Set<ProblemCode>([
  ...(['offline', 'timeout', 'unauthorised', 'session-ended', 'rate-limited', 'outdated'] as const),
  ...(['unavailable', 'core-away', 'maintenance'] as const),
]);

type Send<T> = (sent: { bearer?: string; internal?: string }) => Promise<Result<T>>;

/** Calls of the endpoint table with the session's tokens. Problems are passed on unchanged. */
export function createCalls(api: Api, tokens: Tokens) {
  /** Makes any call of the endpoint table. 'unauthorised' means that the customer has to sign in again. */
  function call<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    options: SessionCallOptions = {},
  ): Promise<Result<AnswerOf<N>>> {
    return withTokens(name, null, (sent) => api.call(name, input, { ...options, ...sent }));
  }

  /** Reads a row, with the ETag and the groups' versions of the mirrored rows. */
  function pull<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    etag: string | null,
    options: SessionCallOptions & Pick<PullOptions, 'versions'> = {},
  ): Promise<Result<Pulled<AnswerOf<N>>>> {
    return withTokens(name, null, (sent) => api.pull(name, input, etag, { ...options, ...sent }));
  }

  let canReadTogether = true;
  /** Reads that this backend answers only by themselves: its integration host may be another. */
  const alone = new Set<ReadName>();
  /**
   * Makes many reads in one request: of each, in order, what `pull` would give. 'later' is asked for again. Null when the
   * backend has no such call; each is pulled by itself then. A problem of the request is the problem of each.
   */
  async function readTogether(
    reads: readonly Read[],
    options: Pick<SessionCallOptions, 'signal'> = {},
  ): Promise<readonly OneRead[] | null> {
    if (!canReadTogether) return null;
    const sent = reads.filter(({ name }) => !alone.has(name)).slice(0, MAX_READS);
    const answer = sent.length === 0 ? ok([]) : await sendTogether(sent, options);
    if (!answer.ok) {
      const { code } = answer.problem;
      canReadTogether = !unknownMethod.has(code);
      return saysOfEach.has(code) ? reads.map(() => answer) : null;
    }
    const answers = new Map(sent.map((read, at) => [read, answer.value[at]]));
    for (const [{ name }, one] of answers) if (isOnlyAlone(one)) alone.add(name);
    return Promise.all(
      reads.map((read) => {
        const { name, input, etag, versions } = read;
        return alone.has(name) ? pull(name, input, etag, { ...options, versions }) : (answers.get(read) ?? 'later');
      }),
    );
  }

  let canAskSets = true;
  /**
   * Which of many reads would bring nothing new, as one small question says. The others are read as `readTogether` does; all are
   * where the backend has no such question.
   */
  async function sameTogether(
    reads: readonly Read[],
    options: Pick<SessionCallOptions, 'signal'> = {},
  ): Promise<Result<ReadonlySet<Read>>> {
    const held =
      canReadTogether && canAskSets ? reads.filter(({ name, etag }) => etag !== null && !alone.has(name)) : [];
    if (held.length === 0) return ok(new Set());
    const answer = await withTokens('readTogether', null, (sent) => api.sameTogether(held, { ...options, ...sent }));
    if (!answer.ok && saysOfEach.has(answer.problem.code)) return answer;
    canAskSets = answer.ok && answer.value !== null;
    return ok((answer.ok && answer.value) || new Set());
  }

  /** First without the versions of groups. What changed is asked for with them. */
  async function sendTogether(
    reads: readonly Read[],
    options: Pick<SessionCallOptions, 'signal'>,
  ): Promise<Result<readonly OneRead[]>> {
    const send = (reads: readonly Read[], brief: boolean) =>
      withTokens('readTogether', null, (sent) => api.readTogether(reads, { ...options, ...sent, brief }));
    const first = await send(reads, true);
    if (!first.ok) return first;
    const changed = reads.filter((read, at) => isWithheld(read) && first.value[at] === 'later');
    if (changed.length === 0) return first;
    const second = await send(changed, false);
    if (!second.ok) return second;
    const answers = new Map(changed.map((read, at) => [read, second.value[at]]));
    return ok(reads.map((read, at) => answers.get(read) ?? first.value[at] ?? 'later'));
  }

  /**
   * Asks nothing but whether the session still stands. A backend without such a call is asked by what screens read.
   *
   * @param bearer the send-only token of a locked device; without it the open session's tokens are sent
   */
  async function ask(bearer?: string): Promise<void> {
    if (!canReadTogether) return;
    const nothing: InputOf<'readTogether'> = { lecturas: [] };
    const answer = await (bearer === undefined
      ? call('readTogether', nothing)
      : api.call('readTogether', nothing, { bearer }));
    if (!answer.ok && unknownMethod.has(answer.problem.code)) canReadTogether = false;
  }

  /** Sends a queued command; works while locked. `fields` are the texts that its fingerprint covers. */
  function deliver<N extends QueuedName>(
    name: N,
    fields: Record<string, string>,
    { owner, key, fingerprint, ...options }: Delivery,
  ): Promise<Result<AnswerOf<N>>> {
    const headers = { [IDEMPOTENCY_HEADER]: key, [FINGERPRINT_HEADER]: fingerprint };
    // These are the texts that the fingerprint covers; the server parses them by the row's schema.
    const input = fields as InputOf<N>;
    return sendOnlyFirst(name, owner, (sent) => api.call(name, input, { ...options, headers, ...sent }));
  }

  function callSending<N extends SendingName>(name: N, input: InputOf<N>, owner: string): Promise<Result<AnswerOf<N>>> {
    return sendOnlyFirst(name, owner, (sent) => api.call(name, input, sent));
  }

  /** Withdraws a queued command. The answer is its receipt, or the promise that it will never take effect. */
  async function withdraw(key: string, owner: string, signal?: AbortSignal): Promise<Result<AnswerOf<'withdraw'>>> {
    const ask = (name: 'withdraw' | 'receipt') =>
      sendOnlyFirst(name, owner, (sent) => api.call(name, { clave: key }, { ...sent, signal }));
    const withdrawn = await ask('withdraw');
    if (withdrawn.ok || !unknownMethod.has(withdrawn.problem.code)) return withdrawn;
    // A backend of the earlier contract has no DELETE; there a GET withdraws.
    return ask('receipt');
  }

  /** Tries the send-only token first, which works while locked and in the worker. Then it tries the open session's tokens. */
  async function sendOnlyFirst<T>(name: EndpointName, owner: string, send: Send<T>): Promise<Result<T>> {
    const sendToken = await tokens.sendOnly(owner);
    if (sendToken === null) return withTokens(name, owner, send);
    const first = await send({ bearer: sendToken });
    if (first.ok || first.problem.code !== 'unauthorised') return first;
    const who = await tokens.open();
    const access = who?.owner === owner ? await tokens.access(who) : null;
    if (!who || !access?.ok) return first;
    // Renewing the access token also renews the send-only token.
    await tokens.renewAccess(who, access.value);
    return withTokens(name, owner, send);
  }

  /** Adds the tokens that the row needs. A refused access token is renewed once, and the call repeated. */
  async function withTokens<T>(name: EndpointName, owner: string | null, send: Send<T>): Promise<Result<T>> {
    const row: Endpoint = endpoints[name];
    if (row.bearer === 'none' && row.internal === 'none') return send({});
    const who = await tokens.open();
    if (!who || (owner !== null && who.owner !== owner)) return fail('unauthorised');
    const access = await tokens.access(who);
    if (!access.ok && row.bearer === 'required') return access;
    const bearer = access.ok && row.bearer !== 'none' ? access.value : undefined;
    const internal = async () =>
      row.internal === 'none' ? undefined : ((await tokens.stored(who.owner, 'internal')) ?? undefined);
    const shown = await internal();
    const first = await send({ bearer, internal: shown });
    if (first.ok || first.problem.code !== 'unauthorised') return first;
    if (bearer === undefined) {
      // Only the internal token was sent, so the refusal is about it.
      if (shown !== undefined) await tokens.noteRefused(who.owner, shown);
      return first;
    }
    const renewed = await tokens.renewAccess(who, bearer);
    if (!renewed.ok) return renewed.problem.code === 'unauthorised' ? first : renewed;
    return send({ bearer: renewed.value, internal: await internal() });
  }

  return { call, callSending, pull, readTogether, sameTogether, ask, deliver, withdraw };
}

export type Calls = ReturnType<typeof createCalls>;
