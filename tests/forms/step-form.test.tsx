import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AmountField } from '#forms/amount-field.tsx';
import type { Answers } from '#forms/answers.ts';
import { CheckboxField, ChoiceField } from '#forms/choice-fields.tsx';
import { focusField } from '#forms/focus-field.ts';
import { useAnswer } from '#forms/hooks.ts';
import { PhoneField } from '#forms/phone-field.tsx';
import type { Refusal } from '#forms/refusal.ts';
import { dateAnswer, textAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { DateField, PasswordField, TextAreaField, TextField } from '#forms/text-fields.tsx';
import { isOff } from '#tests/is-off.ts';
import { ToastContext } from '#ui/layers/toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const schema = v.object({ diagnostico: textAnswer('Escribe el diagnóstico'), fecha: dateAnswer() });
const blank = { diagnostico: '', fecha: '' };
const amount = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d\d)?$/, 'Ingresa un importe válido'),
  v.notValue('0', 'Ingresa un importe válido'),
);

interface StepOptions {
  answers?: Record<string, string>;
  onContinue?: (given: v.InferOutput<typeof schema>) => Promise<Refusal | undefined> | undefined;
  onAnswers?: (answers: unknown) => void;
}

function openStep({ answers = blank, onContinue = () => undefined, onAnswers }: StepOptions = {}) {
  render(
    <StepForm
      heading={{ title: 'Paciente' }}
      answers={answers}
      schema={schema}
      onContinue={onContinue}
      {...(onAnswers ? { onAnswers } : {})}
    >
      <TextField name="diagnostico" label="Diagnóstico" kept={(text) => text.trim()} />
      <DateField name="fecha" label="Fecha" autoComplete="bday" />
    </StepForm>,
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Continuar/ });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Once it was asked for, the names in it are buttons. */
const noteThatSays = (text: string) =>
  screen.getByText((_, element) => element?.matches('[role="status"] > span') === true && element.textContent === text);

test('[V4.3] continuing is disabled until every field of the step is valid', async () => {
  openStep();
  expect(isOff(button())).toBe(true);
  type('Diagnóstico', 'Gripe');
  await pass(700);
  expect(isOff(button())).toBe(true);
  type('Fecha', '03121990');
  await pass(700);
  expect(isOff(button())).toBe(false);
});

test('below the disabled button, wrong and missing fields are listed by name', async () => {
  openStep();
  expect(screen.getByText('Faltan: diagnóstico y fecha.')).toBeDefined();
  type('Fecha', '31022026');
  await pass(700);
  expect(screen.getByText('Revisa: fecha. Falta: diagnóstico.')).toBeDefined();
  type('Diagnóstico', 'Gripe');
  await pass(700);
  expect(screen.getByText('Revisa: fecha.')).toBeDefined();
  type('Fecha', '01022026');
  await pass(700);
  expect(screen.queryByText(/^(Revisa|Faltan?):/)).toBeNull();
});

