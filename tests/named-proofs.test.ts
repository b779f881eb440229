import { expect, test } from 'vitest';

type WrongProofs = (text: string, read: (path: string) => string | null) => string[];
const { wrongProofs } = (await import(`${process.cwd()}/tools/requirements/named-proofs.mjs`)) as {
  wrongProofs: WrongProofs;
};

const tests: Record<string, string> = {
  'outbox/faults': "test('[F1] a killed worker sends again')",
  'journeys/core/queue': "test('[F1][S2] the same in a browser')",
};
const wrongIn = (text: string) => wrongProofs(text, (path) => tests[path] ?? null);
const faults = (...rows: string[]) => `| id | what happens | test |\n|---|---|---|\n${rows.join('\n')}\n\nWords.\n`;
const attacks = (...rows: string[]) => `| attack | what holds now | test |\n|---|---|---|\n${rows.join('\n')}\n`;

test('a proof that names a file and a part of its title, and cites the id, is right', () => {
  expect(wrongIn(faults('| F1 | killed | outbox/faults; browser: core/queue |'))).toEqual([]);
  expect(wrongIn(faults('| F1 | killed | real PostgreSQL and a bucket: outbox/faults |'))).toEqual([]);
  expect(wrongIn(attacks("| a thief (S2, F1) | a lock | journeys/core/queue: 'in a browser', 'the same' |"))).toEqual(
    [],
  );
  expect(wrongIn('| word | means |\n|---|---|\n| F9 | nothing/here |')).toEqual([]);
});

test.each([
  [faults('| F1 | killed | outbox/gone |'), ['F1: no test is called outbox/gone', 'F1: none of its tests cites F1']],
  [
    faults('| F1 | killed | browser: outbox/faults |'),
    ['F1: no test is called journeys/outbox/faults', 'F1: none of its tests cites F1'],
  ],
  [
    faults('| F2 | the answer is lost | outbox/faults |'),
    ['F2: outbox/faults does not cite it', 'F2: none of its tests cites F2'],
  ],
  [faults('| S2, F1 | both | outbox/faults |'), ['S2, F1: none of its tests cites S2']],
  [faults('| F1 | killed | Outbox, faults |'), ['F1: its proofs cannot be read: Outbox, faults']],
  [
    attacks("| a thief | a lock | outbox/faults: 'sends never' |"),
    ["'a thief': no title of outbox/faults has 'sends never'"],
  ],
  [attacks('| a thief (S2) | a lock | outbox/faults |'), ["'a thief (S2)': none of its tests cites S2"]],
])('what is wrong with a proof is told: %s', (text, wrong) => {
  expect(wrongIn(text)).toEqual(wrong);
});

test('rows of one letter rise within a table, and none comes twice', () => {
  const one = '| F1 | killed | outbox/faults |';
  expect(wrongIn(faults(one, one))).toEqual(['F1 stands after F1']);
  expect(wrongIn(faults('| S2 | shown | browser: core/queue |', one))).toEqual([]);
  expect(wrongIn(faults(one) + faults(one))).toEqual([]);
});
