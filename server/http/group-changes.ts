import {
  BY_GROUPS,
  type GroupChanges,
  groupNames,
  type RowGroups,
  readVersions,
  type Versions,
  versionOf,
} from '#contract/groups.ts';

type Row = Record<string, unknown>;
type Groups = { name: string; version: string; rows: Row[] }[];

/** A device that says so can put together what it holds and what changed (RFC 3229, section 10.5.3). */
export const takesGroups = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((one) => one.trim().split(';')[0]?.trim() === BY_GROUPS);

/**
 * The rows of an answer by groups: months of the last two years there are rows of, where things happen, and years before. Null
 * when the list is not in the order of its dates; a device that puts groups together would have another order then.
 */
export async function groupsIn(answer: unknown, grouping: RowGroups): Promise<Groups | null> {
  const rows = rowsIn(answer, grouping);
  const years = rows.map((row) => Number(groupNames(row[grouping.date])[1] ?? 0));
  const recent = years.reduce((latest, year) => Math.max(latest, year), 0) - 1;
  const groups = new Map<string, Row[]>();
  let last: string | null = null;
  for (const [at, row] of rows.entries()) {
    const [longest = '', year] = groupNames(row[grouping.date]);
    const name: string = year === undefined || (years[at] ?? 0) >= recent ? longest : year;
    if (name !== last && groups.has(name)) return null;
    last = name;
    const same = groups.get(name);
    if (same) same.push(row);
    else groups.set(name, [row]);
  }
  return Promise.all(
    [...groups].map(async ([name, found]) => ({ name, version: await versionOf(found, grouping), rows: found })),
  );
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

export const versionsOf = (groups: Groups): Versions => new Map(groups.map(({ name, version }) => [name, version]));

function rowsIn(answer: unknown, { within }: RowGroups): Row[] {
  const items = answer as Row[];
  return within === undefined ? items : items.flatMap((item) => item[within] as Row[]);
}
