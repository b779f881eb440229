import { expect, test } from 'vitest';

type Mutate = (path: string, source: string, place: string, mutation: string) => string;
const { mutate } = (await import(`${process.cwd()}/tools/mutations/mutate.mjs`)) as { mutate: Mutate };

const SOURCE = `export async function sendAll(rows: Row[], now: number) {
  if (rows.length === 0) return null;
  for (const row of rows) await send(row, { at: now, again: true });
  return rows.filter(isDue).length > 0 && (isLate(now) || isForced()) ? 'some' : 'none';
}
const table = { waiting: { due: now(), gone: [one, two] } };
export const settle = () => { try { write(); } catch { return null; } };
`;

const change = (place: string, mutation: string) => {
  const lines = SOURCE.split('\n');
  return mutate('a.ts', SOURCE, place, mutation)
    .split('\n')
    .filter((line) => !lines.includes(line))
    .map((line) => line.trim())
    .join('\n');
};

test.each([
  ['drop call send', 'for (const row of rows) {}'],
  ['condition length 1 is false', 'if (false) return null;'],
  ['return some is null', 'return null;'],
  ['loop is []', 'for (const row of []) await send(row, { at: now, again: true });'],
  ['drop await', 'for (const row of rows) send(row, { at: now, again: true });'],
  ['drop property again', 'for (const row of rows) await send(row, { at: now });'],
  ['property at is 0', 'for (const row of rows) await send(row, { at: 0, again: true });'],
  ['drop argument row', 'for (const row of rows) await send({ at: now, again: true });'],
  ['callee send is skip', 'for (const row of rows) await skip(row, { at: now, again: true });'],
  ['drop link filter', "return rows.length > 0 && (isLate(now) || isForced()) ? 'some' : 'none';"],
  ['drop operand filter', "return (isLate(now) || isForced()) ? 'some' : 'none';"],
  ['drop call isForced', "return rows.filter(isDue).length > 0 && (isLate(now)) ? 'some' : 'none';"],
  ['no none is null', "return rows.filter(isDue).length > 0 && (isLate(now) || isForced()) ? 'some' : null;"],
])('in a function, “%s” finds its node', (mutation, changed) => {
  expect(change('sendAll', mutation)).toBe(changed);
});

test('a dropped statement leaves the others', () => {
  expect(mutate('a.ts', SOURCE, 'sendAll', 'drop if')).toBe(SOURCE.replace('if (rows.length === 0) return null;', ''));
});

test('a table and an arrow are places too', () => {
  expect(change('table.waiting', 'property due is 0')).toBe('const table = { waiting: { due: 0, gone: [one, two] } };');
  expect(change('waiting', 'drop element one')).toBe('const table = { waiting: { due: now(), gone: [two] } };');
  expect(change('settle', 'drop try')).toBe('export const settle = () => { { write(); } };');
});

test('formatting, other names and other lines do not matter', () => {
  const moved = SOURCE.replaceAll('rows', 'all')
    .replaceAll(/(?<=[,?:&|]) /g, '\n')
    .replace('if', 'begin();\n\nif');
  expect(mutate('a.ts', moved, 'sendAll', 'drop link filter')).toBe(moved.replace('.filter(isDue)', ''));
});

test('what is not there exactly once is told', () => {
  expect(() => change('sendAll', 'drop call remove')).toThrow('“call remove” is there 0 times');
  expect(() => change('sendAll', 'drop operand')).toThrow('“operand” is there 4 times');
  expect(() => change('sendOne', 'drop if')).toThrow('“sendOne” is there 0 times');
  expect(() => change('sendAll', 'remove the if')).toThrow('“remove the if” is no mutation');
});

test('a mutation that leaves a file nobody can read is told, since it fails every test', async () => {
  const { driftOf } = await import(`${process.cwd()}/tools/mutations/list.mjs`);
  const row = { file: 'src/rules/store.ts', place: 'createStore', test: 'tests/mutate.test.ts', protects: 'x' };
  const title = 'leaves a file nobody can ' + 'read';
  const told = (mutation: string) => driftOf([{ ...row, title, mutation }]).join();
  expect(told('call createListeners is {{')).toMatch(/cannot be read/);
  expect(told('call createListeners is null')).toBe('');
});
