import { describe, expect, test } from 'vitest';
import type { RefundType } from '#contract/refunds.ts';
import { fieldsOf, filesOf, type RefundForm } from '#features/refunds/refund-draft.ts';
import { askedOf } from '#rules/refund-request.ts';

const file = (name: string) => ({ bytes: new ArrayBuffer(8), name, type: 'application/pdf', size: 8 });
const form = (texts: Record<string, string>): RefundForm => ({
  type: 'accidente',
  step: 4,
  texts: { tipoAccidente: 'Caída', fechaServicio: '02-03-2026', ...texts },
  files: { documentoFactura: file('factura.pdf'), reportePolicial: file('reporte.pdf') },
});

describe('[H2.45] a police report that was attached and then withdrawn', () => {
  test('is not sent with the statement that there was none', () => {
    const withdrawn = form({ sinReportePolicial: 'si' });
    expect(Object.keys(filesOf(withdrawn, 'accidente'))).toEqual(['documentoFactura']);
    expect(fieldsOf(withdrawn, 'accidente').sinReportePolicial).toBe('si');
  });

  test('is sent once the statement is withdrawn in turn, because the draft kept it', () => {
    const again = form({ sinReportePolicial: '' });
    expect(Object.keys(filesOf(again, 'accidente')).sort()).toEqual(['documentoFactura', 'reportePolicial']);
    expect(fieldsOf(again, 'accidente')).not.toHaveProperty('sinReportePolicial');
  });

  test('and every other answer is sent if, and only if, the review shows it', () => {
    for (const type of ['accidente', 'ambulatorio', 'hospitalario'] satisfies RefundType[]) {
      for (const sinReportePolicial of ['', 'si']) {
        const some = form({ sinReportePolicial });
        const shown: readonly string[] = askedOf(type, some.texts);
        const sent = [...Object.keys(fieldsOf(some, type)), ...Object.keys(filesOf(some, type))];
        expect(sent.filter((name) => !shown.includes(name))).toEqual([]);
      }
    }
  });
});
