/**
 * Reads a list written as one text: names apart by '|' or a line's end; a line ended by a backslash goes on in the
 * next. Keeps long lists readable in the source and small on the wire, where a thousand quoted strings would not be.
 * Other names of an entry stand beside it (D54): 'Baoruco = Bahoruco', several apart by ';'. `load-lists.ts` reads them.
 */
export function names(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}

/** An entry as it is written: its own name, which is what is stored, and the other names it is searched by. */
export function readEntry(written: string): { readonly name: string; readonly also: readonly string[] } {
  const [name = '', others] = written.split(' = ');
  return { name, also: others?.split('; ') ?? [] };
}
