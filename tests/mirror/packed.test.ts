import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pack, unpack } from '#mirror/packed.ts';

const stored = (rows: readonly unknown[]): unknown => JSON.parse(JSON.stringify(pack(rows)));

describe('rows packed for storing', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
    fc.boolean(),
  );
  // Names that every object inherits must work like other fields.
  const name = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'toString', '__proto__'));
  const row = fc.dictionary(name, fc.option(value, { nil: undefined }), { noNullPrototype: true });

  test('are unpacked as JSON would give them, whatever fields each row has', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(unpack(stored(rows))).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
    );
  });

  test('name their fields once for all rows of one shape', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ ID: at, Total: at / 2, Status: 'Aceptado' }));
    expect(pack(rows).shapes).toEqual([['ID', 'Total', 'Status']]);
  });

  test('are not unpacked from a malformed value', () => {
    const whole = { shapes: [['a', 'b']], rows: [[0, 1, 2]] };
    expect(unpack(whole)).toEqual([{ a: 1, b: 2 }]);
    for (const broken of [
      null,
      'rows',
      { rows: [{ a: 1 }] },
      { ...whole, shapes: 'a' },
      { ...whole, rows: [[1, 1, 2]] },
      { ...whole, rows: [[0, 1]] },
      { ...whole, rows: [[0, 1, 2, 3]] },
    ]) {
      expect(unpack(broken), JSON.stringify(broken)).toBeNull();
    }
  });
});
