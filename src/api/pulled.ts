import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoints.ts';
import { type Changes, IM_USED, readVersions, type Versions } from '#contract/groups.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { changesIn } from './changes.ts';

/**
 * The result of a conditional read: nothing new since the ETag, the whole answer with its ETag and versions, or only the
 * changes. `changes` is null when the rows do not match their versions; the caller then asks for the whole list. `since`: the
 * year a whole answer begins with, where only recent rows were asked for and older ones are missing.
 */
export type Pulled<T> =
  | { unchanged: true }
  | { unchanged: false; value: T; etag: string | null; versions?: Versions; since?: string }
  | { unchanged: false; changes: Changes | null; etag: string | null };

/** What the device told the server that it holds: an ETag, and its groups' versions as they travel. */
export interface Held {
  etag: string | null;
  groups: string | null;
}

/** A success as it came: by itself, or as one of many. */
export interface Told {
  status: number;
  etag: string | null;
  groups: string | null;
  since?: string | null;
  json: unknown;
  /** Whether the changes it brings build on what was held. */
  fits: boolean;
}

/** Reads a success against the row's schema and what is held. */
export async function pulledOf(row: Endpoint, told: Told, held: Held): Promise<Result<Pulled<unknown>>> {
  const { status, etag, json } = told;
  if (status === IM_USED && row.groups && held.etag !== null && held.groups !== null) {
    return ok({ unchanged: false, changes: told.fits ? await changesIn(json, row.groups) : null, etag });
  }
  // 204 means success without a body. A schema that needs fields refuses the empty object.
  const parsed = v.safeParse(row.answer, status === 204 ? {} : json);
  if (!parsed.success) return fail('unreadable', { status });
  const versions = row.groups ? readVersions(told.groups) : null;
  const { since } = told;
  return ok({ unchanged: false, value: parsed.output, etag, ...(versions && { versions }), ...(since && { since }) });
}
