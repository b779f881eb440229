import { COLON_CODE, colonFont } from './colon.ts';
import { COLON, codeOf, drawable, type Weight, widthOf } from './letters.ts';
import { latinBytes, type PdfObject, pdfFile } from './objects.ts';

/** Letter paper, which four of the five countries use, in points. */
export const PAGE = { width: 612, height: 792 } as const;

/** The light theme's colours: a sheet is white, whatever the screen is. */
const inks = {
  ink: [23, 33, 31],
  soft: [85, 98, 95],
  line: [230, 223, 212],
  brand: [15, 76, 74],
  accent: [232, 131, 58],
  danger: [185, 51, 43],
} as const;
export type Ink = keyof typeof inks;

interface TextStyle {
  /** In points. */
  size: number;
  weight?: Weight;
  ink?: Ink;
  /** Where the text stands: begins at x, or ends there. */
  align?: 'start' | 'end';
}

/** Draws on one page. All lengths are points, y counts from the upper edge, a text stands on its y. */
export interface Pen {
  text(text: string, x: number, y: number, style: TextStyle): void;
  line(x: number, y: number, toX: number, toY: number): void;
  box(x: number, y: number, width: number, height: number, ink: Ink): void;
  /** The app's mark, this high. */
  mark(x: number, y: number, height: number): void;
  operators(): string;
}

export function createPen(): Pen {
  const drawn: string[] = [];
  const up = (y: number) => PAGE.height - y;
  return {
    text(given, x, y, { size, weight = 'regular', ink = 'ink', align = 'start' }) {
      const text = drawable(given);
      const start = align === 'end' ? x - widthOf(text, size, weight) : x;
      drawn.push(`${colour(ink)} BT ${at(start, up(y))} Td ${shown(text, size, weight)} ET`);
    },
    line(x, y, toX, toY) {
      drawn.push(`${colour('line')} 0.75 w ${at(x, up(y))} m ${at(toX, up(toY))} l S`);
    },
    box(x, y, width, height, ink) {
      drawn.push(`${colour(ink)} ${at(x, up(y + height))} ${at(width, height)} re f`);
    },
    mark(x, y, height) {
      // The drawing of `LogoMark` in its box of 40, with the arch as two curves and the dot as a round end of a line.
      const scale = height / 40;
      drawn.push(
        `q ${num(scale)} 0 0 ${num(-scale)} ${at(x, up(y))} cm`,
        `${colour('brand')} 5 w 1 J 5 36 m 5 21 l 5 12.7 11.7 6 20 6 c 28.3 6 35 12.7 35 21 c 35 36 l S`,
        `${colour('accent')} 12 w 20 25 m 20 25 l S Q`,
      );
    },
    operators: () => `${drawn.join('\n')}\n`,
  };
}

/** The text in lines of at most this width. A word that is wider than a line goes on in the next. */
export function linesOf(given: string, width: number, { size, weight = 'regular' }: TextStyle): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (text: string) => widthOf(text, size, weight) <= width;
  for (const word of drawable(given).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** A PDF of drawn pages. It names its language and its title, which readers announce. */
export function pagesPdf(title: string, pens: readonly Pen[]): ArrayBuffer {
  const fixed = 2 + 2 + 3 + 3;
  const pageAt = (index: number) => fixed + 1 + 2 * index;
  const kids = pens.map((_, index) => `${pageAt(index)} 0 R`).join(' ');
  const helvetica = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const pages = pens.flatMap((pen, index): PdfObject[] => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${pageAt(index) + 1} 0 R ` +
      '/Resources << /Font << /regular 3 0 R /bold 4 0 R /regularColon 5 0 R /boldColon 8 0 R >> >> >>',
    { head: '', data: latinBytes(pen.operators()) },
  ]);
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R /Lang (es) /ViewerPreferences << /DisplayDocTitle true >> >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pens.length} >>`,
      helvetica('Helvetica'),
      helvetica('Helvetica-Bold'),
      ...colonFont('regular', 5),
      ...colonFont('bold', 8),
      ...pages,
    ],
    title,
  );
}

/** Shows a drawable text: each ₡ in its own font, the rest in Helvetica. */
function shown(text: string, size: number, weight: Weight): string {
  return text
    .split(new RegExp(`(${COLON})`))
    .filter((part) => part !== '')
    .map((part) => {
      const isColon = part === COLON;
      const letters = isColon ? COLON_CODE : escaped(part);
      return `/${weight}${isColon ? 'Colon' : ''} ${num(size)} Tf (${letters}) Tj`;
    })
    .join(' ');
}

/** ISO 32000-2, 7.3.4.2: brackets and the backslash are marked, and what is not ASCII is its code. */
function escaped(text: string): string {
  return Array.from(text, (letter) => {
    if (/[()\\]/.test(letter)) return `\\${letter}`;
    const code = codeOf(letter);
    return code < 127 ? letter : `\\${code.toString(8).padStart(3, '0')}`;
  }).join('');
}

/** For fills and for strokes, since ₡ is stroked. */
function colour(ink: Ink): string {
  const shares = inks[ink].map((share) => num(share / 255)).join(' ');
  return `${shares} rg ${shares} RG`;
}

const num = (value: number): string => String(Math.round(value * 1000) / 1000);
const at = (x: number, y: number): string => `${num(x)} ${num(y)}`;
