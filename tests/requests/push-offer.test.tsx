import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import type { Push, PushStanding } from '#push/create-push.ts';
import { PushContext } from '#push/hooks.ts';
import { PushOffer } from '#requests/push-offer.tsx';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A card over push that is turned on by hand. Its wish is noted at once, as `createPush` notes it. */
async function open() {
  let standing: PushStanding = 'off';
  let reads = 0;
  const read = async () => {
    reads += 1;
    return standing;
  };
  const turn = async (now: PushStanding) => {
    standing = now;
    document.dispatchEvent(new window.Event('visibilitychange'));
  };
  const stands = async (now: PushStanding) => {
    const before = reads;
    await act(() => turn(now));
    await waitFor(() => expect(reads).toBeGreaterThan(before));
    await act(() => new Promise((later) => setTimeout(later, 5)));
  };
  let answer: (given: Awaited<ReturnType<Push['turnOn']>>) => void = () => {};
  let breaks = () => {};
  const turnOn = () =>
    new Promise((resolve, reject) => {
      answer = resolve as typeof answer;
      breaks = () => reject(new DOMException('lost', 'UnknownError'));
    });
  const push = { standing: read, turnOn, decline: () => turn('declined') };
  const load = async () => push as unknown as Push;
  render(
    <ToastProvider>
      <PushContext value={load}>
        <PushOffer noun="solicitud" />
      </PushContext>
    </ToastProvider>,
  );
  const take = await screen.findByRole('button', { name: 'Activar avisos' });
  take.focus();
  await act(async () => void fireEvent.click(take));
  await stands('pending');
  return { stands, take, answer: (given: Parameters<typeof answer>[0]) => act(async () => answer(given)), breaks };
}

test('[D21] an offer that is taken stays until its answer, which takes the focus of the button', async () => {
  const { take, answer } = await open();
  expect(take.isConnected).toBe(true);
  expect(take.getAttribute('aria-busy')).toBe('true');
  await answer(ok('on'));
  expect(document.activeElement?.textContent).toMatch(/^Listo: te avisaremos en este teléfono/);
  expect(take.isConnected).toBe(false);
});

test.each([
  ['the server', 'En este momento no podemos atender tu solicitud. Inténtalo de nuevo en unos minutos.'],
  ['the device', 'Este teléfono no pudo pedirlo. Inténtalo de nuevo.'],
])('[D21][D81] an offer that %s could not take says why beside its button, until it is declined', async (who, why) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { take, answer, breaks, stands } = await open();
  await (who === 'the server' ? answer(fail('unavailable')) : act(async () => breaks()));
  await stands(who === 'the server' ? 'off' : 'pending');
  // The toast is read; this one stays.
  expect(screen.getByText(why, { selector: '.problem *' })).toBeTruthy();
  expect(document.activeElement).toBe(take);
  expect(take.hasAttribute('aria-busy')).toBe(false);
  await act(async () => screen.getByRole('button', { name: 'Ahora no' }).click());
  await waitFor(() => expect(take.isConnected).toBe(false));
});
