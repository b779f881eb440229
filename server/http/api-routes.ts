import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import type { ConditionalRead } from '#contract/endpoints/revalidation.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER, IM_USED, type RowGroups, writeVersions } from '#contract/groups.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { CONTRACT_HEADER, contractIn } from '#contract/version.ts';
import { writerFor } from '../accounts/still-signed-in.ts';
import { noteCall } from '../audit/trail.ts';
import { findAnswer } from '../commands/run-once.ts';
import { Answered, type Call, type World } from '../handler.ts';
import { handlers } from '../handlers.ts';
import type { Caller } from './address.ts';
import { customerLimits, openAdmission, ownersOf, sizeOf, strangerLimits, type Visit } from './admission.ts';
import { bodyOf, changesSince, groupsIn, takesGroups, versionsOf } from './group-changes.ts';
import { problemAnswer } from './problems.ts';
import { quotaSpent, takeQuota } from './quota.ts';
import { type Admit, type AnyCall, identify, type KnownAnswer, type Reception, receive } from './receive.ts';
import { type SharedAnswers, shareAnswers } from './shared-answers.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Notes what was answered. */
    trail?: () => void;
  }
}

/** D28. */
export const bases = { api: '/api', host: '/host' } as const;

const KILOBYTE = 1024;

/** The rows of the endpoint table as routes; other methods get 405, other addresses under the bases 404. */
export function apiRoutes(world: World, callerOf: (c: Context) => Caller): Hono {
  const app = new Hono();
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const methods = new Map<string, string[]>();
  const strangers = openAdmission(strangerLimits);
  const customers = openAdmission(customerLimits);
  for (const [name, row] of rows) {
    const path = bases[row.base] + row.path;
    methods.set(path, [...(methods.get(path) ?? []), row.method]);
    app.on(row.method, path, async (c) => {
      const { networks } = callerOf(c);
      const visits: Visit[] = [];
      const admit: Admit = async (who, key) => {
        const refused = await quotaSpent(world, { name, row, who, key });
        if (refused) {
          c.set('trail', () => noteCall(world, name, { who, input: {}, policy: null }, refused, c.get('requestId')));
          return refused;
        }
        const size = sizeOf(c.req.raw.headers);
        const visit = who ? customers(ownersOf(who.customer.id, networks), size) : strangers(networks, size);
        visits.push(visit);
        return ok(visit);
      };
      try {
        const reads = shareAnswers(world);
        const reread = (read: ConditionalRead) => rereadAs(c, app, read, reads);
        const shared = sharedIn(c);
        if (shared && (!row.readsOnly || name === 'revalidate')) return problemAnswer({ code: 'not-found' });
        const told = await answer(
          await run(world, name, row, c, { networks, knownAnswer, admit, shared }, reread),
          row,
          c,
        );
        // Who is told that nothing changed sees nothing new, and who asks whether something changed is told no more than that.
        if (told.status !== 304 && !shared) c.get('trail')?.();
        told.headers.set(CONTRACT_HEADER, String(world.oldestContract));
        return told;
      } finally {
        for (const visit of visits) visit.leave();
      }
    });
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      const refused = problemAnswer({ code: 'method-not-allowed' });
      refused.headers.set('Allow', allowed.join(', '));
      return refused;
    });
  }
  for (const base of Object.values(bases)) {
    app.all(base, () => problemAnswer({ code: 'not-found' }));
    app.all(`${base}/*`, () => problemAnswer({ code: 'not-found' }));
  }
  return app;
}

async function run(
  world: World,
  name: EndpointName,
  row: Endpoint,
  c: Context,
  reception: Reception,
  reread: Call['reread'],
): Promise<Result<unknown>> {
  // D51: nothing of an app that misunderstands us is read, let alone done.
  const spoken = contractIn(c.req.header(CONTRACT_HEADER));
  if (spoken !== null && spoken < world.oldestContract) return outdated;
  const received = await receive(world, row, c, reception);
  if (!received.ok) return received;
  const { call, known } = received.value;
  if (known) return known;
  const bytes = call.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const free = row.readsOnly ? () => {} : roomFor(world, row, bytes);
  if (!free) return noRoom;
  try {
    const result =
      (await takeQuota(world, { name, row, who: call.who, key: call.key }, bytes)) ??
      (await perform(name, row, c, { ...call, reread }, world));
    c.set('trail', () => noteCall(world, name, call, result, c.get('requestId')));
    return result;
  } finally {
    // Behind the answer: what came with it waits for the scanner.
    if (bytes > 0) world.later.start(world.storage.scanDue);
    free();
  }
}

/** Marks the requests that this server makes of itself. Nobody can set it from outside. */
const REREADING = Symbol('rereading');

/** What such a request has in common with its like; null for everybody else's. */
const sharedIn = (c: Context): SharedAnswers | null => c.env?.[REREADING] ?? null;