test('[H4.4][V4.3] a press on the button that is off sends nothing, and what is missing is said anew', async () => {
  const onContinue = vi.fn(() => undefined);
  openStep({ onContinue });
  const told = () => noteThatSays('Faltan: diagnóstico y fecha.');
  const before = told();
  fireEvent.click(button());
  await pass(0);
  expect(told().closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  expect(told(), 'only words that come anew are announced').not.toBe(before);
  expect(onContinue).not.toHaveBeenCalled();
  type('Diagnóstico', 'Gripe');
  fireEvent.click(button());
  await pass(0);
  expect(
    noteThatSays('Falta: fecha.').closest('[aria-live]')?.getAttribute('aria-live'),
    'the answer to the press',
  ).toBe('polite');
});

test('[H4.4][V4.3] what a press of the button names is all of it, and each name leads to its field', async () => {
  const names = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Historia'];
  const required = Object.fromEntries(names.map((name) => [name, textAnswer('Escribe')]));
  render(
    <StepForm
      answers={{ ...Object.fromEntries(names.map((name) => [name, ''])), Dos: '0' }}
      schema={v.object({ ...required, Dos: v.pipe(v.string(), v.notValue('0', 'No')) })}
      onContinue={() => undefined}
    >
      {names.map((name) => (
        <TextField key={name} name={name} label={name} />
      ))}
    </StepForm>,
  );
  noteThatSays('Revisa: dos. Faltan: uno, tres, cuatro y 2 datos más.');
  expect(screen.queryByRole('button', { name: 'tres' })).toBeNull();
  fireEvent.click(button());
  await pass(0);
  noteThatSays('Revisa: dos. Faltan: uno, tres, cuatro, cinco e historia.');
  fireEvent.click(screen.getByRole('button', { name: 'historia' }));
  expect(document.activeElement).toBe(field('Historia'));
  fireEvent.click(screen.getByRole('button', { name: 'dos' }));
  expect(document.activeElement).toBe(field('Dos'));
});

test('[V4.3] Tab right after the last letter checks the field, so that the next stop is a button that goes on', async () => {
  const onContinue = vi.fn(() => undefined);
  render(
    <StepForm answers={{ notas: '' }} schema={v.object({ notas: textAnswer('Escribe') })} onContinue={onContinue}>
      <TextAreaField name="notas" label="Notas" />
    </StepForm>,
  );
  button().focus();
  expect(document.activeElement, 'it is a stop of Tab while it is off').toBe(button());
  type('Notas', 'Gripe');
  expect(isOff(button())).toBe(true);
  fireEvent.keyDown(field('Notas'), { key: 'Enter' });
  expect(isOff(button()), 'Enter writes on in several lines').toBe(true);
  fireEvent.keyDown(field('Notas'), { key: 'Tab' });
  expect(isOff(button())).toBe(false);
  fireEvent.click(button());
  expect(onContinue).toHaveBeenCalledOnce();
});

test.each([
  ['03-12-1990', 1],
  ['31-02-1990', 0],
])('[V4.3] a press that does not leave the field, as of some phones, judges %s at once', async (typed, times) => {
  const onContinue = vi.fn(() => undefined);
  openStep({ answers: { diagnostico: 'Gripe', fecha: '' }, onContinue });
  field('Fecha').focus();
  type('Fecha', typed);
  fireEvent.submit(field('Fecha').form as HTMLFormElement);
  expect(onContinue).toHaveBeenCalledTimes(times);
  expect(screen.queryAllByText('Ingresa una fecha válida')).toHaveLength(1 - times);
});

test('a screen reader hears what is newly missing, and nothing when less is missing', async () => {
  openStep();
  const told = () =>
    screen
      .getByText(/^Faltan?: /)
      .closest('[aria-live]')
      ?.getAttribute('aria-live');
  expect(told(), 'the step has just been opened').toBe('off');
  type('Diagnóstico', 'Gripe');
  await pass(700);
  expect(screen.getByText('Falta: fecha.')).toBeDefined();
  expect(told(), 'one answer less is missing').toBe('off');
  type('Diagnóstico', '');
  await pass(700);
  expect(screen.getByText('Faltan: diagnóstico y fecha.')).toBeDefined();
  expect(told(), 'one more is missing').toBe('polite');
});

test('[V4.3][V9.1] a field is checked 700 ms after the last key, not before', async () => {
  openStep();
  type('Fecha', '31');
  await pass(500);
  type('Fecha', '31-02-1990');
  await pass(699);
  expect(field('Fecha').getAttribute('aria-invalid')).toBeNull();
  await pass(1);
  expect(screen.getByText('Ingresa una fecha válida')).toBeTruthy();
  expect(field('Fecha').getAttribute('aria-invalid')).toBe('true');
});

test('[V5.16] a schema without a text of its own speaks no English at its field', async () => {
  const steps = v.object({ nombre: v.pipe(v.string(), v.nonEmpty()) });
  render(
    <StepForm answers={{ nombre: 'Ana' }} schema={steps} onContinue={() => undefined}>
      <TextField name="nombre" label="Nombre" />
    </StepForm>,
  );
  type('Nombre', '');
  fireEvent.blur(field('Nombre'));
  await pass(0);
  expect(screen.getByText('Por favor, introduce un valor válido')).toBeTruthy();
});

test('[V4.3] a key clears the error at once, and the step is invalid until the next check', async () => {
  openStep({ answers: { diagnostico: 'Gripe', fecha: '03-12-1990' } });
  expect(isOff(button())).toBe(false);
  type('Fecha', '31-02-1990');
  await pass(700);
  expect(screen.getByText('Ingresa una fecha válida')).toBeTruthy();
  type('Fecha', '28-02-1990');
  expect(screen.queryByText('Ingresa una fecha válida')).toBeNull();
  expect(isOff(button())).toBe(true);
  await pass(700);
  expect(isOff(button())).toBe(false);
});

test('[V4.3] leaving a field checks its text at once, and says nothing about an empty field', async () => {
  openStep();
  fireEvent.blur(field('Diagnóstico'));
  expect(screen.queryByText('Escribe el diagnóstico')).toBeNull();
  type('Fecha', '99-99-9999');
  fireEvent.blur(field('Fecha'));
  expect(screen.getByText('Ingresa una fecha válida')).toBeTruthy();
});

test('an untouched field shows no error because of its neighbour', async () => {
  openStep();
  type('Fecha', '03121990');
  await pass(700);
  expect(screen.queryByText('Escribe el diagnóstico')).toBeNull();
});

test('[V5.13] the date field inserts dashes, asks for a numeric keyboard and can be filled in by the browser', () => {
  openStep();
  expect(field('Fecha').autocomplete).toBe('bday');
  type('Fecha', '1990-12-03');
  expect(field('Fecha').value).toBe('03-12-1990');
  expect(field('Fecha').inputMode).toBe('numeric');
  expect(field('Fecha').maxLength).toBe(10);
});

test.each([
  ['19580412', 'El mes 58 no existe: escribe primero el día'],
  ['04251958', 'El mes 25 no existe: escribe primero el día'],
  ['31021958', 'No hay 31 de febrero'],
])('[V5.13] a date typed as %s says below its error what is wrong', async (typed, detail) => {
  openStep();
  type('Fecha', typed);
  await pass(700);
  // The sentence is the spec's, and the second line is said with it.
  expect(screen.getByText('Ingresa una fecha válida').textContent).toBe(`Ingresa una fecha válida${detail}`);
  expect(screen.getByText(detail).closest('[aria-live]')).not.toBeNull();
  type('Fecha', '12041958');
  expect(screen.queryByText(detail)).toBeNull();
});

test('[F60] below a date that is ahead of today stands which day the device takes for today', async () => {
  vi.setSystemTime(new Date(2026, 10, 29, 12));
  const late = 'La fecha no puede ser posterior a hoy';
  const notAhead = v.pipe(
    dateAnswer(),
    v.check((date) => date <= '2026-11-29', late),
  );
  render(
    <StepForm answers={{ fecha: '' }} schema={v.object({ fecha: notAhead })} onContinue={() => undefined}>
      <DateField name="fecha" label="Fecha" />
    </StepForm>,
  );
  type('Fecha', '01122026');
  await pass(700);
  expect(screen.getByText(late).textContent).toMatch(
    /^La fecha no puede ser posterior a hoyEn este (teléfono|equipo) hoy es 29 de noviembre de 2026$/,
  );
});

test('[V5.16] nothing that is pasted is cut: what is too long stays, and below its error stands how much', async () => {
  const most = (chars: number) => v.pipe(v.string(), v.maxLength(chars));
  render(
    <StepForm
      answers={{ nombre: '', notas: '' }}
      schema={v.object({ nombre: most(5), notas: most(20) })}
      onContinue={() => undefined}
    >
      <TextField name="nombre" label="Nombre" most={5} />
      <TextAreaField name="notas" label="Notas" most={20} />
    </StepForm>,
  );
  type('Nombre', 'Mariana');
  type('Notas', `${'Una línea.\n'.repeat(2)}`);
  await pass(700);
  expect(isOff(button())).toBe(true);
  const told = (text: string) => screen.getByText(text).parentElement?.textContent;
  expect(told('Escribe como mucho 5 caracteres: sobran 2')).toMatch(/^Por favor, introduce un valor válido/);
  expect(told('Escribe como mucho 20 caracteres: sobra 1')).toMatch(/^Por favor, introduce un valor válido/);
  expect([field('Nombre').value, field('Notas').value.length]).toEqual(['Mariana', 22]);
  expect([field('Nombre').maxLength, field('Notas').maxLength]).toEqual([-1, -1]);
  type('Nombre', 'María');
  type('Notas', 'Una línea');
  await pass(700);
  expect(isOff(button())).toBe(false);
});

test('[V5.12] a tab or a typographic blank that is pasted into one line is a blank, as it looks', async () => {
  const onContinue = vi.fn(() => undefined);
  openStep({ answers: { diagnostico: '', fecha: '03-12-1990' }, onContinue });
  type('Diagnóstico', 'Gripe\tcomún,\u2003leve');
  expect(field('Diagnóstico').value).toBe('Gripe común, leve');
  fireEvent.blur(field('Diagnóstico'));
  fireEvent.click(button());
  expect(onContinue).toHaveBeenCalledWith({ diagnostico: 'Gripe común, leve', fecha: '1990-12-03' });
});

test('a field that keeps no blanks around its text shows none once it is left, and stays as valid', async () => {
  const onAnswers = vi.fn();
  openStep({ onAnswers });
  type('Fecha', '12041958');
  type('Diagnóstico', '  Gripe ');
  expect(field('Diagnóstico').value).toBe('  Gripe ');
  fireEvent.blur(field('Diagnóstico'));
  await pass(700);
  expect(field('Diagnóstico').value).toBe('Gripe');
  expect(onAnswers).toHaveBeenLastCalledWith(expect.objectContaining({ diagnostico: 'Gripe' }));
  expect(isOff(button())).toBe(false);
});

test('the parsed answers are handed on, and the draft keeps them as typed', async () => {
  const given: unknown[] = [];
  const drafts: unknown[] = [];
  openStep({
    onContinue: (answers) => {
      given.push(answers);
      return undefined;
    },
    onAnswers: (answers) => drafts.push(answers),
  });
  expect(drafts).toEqual([]);
  type('Diagnóstico', ' Gripe ');
  type('Fecha', '03121990');
  await pass(700);
  fireEvent.click(button());
  await pass(0);
  expect(given).toEqual([{ diagnostico: 'Gripe', fecha: '1990-12-03' }]);
  expect(drafts.at(-1)).toEqual({ diagnostico: ' Gripe ', fecha: '03-12-1990' });
});

test('[V4.3] the button is busy while sending, and a second press sends nothing', async () => {
  let finish: (value: undefined) => void = () => {};
  const onContinue = vi.fn(() => new Promise<undefined>((resolve) => (finish = resolve)));
  openStep({ answers: { diagnostico: 'Gripe', fecha: '03-12-1990' }, onContinue });
  fireEvent.click(button());
  await pass(0);
  expect(button().getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button());
  fireEvent.submit(button());
  await pass(0);
  expect(onContinue).toHaveBeenCalledTimes(1);
  await act(async () => finish(undefined));
  await pass(0);
  expect(button().getAttribute('aria-busy')).toBeNull();
});

test('[V4.2][V4.3] a server refusal shows at once, its field takes the focus, and a key clears it', async () => {
  const text = 'El correo electrónico ya está registrado';
  openStep({
    answers: { diagnostico: 'Gripe', fecha: '03-12-1990' },
    onContinue: async () => ({ fields: { diagnostico: text } }),
  });
  fireEvent.click(button());
  await pass(0);
  expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field('Diagnóstico'));
  expect(isOff(button())).toBe(true);
  type('Diagnóstico', 'Otra');
  expect(screen.queryByText(text)).toBeNull();
  await pass(700);
  expect(isOff(button())).toBe(false);
});

