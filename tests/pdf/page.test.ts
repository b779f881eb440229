import { expect, test } from 'vitest';
import { drawable, widthOf } from '#pdf/letters.ts';
import { streamsOf } from '#pdf/objects.ts';
import { createPen, linesOf, pagesPdf } from '#pdf/page.ts';
import { isEncryptedPdf, kindOf } from '#rules/files.ts';
import { textsOf } from './read.ts';

const SIGNS = '₡84 500 · Q1,250.00 · RD$4,850.00 · US$2 329,56 · 86,40 € – ñáéíóúüÑÁ ¿¡ ºª';

test('[D22] what is written is read back, with accents and the signs of every currency', () => {
  const pen = createPen();
  pen.text(SIGNS, 50, 100, { size: 12 });
  pen.text('(a) \\ b', 50, 120, { size: 12, weight: 'bold' });
  expect(textsOf(pagesPdf('Comprobante', [pen]))).toEqual([SIGNS, '(a) \\ b']);
});

test('each object lies where the table says, and its streams have the length they tell', () => {
  const pens = [createPen(), createPen()];
  for (const pen of pens) pen.text('Página', 50, 100, { size: 12 });
  const file = pagesPdf('Título con ñ y ₡', pens);
  const text = new TextDecoder('latin1').decode(file);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const entries = [...text.slice(start).matchAll(/(\d{10}) 00000 n \n/g)].map(([, digits]) => Number(digits));
  expect(entries.map((at) => /^\d+ 0 obj\n/.exec(text.slice(at, at + 12))?.[0])).toEqual(
    entries.map((_, index) => `${index + 1} 0 obj\n`),
  );
  for (const { head, data } of streamsOf(file) ?? []) {
    expect(head).not.toContain('/Length');
    expect(text.slice(data.byteOffset + data.length, data.byteOffset + data.length + 11)).toBe('\nendstream\n');
  }
  expect(text).toContain('/Count 2');
  expect(text).toContain('/Lang (es)');
  // 'Título con ñ y ₡' in UTF-16, since a title is no text of the page.
  expect(text).toContain('/Title <feff005400ed00740075006c006f00200063006f006e002000f1002000790020');
  expect(text).toContain('20a1>');
  expect([kindOf(new Uint8Array(file)), isEncryptedPdf(new Uint8Array(file))]).toEqual(['pdf', false]);
});

test('the same page makes the same bytes', () => {
  const drawn = () => {
    const pen = createPen();
    pen.text(SIGNS, 50, 100, { size: 12 });
    pen.mark(50, 50, 30);
    pen.line(1, 2, 3, 4);
    pen.box(1, 2, 3, 4, 'danger');
    return new Uint8Array(pagesPdf('Resumen', [pen]));
  };
  expect(drawn()).toEqual(drawn());
});

test('what no letter of the page can show is told as a question mark, an accent it lacks is left out', () => {
  expect(drawable('José\u00a0Ángel\u202f1 ő 李 😀 a\u200eb\n')).toBe('José Ángel 1 o ? ? ab ');
  // Letters that came apart are put together.
  expect(drawable('Peña'.normalize('NFD'))).toBe('Peña');
});

test('an amount ends where it is told to, by the widths of its letters', () => {
  // Adobe's metrics: a digit is 556 wide, a blank 278, C (and so ₡) 722.
  expect(widthOf('₡84 500', 10, 'regular')).toBeCloseTo(7.22 + 5 * 5.56 + 2.78, 5);
  expect(widthOf('ñ', 1000, 'bold')).toBe(611);
  const pen = createPen();
  pen.text('84', 100, 10, { size: 10, align: 'end' });
  expect(pen.operators()).toContain(`BT ${Math.round((100 - 11.12) * 1000) / 1000} 782 Td`);
});

test('a long text breaks between words, and within one that no line holds', () => {
  const style = { size: 10 };
  const lines = linesOf('María Fernanda Rojas Mora de la Trinidad', 100, style);
  expect(lines.join(' ')).toBe('María Fernanda Rojas Mora de la Trinidad');
  expect(lines.length).toBeGreaterThan(1);
  const long = linesOf('A'.repeat(50), 100, style);
  expect(long.join('')).toBe('A'.repeat(50));
  for (const line of [...lines, ...long]) expect(widthOf(line, 10, 'regular')).toBeLessThanOrEqual(100);
});

test('no text can end its own operator or begin another', () => {
  const pen = createPen();
  const hostile = ') Tj ET Q /JS (x) \\) \r\n<< /OpenAction >>';
  pen.text(hostile, 50, 100, { size: 12 });
  const file = pagesPdf('/Title) >> << /OpenAction', [pen]);
  expect(textsOf(file)).toEqual([hostile.replace('\r\n', '  ')]);
  // Outside of the shown text and the hexadecimal title nothing of it is left.
  const rest = new TextDecoder('latin1').decode(file).replace(/\((?:[^()\\]|\\.)*\) Tj/g, '');
  expect(rest).not.toMatch(/OpenAction|JS/);
});
