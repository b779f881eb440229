import { useState } from 'react';
import type { Group } from '#mirror/group.ts';
import type { MirroredView } from '#mirror/hooks.tsx';
import type { Mark } from '#ui/lists/mark.tsx';

/** The words of the two marks, as the gender of the entries asks for. */
export const markWords = {
  masculine: { arrived: 'Recién llegado', changed: 'Recién actualizado' },
  feminine: { arrived: 'Recién llegada', changed: 'Recién actualizada' },
} as const;

export interface Marking<Row> {
  /** The keys of the rows in the list that shows them. */
  keysOf: (rows: readonly Row[]) => readonly string[];
  words: (typeof markWords)[keyof typeof markWords];
  /** What a customer sees of a row; all of it by default. */
  contentOf?: (row: Row) => unknown;
}

/** Rows by their keys. Nobody waits for the keys of thousands of rows before any of them has changed. */
type Keyed<Row> = () => ReadonlyMap<string, Row>;

interface Seen<Row> {
  groups: readonly Group<Row>[] | null;
  /** The rows as the screen first showed them; null until they are complete. */
  first: Keyed<Row> | null;
  latest: Keyed<Row>;
  marks: ReadonlyMap<string, Mark>;
  turn: number;
}

/**
 * What arrived or changed since the screen was opened, by key (D71). A screen of another policy must be mounted anew.
 */
export function useMarks<Row>(
  { groups, partial }: Pick<MirroredView<Row>, 'groups' | 'partial'>,
  marking: Marking<Row> | undefined,
): ReadonlyMap<string, Mark> {
  const [seen, setSeen] = useState<Seen<Row>>(NOTHING);
  if (marking && groups !== null && groups !== seen.groups) setSeen(seeing(seen, groups, partial, marking));
  return seen.marks;
}

const NOTHING = { groups: null, first: null, latest: () => new Map(), marks: new Map(), turn: 0 };

function keyed<Row>(groups: readonly Group<Row>[], keysOf: Marking<Row>['keysOf']): Keyed<Row> {
  let made: ReadonlyMap<string, Row> | undefined;
  return () => {
    if (made) return made;
    const rows = groups.flatMap((group) => group.rows);
    const keys = keysOf(rows);
    made = new Map(rows.map((row, index) => [keys[index] ?? '', row]));
    return made;
  };
}

function seeing<Row>(
  seen: Seen<Row>,
  groups: readonly Group<Row>[],
  partial: boolean,
  { keysOf, words, contentOf = (row) => row }: Marking<Row>,
): Seen<Row> {
  const latest = keyed(groups, keysOf);
  const { first } = seen;
  // The rest of a list that is being opened is no news.
  if (!first) return { ...seen, groups, first: partial ? null : latest, latest };
  const isLike = (row: Row, other: Row | undefined) =>
    other !== undefined && (row === other || alike(contentOf(row), contentOf(other)));
  const turn = seen.turn + 1;
  const marks = new Map<string, Mark>();
  const [atFirst, before] = [first(), seen.latest()];
  for (const [key, row] of latest()) {
    if (isLike(row, atFirst.get(key))) continue;
    const known = isLike(row, before.get(key)) ? seen.marks.get(key) : undefined;
    marks.set(key, known ?? { word: atFirst.has(key) ? words.changed : words.arrived, turn });
  }
  return { groups, first, latest, marks, turn };
}

/** Whether two values of an answer say the same. */
function alike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => alike(value, (other as Record<string, unknown>)[name]))
  );
}
