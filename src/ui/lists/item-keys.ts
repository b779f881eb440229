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