test('[V4.2] a refusal goes once its answer changes or one that is judged together with it, whoever changed it, and not before', async () => {
  const text = 'Desde la app se piden hasta 500';
  const view = (arrived?: Answers) => (
    <StepForm
      answers={{ importe: '900', divisa: 'USD', notas: 'Una' }}
      schema={v.object({ importe: textAnswer(), divisa: textAnswer(), notas: textAnswer() })}
      together={[['importe', 'divisa']]}
      arrived={arrived}
      onContinue={async () => ({ fields: { importe: text } })}
    >
      <TextField name="importe" label="Importe" />
      <TextField name="divisa" label="Divisa" />
      <TextField name="notas" label="Notas" />
    </StepForm>
  );
  const { rerender } = render(view());
  const refused = async () => {
    fireEvent.click(button());
    await pass(0);
    expect(screen.getByText(text)).toBeTruthy();
    expect(isOff(button())).toBe(true);
  };
  await refused();
  type('Notas', 'Otra');
  await pass(700);
  expect(screen.getByText(text)).toBeTruthy();
  expect(isOff(button())).toBe(true);
  type('Divisa', 'CRC');
  await pass(700);
  expect(screen.queryByText(text)).toBeNull();
  expect(isOff(button())).toBe(false);
  await refused();
  rerender(view({ importe: '90' }));
  await pass(0);
  expect(field('Importe').value).toBe('90');
  expect(screen.queryByText(text)).toBeNull();
  expect(isOff(button())).toBe(false);
});

