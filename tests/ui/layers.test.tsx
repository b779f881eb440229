// @module-tag depth
// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Component, type ReactNode, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Select } from '#forms/select.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Confirm } from '#ui/layers/confirm.tsx';
import { Layer } from '#ui/layers/layer.tsx';
import { lazyLayer } from '#ui/layers/lazy-layer.tsx';

afterEach(cleanup);

function pull(pixels: number): void {
  const grip = screen.getByRole('heading', { name: 'Divisa' });
  fireEvent.pointerDown(grip, { button: 0, clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientY: 100 + pixels, pointerId: 1 });
  fireEvent.pointerUp(grip, { clientY: 100 + pixels, pointerId: 1 });
}

test('[V4.7][V9.3] a drawer closes when it is pulled down by more than 100 px and springs back otherwise', () => {
  const onClose = vi.fn();
  render(
    <Layer shape="drawer" open onClose={onClose} title="Divisa">
      USD
    </Layer>,
  );
  pull(100);
  expect(onClose).not.toHaveBeenCalled();
  pull(101);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('[V4.7][V9.3] the drawer takes 350 ms to close', () => {
  expect(readFileSync('src/ui/base/tokens.css', 'utf8')).toMatch(/:root \{[^}]*--drawer: 350ms;/);
  expect(readFileSync('src/ui/layers/layer.module.css', 'utf8')).toMatch(
    /\.panel\[data-shape="drawer"\] \{[^}]*transition: transform var\(--drawer\)/,
  );
});

const provinces = [
  'Azuay',
  'Bogotá',
  'Bolívar',
  'Boyacá',
  'Caldas',
  'Cañar',
  'Chocó',
  'Córdoba',
  'Loja',
  'Meta',
  'Napo',
  'Petén',
  'Quito',
];

function Chooser({ count, onChange }: { count: number; onChange: (value: string) => void }) {
  const [value, setValue] = useState<string | null>(null);
  const options = provinces.slice(0, count).map((label) => ({ value: label.toLowerCase(), label }));
  const choose = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return <Select title="Provincia" options={options} value={value} onChange={choose} />;
}

test('a list of more than 12 has a search that ignores accents and case', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Chooser count={13} onChange={onChange} />);
  await user.click(screen.getByRole('combobox'));
  await user.type(await screen.findByRole('combobox', { name: 'Buscar: Provincia' }), 'BOGOTA');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Bogotá']);
  await user.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('bogotá');
});

test('matches that begin with the query come first', async () => {
  const user = userEvent.setup();
  render(<Chooser count={13} onChange={vi.fn()} />);
  await user.click(screen.getByRole('combobox'));
  await user.type(await screen.findByRole('combobox', { name: 'Buscar: Provincia' }), 'ca');
  const found = screen.getAllByRole('option').map((option) => option.textContent ?? '');
  expect(found).toEqual(['Caldas', 'Cañar', 'Boyacá']);
});

function Finder({ fallback }: { fallback: boolean }) {
  const [value, setValue] = useState<string | null>('x');
  const options = [
    ...provinces.map((label) => ({ value: label, label, group: label < 'C' ? 'Antes de la C' : 'Después' })),
    ...(fallback ? [{ value: 'x', label: 'Otra', fallback: true as const }] : []),
  ];
  return <Select title="Provincia" options={options} value={value} onChange={setValue} />;
}

async function searchIn(fallback: boolean, query: string) {
  const user = userEvent.setup();
  render(<Finder fallback={fallback} />);
  await user.click(screen.getByRole('combobox'));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Buscar: Provincia' });
  await user.type(field, query);
  return { user, field, shown: () => screen.queryAllByRole('option').map((option) => option.textContent) };
}

test('[D54] a search without matches says so and keeps the fallback option', async () => {
  const { user, shown } = await searchIn(true, 'wxyz');
  expect(shown()).toEqual(['Otra']);
  expect(screen.getByText('No encontramos resultados. Puedes elegir «Otra».')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox').textContent).toContain('Otra');
});

test('[D54] Enter chooses the best match, even when the fallback was chosen before', async () => {
  const { user, shown } = await searchIn(true, 'quit');
  expect(shown()).toEqual(['QuitoDespués', 'Otra']);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox').textContent).toContain('Quito');
});

test('[D54] a search without matches or fallback says what to try, and a press or Enter shows the whole list again', async () => {
  const { user, field, shown } = await searchIn(false, 'wxyz');
  expect(shown()).toEqual([]);
  expect(screen.getByText(/Prueba con otra palabra/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ver toda la lista' }));
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
  expect(shown()).toHaveLength(provinces.length);
  await user.type(field, 'wxyz');
  await user.keyboard('{Enter}');
  expect(shown()).toHaveLength(provinces.length);
});

test("[D54] a grouped list shows the groups' names, and a search the group of each match", async () => {
  const { user, field, shown } = await searchIn(false, 'bogta');
  expect(shown()).toEqual(['BogotáAntes de la C']);
  await user.clear(field);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2);
  expect(within(screen.getByRole('group', { name: 'Antes de la C' })).getAllByRole('option')).toHaveLength(4);
});

test('a list of 12 has no search field and follows arrow keys and first letters', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Chooser count={12} onChange={onChange} />);
  await user.click(screen.getByRole('combobox'));
  const list = await screen.findByRole('listbox');
  expect(screen.queryByPlaceholderText('Buscar')).toBeNull();
  list.focus();
  await user.keyboard('can{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('chocó');
});

test('a dropdown closes at a second press on its button or label, and at Tab, with the focus on the button', async () => {
  const user = userEvent.setup();
  render(
    <Field label="Provincia">
      <Chooser count={13} onChange={() => {}} />
    </Field>,
  );
  const button = screen.getByRole('combobox');
  const isOpen = () => screen.queryByRole('listbox') !== null;
  for (const pressed of [button, screen.getByText('Provincia')]) {
    await user.click(pressed);
    expect(isOpen()).toBe(true);
    await user.click(pressed);
    await waitFor(() => expect(isOpen()).toBe(false));
  }
  await user.click(button);
  await user.tab();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(document.activeElement).toBe(button);
});

test.each([
  ['a drawer', true],
  ['a dropdown', false],
])('[V4.7] turning the phone keeps %s open as it is, with what was typed into its search', async (_, narrow) => {
  let turned = () => {};
  const query = { matches: narrow, addEventListener: (_: string, heard: () => void) => (turned = heard) };
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(() => ({ ...query, removeEventListener: () => {} }) as unknown as MediaQueryList);
  render(<Chooser count={13} onChange={() => {}} />);
  fireEvent.click(screen.getByRole('combobox'));
  const search = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Buscar: Provincia' });
  fireEvent.change(search, { target: { value: 'bo' } });
  query.matches = !narrow;
  act(() => turned());
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Buscar: Provincia' }).value).toBe('bo');
  media.mockRestore();
});

test('turning the phone keeps the button of a list and the focus on it', () => {
  let turned = () => {};
  const query = { matches: true, addEventListener: (_: string, heard: () => void) => (turned = heard) };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ ...query, removeEventListener: () => {} }) as unknown as MediaQueryList,
  );
  render(<Chooser count={12} onChange={() => {}} />);
  const button = screen.getByRole('combobox');
  button.focus();
  query.matches = false;
  act(() => turned());
  expect(document.activeElement).toBe(button);
  vi.restoreAllMocks();
});

