/**
 * Reads a list written as one text. '|' or the end of a line separates names; a line that ends in a backslash continues in
 * the next. A thousand quoted strings would be harder to read and larger on the wire. An entry's other names stand beside
 * it (D54), separated by ';': 'Baoruco = Bahoruco'. `load-lists.ts` reads them.
 */
export function names(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}

/** Splits a written entry into its own name, which is stored, and the other names that a search finds it by. */
export function readEntry(written: string): { readonly name: string; readonly also: readonly string[] } {
  const [name = '', others] = written.split(' = ');
  return { name, also: others?.split('; ') ?? [] };
}