test('several refused fields give a summary that takes the focus and leads to each', async () => {
  openStep({
    answers: { diagnostico: 'Gripe', fecha: '03-12-1990' },
    onContinue: async () => ({
      text: 'No pudimos enviarlo',
      fields: { diagnostico: 'Falta detalle', fecha: 'Es futura' },
    }),
  });
  fireEvent.click(button());
  await pass(0);
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toContain('No pudimos enviarlo');
  fireEvent.click(screen.getByRole('button', { name: 'Fecha: Es futura' }));
  expect(document.activeElement).toBe(field('Fecha'));
});

test('[V4.2] a refused field that was corrected leaves the summary, which is not announced again', async () => {
  const fields = { diagnostico: 'Diagnóstico no cubierto', fecha: 'Fecha fuera de cobertura' };
  openStep({ answers: { diagnostico: 'Gripe', fecha: '03-12-1990' }, onContinue: () => Promise.resolve({ fields }) });
  await act(async () => fireEvent.click(button()));
  const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual(['Diagnóstico: Diagnóstico no cubierto', 'Fecha: Fecha fuera de cobertura']);
  field('Diagnóstico').focus();
  type('Diagnóstico', 'Fractura');
  await pass(700);
  expect(lines()).toEqual(['Fecha: Fecha fuera de cobertura']);
  expect(document.activeElement).toBe(field('Diagnóstico'));
  type('Fecha', '04121990');
  await pass(700);
  expect(screen.queryByRole('alert')).toBeNull();
  // Refused for the same reasons, it is said anew.
  await act(async () => fireEvent.click(button()));
  expect(lines()).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test("a refusal about another step's field is shown, and this step can be sent again", async () => {
  openStep({
    answers: { diagnostico: 'Gripe', fecha: '03-12-1990' },
    onContinue: async () => ({ fields: { ciudad: 'La ciudad no es válida' } }),
  });
  fireEvent.click(button());
  await pass(0);
  expect(screen.getByRole('alert').textContent).toContain('La ciudad no es válida');
  expect(isOff(button())).toBe(false);
});

test('the heading takes the focus when the step appears', () => {
  openStep();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Paciente' }));
});

test('[H4.4] a choice is checked at once, and an amount is read as typed', async () => {
  const steps = v.object({
    lugar: v.picklist(['Auto', 'Casa'], 'Elige una opción'),
    importe: amount,
    detalles: textAnswer(),
  });
  render(
    <StepForm answers={{ lugar: '', importe: '', detalles: '' }} schema={steps} onContinue={() => undefined}>
      <ChoiceField
        name="lugar"
        label="Lugar"
        choices={[
          { value: 'Auto', label: 'Auto' },
          { value: 'Casa', label: 'Casa' },
        ]}
      />
      <AmountField name="importe" label="Importe" locale="es-CR" />
      <TextAreaField name="detalles" label="Detalles" />
    </StepForm>,
  );
  type('Importe', '1.234,56');
  expect(screen.getByText(/^Son/).textContent?.replace(/\s/g, ' ')).toBe('Son 1 234,56');
  fireEvent.blur(field('Importe'));
  expect(field('Importe').value.replace(/\s/g, ' '), 'as the country writes it (D74)').toBe('1 234,56');
  type('Detalles', 'Choque');
  await pass(700);
  expect(isOff(button())).toBe(true);
  fireEvent.click(screen.getByLabelText('Casa'));
  expect(isOff(button())).toBe(false);
});

test.each([
  ['25.000', '25000', 'Son 25 000,00'],
  ['25,000', '25000', 'Son 25 000,00'],
  ['12.345.678', '12345678', 'Son 12 345 678,00'],
  ['1.234', '1234', 'Son 1 234,00'],
  ['86,4', '86.40', 'Son 86,40'],
  ['86.40', '86.40', null],
  ['86,40', '86.40', null],
  ['150', '150', null],
  ['.5', '0.50', 'Son 0,50'],
  ['5.', '5', 'Son 5,00'],
  ['Q.50', '50', 'Son 50,00'],
  ['50 RD$', '50', 'Son 50,00'],
  ['US$ 1,234.56', '1234.56', 'Son 1 234,56'],
  ['\u200e86,40\u2069', '86.40', null],
])('[H2.44] an amount typed key by key as %s is read as %s, without losing thousands', async (typed, sent, echo) => {
  const onContinue = vi.fn();
  render(
    <StepForm answers={{ importe: '' }} schema={v.object({ importe: amount })} onContinue={onContinue}>
      <AmountField name="importe" label="Importe" locale="es-CR" />
    </StepForm>,
  );
  for (let length = 1; length <= typed.length; length += 1) type('Importe', typed.slice(0, length));
  expect(screen.queryByText(/^Son/)?.textContent?.replace(/\s/g, ' ') ?? null).toBe(echo);
  await pass(700);
  fireEvent.click(button());
  expect(onContinue).toHaveBeenCalledWith({ importe: sent });
});

test.each(['86.4', '100.00', '428000.00', '0.5', '007', '428.000', 'x'])(
  'an answer in a form of its own, as %s, is drawn and stays as it is until it is changed',
  (given) => {
    const onAnswers = vi.fn();
    render(
      <StepForm
        answers={{ importe: given }}
        schema={v.object({ importe: v.string() })}
        onAnswers={onAnswers}
        onContinue={() => undefined}
      >
        <AmountField name="importe" label="Importe" locale="es-CO" />
      </StepForm>,
    );
    expect(field('Importe').value).not.toBe('');
    fireEvent.focus(field('Importe'));
    fireEvent.blur(field('Importe'));
    expect(onAnswers.mock.calls.every(([{ importe }]) => importe === given)).toBe(true);
  },
);

test('[D74] a digit taken from a written amount takes a digit, and not three', () => {
  render(
    <StepForm answers={{ importe: '428000' }} schema={v.object({ importe: amount })} onContinue={() => undefined}>
      <AmountField name="importe" label="Importe" locale="es-CO" />
    </StepForm>,
  );
  expect(field('Importe').value).toBe('428.000');
  fireEvent.focus(field('Importe'));
  type('Importe', field('Importe').value.slice(0, -1));
  fireEvent.blur(field('Importe'));
  expect(field('Importe').value).toBe('42.800');
});

test('[H2.44] the echo of a rewritten amount stays when the field is left', async () => {
  render(
    <StepForm answers={{ importe: '' }} schema={v.object({ importe: amount })} onContinue={() => undefined}>
      <AmountField name="importe" label="Importe" locale="es-GT" />
    </StepForm>,
  );
  type('Importe', 'Q.50');
  fireEvent.blur(field('Importe'));
  expect(field('Importe').value).toBe('50');
  expect(screen.getByText('Son 50.00')).toBeTruthy();
  type('Importe', '60');
  expect(screen.queryByText(/^Son/)).toBeNull();
});

test('[H2.44] a currency typed beside the amount that is not the chosen one is told', () => {
  render(
    <StepForm answers={{ importe: '' }} schema={v.object({ importe: amount })} onContinue={() => undefined}>
      <AmountField name="importe" label="Importe" locale="es-GT" currency="GTQ" />
    </StepForm>,
  );
  type('Importe', '50 USD');
  expect(screen.getByText('Son Q50.00. Escribiste USD: revisa la divisa.')).toBeTruthy();
  type('Importe', 'Q.50');
  expect(screen.getByText('Son Q50.00')).toBeTruthy();
});

test.each(['1234.567', '1.2.3', '25.0000', '.', '0', '-5', '1e3', '8x6'])(
  '%s is no amount: it stays as typed and shows an error',
  async (typed) => {
    render(
      <StepForm answers={{ importe: '' }} schema={v.object({ importe: amount })} onContinue={() => undefined}>
        <AmountField name="importe" label="Importe" locale="es-CR" />
      </StepForm>,
    );
    type('Importe', typed);
    fireEvent.blur(field('Importe'));
    await pass(700);
    expect(field('Importe').value).toBe(typed);
    expect(screen.getByText('Ingresa un importe válido')).toBeTruthy();
    expect(isOff(button())).toBe(true);
  },
);

test('[V2.28][D6][D55] a phone is read and grouped, a password known to password managers, and a consent must be ticked', async () => {
  const steps = v.object({
    telefono: v.pipe(v.string(), v.regex(/^\d{7,11}$/)),
    password: textAnswer(),
    politica: v.literal(true),
  });
  render(
    <StepForm answers={{ telefono: '', password: '', politica: false }} schema={steps} onContinue={() => undefined}>
      <PhoneField name="telefono" label="Celular" before="+593" />
      <PasswordField name="password" label="Contraseña" autoComplete="new-password" />
      <CheckboxField name="politica" label="Acepto las condiciones generales" />
    </StepForm>,
  );
  // The text before the box is part of its description.
  const described = field('Celular').getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Prefijo +593');
  expect([field('Celular').type, field('Celular').autocomplete]).toEqual(['tel', 'tel-national']);
  type('Celular', '099 123-45.67');
  expect(field('Celular').value).toBe('099 123-45.67');
  fireEvent.blur(field('Celular'));
  expect(field('Celular').value).toBe('99 123 4567');
  type('Contraseña', 'Amparo2026');
  expect([field('Contraseña').type, field('Contraseña').autocomplete]).toEqual(['password', 'new-password']);
  await pass(700);
  expect(isOff(button())).toBe(true);
  fireEvent.click(field('Acepto las condiciones generales'));
  expect(isOff(button())).toBe(false);
});

test('[D55] a fixed line typed as a mobile is asked about once, and taken', async () => {
  const steps = v.object({ telefono: v.pipe(v.string(), v.regex(/^\d{7,11}$/)) });
  render(
    <StepForm answers={{ telefono: '' }} schema={steps} onContinue={() => undefined}>
      <PhoneField name="telefono" label="Celular" before="+593" />
    </StepForm>,
  );
  const asked = () => screen.queryByText(/Parece un teléfono fijo/);
  const regions = screen.queryAllByRole('status');
  type('Celular', '07 257 1234');
  expect(asked(), 'not while it is typed').toBeNull();
  await pass(700);
  expect(regions, 'a region that was there before').toContain(asked()?.closest('[role="status"]'));
  expect(isOff(button())).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: /^Sí, corregir/ }));
  expect(document.activeElement).toBe(field('Celular'));
  const no = screen.getByRole('button', { name: /^No, está bien así/ });
  no.focus();
  fireEvent.click(no);
  expect(asked()).toBeNull();
  expect(document.activeElement).toBe(field('Celular'));
  type('Celular', '02 257 1234');
  await pass(700);
  expect(asked()).not.toBeNull();
  type('Celular', '099 123 4567');
  await pass(700);
  expect(asked()).toBeNull();
});

