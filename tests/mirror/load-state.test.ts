import { describe, expect, test } from 'vitest';
import { loadStateOf } from '#mirror/load-state.ts';

describe('[D37][D49] the state that a screen of mirrored rows shows', () => {
  const row = [{ label: '', rows: [1] }];
  test.each([
    [{ groups: row, problem: 'offline', loading: false }, 'filled'],
    [{ groups: [], problem: 'offline', loading: false }, 'empty'],
    [{ groups: [{ label: '', rows: [] }], problem: null, loading: false }, 'empty'],
    [{ groups: null, problem: null, loading: true }, 'loading'],
    [{ groups: null, problem: 'offline', loading: false }, 'offline'],
    [{ groups: null, problem: 'timeout', loading: false }, 'offline'],
    [{ groups: null, problem: 'unavailable', loading: false }, 'failed'],
    [{ groups: null, problem: 'unauthorised', loading: false }, 'over'],
    [{ groups: null, problem: 'outdated', loading: false }, 'outdated'],
    [{ groups: null, problem: null, loading: false }, 'failed'],
  ] as const)('%j is %s', (seen, state) => {
    expect(loadStateOf(seen)).toBe(state);
  });
});
