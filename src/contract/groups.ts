import * as v from 'valibot';

/**
 * A backend may answer a growing list with its changes only, if the device can use them (docs/decisions/delta.md). Rows stand in
 * groups named by the beginning of their date, '2026-11' or '2026', and each group has a version. The headers follow RFC 3229,
 * 'Delta encoding in HTTP'.
 */

/** In A-IM: the device understands changes. In IM: the answer brings changes. */
export const BY_GROUPS = 'amparo-groups';
/** The versions of groups: those a device holds, and those of an answer that brings all rows. */
export const GROUPS_HEADER = 'Amparo-Groups';
/** RFC 3229: the answer is what changed. */
export const IM_USED = 226;

/** Where the rows of a list are found, and how they are grouped. */
export interface RowGroups {
  row: v.GenericSchema;
  /** The field whose text begins with a row's date. */
  date: string;
  /** Where each item of the answer has its rows; left out when the items are the rows. */
  within?: string;
  /** A field that differs in every answer. Versions leave it out. */
  fresh?: string;
}

/** Version by group, in the order of the list. */
export type Versions = ReadonlyMap<string, string>;

/** What an answer of changes says of each group there is: its rows (`filas`) where the device has another version. */
export const groupChanges = v.object({
  grupos: v.array(
    v.object({
      grupo: v.string(),
      version: v.string(),
      filas: v.optional(v.array(v.record(v.string(), v.unknown()))),
    }),
  ),
});
export type GroupChanges = v.InferOutput<typeof groupChanges>;

/** The same, read: every group there is now, in the order of the list; `rows` is null where the version is the one held. */
export type Changes = { name: string; version: string; rows: unknown[] | null }[];

/** Headers are cut or refused by proxies from 4 kB on; 120 groups are three of them. */
const MAX_GROUPS = 120;
const GROUP = /^(\d{4}(?:-\d\d)?)?=(\d{1,7}\.[\w-]{12})$/;

/** The names a row of this date may be grouped under, the longest first; a row without a date is in the group ''. */
export function groupNames(date: unknown): string[] {
  const month = typeof date === 'string' ? /^(\d{4})-\d\d/.exec(date) : null;
  return month ? [month[0], month[1] ?? ''] : [''];
}

/** The year of a row's date as it travels; 0 without one. */
export const yearOf = (date: unknown): number => Number(groupNames(date)[1] ?? 0);

/** How many rows a version stands for. */
export const countIn = (version: string): number => Number.parseInt(version, 10);

/**
 * The version of a group: the number of its rows, a point, and the first nine bytes of a SHA-256 in base64url. It is taken of
 * the rows as JSON.stringify writes them, in the order and with the fields they travel with.
 */
export function versionOf(rows: readonly object[], grouping: Pick<RowGroups, 'fresh'>): Promise<string> {
  return versionOfText(rows.length, textOf(rows, grouping));
}

/** The bytes of the rows that a version is computed over: as they travel, without what differs in every answer. */
export function textOf(rows: readonly object[], { fresh }: Pick<RowGroups, 'fresh'>): Uint8Array<ArrayBuffer> {
  const lasting = fresh === undefined ? rows : rows.map((row) => ({ ...row, [fresh]: undefined }));
  return new TextEncoder().encode(JSON.stringify(lasting));
}

/** The version of so many rows with this text. */
export async function versionOfText(rows: number, text: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text);
  const start = String.fromCharCode(...new Uint8Array(digest, 0, 9));
  return `${rows}.${btoa(start).replaceAll('+', '-').replaceAll('/', '_')}`;
}

/** As a header; null when there are too many for one. */
export function writeVersions(versions: Versions): string | null {
  if (versions.size > MAX_GROUPS) return null;
  return [...versions].map(([name, version]) => `${name}=${version}`).join(',');
}

/** Null when the header is missing or is not what `writeVersions` makes. */
export function readVersions(header: string | null | undefined): Versions | null {
  if (header === null || header === undefined) return null;
  const versions = new Map<string, string>();
  const entries = header === '' ? [] : header.split(',');
  for (const entry of entries) {
    const [, name = '', version] = GROUP.exec(entry.trim()) ?? [];
    if (version === undefined || versions.has(name)) return null;
    versions.set(name, version);
  }
  return versions.size > MAX_GROUPS ? null : versions;
}