/** Asks this server for a conditional read with the caller's own headers, and returns the status. */
async function rereadAs(
  c: Context,
  app: Hono,
  { base, metodo, direccion, cuerpo, etiqueta }: ConditionalRead,
  shared: SharedAnswers,
) {
  const headers = new Headers(c.req.raw.headers);
  headers.set('If-None-Match', etiqueta);
  for (const name of ['Content-Length', GROUPS_HEADER, 'A-IM']) headers.delete(name);
  const request = new Request(new URL(bases[base] + direccion, c.req.url), { method: metodo, headers, body: cuerpo });
  return (await app.fetch(request, { ...c.env, [REREADING]: shared })).status;
}

/** What is queued, registered or changed leaves room for the small writes that signing in and reading need (F33). */
function roomFor({ room }: World, row: Endpoint, bytes: number): (() => void) | null {
  const small = row.carries === 'query' || (row.carries === 'json' && !row.queued && row.method === 'POST');
  if (small) return room.any() ? () => {} : null;
  return room.take(bytes);
}

const outdated = fail('outdated');
const noRoom = fail('unavailable', { status: 507, retryAfter: 60 });

async function perform(
  name: EndpointName,
  row: Endpoint,
  c: Context,
  call: AnyCall & Pick<Call, 'reread'>,
  world: World,
): Promise<Result<unknown>> {
  // The table's rows and the handlers' types are tied by `satisfies` in handlers.ts; here the row is known at run time only.
  const handler = handlers[name] as unknown as (called: typeof call) => Promise<Result<unknown>>;
  if (!call.who) return handler(call);
  const writer = writerFor(world, call.who);
  const done = await handler({ ...call, db: writer.db }).catch((error: unknown) => {
    if (!writer.refused()) throw error;
    return null;
  });
  if (done !== null && !writer.refused()) return done;
  const now = await identify(world, row, c);
  return now.ok ? fail('unauthorised') : now;
}

const knownAnswer: KnownAnswer = async ({ db, hash, who, key, fingerprint }) =>
  who && findAnswer(db, hash, { owner: who.customer.id, key, fingerprint });

async function answer(result: Result<unknown>, row: Endpoint, c: Context): Promise<Response> {
  if (!result.ok) return problemAnswer(result.problem, row.errorField);
  const { value } = result;
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  const built = value instanceof Answered ? null : JSON.stringify(value);
  if (!row.readsOnly) return new Response(built, { headers });

  const tag = `W/"${createHash('sha256')
    .update(built ?? JSON.stringify((value as Answered<unknown>).sameAs))
    .digest('base64url')}"`;
  headers.set('ETag', tag);
  // Weak comparison (RFC 9110, section 13.1.2): the same answer may travel packed or not.
  const known = (c.req.header('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag.slice(2))) return new Response(null, { status: 304, headers });
  const asked = value instanceof Answered ? await (value as Answered<unknown>).answer() : result;
  if (!asked.ok) return problemAnswer(asked.problem, row.errorField);
  const whole = asked.value;
  const accepted = c.req.header('accept-encoding') ?? '';
  const byGroups =
    row.groups && takesGroups(c.req.header('a-im')) ? await inGroups(whole, row.groups, c, headers) : null;
  return byGroups
    ? packed(byGroups.body, headers, accepted, byGroups.status)
    : packed(built ?? JSON.stringify(whole), headers, accepted);
}

/**
 * What changed since the versions a device holds, if it can use that; otherwise the whole answer with the versions of its groups.
 * Null when the list has no groups.
 */
async function inGroups(whole: unknown, grouping: RowGroups, c: Context, headers: Headers) {
  const groups = await groupsIn(whole, grouping);
  if (!groups) return null;
  const base = c.req.header('if-none-match');
  const changes = base ? changesSince(c.req.header(GROUPS_HEADER), groups) : null;
  if (changes && base) {
    headers.set('IM', BY_GROUPS);
    headers.set('Delta-Base', base);
    return { body: JSON.stringify(changes), status: IM_USED };
  }
  const versions = writeVersions(versionsOf(groups));
  if (versions !== null) headers.set(GROUPS_HEADER, versions);
  return { body: bodyOf(whole, grouping, groups) ?? JSON.stringify(whole), status: 200 };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Long lists travel packed; answers that carry tokens never come this way, since packing can betray secrets (BREACH). */
async function packed(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers,
  accepted: string,
  status = 200,
): Promise<Response> {
  headers.set('Vary', 'Accept-Encoding');
  if (body.length < 2 * KILOBYTE) return new Response(body, { status, headers });
  const way = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (!way) return new Response(body, { status, headers });
  headers.set('Content-Encoding', way);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const bytes = way === 'br' ? await brotli(body, quality) : await gzipped(body, { level: 5 });
  return new Response(new Uint8Array(bytes), { status, headers });
}
