/**
 * Reads a list written as one text: names apart by '|' or a line's end; a line ended by a backslash goes on in the
 * next. Keeps long lists readable in the source and small on the wire, where a thousand quoted strings would not be.
 */
export function names(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}
