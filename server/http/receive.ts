import type { Context } from 'hono';
import * as v from 'valibot';
import { type Endpoint, FINGERPRINT_HEADER, IDEMPOTENCY_HEADER, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { textByField } from '#contract/text-by-field.ts';
import { commandKey } from '#contract/values.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { endingOf } from '../accounts/end-devices.ts';
import { noteSeen } from '../accounts/sessions.ts';
import { findBearer, type TokenKind } from '../accounts/tokens.ts';
import { checkFiles, sha256Of } from '../files/uploads.ts';
import type { Call, World } from '../handler.ts';
import type { Network } from './address.ts';
import type { Visit } from './admission.ts';
import { ownedPolicy } from './ownership.ts';
import { type ReceivedInput, readInput } from './read-input.ts';

/** Longer than any browser's User-Agent. */
const MAX_AGENT_CHARS = 500;

/** A call whose row is known only at run time. */
export type AnyCall = Omit<Call, 'input' | 'who' | 'policy'> & {
  input: Record<string, unknown>;
  who: Bearer | null;
  policy: Policy | null;
  shown: Shown;
};

/** The tokens that a request shows, as its headers say them. */
export interface Shown {
  authorization: string | undefined;
  internal: string | undefined;
}

/** What a command that was seen before is answered with; null when it is new. */
export type KnownAnswer = (
  call: Pick<AnyCall, 'db' | 'hash' | 'who' | 'key' | 'fingerprint'>,
) => Promise<Result<unknown> | null>;

/** Gives a call a place before its body is read, or says why it has none. */
export type Admit = (who: Bearer | null, key: string) => Promise<Result<Visit>>;

/** How a request is received beside its row. */
export interface Reception {
  networks: readonly Network[];
  knownAnswer: KnownAnswer;
  admit: Admit;
  hold: AnyCall['hold'];
}

interface Received {
  call: AnyCall;
  /** Set when the command was answered before: nothing more is asked of it. */
  known: Result<unknown> | null;
}

/**
 * Everything that is checked before a row's handler runs. The caller is known and has a place, the request can be read, arrived
 * whole and fits the contract. Its files are acceptable, and it names only what the caller owns.
 *
 * @throws Overloaded when the caller has too much under way
 */
export async function receive(
  world: World,
  row: Endpoint,
  c: Context,
  { networks, knownAnswer, admit, hold }: Reception,
): Promise<Result<Received>> {
  const shown = { authorization: c.req.header('authorization'), internal: c.req.header(INTERNAL_TOKEN_HEADER) };
  const atFirst = await identify(world, row, shown);
  if (!atFirst.ok) return atFirst;
  const key = keyOf(c, world.uuid);
  if (!key.ok) return key;
  const visit = await admit(atFirst.value, key.value);
  if (!visit.ok) return visit;
  const received = await readInput(c.req.raw, row, visit.value);
  if (!received.ok) return received;
  visit.value.work();
  // A body may take minutes, in which the sign-in may have ended (S29).
  const who = row.carries === 'query' ? atFirst : await identify(world, row, shown);
  if (!who.ok) return who;
  const fields = { ...received.value.fields, ...(row.path.includes(':') ? c.req.param() : {}) };
  const print = await arrivedWhole(row, received.value, c);
  if (!print.ok) return print;
  const identity = { who: who.value, key: key.value, fingerprint: print.value };
  const known = row.queued ? await knownAnswer({ ...world, ...identity }) : null;
  const call: AnyCall = {
    ...world,
    ...identity,
    raw: fields,
    input: fields,
    files: received.value.files,
    policy: null,
    shown,
    internalToken: shown.internal ?? '',
    networks,
    agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT_CHARS),
    hold,
  };
  if (who.value) noteSeen(world, who.value);
  if (known) return ok({ call, known });
  const accepted = await accept(world, row, call);
  return accepted.ok ? ok({ call: { ...call, ...accepted.value }, known: null }) : accepted;
}

