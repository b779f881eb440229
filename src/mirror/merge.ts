import { type Changes, countIn, groupNames, type RowGroups, type Versions } from '#contract/groups.ts';
import type { Held } from './group.ts';

/**
 * All rows, in the order of the list, from those that are held and what changed of them. Null when that does not fit: a group
 * is held in another version than the server's, or the rows that are held are not the ones its versions stand for.
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
    // A loop: spreading tens of thousands of rows into a call overflows its stack.
    for (const row of (came as Row[] | null) ?? heldByGroup.get(name) ?? []) rows.push(row);
  }
  return { rows, versions };
}

/** The versions when they stand for these rows; one that could not be read, for instance, is counted in them but not held. */
export function fitting(
  rows: readonly unknown[],
  versions: Versions | undefined,
  grouping: RowGroups | undefined,
): Versions | null {
  return versions && grouping && rowsByGroup(rows, versions, grouping) ? versions : null;
}

/** The rows by the group they travel in; null when there are more or fewer than the groups' versions count. */
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
