import '#tests/page.ts';

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeHint } from '#app/hint.ts';
import { noteUseful, noteVisit } from '#app/offers-note.ts';
import { InstallHint } from '#app/signed-in/install-hint.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
  noteVisit(0);
  noteUseful();
  noteVisit(Date.now());
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

test('[F26][D65] an iPhone is told of its icon only when no request waits, which this browser alone can send', () => {
  writeHint({ waiting: 1 });
  render(<InstallHint onAnswer={() => {}} />);
  expect(screen.queryByText('Ten Amparo a mano')).toBeNull();
  cleanup();
  // The next visit to home, once it was sent.
  writeHint({ waiting: 0 });
  render(<InstallHint onAnswer={() => {}} />);
  expect(screen.getByText('Ten Amparo a mano')).toBeTruthy();
  expect(screen.getByText('«Agregar a inicio»')).toBeTruthy();
});