/** Whether what arrived fits the contract, its files are acceptable, and it names only what the caller owns. */
export async function accept(
  world: Pick<World, 'db' | 'core' | 'refundXml'>,
  row: Endpoint,
  { raw, files, who }: Pick<AnyCall, 'raw' | 'files' | 'who'>,
): Promise<Result<Pick<AnyCall, 'input' | 'policy'>>> {
  const parsed = v.safeParse(row.input, raw);
  if (!parsed.success) {
    const { '': _whole, ...fields } = textByField(parsed.issues);
    return fail('invalid', { fields });
  }
  const acceptable = checkFiles(files, world.refundXml);
  if (!acceptable.ok) return acceptable;
  const policy = await ownedPolicy(world, row.owns ?? {}, parsed.output, who);
  return policy.ok ? ok({ input: parsed.output, policy: policy.value }) : policy;
}

/** Who calls, by the tokens the row asks for, as it is now. A token that is presented must be good even where none is needed (S8). */
export async function identify(
  world: World,
  row: Endpoint,
  { authorization, internal: internalToken }: Shown,
): Promise<Result<Bearer | null>> {
  if (row.bearer === 'none' && row.internal === 'none') return ok(null);
  const bearerToken = /^Bearer ([\w-]+)$/i.exec(authorization ?? '')?.[1];
  const find = async (token: string | undefined, kinds: readonly TokenKind[]) =>
    token ? await findBearer(world, token, kinds) : null;

  if (row.queued || row.sendToken) {
    const sender = await find(bearerToken, ['send']);
    if (sender) return ok({ ...sender, sendsOnly: true });
  }
  const bearer = row.bearer === 'none' ? null : await find(bearerToken, ['access']);
  const internal = row.internal === 'none' ? null : await find(internalToken, ['internal']);
  const lacks =
    (row.bearer === 'required' && !bearer) ||
    (row.internal === 'required' && !internal) ||
    (row.bearer === 'optional' && authorization !== undefined && !bearer) ||
    (row.internal === 'optional' && internalToken !== undefined && !internal) ||
    // Both tokens come from one sign-in; a pair put together from two is somebody else's.
    (bearer && internal && bearer.deviceId !== internal.deviceId);
  if (!lacks) {
    const presented = [bearer, internal].flatMap((one) => one?.presented ?? []);
    const known = bearer ?? internal;
    return ok(known && { ...known, presented });
  }
  const ending = await endingOf(
    world.db,
    [bearerToken, internalToken].filter((token) => token !== undefined),
  );
  return ending ? fail('session-ended', ending.erase ? { erase: true } : {}) : fail('unauthorised');
}

/** The server's own fingerprint of what arrived; 'damaged' when the sender announced another. */
async function arrivedWhole(row: Endpoint, { fields, files }: ReceivedInput, c: Context): Promise<Result<string>> {
  if (!row.queued && row.files === undefined) return ok('');
  const texts = Object.entries(fields).map(([name, value]) => [name, asText(value)]);
  const sums = files.map((file) => [file.field, sha256Of(file.bytes)]);
  const computed = await fingerprint(Object.fromEntries(texts), Object.fromEntries(sums));
  const announced = c.req.header(FINGERPRINT_HEADER)?.trim().toLowerCase();
  return announced === undefined || announced === computed ? ok(computed) : fail('damaged');
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The device's key, bare or as the quoted string of the Idempotency-Key draft; a plain client gets one of ours. */
function keyOf(c: Context, uuid: () => string): Result<string> {
  const given = c.req.header(IDEMPOTENCY_HEADER);
  if (given === undefined) return ok(uuid());
  const parsed = v.safeParse(commandKey, given.replace(/^"(.*)"$/, '$1').toLowerCase());
  return parsed.success
    ? ok(parsed.output)
    : fail('invalid', { status: 400, text: 'La clave de la solicitud no es válida' });
}
