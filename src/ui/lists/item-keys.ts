/** The rows of groups one after another, the key of each, and the group that begins at a place. */
export function flattened<Row, Group extends { rows: readonly Row[] }>(
  groups: readonly Group[],
  keysOf: (rows: readonly Row[]) => readonly string[],
) {
  const rows: Row[] = [];
  const headings = new Map<number, Group>();
  for (const group of groups) {
    headings.set(rows.length, group);
    // A loop, because spreading tens of thousands of rows into a call overflows the stack.
    for (const row of group.rows) rows.push(row);
  }
  return { rows, keys: keysOf(rows), headings };
}

/**
 * A key for each item of a list, made of what names it. Items with the same name are numbered from the end, because lists begin
 * with the newest: one that arrives takes no key of an earlier one.
 */
export function itemKeys<Item>(items: readonly Item[], nameOf: (item: Item) => string): string[] {
  const after = new Map<string, number>();
  const keys: string[] = [];
  for (const item of [...items].reverse()) {
    const name = nameOf(item);
    const twins = after.get(name) ?? 0;
    after.set(name, twins + 1);
    keys.push(twins === 0 ? name : `${name} #${twins}`);
  }
  return keys.reverse();
}