test('[H4.4] a field that two parts of the step name keeps its name when one of them goes', () => {
  function Country({ listed }: { listed: boolean }) {
    useAnswer('pais', 'País');
    return listed && <TextField name="pais" label="País" />;
  }
  const step = (listed: boolean) => (
    <StepForm answers={{ pais: '' }} schema={v.object({ pais: textAnswer() })} onContinue={() => undefined}>
      <Country listed={listed} />
    </StepForm>
  );
  const { rerender } = render(step(true));
  expect(noteThatSays('Falta: país.')).toBeTruthy();
  rerender(step(false));
  fireEvent.click(button());
  expect(noteThatSays('Falta: país.')).toBeTruthy();
});

test('a field removed while it is typed in does not block the step', async () => {
  function Switching() {
    const [shown, setShown] = useState(true);
    return (
      <StepForm answers={{ a: '', b: 'x' }} schema={v.object({ b: textAnswer() })} onContinue={() => undefined}>
        {shown && <TextField name="a" label="A" />}
        <button type="button" onClick={() => setShown(false)}>
          quitar
        </button>
      </StepForm>
    );
  }
  render(<Switching />);
  type('A', 'algo');
  expect(isOff(button())).toBe(true);
  fireEvent.click(screen.getByText('quitar'));
  await vi.waitFor(() => expect(isOff(button())).toBe(false));
});

