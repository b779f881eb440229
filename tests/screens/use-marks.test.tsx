import '#tests/page.ts';

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Group } from '#mirror/group.ts';
import { markWords, useMarks } from '#screens/use-marks.ts';

afterEach(cleanup);

interface Row {
  id: string;
}
const group = (label: string, ...ids: string[]): Group<Row> => ({ label, rows: ids.map((id) => ({ id })) });
const marking = { keysOf: (rows: readonly Row[]) => rows.map(({ id }) => id), words: markWords.masculine };

test('[D71] what comes while a list is being opened is no news, and what comes after it is', () => {
  const newest = group('2026', 'a');
  const whole = [newest, group('2025', 'b', 'c')];
  const { result, rerender } = renderHook(
    ({ groups, partial }: { groups: Group<Row>[]; partial: boolean }) => useMarks({ groups, partial }, marking),
    { initialProps: { groups: [newest], partial: true } },
  );
  rerender({ groups: whole, partial: false });
  expect([...result.current]).toEqual([]);
  rerender({ groups: [group('2026', 'new', 'a'), ...whole.slice(1)], partial: false });
  expect([...result.current].map(([key, { word }]) => [key, word])).toEqual([['new', 'Recién llegado']]);
});
