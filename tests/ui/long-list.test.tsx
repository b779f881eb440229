// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { itemKeys } from '#ui/lists/item-keys.ts';
import { LongList, type LongListHandle } from '#ui/lists/long-list.tsx';
import { useEntryControl } from '#ui/lists/tab-stop.ts';

afterEach(cleanup);

function print(count: number): number {
  render(
    <LongList
      label="Pagos"
      count={count}
      keyOf={String}
      estimate={() => 100}
      item={(index) => <p>Pago {index + 1}</p>}
    />,
  );
  act(() => void window.dispatchEvent(new window.Event('beforeprint')));
  return screen.getAllByRole('listitem').length;
}

test('[H2.32] a history prints whole, and the screen is unchanged afterwards', () => {
  expect(print(400)).toBe(400);
  expect(screen.getByText('Pago 400')).toBeTruthy();
  act(() => void window.dispatchEvent(new window.Event('afterprint')));
  expect(screen.queryByText('Pago 400')).toBeNull();
});

test('[H2.32] a list too long for paper says how much of it is printed', () => {
  expect(print(10_000)).toBe(1000);
  expect(screen.getByText(/los primeros 1000 de 10000/)).toBeTruthy();
});

describe('[D71] items that come or go above', () => {
  const ITEM_PX = 100;
  const pressed = vi.fn();

  /** An item with something open, such as a question whether to discard it. */
  function Entry({ name }: { name: string }) {
    const [open, setOpen] = useState(false);
    return (
      <p>
        <button type="button" onClick={() => pressed(name)}>
          Abrir {name}
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          Descartar {name}
        </button>
        {open && <b>¿Descartar {name}?</b>}
      </p>
    );
  }

  function List({ names, partial = false }: { names: readonly string[]; partial?: boolean }) {
    const [listed, setListed] = useState({ names, keyOf: (index: number) => names[index] ?? '' });
    if (listed.names !== names) setListed({ names, keyOf: (index) => names[index] ?? '' });
    return (
      <LongList
        label="Pagos"
        count={names.length}
        keyOf={listed.keyOf}
        partial={partial}
        estimate={() => ITEM_PX}
        item={(index) => <Entry name={names[index] ?? ''} />}
      />
    );
  }

  const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `R-${from + at}`);
  const button = (name: string) => screen.getByRole('button', { name });
  const scrollBy = vi.fn();
  const scrollTo = (y: number) =>
    act(async () => {
      Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
      window.dispatchEvent(new window.Event('scroll'));
    });

  beforeEach(() => {
    pressed.mockClear();
    scrollBy.mockClear();
    Object.defineProperty(window, 'scrollBy', { configurable: true, value: scrollBy });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'scrollY');
    Reflect.deleteProperty(window, 'scrollBy');
  });

  test('the focus stays with its item, and a key presses the same one', () => {
    const { rerender } = render(<List names={many(1, 4)} />);
    button('Abrir R-2').focus();
    const focused = document.activeElement;
    rerender(<List names={many(0, 4)} />);
    expect(document.activeElement).toBe(focused);
    expect(focused?.textContent).toBe('Abrir R-2');
    fireEvent.click(focused as Element);
    expect(pressed.mock.calls).toEqual([['R-2']]);
  });

  test('an open question stays open, and asks about the same item', () => {
    const { rerender } = render(<List names={many(1, 4)} />);
    fireEvent.click(button('Descartar R-2'));
    rerender(<List names={many(2, 4)} />);
    expect(screen.getByText('¿Descartar R-2?')).toBeTruthy();
    rerender(<List names={many(0, 4)} />);
    expect(screen.getAllByText(/^¿Descartar/).map((one) => one.textContent)).toEqual(['¿Descartar R-2?']);
  });

  test('the item with the focus stays rendered wherever it moves, and no other does in its place', async () => {
    const { rerender } = render(<List names={many(1, 100)} />);
    act(() => button('Abrir R-1').focus());
    rerender(<List names={many(-49, 100)} />);
    expect(document.activeElement?.textContent).toBe('Abrir R-1');
    expect(screen.queryByRole('button', { name: 'Abrir R-0' })).toBeNull();
  });

  test('the page scrolls along by what came above, so that what one looks at stays where it is', async () => {
    const { rerender } = render(<List names={many(1, 40)} />);
    await scrollTo(5 * ITEM_PX);
    rerender(<List names={many(-2, 40)} />);
    expect(scrollBy.mock.calls).toEqual([[{ top: 3 * ITEM_PX, behavior: 'instant' }]]);
  });

  test('what one looks at stays where it is when something above it goes', async () => {
    const { rerender } = render(<List names={many(1, 40)} />);
    await scrollTo(5 * ITEM_PX);
    rerender(<List names={many(3, 40)} />);
    expect(scrollBy.mock.calls).toEqual([[{ top: -2 * ITEM_PX, behavior: 'instant' }]]);
  });

  test('when the topmost goes, those below it stay where they are', async () => {
    const { rerender } = render(<List names={many(1, 40)} />);
    await scrollTo(5 * ITEM_PX);
    rerender(<List names={many(1, 40).filter((name) => name !== 'R-6')} />);
    expect(scrollBy.mock.calls).toEqual([[{ top: -ITEM_PX, behavior: 'instant' }]]);
  });

  test('what comes below moves nothing', async () => {
    const { rerender } = render(<List names={many(1, 40)} />);
    await scrollTo(5 * ITEM_PX);
    rerender(<List names={many(1, 60)} />);
    expect(scrollBy).not.toHaveBeenCalled();
  });

  test('at the top of the page what is new shows itself, unless the focus is in the list', () => {
    const { rerender } = render(<List names={many(1, 40)} />);
    rerender(<List names={many(0, 40)} />);
    expect(scrollBy).not.toHaveBeenCalled();
    act(() => button('Abrir R-3').focus());
    rerender(<List names={many(-1, 40)} />);
    expect(scrollBy.mock.calls).toEqual([[{ top: ITEM_PX, behavior: 'instant' }]]);
  });

  test('[D70] while more items may follow, no size of the list is told', () => {
    const { rerender } = render(<List names={many(1, 3)} partial />);
    const sizes = () => screen.getAllByRole('listitem').map((one) => one.getAttribute('aria-setsize'));
    expect(sizes()).toEqual(['-1', '-1', '-1']);
    rerender(<List names={many(1, 4)} />);
    expect(sizes()).toEqual(['4', '4', '4', '4']);
  });
});

