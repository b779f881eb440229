import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';

/**
 * What of a queued row occurs together in the clear. Of the 20 combinations of state, `unclear` and claim these nine are legal.
 * Before the table of states the tests met seven of them: parked, refused and unreadable rows that the server may have were
 * missing, and a row that the customer holds looked like a refused one without saying so under its seal.
 */
export const storedShapes = [
  'parked',
  'parked, unclear',
  'refused',
  'refused, unclear',
  'sending, unclear, claimed',
  'unknown',
  'unknown, unclear',
  'waiting',
  'waiting, unclear',
] as const;

const states = new Set(storedShapes.map((shape) => shape.split(',')[0]));

function shapeOf({ state, unclear, claim }: OutboxRow): string {
  return [state, ...(unclear ? ['unclear'] : []), ...(claim ? ['claimed'] : [])].join(', ');
}

/** Every shape that is written through this connection. A state that only another version knows is left out. */
export function recordShapes({ outbox }: Database, shapes: Set<string>): void {
  const record = (row: OutboxRow) => void (states.has(row.state) && shapes.add(shapeOf(row)));
  outbox.hook('creating', (_key, row) => record(row));
  outbox.hook('updating', (changes, _key, row) => record({ ...row, ...changes }));
}

export const illegal = (shapes: Iterable<string>): string[] =>
  [...shapes].filter((shape) => !(storedShapes as readonly string[]).includes(shape));
