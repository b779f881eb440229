import {
  BY_GROUPS,
  type GroupChanges,
  groupNames,
  type RowGroups,
  readVersions,
  textOf,
  type Versions,
  versionOfText,
  yearOf,
} from '#contract/groups.ts';

type Row = Record<string, unknown>;
/** `text`: the rows as JSON in UTF-8, without what differs in every answer. */
type Groups = { name: string; version: string; rows: Row[]; text: Uint8Array }[];

/** A device that says so can put together what it holds and what changed (RFC 3229, section 10.5.3). */
export const takesGroups = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((one) => one.trim().split(';')[0]?.trim() === BY_GROUPS);

/**
 * The rows of an answer by groups: months of the last two years there are rows of, where things happen, and years before. Null
 * when the list is not in the order of its dates; a device that puts groups together would have another order then.
 */
export async function groupsIn(answer: unknown, grouping: RowGroups): Promise<Groups | null> {
  const rows = rowsIn(answer, grouping);
  const recent = recentYear(rows, grouping);
  const groups = new Map<string, Row[]>();
  let last: string | null = null;
  for (const row of rows) {
    const [longest = '', year] = groupNames(row[grouping.date]);
    const name: string = year === undefined || Number(year) >= recent ? longest : year;
    if (name !== last && groups.has(name)) return null;
    last = name;
    const same = groups.get(name);
    if (same) same.push(row);
    else groups.set(name, [row]);
  }
  return Promise.all(
    [...groups].map(async ([name, found]) => {
      const text = textOf(found, grouping);
      return { name, version: await versionOfText(found.length, text), rows: found, text };
    }),
  );
}

/** The first of the last two years there are rows of. */
const recentYear = (rows: readonly Row[], { date }: RowGroups): number =>
  rows.reduce((latest, row) => Math.max(latest, yearOf(row[date])), 0) - 1;

/** The rows of the last two years there are rows of, and those without a date; null when there are no older ones. */
export function recentIn(answer: unknown, grouping: RowGroups): { answer: Row[]; since: string } | null {
  const { date, within } = grouping;
  const all = rowsIn(answer, grouping);
  const since = recentYear(all, grouping);
  const isRecent = (row: Row) => yearOf(row[date]) === 0 || yearOf(row[date]) >= since;
  if (all.every(isRecent)) return null;
  const items = answer as Row[];
  const recent = (item: Row): Row[] => {
    if (within === undefined) return isRecent(item) ? [item] : [];
    const rows = (item[within] as Row[]).filter(isRecent);
    return rows.length > 0 ? [{ ...item, [within]: rows }] : [];
  };
  return { answer: items.flatMap(recent), since: String(since) };
}

/** The answer to a device that holds these versions; null when all rows would be about as short. */
export function changesSince(header: string | undefined, groups: Groups): GroupChanges | null {
  const held = readVersions(header);
  if (!held) return null;
  const grupos = groups.map(({ name, version, rows }) =>
    held.get(name) === version ? { grupo: name, version } : { grupo: name, version, filas: rows },
  );
  const all = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const sent = grupos.reduce((sum, { filas }) => sum + (filas?.length ?? 0), 0);
  return sent * 2 > all ? null : { grupos };
}

/**
 * The whole answer as it travels, put together from the groups' own texts: a long list is not written twice. Null where a row
 * travels with more than its text says, or a group does not lie within one item.
 */
export function bodyOf(answer: unknown, { within, fresh }: RowGroups, groups: Groups): Uint8Array<ArrayBuffer> | null {
  if (fresh !== undefined) return null;
  const left = groups.values();
  const take = (rows: number): Uint8Array[] | null => {
    const parts: Uint8Array[] = [];
    let missing = rows;
    while (missing > 0) {
      const next = left.next().value;
      if (!next || next.rows.length > missing) return null;
      missing -= next.rows.length;
      if (parts.length > 0) parts.push(COMMA);
      // Without its brackets.
      parts.push(next.text.subarray(1, -1));
    }
    return parts;
  };
  const items = answer as Row[];
  const parts = within === undefined ? take(items.length) : itemsWith(items, within, take);
  return parts && new Uint8Array(Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]));
}

/** Each item as JSON, its rows under `within` as they are taken. */
function itemsWith(items: readonly Row[], within: string, take: (rows: number) => Uint8Array[] | null) {
  const parts: Uint8Array[] = [];
  for (const item of items) {
    const rows = take((item[within] as Row[]).length);
    // JSON.stringify writes the members in the order they were made, so the rows' place is found by what it writes for none.
    const [before, after, more] = JSON.stringify({ ...item, [within]: [] }).split(`${JSON.stringify(within)}:[]`);
    if (!rows || after === undefined || more !== undefined) return null;
    if (parts.length > 0) parts.push(COMMA);
    parts.push(Buffer.from(`${before}${JSON.stringify(within)}:[`), ...rows, Buffer.from(`]${after}`));
  }
  return parts;
}

const COMMA = Buffer.from(',');

export const versionsOf = (groups: Groups): Versions => new Map(groups.map(({ name, version }) => [name, version]));

function rowsIn(answer: unknown, { within }: RowGroups): Row[] {
  const items = answer as Row[];
  return within === undefined ? items : items.flatMap((item) => item[within] as Row[]);
}