test('[V4.3] Enter right after the last key checks at once and enables the button', () => {
  openStep({ answers: { diagnostico: 'Gripe', fecha: '' } });
  type('Fecha', '03121990');
  expect(isOff(button())).toBe(true);
  fireEvent.keyDown(field('Fecha'), { key: 'Enter' });
  expect(isOff(button())).toBe(false);
});

describe('while the answers are sent', () => {
  const steps = v.object({ pep: v.picklist(['si', 'no'], 'Elige una opción'), nombre: textAnswer() });
  const yesNo = ['Sí', 'No'].map((label, index) => ({ value: index === 0 ? 'si' : 'no', label }));

  function openSending(props: { staysOpen?: boolean; onChosen?: (value: string) => void }) {
    let refuse: (refusal: Refusal) => void = () => {};
    const { onChosen, ...step } = props;
    render(
      <StepForm
        {...step}
        answers={{ pep: 'no', nombre: 'Ana' }}
        schema={steps}
        onContinue={() => new Promise<Refusal>((resolve) => (refuse = resolve))}
      >
        <ChoiceField name="pep" label="¿Eres PEP?" choices={yesNo} {...(onChosen && { onChosen })} />
        <TextField name="nombre" label="Nombre" />
      </StepForm>,
    );
    fireEvent.click(button());
    return { refuse: (refusal: Refusal) => act(async () => refuse(refusal)) };
  }

  test('[V2.39][H4.8] none of them changes, and each can be read and focused; after a refusal they can change again', async () => {
    const onChosen = vi.fn();
    const { refuse } = openSending({ onChosen });
    field('Nombre').focus();
    fireEvent.click(field('Sí'));
    type('Nombre', 'Eva');
    expect([field('No').checked, field('Nombre').value]).toEqual([true, 'Ana']);
    expect([document.activeElement, field('Nombre').disabled]).toEqual([field('Nombre'), false]);
    // It would empty what depends on the choice.
    expect(onChosen).not.toHaveBeenCalled();
    await refuse({ text: 'No pudimos conectarnos' });
    fireEvent.click(field('Sí'));
    expect(field('Sí').checked).toBe(true);
    expect(onChosen).toHaveBeenCalledWith('si');
  });

  test('[V4.2] a question of cards takes the focus at the chosen card: refused, or opened to be changed', async () => {
    const { refuse } = openSending({});
    await refuse({ fields: { pep: 'No es correcto' } });
    expect(document.activeElement).toBe(field('No'));
    field('Nombre').focus();
    focusField('pep');
    expect(document.activeElement).toBe(field('No'));
  });

  test('[V4.2] they can change in a step that stays open', () => {
    openSending({ staysOpen: true });
    type('Nombre', 'Eva');
    expect(field('Nombre').value).toBe('Eva');
  });
});

