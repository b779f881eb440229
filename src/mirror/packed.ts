/**
 * Rows as they are stored: the names of their fields once for all rows of one shape, then each row's values. A history of
 * ten thousand rows repeats its twelve names ten thousand times otherwise, which is half of what is encoded, encrypted and
 * written.
 */
export interface Packed {
  shapes: string[][];
  /** The number of the row's shape, then a value for each of its names. */
  rows: [shape: number, ...values: unknown[]][];
}

/** Fields without a value are left out, as JSON would. */
export function pack(rows: readonly unknown[]): Packed {
  const shapes: string[][] = [];
  let last = 0;
  const packed = rows.map((row): Packed['rows'][number] => {
    const fields = row as Record<string, unknown>;
    // Nearly all rows of a list have the shape of the one before.
    const values = valuesIn(shapes[last], fields, last);
    if (values) return values;
    const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
    last = numberOf(shapes, names);
    return [last, ...names.map((name) => fields[name])];
  });
  return { shapes, rows: packed };
}

/** The rows again; null when the value is not what `pack` makes. */
export function unpack(value: unknown): unknown[] | null {
  if (!isPacked(value)) return null;
  const { shapes, rows } = value;
  const found: unknown[] = [];
  for (const packed of rows) {
    const names = shapes[packed[0]];
    if (names?.length !== packed.length - 1) return null;
    const row: Record<string, unknown> = {};
    // Without iterators and copies: ten thousand rows pass here while the customer waits.
    names.forEach((name, index) => {
      // A field of this name is one like any other, as JSON has it; assigned, it would become what the row inherits from.
      if (name === '__proto__') Object.defineProperty(row, name, { ...field, value: packed[index + 1] });
      else row[name] = packed[index + 1];
    });
    found.push(row);
  }
  return found;
}

const field = { configurable: true, enumerable: true, writable: true };

/** The row's values when it has exactly these fields. */
function valuesIn(names: readonly string[] | undefined, fields: Record<string, unknown>, shape: number) {
  if (!names || Object.keys(fields).length !== names.length) return null;
  const values: [number, ...unknown[]] = [shape];
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined) return null;
    values.push(value);
  }
  return values;
}

function numberOf(shapes: string[][], names: string[]): number {
  const same = (shape: string[]) => shape.length === names.length && shape.every((name, at) => name === names[at]);
  const shapeIndex = shapes.findIndex(same);
  return shapeIndex >= 0 ? shapeIndex : shapes.push(names) - 1;
}

function isPacked(value: unknown): value is Packed {
  if (typeof value !== 'object' || value === null) return false;
  const { shapes, rows } = value as Record<string, unknown>;
  return Array.isArray(shapes) && shapes.every(Array.isArray) && Array.isArray(rows) && rows.every(Array.isArray);
}
