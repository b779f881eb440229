import { widthOf } from '#pdf/letters.ts';
import { createPen, linesOf, PAGE, type Pen, pagesPdf } from '#pdf/page.ts';
import type { PaymentReceipt } from '#rules/payment-receipt.ts';
import type { YearSheet } from '#rules/year-sheet.ts';

/** Loaded when a sheet is asked for. All lengths are points. */
const LEFT = 64;
const RIGHT = PAGE.width - LEFT;
const WIDTH = RIGHT - LEFT;
const SMALL = { size: 11, ink: 'soft' } as const;
const PLAIN = { size: 12 } as const;
const TITLE = { size: 24, weight: 'bold' } as const;

/** Draws the brand and a title, and returns where the next line begins. */
function head(pen: Pen, title: string, corner: string): number {
  pen.mark(LEFT, 56, 30);
  pen.text('Amparo', LEFT + 40, 79, { size: 20, weight: 'bold' });
  pen.text(corner, RIGHT, 78, { ...SMALL, align: 'end' });
  return block(pen, title, 128, WIDTH, { ...TITLE, leading: 30 });
}

interface Block {
  size: number;
  weight?: 'regular' | 'bold';
  ink?: 'ink' | 'soft';
  leading: number;
}

/** A text in as many lines as it needs, the first on `y`. Returns where the next line stands. */
function block(pen: Pen, text: string, y: number, width: number, style: Block, x = LEFT): number {
  const lines = linesOf(text, width, style);
  for (const [index, line] of lines.entries()) pen.text(line, x, y + index * style.leading, style);
  return y + lines.length * style.leading;
}

/** A year's sheet as a PDF of one page, of the texts that its screen shows. */
export function yearPdf(sheet: YearSheet): ArrayBuffer {
  const pen = createPen();
  let y = head(pen, sheet.title, sheet.asOf) - 8;
  for (const text of [sheet.holder, sheet.policy])
    if (text !== '') y = block(pen, text, y, WIDTH, { ...SMALL, size: 12, leading: 17 });
  if (sheet.sums.length > 0) y = months(pen, sheet, sums(pen, sheet, y + 4));
  if (sheet.failed) {
    pen.box(LEFT, y - 9, 8, 8, 'danger');
    y = block(pen, `${sheet.failed.lead}${sheet.failed.rest}`, y, WIDTH - 20, { ...PLAIN, leading: 17 }, LEFT + 20) + 8;
  }
  for (const note of sheet.notes) y = block(pen, note, y, WIDTH, { ...SMALL, leading: 16 });
  return pagesPdf(sheet.title, [pen]);
}

/** Two sums beside each other, a third below them. */
function sums(pen: Pen, { sums: all }: YearSheet, top: number): number {
  const column = WIDTH / 2;
  pen.line(LEFT, top, RIGHT, top);
  for (const [index, { name, total, count }] of all.entries()) {
    const x = LEFT + (index % 2) * (column + 16);
    const y = top + 26 + Math.floor(index / 2) * 78;
    const room = column - 20;
    const size = Math.min(24, (24 * room) / widthOf(total, 24, 'bold'));
    pen.text(name, x, y, SMALL);
    pen.text(total, x, y + 27, { size, weight: 'bold' });
    pen.text(count, x, y + 45, SMALL);
    if (index % 2 === 1) pen.line(x - 16, y - 16, x - 16, y + 50);
  }
  return top + 84 + Math.floor((all.length - 1) / 2) * 78;
}

const ROW = 21;

function months(pen: Pen, { heads, months: rows }: YearSheet, top: number): number {
  const column = Math.min(140, (WIDTH - 90) / heads.length);
  const end = (index: number) => RIGHT - (heads.length - 1 - index) * column;
  pen.line(LEFT, top, RIGHT, top);
  let y = top + 25;
  pen.text('Mes', LEFT, y, { ...SMALL, weight: 'bold' });
  for (const [index, name] of heads.entries())
    pen.text(name, end(index), y, { ...SMALL, weight: 'bold', align: 'end' });
  for (const { name, cells } of rows) {
    y += ROW;
    pen.text(name, LEFT, y, PLAIN);
    for (const [index, cell] of cells.entries()) pen.text(cell, end(index), y, { ...PLAIN, align: 'end' });
  }
  pen.line(LEFT, y + 12, RIGHT, y + 12);
  return y + 36;
}

/** The receipt of one payment as a PDF of one page. */
export function receiptPdf({ title, amount, status, facts, note }: PaymentReceipt): ArrayBuffer {
  const pen = createPen();
  let y = head(pen, title, '') + 12;
  if (amount !== '') pen.text(amount, LEFT, y, { size: 32, weight: 'bold' });
  y += 24;
  pen.text(status, LEFT, y, SMALL);
  y += 18;
  pen.line(LEFT, y, RIGHT, y);
  y += 28;
  for (const [name, text] of facts) {
    pen.text(name, LEFT, y, SMALL);
    y = block(pen, text, y, WIDTH - 160, { ...PLAIN, leading: 17 }, LEFT + 160) + 9;
  }
  pen.line(LEFT, y, RIGHT, y);
  block(pen, note, y + 26, WIDTH, { ...SMALL, leading: 16 });
  return pagesPdf(title, [pen]);
}