test('a question answered once is busy until that has ended, and further presses do nothing', async () => {
  let finish = () => {};
  const onAct = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<Confirm title="¿Quitar?" text="Se quita." act="Quitar" keep="Conservar" onAct={onAct} onClose={() => {}} />);
  const remove = await screen.findByRole('button', { name: 'Quitar' });
  fireEvent.click(remove);
  fireEvent.click(remove);
  expect(onAct).toHaveBeenCalledOnce();
  expect(remove.getAttribute('aria-busy')).toBe('true');
  await act(async () => finish());
  expect(remove.getAttribute('aria-busy')).toBeNull();
});

test('[V4.7] a drawer drawn anew while a finger pulls it follows the finger to the end', () => {
  const closed: string[] = [];
  const drawer = (text: string) => (
    <Layer shape="drawer" open onClose={() => closed.push(text)} title="Divisa">
      {text}
    </Layer>
  );
  const { rerender } = render(drawer('hace 1 minuto'));
  const grip = screen.getByRole('heading', { name: 'Divisa' });
  fireEvent.pointerDown(grip, { button: 0, clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientY: 150, pointerId: 1 });
  rerender(drawer('hace 2 minutos'));
  fireEvent.pointerMove(grip, { clientY: 260, pointerId: 1 });
  fireEvent.pointerUp(grip, { clientY: 260, pointerId: 1 });
  expect(closed).toEqual(['hace 2 minutos']);
  expect(screen.getByRole('dialog').hasAttribute('data-dragging')).toBe(false);
});

test('a blank within a typed name belongs to the name, and alone chooses', async () => {
  const onChange = vi.fn();
  const options = ['San Carlos', 'San José'].map((label) => ({ value: label, label }));
  render(<Select title="Cantón" options={options} value={null} onChange={onChange} />);
  const button = screen.getByRole('combobox');
  expect(button.hasAttribute('aria-controls'), 'the list is not there yet').toBe(false);
  fireEvent.click(button);
  const list = await screen.findByRole('listbox');
  expect(button.getAttribute('aria-controls')).toBe(list.id);
  for (const key of 'San J') fireEvent.keyDown(list, { key });
  expect(onChange).not.toHaveBeenCalled();
  await act(() => new Promise((over) => setTimeout(over, 750)));
  fireEvent.keyDown(list, { key: ' ' });
  expect(onChange).toHaveBeenCalledExactlyOnceWith('San José');
});

test('a layer whose code was read before stands at the press that opens it', async () => {
  const Late = lazyLayer<{ open: boolean }>(async () => () => <p>Aquí</p>);
  render(<Late open={false} />);
  expect(screen.queryByText('Aquí')).toBeNull();
  await Late.preload();
  cleanup();
  render(<Late open />);
  expect(screen.getByText('Aquí')).toBeTruthy();
});

test('a layer whose code comes between its drawing and its effects stands all the same', async () => {
  let come = () => {};
  const Late = lazyLayer<{ open: boolean }>(() => new Promise((resolve) => (come = () => resolve(() => <p>Aquí</p>))));
  void Late.preload();
  const Beside = () => {
    useLayoutEffect(() => come(), []);
    return null;
  };
  // `act` would run the effects before anything can come in between.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const box = document.createElement('div');
  const root = createRoot(box);
  root.render([<Late key="late" open />, <Beside key="beside" />]);
  await vi.waitFor(() => expect(box.textContent).toBe('Aquí'));
  root.unmount();
  vi.unstubAllGlobals();
});

test('a layer whose code does not come tells its screen, and is asked for again at the next press', async () => {
  const load = vi.fn(async () => () => <p>Aquí</p>).mockRejectedValueOnce(new Error('lost'));
  const Late = lazyLayer<{ open: boolean }>(load);
  class Screen extends Component<{ children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render = () => (this.state.failed ? <p>Algo salió mal</p> : this.props.children);
  }
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <Screen>
      <Late open />
    </Screen>,
  );
  await screen.findByText('Algo salió mal');
  cleanup();
  render(<Late open />);
  await screen.findByText('Aquí');
  expect(load).toHaveBeenCalledTimes(2);
});
