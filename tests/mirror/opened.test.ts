import { expect, test } from 'vitest';
import { createOpened } from '#mirror/opened.ts';

const mirrored = { groups: [], at: 1, problem: null, damaged: false, partial: false, since: null };

/** What is open in memory, with a list of that name. */
function withPlaces(names: readonly string[]) {
  const opened = createOpened();
  for (const name of names) opened.keepPlace(name, { table: 'payments', owner: 'ana', scope: name });
  const open = (name: string) => {
    opened.keep(name, 'r1', []);
    opened.keepShown(name, mirrored);
  };
  return { opened, open };
}

test('the beginning of a long list waits in memory for the screen that it was opened for', () => {
  const { opened } = withPlaces(['long']);
  opened.keepShown('long', { ...mirrored, partial: true });
  expect(opened.peek('long')).toMatchObject({ partial: true });
  opened.keepShown('long', { ...mirrored, groups: null });
  expect(opened.peek('long')).toBeNull();
});

test('what screens show stays in memory, however many lists are opened ahead of a press', () => {
  const ahead = Array.from({ length: 30 }, (_, index) => `${index}`);
  const { opened, open } = withPlaces(['shown', ...ahead]);
  open('shown');
  for (const name of ahead) {
    open(name);
    expect(opened.peek('shown')).not.toBeNull();
  }
  expect(ahead.filter((name) => opened.peek(name) !== null)).toEqual(ahead.slice(-11));
  expect(opened.get('0', 'r1')).toBeNull();
  expect(opened.get('shown', 'r1')).toEqual([]);
});
