/**
 * Marks that nobody sees: controls and format characters (Unicode, general categories Cc and Cf), that is zero-width signs, soft
 * hyphens and directions of writing. They come along when a text is copied from a chat, a PDF or a contact. What joins or ends
 * the parts of an emoji is told apart, and so are tab and line ends.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)|(?![\t\n\r\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;

/**
 * A text as the customer sees it: without the marks that nobody sees, and with plain blanks for all that typography knows.
 * Device and server clean with this function alone; a password is never cleaned, since it counts as it was typed.
 */
export function cleanText(typed: string): string {
  return typed.replace(UNSEEN, (_, joined?: string) => joined ?? '').replace(/[^\P{Zs} ]/gu, ' ');
}

/** The same with one blank between words and none around them: two are a slip, and nobody sees them. */
export function singleBlanks(typed: string): string {
  return cleanText(typed).replace(/ {2,}/g, ' ').trim();
}

/** A text with the plain hyphen for all that typography knows, and for its minus sign. */
export const plainHyphens = (typed: string): string => typed.replace(/[\p{Pd}\u2212]/gu, '-');

/** The same on one line: what has lines of its own could pass for a paragraph of ours. */
export const oneLine = (typed: string): string => singleBlanks(typed.replace(/\s/g, ' '));
