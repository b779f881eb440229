import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Select } from '#forms/select.tsx';
import { PayLink } from '#screens/pay-link.tsx';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Offer } from '#ui/cards/offer.tsx';
import { PageList } from '#ui/controls/page-list.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { ToastRegion } from '#ui/layers/toast-region.tsx';
import { HandedIn } from '#ui/states/handed-in.tsx';

afterEach(cleanup);

/** A finger's press at a point of the window, this many milliseconds after the test began, however slowly it runs. */
function pressAt(element: HTMLElement, [clientX, clientY]: [number, number], after = 0): void {
  const down = new PointerEvent('pointerdown', { clientX, clientY, bubbles: true, cancelable: true });
  Object.defineProperty(down, 'timeStamp', { value: began + after });
  fireEvent(element, down);
  fireEvent.click(element, { clientX, clientY, detail: 1 });
}

/** A time in milliseconds, long after the test before. */
const LATER_MS = 5000;
const leave = vi.fn();
let began = 0;
beforeEach(() => {
  began = performance.now();
  vi.clearAllMocks();
});
afterEach(() => void vi.restoreAllMocks());

function Leaving() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Cerrar sesión
      </button>
      <Dialog open={asking} onClose={() => setAsking(false)} title="¿Cerrar sesión?">
        <button type="button" onClick={leave}>
          Sí
        </button>
      </Dialog>
    </>
  );
}

