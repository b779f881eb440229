import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { ToastRegion } from '#ui/layers/toast-region.tsx';
import { useToast } from '#ui/layers/toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('[V2.19][V3.14][V9.3] a toast hides by itself after 3000 ms and not before', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  pass(2999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledExactlyOnceWith('a');
});

test('[V3.14] a toast with its own duration stays that long', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado', duration: 5000 }]} onHide={onHide} />);
  pass(4999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('[V2.19] a press hides a toast', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  fireEvent.click(screen.getByText('Guardado'));
  expect(onHide).toHaveBeenCalledWith('a');
});

test('[V2.19] a toast does not hide under a finger that presses it', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  const toast = screen.getByRole('button');
  pass(2990);
  fireEvent.pointerDown(toast);
  pass(200);
  expect(onHide).not.toHaveBeenCalled();
  fireEvent.pointerOut(toast, { relatedTarget: document.body });
  pass(3000);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('[V2.19][V3.14] a toast is a success by default', () => {
  render(
    <ToastRegion
      toasts={[
        { id: 'a', text: 'Guardado' },
        { id: 'b', text: 'Error registrando usuario', tone: 'error' },
      ]}
      onHide={() => {}}
    />,
  );
  expect(screen.getAllByRole('button').map((toast) => toast.dataset.tone)).toEqual(['success', 'error']);
});

test('a new toast does not prolong an older one', () => {
  const onHide = vi.fn();
  const first = { id: 'a', text: 'Uno' };
  const { rerender } = render(<ToastRegion toasts={[first]} onHide={onHide} />);
  pass(2000);
  rerender(<ToastRegion toasts={[first, { id: 'b', text: 'Dos' }]} onHide={onHide} />);
  pass(1000);
  expect(onHide.mock.calls).toEqual([['a']]);
});

test('[V2.19] a repeated message is shown once, and its time starts again', () => {
  const Shop = () => {
    const say = useToast();
    return (
      <button type="button" onClick={() => say({ text: 'Aún no está disponible' })}>
        Ver
      </button>
    );
  };
  render(
    <ToastProvider>
      <Shop />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByText('Ver'));
  pass(2000);
  fireEvent.click(screen.getByText('Ver'));
  expect(screen.getAllByText('Aún no está disponible')).toHaveLength(1);
  pass(2000);
  expect(screen.getAllByText('Aún no está disponible')).toHaveLength(1);
  pass(1000);
  expect(screen.queryByText('Aún no está disponible')).toBeNull();
});

test('[V2.19] an error stays until it is pressed, unless it has a duration', () => {
  const onHide = vi.fn();
  const toasts = [
    { id: 'a', text: 'Error registrando usuario', tone: 'error' as const },
    { id: 'b', text: 'No se pudo', tone: 'error' as const, duration: 6000 },
  ];
  render(<ToastRegion toasts={toasts} onHide={onHide} />);
  pass(60_000);
  expect(onHide.mock.calls).toEqual([['b']]);
  fireEvent.click(screen.getByText('Error registrando usuario'));
  expect(onHide).toHaveBeenLastCalledWith('a');
});

test.each([
  ['the pointer is moved onto it', 'pointerMove', 'pointerOut'],
  ['it has the focus', 'focusIn', 'focusOut'],
] as const)('[V2.19] a toast does not hide while %s', (_, begin, end) => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  const toast = screen.getByRole('button');
  fireEvent[begin](toast);
  pass(10_000);
  expect(onHide).not.toHaveBeenCalled();
  fireEvent[end](toast, { relatedTarget: document.body });
  pass(3000);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('[V2.19] a toast that appeared under a resting mouse hides in time', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  fireEvent.pointerOver(screen.getByRole('button'));
  pass(3000);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('a toast pressed by key returns the focus to where it was, or to the title', () => {
  const Page = ({ toasts }: { toasts: { id: string; text: string }[] }) => (
    <>
      <h1 tabIndex={-1}>Pagos</h1>
      <button type="button">Descargar</button>
      <ToastRegion toasts={toasts} onHide={() => {}} />
    </>
  );
  render(<Page toasts={[{ id: 'a', text: 'Guardado' }]} />);
  const from = screen.getByText('Descargar');
  from.focus();
  const toast = screen.getByRole('button', { name: 'Guardado' });
  toast.focus();
  fireEvent.click(toast);
  expect(document.activeElement).toBe(from);
  from.blur();
  toast.focus();
  fireEvent.click(toast);
  expect(document.activeElement?.textContent).toBe('Pagos');
});

test('an error toast disappears with its screen, unless it was shown just before the change', () => {
  const say = { now: (_: string) => {} };
  const Speaker = () => {
    const toast = useToast();
    say.now = (text) => toast({ text, tone: 'error' });
    return null;
  };
  const shop = (address: string) => (
    <ToastProvider screen={address}>
      <Speaker />
    </ToastProvider>
  );
  const { rerender } = render(shop('/app'));
  act(() => say.now('No se pudo'));
  rerender(shop('/app/pagos'));
  expect(screen.queryByText('No se pudo')).not.toBeNull();
  pass(4000);
  rerender(shop('/app'));
  expect(screen.queryByText('No se pudo')).toBeNull();
});

test('[V2.19] a toast pressed by mouse or finger leaves the focus in the field one types in', () => {
  render(
    <>
      <h1 tabIndex={-1}>Ayuda</h1>
      <input aria-label="Detalles" />
      <ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={() => {}} />
    </>,
  );
  const field = screen.getByLabelText('Detalles');
  field.focus();
  expect(fireEvent.mouseDown(screen.getByRole('button')), 'the press does not move the focus').toBe(false);
  fireEvent.click(screen.getByRole('button'));
  expect(document.activeElement).toBe(field);
});
