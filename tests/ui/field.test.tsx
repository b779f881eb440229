import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { ChoiceCards } from '#ui/controls/choice-cards.tsx';
import { Field, FieldGroup } from '#ui/controls/field.tsx';
import { FilePick } from '#ui/controls/file-slot.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { TextArea } from '#ui/controls/text-area.tsx';
import { PasswordInput, TextInput } from '#ui/controls/text-input.tsx';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

afterEach(cleanup);

test('a field connects its label, hint and error to the control', () => {
  render(
    <Field label="Número" hint="Solo dígitos." error="El número de documento no es válido">
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('Número');
  const told = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(told).toEqual(['Solo dígitos.', 'El número de documento no es válido']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('a new error is said once: by its region, and by the description only afterwards', () => {
  vi.useFakeTimers();
  const shown = (error: string | null) => (
    <Field label="Número" error={error}>
      <TextInput />
    </Field>
  );
  const { rerender } = render(shown(null));
  const described = () => screen.getByLabelText('Número').getAttribute('aria-describedby');
  for (const text of ['No es válido', 'Faltan dígitos']) {
    rerender(shown(text));
    expect(screen.getByText(text).closest('[aria-live]')).not.toBeNull();
    expect(described()).toBeNull();
    act(() => void vi.advanceTimersByTime(1000));
    expect(document.getElementById(described() ?? '')?.textContent).toBe(text);
    rerender(shown(null));
  }
  vi.useRealTimers();
});

test('[D64] the frame of a wrong or disabled field is marked, because older browsers lack :has', () => {
  const frame = (label: string) => screen.getByLabelText(label).parentElement?.dataset;
  render(
    <>
      <Field label="Teléfono" error="Faltan dígitos">
        <TextInput before="+506" />
      </Field>
      <Field label="Contraseña">
        <PasswordInput disabled />
      </Field>
    </>,
  );
  expect(frame('Teléfono')).toMatchObject({ invalid: 'true' });
  expect(frame('Teléfono')).not.toHaveProperty('off');
  expect(frame('Contraseña')).toMatchObject({ off: 'true' });
  expect(frame('Contraseña')).not.toHaveProperty('invalid');
});

test('choice cards are radio buttons under one question', () => {
  const onChange = vi.fn();
  render(
    <FieldGroup label="¿Cuál es tu sexo?">
      <ChoiceCards
        choices={[
          { value: 'm', label: 'Masculino' },
          { value: 'f', label: 'Femenino' },
        ]}
        value="m"
        onChange={onChange}
      />
    </FieldGroup>,
  );
  expect(screen.getByRole('group', { name: '¿Cuál es tu sexo?' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Masculino' }).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Femenino' }));
  expect(onChange).toHaveBeenCalledWith('f');
});

test('[V4.8] cancelling the picker reports no file', () => {
  const onPick = vi.fn();
  render(<FilePick label="Frontal" accept="image/*" onPick={onPick} />);
  screen.getByLabelText('Frontal').dispatchEvent(new window.Event('cancel'));
  expect(onPick).toHaveBeenCalledExactlyOnceWith([]);
});

test('[V4.3] a loading button shows a spinner, keeps its name and ignores a second press', () => {
  const onClick = vi.fn();
  render(
    <Button loading onClick={onClick}>
      Continuar
    </Button>,
  );
  const button = screen.getByRole('button', { name: /Continuar/ });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('a button that is off can be reached, does nothing, and says at a press why', () => {
  const onClick = vi.fn();
  render(
    <ToastProvider>
      <Button disabled why="Para cerrar sesiones necesitas conexión." onClick={onClick}>
        Cerrar
      </Button>
      <IconButton icon="x" label="Quitar" disabled onClick={onClick} />
    </ToastProvider>,
  );
  const button = screen.getByRole('button', { name: 'Cerrar' });
  button.focus();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Quitar' }));
  expect(onClick).not.toHaveBeenCalled();
  expect(screen.getByText('Para cerrar sesiones necesitas conexión.')).toBeDefined();
});

test('a button that shows an icon has its name once, as its tooltip', () => {
  render(<IconButton icon="x" label="Quitar: factura.pdf" />);
  const button = screen.getByRole('button', { name: 'Quitar: factura.pdf' });
  expect(button.title).toBe('Quitar: factura.pdf');
  // Beside a name of its own the tooltip would be its description, and be read again.
  for (const attribute of ['aria-label', 'aria-labelledby', 'aria-describedby'])
    expect(button.getAttribute(attribute), attribute).toBeNull();
  expect(button.textContent).toBe('');
});

test('the button that shows a password says in its name what it does, of which field, and has no state beside it', () => {
  render(<PasswordInput about="Contraseña nueva" />);
  const peek = screen.getByRole('button', { name: 'Mostrar contraseña: Contraseña nueva' });
  fireEvent.click(peek);
  expect(screen.getByRole('button', { name: 'Ocultar contraseña: Contraseña nueva' })).toBe(peek);
  expect(peek.getAttribute('aria-pressed')).toBeNull();
});

test('[S24] the browser may fill in an empty field of a named purpose, and keeps nothing that was typed', () => {
  const fields = (text: string) => (
    <>
      <TextInput aria-label="Nombre" autoComplete="given-name" value={text} readOnly />
      <TextInput aria-label="Teléfono" before="+506" autoComplete="tel-national" value={text} readOnly />
      <TextInput aria-label="Diagnóstico" value={text} readOnly />
      <TextArea aria-label="Detalles" value={text} readOnly />
    </>
  );
  const filling = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('autocomplete'));
  const { rerender } = render(fields(''));
  expect(filling()).toEqual(['given-name', 'tel-national', 'off', 'off']);
  rerender(fields('Ana'));
  expect(filling()).toEqual(['off', 'off', 'off', 'off']);
});

test.each([
  ['ends the typing on a touch screen, so that its keyboard uncovers what was found', true, false, true],
  ['that takes a composed word ends nothing', true, true, false],
  ['leaves the cursor where there is no such keyboard', false, false, false],
])('[H2.77] Enter in a search %s', (_, coarse, isComposing, leaves) => {
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((asked) => ({ matches: coarse && asked === '(pointer: coarse)' }) as MediaQueryList);
  render(<SearchInput label="Busca" value="a" onChange={() => {}} />);
  const field = screen.getByRole('searchbox');
  field.focus();
  fireEvent.keyDown(field, { key: 'Enter', isComposing });
  expect(document.activeElement === field).toBe(!leaves);
  media.mockRestore();
});