test.each([
  ['the second half of a double press answers nothing', [205, 620], 150, 0],
  ['a press at another place is meant', [205, 700], 150, 1],
  ['a press once the question was seen is meant', [205, 620], LATER_MS, 1],
] as const)('[H4.10] a dialog that opens under the finger: %s', async (_, [x, y], after, times) => {
  render(<Leaving />);
  pressAt(screen.getByRole('button', { name: 'Cerrar sesión' }), [200, 610], LATER_MS);
  const yes = await screen.findByRole('button', { name: 'Sí' });
  pressAt(yes, [x, y], after);
  expect(leave).toHaveBeenCalledTimes(times);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('[H2.43] a double press on a field opens its list and chooses nothing from it', async () => {
  const onChange = vi.fn();
  const options = ['Costa Rica', 'Cuba'].map((name) => ({ value: name, label: name }));
  const phone = { matches: true, addEventListener() {}, removeEventListener() {} };
  vi.spyOn(window, 'matchMedia').mockReturnValue(phone as unknown as MediaQueryList);
  render(<Select title="País" options={options} value={null} onChange={onChange} />);
  pressAt(screen.getByRole('combobox'), [200, 610], LATER_MS);
  const option = await screen.findByRole('option', { name: 'Cuba' });
  pressAt(option, [200, 612], 150);
  expect(onChange).not.toHaveBeenCalled();
  pressAt(option, [200, 612], 800);
  expect(onChange).toHaveBeenCalledWith('Cuba');
});

test.each(['back', 'x'] as const)('[H2.46] a double press on the arrow of a step goes one step back: %s', (icon) => {
  const onBack = vi.fn();
  // Each step has its own arrow, at the place of the one before.
  const { rerender } = render(<PageHeader key={3} title="Paso 3" onBack={onBack} backIcon={icon} />);
  const arrow = () => screen.getByRole('button');
  pressAt(arrow(), [30, 40], LATER_MS);
  rerender(<PageHeader key={2} title="Paso 2" onBack={onBack} backIcon={icon} />);
  pressAt(arrow(), [31, 42], 150);
  expect(onBack).toHaveBeenCalledTimes(1);
  pressAt(arrow(), [30, 40], 2 * LATER_MS);
  expect(onBack).toHaveBeenCalledTimes(2);
});

test.each([
  ['Quitar', ['1', '3', '4'], ['1', '4']],
  ['Bajar', ['1', '3', '2', '4'], ['1', '2', '3', '4']],
])('[D87] a double press on a page does it to that page alone: %s', async (name, once, twice) => {
  const names = { enlarge: 'Ver', turn: 'Girar', up: 'Subir', down: 'Bajar', remove: 'Quitar' };
  const without = (pages: string[], at: number) => pages.filter((_, index) => index !== at);
  function Paper() {
    const [pages, setPages] = useState(['1', '2', '3', '4']);
    // The paper is put together first.
    const put = (next: string[]) => void Promise.resolve().then(() => setPages(next));
    const rows = pages.map((page, at) => ({
      title: `Página ${at + 1}`,
      note: page,
      ...{ names, picture: undefined, onEnlarge: leave, onTurn: leave },
      onMove: (by: number) =>
        put(pages.map((one, place) => (place === at + by ? page : place === at ? (pages[at + by] ?? '') : one))),
      onRemove: () => put(without(pages, at)),
    }));
    return <PageList label="Factura" pages={rows} version={pages} />;
  }
  render(<Paper />);
  const second = () => screen.getAllByRole('button', { name })[1] as HTMLElement;
  const shown = () => screen.getAllByRole('listitem').map((row) => row.textContent?.at(-1));
  const pressed = (at: [number, number], after: number) => act(async () => pressAt(second(), at, after));
  await pressed([300, 200], LATER_MS);
  expect(shown()).toEqual(once);
  await pressed([301, 202], 150);
  expect(shown()).toEqual(once);
  await pressed([300, 200], 2 * LATER_MS);
  expect(shown()).toEqual(twice);
});

test('[H4.10] a double press on what declines an offer presses nothing that moves there', () => {
  function Home() {
    const [offered, setOffered] = useState(true);
    const decline = (
      <button type="button" onClick={() => setOffered(false)}>
        Ahora no
      </button>
    );
    return (
      <>
        {offered && (
          <Offer icon="bell" title="¿Te avisamos?" actions={decline}>
            Cuando cambie algo.
          </Offer>
        )}
        <button type="button" onClick={leave}>
          Pagar
        </button>
      </>
    );
  }
  render(<Home />);
  pressAt(screen.getByRole('button', { name: 'Ahora no' }), [100, 100], LATER_MS);
  const pay = screen.getByRole('button', { name: 'Pagar' });
  pressAt(pay, [100, 102], 150);
  expect(leave).not.toHaveBeenCalled();
  pressAt(pay, [100, 102], 2 * LATER_MS);
  expect(leave).toHaveBeenCalledTimes(1);
});

test('[H4.10] a double press on a toast presses nothing that it lay over', () => {
  function Page() {
    const [toasts, setToasts] = useState([{ id: '1', text: 'Guardado' }]);
    return (
      <>
        <ToastRegion toasts={toasts} onHide={() => setToasts([])} />
        <button type="button" onClick={leave}>
          Pagar
        </button>
      </>
    );
  }
  render(<Page />);
  pressAt(screen.getByRole('button', { name: 'Guardado' }), [100, 100], LATER_MS);
  pressAt(screen.getByRole('button', { name: 'Pagar' }), [100, 102], 150);
  expect(leave).not.toHaveBeenCalled();
});

test('[H2.80] a second press handled just after the confirmation appeared does nothing', () => {
  const again = vi.fn();
  function Asking() {
    const [sent, setSent] = useState(false);
    const another = useRef<HTMLButtonElement>(null);
    // The earliest possible press: the confirmation is drawn, and no later effect has run.
    useLayoutEffect(() => {
      if (another.current) pressAt(another.current, [200, 610], 150);
    });
    if (!sent) {
      return (
        <button type="button" onClick={() => setSent(true)}>
          Enviar
        </button>
      );
    }
    const action = (
      <button ref={another} type="button" onClick={again}>
        Hacer otra consulta
      </button>
    );
    return (
      <HandedIn standing="sent" title="Consulta recibida" text="" actions={action}>
        Caso C-1
      </HandedIn>
    );
  }
  render(<Asking />);
  pressAt(screen.getByRole('button', { name: 'Enviar' }), [200, 610], LATER_MS);
  expect(screen.getByText('Consulta recibida')).toBeTruthy();
  expect(again).not.toHaveBeenCalled();
});

test('[H4.10] a keystroke never counts as a second press', async () => {
  render(<Leaving />);
  pressAt(screen.getByRole('button', { name: 'Cerrar sesión' }), [200, 610], LATER_MS);
  const yes = await screen.findByRole('button', { name: 'Sí' });
  pressAt(yes, [200, 610], 150);
  // Enter on a button makes a click without a count.
  fireEvent.click(yes, { detail: 0 });
  expect(leave).toHaveBeenCalledTimes(1);
});

test('[H2.29][D48] a double press on the payment button opens no payment page, and the focus returns to it', async () => {
  const onGo = vi.fn();
  const ask = vi.fn(async () => 'about:blank');
  render(<PayLink label="Realizar pago" goLabel="Ir a pagar" note="" ask={ask} onGo={onGo} />);
  pressAt(screen.getByRole('button', { name: 'Realizar pago' }), [100, 100], LATER_MS);
  const link = await screen.findByRole('link', { name: 'Ir a pagar' });
  pressAt(link, [100, 100], 100);
  expect(onGo).not.toHaveBeenCalled();

  pressAt(link, [100, 100], LATER_MS);
  expect(onGo).toHaveBeenCalledTimes(1);
  const again = await screen.findByRole('button', { name: 'Realizar pago' });
  expect(document.activeElement).toBe(again);
  pressAt(again, [100, 100], 100);
  expect(ask).toHaveBeenCalledTimes(1);
});
