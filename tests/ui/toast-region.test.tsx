// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastRegion } from '#ui/toast-region.tsx';
import { ToastProvider, useToast } from '#ui/toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('[V2.19][V3.14][V9.3] hides by itself after 3000 ms and not before', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  pass(2999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledExactlyOnceWith('a');
});

test('[V3.14] stays as long as its own duration says', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado', duration: 5000 }]} onHide={onHide} />);
  pass(4999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('[V2.19] hides at a press', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'Guardado' }]} onHide={onHide} />);
  fireEvent.click(screen.getByText('Guardado'));
  expect(onHide).toHaveBeenCalledWith('a');
});

test('[V2.19] does not hide under the finger that is about to press it', () => {
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

test('[V2.19][V3.14] is a success unless it says that it is an error', () => {
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

test('a new toast does not give an older one more time', () => {
  const onHide = vi.fn();
  const first = { id: 'a', text: 'Uno' };
  const { rerender } = render(<ToastRegion toasts={[first]} onHide={onHide} />);
  pass(2000);
  rerender(<ToastRegion toasts={[first, { id: 'b', text: 'Dos' }]} onHide={onHide} />);
  pass(1000);
  expect(onHide.mock.calls).toEqual([['a']]);
});

test('[V2.19] said again while it stands, it is one message, and its time begins anew', () => {
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
