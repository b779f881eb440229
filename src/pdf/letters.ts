/** How heavy a text is drawn. Both are fonts that every reader of PDF brings (ISO 32000-2, 9.6.2.2). */
export type Weight = 'regular' | 'bold';

/** The only sign that our currencies need and WinAnsi does not have. It is drawn by a font of its own (`colon.ts`). */
export const COLON = '₡';

/** Widths of Helvetica in thousandths of the size, from Adobe's metrics: of the codes 32 to 255 of WinAnsi; 0 is no letter. */
const widths: Record<Weight, readonly number[]> = {
  regular: numbersIn(
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 ' +
      '556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 ' +
      '722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 ' +
      '500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0 556 0 222 556 333 ' +
      '1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500 ' +
      '500 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 ' +
      '333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722 ' +
      '722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556 ' +
      '556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500',
  ),
  bold: numbersIn(
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 ' +
      '556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 ' +
      '722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 ' +
      '556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0 556 0 278 556 500 ' +
      '1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500 ' +
      '556 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333 400 584 333 333 333 611 556 278 ' +
      '333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722 ' +
      '722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 556 556 556 ' +
      '556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556',
  ),
};

/** What WinAnsi has between 128 and 159, where Latin-1 has nothing; a blank stands for a code without a letter. */
const BETWEEN = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * The text in the letters that can be drawn: WinAnsi's and the colón. A letter with an accent that WinAnsi lacks loses the accent,
 * a blank of any kind becomes a plain one, and any other sign becomes '?'.
 */
export function drawable(text: string): string {
  return Array.from(
    text
      .normalize('NFC')
      .replace(/\s/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}]/gu, ''),
    (letter) => {
      if (letter === COLON || codeOf(letter) > 0) return letter;
      const bare = letter.normalize('NFD').charAt(0);
      return codeOf(bare) > 0 ? bare : '?';
    },
  ).join('');
}

/** The letter's code in WinAnsi; 0 when it has none. */
export function codeOf(letter: string): number {
  const between = letter === ' ' ? -1 : BETWEEN.indexOf(letter);
  const code = between >= 0 ? 128 + between : letter.charCodeAt(0);
  const isLatin = letter.length === 1 && ((code >= 32 && code < 127) || (code >= 160 && code < 256));
  return between >= 0 || isLatin ? code : 0;
}

/** The width of a drawable text, in points. */
export function widthOf(text: string, size: number, weight: Weight): number {
  const ofColon = widths[weight][67 - 32] ?? 0;
  let sum = 0;
  for (const letter of text) sum += letter === COLON ? ofColon : (widths[weight][codeOf(letter) - 32] ?? 0);
  return (sum * size) / 1000;
}

function numbersIn(text: string): readonly number[] {
  return text.split(' ').map(Number);
}
