import { expect, test, vi } from 'vitest';
import { createSenses } from '#ports/senses.ts';

const names = ['visibilitychange', 'freeze', 'resume', 'pagehide', 'pageshow', 'online', 'offline'];

function page() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const both = [window, document];
  const added = both.map((one) => vi.spyOn(one, 'addEventListener'));
  const removed = both.map((one) => vi.spyOn(one, 'removeEventListener'));
  const count = (spies: typeof added) => spies.flatMap(({ mock }) => mock.calls.map(([name]) => name)).sort();
  const happens = (name: string, more: object = {}) => {
    const event = Object.assign(new Event(name), more);
    (/^(visibilitychange|freeze|resume)$/.test(name) ? document : window).dispatchEvent(event);
  };
  return {
    onSense: createSenses(() => ({ window, document })),
    document,
    happens,
    added: () => count(added),
    removed: () => count(removed),
  };
}

test('[F23] each event is told as what it means to a page', () => {
  const { onSense, document, happens } = page();
  const heard: string[] = [];
  onSense(['shown', 'hidden', 'left', 'back', 'frozen', 'resumed', 'online', 'offline'], (sense, kept) =>
    heard.push(kept ? `${sense}, kept` : sense),
  );
  happens('visibilitychange');
  document.visibilityState = 'hidden';
  happens('visibilitychange');
  happens('pagehide');
  happens('pagehide', { persisted: true });
  // The first one of a page is its start, which everything knows.
  happens('pageshow', { persisted: false });
  happens('pageshow', { persisted: true });
  for (const name of ['freeze', 'resume', 'online', 'offline']) happens(name);
  expect(heard).toEqual([
    ...['shown', 'hidden', 'left', 'left, kept', 'back, kept', 'frozen', 'resumed', 'online', 'offline'],
  ]);
});

test('one listener for each event, however many want to know, and none once nobody does', () => {
  const { onSense, added, removed, happens } = page();
  const first = vi.fn();
  const second = vi.fn();
  const stops = [onSense(['online'], first), onSense(['online', 'hidden'], second)];
  expect(added()).toEqual([...names].sort());
  happens('online');
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  stops[0]?.();
  stops[0]?.();
  expect(removed()).toEqual([]);
  stops[1]?.();
  expect(removed()).toEqual([...names].sort());
  happens('online');
  expect(second).toHaveBeenCalledTimes(1);
});

test('who is called off by another hears no more, and one that fails keeps nothing from the others', () => {
  const { onSense, happens } = page();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [gone, last] = [vi.fn(), vi.fn()];
  const stops: (() => void)[] = [];
  onSense(['online'], () => {
    for (const stop of stops) stop();
    throw new Error('fails');
  });
  stops.push(onSense(['online'], gone));
  onSense(['online'], last);
  happens('online');
  expect(gone).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
