import { type Changes, countIn, groupNames, type RowGroups, type Versions } from '#contract/groups.ts';
import type { Held } from './group.ts';

/**
 * All rows in the order of the list, from the rows on the device and the changes. Null when they do not fit together: an
 * unchanged group has another version here, or the rows here do not match their versions.
 */
export async function mergeChanges<Row>(
  held: Held<Row>,
  changes: Changes | null,
  grouping: RowGroups,
): Promise<{ rows: Row[]; versions: Versions } | null> {
  const groups = changes && held.versions && (await held.open());
  const heldByGroup =
    groups &&
    rowsByGroup(
      groups.flatMap(({ rows }) => rows),
      held.versions,
      grouping,
    );
  if (!changes || !heldByGroup) return null;
  const versions = new Map(changes.map(({ name, version }) => [name, version]));
  if (versions.size < changes.length) return null;
  const rows: Row[] = [];
  for (const { name, version, rows: came } of changes) {
    if (!came && held.versions?.get(name) !== version) return null;
    // A loop, because spreading tens of thousands of rows into a call overflows the stack.
    for (const row of (came as Row[] | null) ?? heldByGroup.get(name) ?? []) rows.push(row);
  }
  return { rows, versions };
}

/** The versions if they stand for these rows, else null. A row that could not be parsed counts in them but is missing here. */
export function fitting(
  rows: readonly unknown[],
  versions: Versions | undefined,
  grouping: RowGroups | undefined,
): Versions | null {
  return versions && grouping && rowsByGroup(rows, versions, grouping) ? versions : null;
}

/** The rows by the group they travel in; null when a group has more or fewer rows than its version counts. */
function rowsByGroup<Row>(
  rows: readonly Row[],
  versions: Versions | null,
  { date }: RowGroups,
): ReadonlyMap<string, Row[]> | null {
  const byGroup = new Map<string, Row[]>([...(versions ?? [])].map(([name]) => [name, []]));
  for (const row of rows) {
    const name = groupNames((row as Record<string, unknown>)[date]).find((one) => byGroup.has(one));
    if (name === undefined) return null;
    byGroup.get(name)?.push(row);
  }
  return [...(versions ?? [])].every(([name, version]) => byGroup.get(name)?.length === countIn(version))
    ? byGroup
    : null;
}
