import * as v from 'valibot';
import { type Changes, groupChanges, type RowGroups, versionOf } from '#contract/groups.ts';

/** Reads an answer that holds only changes. Null when a group's rows do not match their version, or a row cannot be parsed. */
export async function changesIn(json: unknown, groups: RowGroups): Promise<Changes | null> {
  const parsed = v.safeParse(groupChanges, json);
  if (!parsed.success) return null;
  const rows = v.array(groups.row);
  const changes = await Promise.all(
    parsed.output.grupos.map(async ({ grupo, version, filas }) => {
      if (!filas) return { name: grupo, version, rows: null };
      const read = v.safeParse(rows, filas);
      return read.success && (await versionOf(filas, groups)) === version
        ? { name: grupo, version, rows: read.output }
        : null;
    }),
  );
  return changes.every((one) => one !== null) ? changes : null;
}