test('[D71] twins have keys of their own, which one that arrives above does not take', () => {
  const keys = itemKeys(['b', 'a', 'a'], String);
  expect(new Set(keys).size).toBe(3);
  expect(itemKeys(['a', 'b', 'a', 'a'], String).slice(1)).toEqual(keys);
});

describe('by keyboard', () => {
  function Entry({ index }: { index: number }) {
    return (
      <button type="button" {...useEntryControl()}>
        Recibo {index + 1}
      </button>
    );
  }
  const handle = createRef<LongListHandle>();
  const open = (count: number) =>
    render(
      <LongList
        label="Documentos"
        count={count}
        keyOf={(index) => `r${index}`}
        estimate={() => 100}
        item={(index) => (
          <>
            {index % 10 === 0 && <h2 tabIndex={-1}>Año {index}</h2>}
            <Entry index={index} />
          </>
        )}
        handle={handle}
      />,
    );
  const stops = () => screen.getAllByRole('button').filter((one) => one.tabIndex === 0);
  const focused = () => document.activeElement?.textContent;
  const key = (name: string, more: object = {}) =>
    act(async () => void fireEvent.keyDown(document.activeElement as Element, { key: name, ...more }));
  const focusFirst = () => act(async () => stops()[0]?.focus());

  test('Tab stops at one entry of 2,000: the first in sight, then the one that had the focus', async () => {
    open(2000);
    expect(stops().map((one) => one.textContent)).toEqual(['Recibo 1']);
    await focusFirst();
    await key('ArrowDown');
    await key('ArrowDown');
    expect(focused()).toBe('Recibo 3');
    await act(async () => (document.activeElement as HTMLElement).blur());
    expect(stops().map((one) => one.textContent)).toEqual(['Recibo 3']);
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
  });

  test('arrows, Home and End lead through all of the list, and stop at its ends', async () => {
    open(2000);
    await focusFirst();
    await key('ArrowUp');
    expect(focused()).toBe('Recibo 1');
    await key('End');
    expect(focused()).toBe('Recibo 2000');
    expect(document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')).toBe('2000');
    await key('ArrowDown');
    expect(focused()).toBe('Recibo 2000');
    await key('ArrowUp');
    expect(focused()).toBe('Recibo 1999');
    await key('Home');
    expect(focused()).toBe('Recibo 1');
  });

  test('from a heading an arrow leads to the entry below it; keys with a modifier are the browser’s', async () => {
    open(30);
    await act(async () => screen.getByRole('heading', { name: 'Año 0' }).focus());
    await key('ArrowDown', { ctrlKey: true });
    expect(focused()).toBe('Año 0');
    await key('ArrowDown');
    expect(focused()).toBe('Recibo 1');
  });

  test('an entry is focused by its key, however far away it is', async () => {
    open(2000);
    expect(act(() => handle.current?.focus('r1500'))).toBeTruthy();
    expect(focused()).toBe('Recibo 1501');
    expect(handle.current?.focus('gone')).toBe(false);
  });
});
