import { readVersions, writeVersions } from '#contract/groups.ts';
import type { PullRow } from '#database/rows.ts';
import { openRow, type ReadKeys, sealRow } from '#database/sealed.ts';
import type { Stamp } from './group.ts';
import type { Place } from './groups.ts';

/** Seals the ETag and versions of the mirrored rows; null without an ETag. */
export async function sealedStamp(key: CryptoKey, place: Place, { etag, versions }: Stamp): Promise<PullRow['etag']> {
  if (etag === null) return null;
  return sealRow(key, { etag, versions: versions && writeVersions(versions) }, contextOf(place));
}

/** Null when it does not open. */
export async function heldStamp(
  keys: ReadKeys,
  place: Place,
  sealed: NonNullable<PullRow['etag']>,
): Promise<Stamp | null> {
  const opened = await openRow(keys, sealed, contextOf(place));
  const { etag, versions } = (opened ?? {}) as { etag?: unknown; versions?: unknown };
  if (typeof etag !== 'string') return null;
  return { etag, versions: typeof versions === 'string' ? readVersions(versions) : null };
}

const contextOf = ({ scope, owner }: Place) => ({ table: 'pulls', row: scope, owner });
