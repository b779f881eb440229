import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, ToastsHere } from '#ui/layers/toast-provider.tsx';
import { ToastRegion } from '#ui/layers/toast-region.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { useFailure } from '#ui/states/failure.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The test's page is always visible. */
function hideWindow(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  fireEvent(document, new window.Event('visibilitychange'));
}

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

test('[V2.19][D81] an error stays 10 s, unless it has a duration of its own', () => {
  const onHide = vi.fn();
  const toasts = [
    { id: 'a', text: 'Error registrando usuario', tone: 'error' as const },
    { id: 'b', text: 'No se pudo', tone: 'error' as const, duration: 6000 },
  ];
  render(<ToastRegion toasts={toasts} onHide={onHide} />);
  pass(9999);
  expect(onHide.mock.calls).toEqual([['b']]);
  pass(1);
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

test.each([
  ['hidden', () => act(() => hideWindow(true)), () => act(() => hideWindow(false))],
  ['left for another window', () => fireEvent.blur(window), () => fireEvent.focus(window)],
])('[D81] the time of a toast stands while its window is %s, and goes on after that', (_, leave, comeBack) => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'No se pudo', tone: 'error' }]} onHide={onHide} />);
  pass(4000);
  leave();
  pass(60_000);
  expect(onHide).not.toHaveBeenCalled();
  comeBack();
  pass(5999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledExactlyOnceWith('a');
});

test('[D81] a toast does not go at the instant its reader comes back to it', () => {
  const onHide = vi.fn();
  render(<ToastRegion toasts={[{ id: 'a', text: 'No se pudo', tone: 'error' }]} onHide={onHide} />);
  pass(9990);
  fireEvent.blur(window);
  fireEvent.focus(window);
  pass(999);
  expect(onHide).not.toHaveBeenCalled();
  pass(1);
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('[D81] Escape hides the toast with the focus, or the newest, and does nothing else', () => {
  const onHide = vi.fn();
  const onPane = vi.fn();
  render(
    <section aria-label="Pagos" onKeyDown={onPane}>
      <button type="button">Pagos</button>
      <ToastRegion
        toasts={[
          { id: 'a', text: 'Uno' },
          { id: 'b', text: 'Dos' },
        ]}
        onHide={onHide}
      />
    </section>,
  );
  fireEvent.keyDown(screen.getByText('Pagos'), { key: 'Escape' });
  expect(onHide.mock.calls).toEqual([['b']]);
  expect(onPane).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Uno' }), { key: 'Escape' });
  expect(onHide).toHaveBeenLastCalledWith('a');
});

test('[D81] Escape closes an open layer before a toast', () => {
  const onHide = vi.fn();
  render(
    <>
      <div role="dialog">
        <button type="button">Guardar</button>
      </div>
      <ToastRegion toasts={[{ id: 'a', text: 'Uno' }]} onHide={onHide} />
    </>,
  );
  fireEvent.keyDown(screen.getByText('Guardar'), { key: 'Escape' });
  expect(onHide).not.toHaveBeenCalled();
});

test('[D81] what failed stays readable at its place until it is tried again', () => {
  let works = false;
  const Form = () => {
    const { fail, clear, note } = useFailure();
    const save = () => {
      clear();
      if (!works) fail('No se pudo');
    };
    return (
      <main>
        <button type="button" onClick={save}>
          Guardar
        </button>
        {note}
      </main>
    );
  };
  render(
    <ToastProvider>
      <Form />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByText('Guardar'));
  expect(screen.getAllByText('No se pudo')).toHaveLength(2);
  pass(10_000);
  expect(screen.getAllByText('No se pudo')).toHaveLength(1);
  works = true;
  fireEvent.click(screen.getByText('Guardar'));
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

test('[S9][D72] what is said in an area goes with it, also what was still on its way, unless it outlives it', () => {
  let say: ReturnType<typeof useToast> = () => {};
  function Area() {
    say = useToast();
    return null;
  }
  const page = (isIn: boolean) => <ToastProvider>{isIn && <ToastsHere>{<Area />}</ToastsHere>}</ToastProvider>;
  const { rerender } = render(page(true));
  const tell = (text: string, more = {}) => act(() => say({ text, ...more }));
  const shown = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
  tell('Desde ahora entras con ana@demo.test');
  tell('Sesión cerrada', { outlives: true });
  expect(shown()).toHaveLength(2);
  rerender(page(false));
  tell('Guardar: ana@demo.test');
  tell('Sesión cerrada exitosamente', { outlives: true });
  expect(shown()).toEqual(['Sesión cerrada', 'Sesión cerrada exitosamente']);
  rerender(page(true));
  tell('Guardado');
  expect(shown()).toContain('Guardado');
});
