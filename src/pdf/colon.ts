import type { Weight } from './letters.ts';
import { latinBytes, type PdfObject } from './objects.ts';

/** The code of its only letter, which is that of the C it resembles. */
export const COLON_CODE = 'C';

/** The C as an arc, with two strokes across it, in thousandths of the size. */
const ARC = '579 604 m 463 723 285 716 176 588 c 68 460 68 258 176 130 c 285 2 463 -5 579 114 c S';
const BARS = '270 -90 m 398 808 l S 400 -90 m 528 808 l S';

const strokes: Record<Weight, { arc: number; bar: number }> = {
  regular: { arc: 84, bar: 52 },
  bold: { arc: 124, bar: 66 },
};

/**
 * A font with ₡ alone (ISO 32000-2, 9.6.4): its font object, its drawing, and what it means to whoever copies or reads the text.
 *
 * @param first the number of the first of these three objects
 */
export function colonFont(weight: Weight, first: number): PdfObject[] {
  const { arc, bar } = strokes[weight];
  const drawing = `722 0 d0\n0 J ${arc} w ${ARC} ${bar} w ${BARS}\n`;
  return [
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 -100 722 820] /FontMatrix [0.001 0 0 0.001 0 0] ' +
      `/FirstChar 67 /LastChar 67 /Widths [722] /Resources << >> /ToUnicode ${first + 2} 0 R ` +
      `/Encoding << /Type /Encoding /Differences [67 /colon] >> /CharProcs << /colon ${first + 1} 0 R >> >>`,
    { head: '', data: latinBytes(drawing) },
    { head: '', data: latinBytes(meaning) },
  ];
}

/** ISO 32000-2, 9.10.3. */
const meaning = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Colon def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfchar <43> <20a1> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end
`;
