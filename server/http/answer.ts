import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/endpoints.ts';
import { weakly } from '#contract/etags.ts';
import { type IM_USED, textOf as rowsText, writeVersions } from '#contract/groups.ts';
import { ok, type Result } from '#contract/result.ts';
import { Answered, type Counted, Written } from '../handler.ts';
import { bodyOf, changesSince, groupsIn, recentIn, versionsOf } from './group-changes.ts';

/** What a caller has of a list: the ETags as If-None-Match lists them, and the versions of its groups as their header does. */
export interface Held {
  etags: string | null;
  groups: string | null;
  /** Whether it can put together what it holds and what changed. */
  takesGroups: boolean;
}

export type Body = string | Uint8Array<ArrayBuffer>;

/** What is told of a success: all of it, what changed since the versions held, or that nothing is new. */
export type Answer =
  | {
      status: 200;
      etag: string | null;
      groups: string | null;
      body: Body;
      since?: string;
      count?: Counted<unknown>['count'];
    }
  | { status: typeof IM_USED; etag: string; body: Body }
  | { status: 304; etag: string };

/** An answer that counts is told whole, whatever the caller holds. */
export function countedAnswer({ answer, count }: Counted<unknown>): Answer {
  return { status: 200, etag: null, groups: null, body: textOf(answer), count };
}

/** Weighs what a row's handler answered against what the caller holds. */
export async function answerOf(row: Endpoint, value: unknown, held: Held): Promise<Result<Answer>> {
  const built = value instanceof Answered ? null : textOf(value);
  if (!row.readsOnly && built !== null) return ok({ status: 200, etag: null, groups: null, body: built });
  const etag = etagOf(value, built);
  if (isHeld(held.etags, etag)) return ok({ status: 304, etag });
  const asked: Result<unknown> = value instanceof Answered ? await value.answer() : ok(value);
  if (!asked.ok) return asked;
  const whole = asked.value;
  const groups = row.groups && held.takesGroups ? await groupsIn(whole, row.groups) : null;
  if (!row.groups || !groups) return ok({ status: 200, etag, groups: null, body: built ?? textOf(whole) });
  const changes = held.etags ? changesSince(held.groups ?? undefined, groups) : null;
  if (changes) return ok({ status: 226, etag, body: JSON.stringify(changes) });
  const body = bodyOf(whole, row.groups, groups) ?? textOf(whole);
  return ok({ status: 200, etag, groups: writeVersions(versionsOf(groups)), body });
}

/**
 * The same for a caller that wants only the last two years there are rows of (D69). Such an answer has an ETag of its own.
 * A list without older rows is answered as ever.
 */
export async function recentAnswerOf(row: Endpoint, value: unknown, held: Held): Promise<Result<Answer>> {
  const recent = await recentOf(row, value);
  if (!recent.ok) return recent;
  if (!recent.value) return answerOf(row, value, held);
  const { body, etag, since } = recent.value;
  return ok(isHeld(held.etags, etag) ? { status: 304, etag } : { status: 200, etag, groups: null, body, since });
}

export async function recentEtagOf(row: Endpoint, value: unknown): Promise<Result<string>> {
  const recent = await recentOf(row, value);
  return recent.ok ? ok(recent.value?.etag ?? etagOf(value)) : recent;
}

/** Null when there are no older rows. */
async function recentOf(
  { groups }: Endpoint,
  value: unknown,
): Promise<Result<{ body: Body; etag: string; since: string } | null>> {
  const asked: Result<unknown> = groups && value instanceof Answered ? await value.answer() : ok(value);
  if (!asked.ok) return asked;
  const recent = groups && recentIn(asked.value, groups);
  if (!recent) return ok(null);
  const lasting = Buffer.from(rowsText(recent.answer, groups));
  return ok({ body: textOf(recent.answer), etag: etagOf(recent.answer, lasting), since: recent.since });
}

/** The ETag of what a handler answered; a lazy answer is not built for it. */
export function etagOf(value: unknown, built = value instanceof Answered ? null : textOf(value)): string {
  const same = built ?? JSON.stringify((value as Answered<unknown>).sameAs);
  return `W/"${createHash('sha256').update(same).digest('base64url')}"`;
}

/** Weak comparison (RFC 9110, section 13.1.2). */
function isHeld(etags: string | null, etag: string): boolean {
  return (etags ?? '').split(',').map(weakly).includes(weakly(etag));
}

const textOf = (value: unknown): Body => (value instanceof Written ? value.bytes : JSON.stringify(value));
