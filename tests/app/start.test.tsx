import '#tests/page.ts';

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Start } from '#app/start.tsx';
import { fail } from '#contract/result.ts';

const unlock = vi.hoisted(() => vi.fn());
vi.mock('#app/enter.ts', () => ({ unlock }));

const marks = document.documentElement.dataset;
beforeEach(() => {
  marks.passkey = '';
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
});
afterEach(() => {
  cleanup();
  delete marks.passkey;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  unlock.mockReset();
});

const said = () => screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '');
const open = () => render(<Start go={async () => {}} />);
const press = () => fireEvent.click(screen.getAllByRole('button', { name: /^Desbloquear/ })[0] as HTMLElement);
const whenAsked = (times: number) => waitFor(() => expect(unlock).toHaveBeenCalledTimes(times));
const settled = () => new Promise((later) => setTimeout(later, 50));

test('[D56] an offer that nobody takes says nothing, and a press that ends like it does', async () => {
  unlock.mockResolvedValue(fail('timeout', { text: '' }));
  open();
  await whenAsked(1);
  await settled();
  expect(said().join('')).toBe('');
  press();
  await waitFor(() => expect(said().join('')).toMatch(/tardando demasiado/));
});

test('[D56] an offer that could not be loaded says nothing, and a press says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  unlock.mockRejectedValue(new Error('no chunk'));
  open();
  await whenAsked(1);
  await settled();
  expect(said().join('')).toBe('');
  press();
  await waitFor(() => expect(said().join('')).toMatch(/No pudimos conectarnos/));
});

test('[D56] a passkey that was chosen from the offer and opens nothing says why', async () => {
  unlock.mockResolvedValueOnce(fail('unavailable')).mockReturnValue(new Promise(() => {}));
  open();
  await waitFor(() => expect(said().join('')).toMatch(/En este momento no podemos atender/));
  await whenAsked(2);
});