test.each([
  [
    'throws',
    () => {
      throw new Error('a defect');
    },
  ],
  ['rejects', () => Promise.reject(new Error('a defect'))],
])('a continuation that %s shows an error, keeps everything typed and can be tried again', async (_, onContinue) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openStep({ answers: { diagnostico: 'Gripe', fecha: '03-12-1990' }, onContinue });
  fireEvent.click(button());
  await pass(0);
  expect(screen.getByRole('alert').textContent).toMatch(/^No funcionó/);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(isOff(button())).toBe(false);
  expect(field('Diagnóstico').value).toBe('Gripe');
});

test('[V4.2] a tick box that the server refuses says so, and takes the focus', async () => {
  render(
    <StepForm
      answers={{ acepto: true }}
      schema={v.object({ acepto: v.boolean() })}
      onContinue={async () => ({ fields: { acepto: 'Acepta la versión de hoy' } })}
    >
      <CheckboxField name="acepto" label="Acepto las condiciones" />
    </StepForm>,
  );
  fireEvent.click(button());
  await pass(0);
  const box = screen.getByRole('checkbox', { name: 'Acepto las condiciones' });
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await pass(1000);
  const reason = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Acepta la versión de hoy');
});

test.each([
  [{ text: 'Hiciste demasiados intentos.' }, 'Guardar: Hiciste demasiados intentos.'],
  [{ fields: { nombre: 'No es correcto' } }, 'Guardar: No es correcto'],
  [
    { text: 'No pudimos guardarlo.', fields: { nombre: 'Falta el apellido', otro: 'Falta el apellido' } },
    'Guardar: No pudimos guardarlo. Falta el apellido',
  ],
])('[V4.2][D81] a refusal that comes once its form is closed is told by a toast: %j', async (refusal, told) => {
  const say = vi.fn();
  const answers: ((refusal: Refusal) => void)[] = [];
  const view = (open: boolean) => (
    <ToastContext value={say}>
      {open && (
        <StepForm
          answers={{ nombre: 'Ana' }}
          schema={v.object({ nombre: textAnswer() })}
          onContinue={() => new Promise<Refusal>((resolve) => answers.push(resolve))}
          continueLabel="Guardar"
        >
          <TextField name="nombre" label="Nombre" />
        </StepForm>
      )}
    </ToastContext>
  );
  const { rerender } = render(view(true));
  const send = () => fireEvent.submit(field('Nombre').form as HTMLFormElement);
  send();
  await act(async () => answers[0]?.({ text: 'No todavía' }));
  expect(screen.getByText('No todavía'), 'an open form says it at its place').toBeTruthy();
  expect(say).not.toHaveBeenCalled();
  send();
  rerender(view(false));
  await act(async () => answers[1]?.(refusal));
  expect(say.mock.calls).toEqual([[{ text: told, tone: 'error' }]]);
});
