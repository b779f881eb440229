/** A text to compare by: without accents, capitals and doubled blanks. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * Whether these texts together hold every typed word.
 *
 * @param isMeant whether a word is there that the texts write in another way
 */
export function holdsWords(
  typed: string,
  texts: readonly (string | null | undefined)[],
  isMeant: (word: string) => boolean = () => false,
): boolean {
  const said = folded(texts.filter(Boolean).join(' '));
  return folded(typed)
    .split(' ')
    .every((word) => said.includes(word) || isMeant(word));
}
