import { maskitoTransform } from '@maskito/core';
import { describe, expect, test } from 'vitest';
import { cleanText } from '#contract/typed-text.ts';
import { countryRegister } from '#countries/register.ts';
import { dateMask } from '#forms/masks.ts';
import type { DocumentNumberKind } from '#rules/document-numbers.ts';
import { amountIn } from '#rules/money.ts';
import type { Condition, Country, Field, Step } from '#rules/wizard-country.ts';
import { type CheckContext, stepProblems } from '#rules/wizard-fields.ts';
import { wireFieldsOf } from '#rules/wizard-wire.ts';
import { livingIn } from './people.ts';

/** The texts typed or pasted into a field, made from its right answer. */
const attempts = {
  empty: () => '',
  'too long': (right: string) => `${right || 'Aa1'} `.repeat(600),
  'with blanks and hyphens': (right: string) =>
    ` ${right.replace(/^([A-Z0-9]{2})([A-Z0-9]+)$/i, '$1 -$2').replace(/^([0-9]{2})-([0-9]{2})-/, '$1 $2 ')} `,
  emoji: () => '😀',
  'right to left': () => 'مرحبا',
  'full-width digits': (right: string) =>
    (/[0-9]/.test(right) ? right : '12345678').replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + +digit)),
  'with marks nobody sees': (right: string) => `\u202a${[...right].join('\u200b')}\u202c\ufeff`,
} as const;
type Attempt = keyof typeof attempts;

/** 'refused': the field has a problem. 'same': the right answer is sent. 'typed': the typed text is sent, trimmed. */
type Verdict = 'refused' | 'same' | 'typed';
const row = (...[empty, long, blanks, emoji, rightToLeft, fullWidth, unseen]: readonly Verdict[]) =>
  ({
    empty,
    'too long': long,
    'with blanks and hyphens': blanks,
    emoji,
    'right to left': rightToLeft,
    'full-width digits': fullWidth,
    'with marks nobody sees': unseen,
  }) as Record<Attempt, Verdict>;

const R = 'refused';
const NUMBER = row(R, R, 'same', R, R, R, 'same');
const NEVER = row(R, R, R, R, R, R, R);
/** A row for each kind of field. A new kind without a row does not compile. */
const verdicts: Readonly<Record<Field['kind'], Record<Attempt, Verdict>>> = {
  email: row(R, R, 'same', R, R, R, 'same'),
  repeated: row(R, R, 'same', R, R, R, 'same'),
  // Blanks and marks may be part of a password.
  password: row(R, R, 'typed', R, R, R, 'typed'),
  name: row(R, R, 'typed', R, R, R, 'same'),
  // An address may be written in any script.
  text: row(R, R, 'typed', R, 'typed', 'typed', 'same'),
  // Anything pasted after the ten characters of a date is dropped.
  date: row(R, 'same', 'same', R, R, R, 'same'),
  document: NUMBER,
  nit: NUMBER,
  socialSecurity: NUMBER,
  phone: NUMBER,
  // A hyphen could be a minus sign.
  amount: row(R, R, R, R, R, R, 'same'),
  select: NEVER,
  choice: NEVER,
  several: NEVER,
  ticked: NEVER,
  photo: NEVER,
};

const GENERIC = 'Por favor, introduce un valor válido';
/** The spec's message for each kind (V5.2 to V5.16). */
const messages: Readonly<Record<Field['kind'], RegExp>> = {
  email: /^Ingresa un correo electrónico válido$/,
  repeated: /^L(os correos electrónicos|as contraseñas) no coinciden$/,
  password: /^Ingresa una contraseña segura de 8 caracteres \(una mayúscula y un nº\)$/,
  name: /^El (nombre|primer apellido|segundo apellido) no es válido$/,
  date: /^Ingresa una fecha (de nacimiento )?válida$/,
  document: /^(El número de (documento|pasaporte) no es válido|Formato inválido)$/,
  nit: /^Ingresa un número de Identificación Tributaria válido$/,
  phone: /^El teléfono no es válido$/,
  text: new RegExp(GENERIC),
  socialSecurity: new RegExp(GENERIC),
  amount: new RegExp(GENERIC),
  select: new RegExp(GENERIC),
  choice: new RegExp(GENERIC),
  several: new RegExp(GENERIC),
  ticked: new RegExp(GENERIC),
  photo: new RegExp(GENERIC),
};

const numbers: Readonly<Record<DocumentNumberKind, string>> = {
  cedulaEcuador: '0926687856',
  cedulaDominicana: '40234567895',
  dpi: '1987654320501',
  cedulaColombia: '52345678',
  cedulaCostaRica: '203450678',
  dimex: '155812345678',
  pasaporte: 'AB123456',
  pasaporteInternacional: 'PAB123456',
};

for (const { name } of countryRegister) {
  describe(name, async () => {
    const { country, person, around } = await livingIn(name);
    for (const step of country.steps) {
      test(`[V5.1][V5.2][V5.9][V5.16][V5.18][V5.19][V5.20][V5.21][D6] ${step.id}: every field refuses empty, too long and foreign input, and understands pasted text`, () => {
        for (const field of step.fields) {
          for (const given of waysToAsk(country, step, field, person)) tryAll(country, step, field, given, around);
        }
      });
    }
  });
}

/** The person's answers with which this field is shown, once for each document type if it is a document number. */
function waysToAsk(country: Country, step: Step, field: Field, person: Readonly<Record<string, unknown>>) {
  const given: Record<string, unknown> = { ...examples, ...person };
  const hold = (conditions: readonly Condition[] = []) => {
    for (const { field: name, is } of conditions) {
      if (!is.includes(String(given[name]))) given[name] = is[0];
      hold(country.steps.flatMap(({ fields }) => fields).find((one) => one.name === name)?.when);
    }
  };
  hold(step.when);
  hold(field.when);
  if (field.kind !== 'document') return [given];
  return country.documents.map((document) => ({
    ...given,
    // The spouse's number must differ from the customer's.
    nif: '1710345677',
    [field.type]: document.name,
    [field.name]: numbers[document.number],
  }));
}

/** Answers to questions that the person is not asked. */
const examples = { nit: '123456789', numeroSS: '123456789', fechaExpedicion: '03-02-2008' };

function tryAll(
  country: Country,
  step: Step,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  around: CheckContext,
) {
  const right = field.kind === 'amount' ? '185000' : given[field.name];
  const sent = wireFieldsOf(country, { ...given, [field.name]: right }, around.lists)[field.name];
  for (const [attempt, make] of Object.entries(attempts) as [Attempt, (right: string) => string][]) {
    const typed = throughField(field, make(typeof right === 'string' ? right : ''));
    const answers = { ...given, [field.name]: field.kind === 'several' ? [typed] : typed };
    const told = stepProblems(country, step, answers, around)[field.name];
    const where = `${country.name} ${field.name}, ${attempt}: ${JSON.stringify(typed.slice(0, 40))}`;
    const verdict = rowOf(field)[attempt];
    if (mayBeLeft(field) || (field.optional && typed === '')) expect(told, where).toBeUndefined();
    else if (verdict === 'refused') {
      expect(told ?? 'taken', where).toMatch(messages[field.kind]);
    } else {
      expect(told, where).toBeUndefined();
      const kept = wireFieldsOf(country, answers, around.lists)[field.name];
      const passes = field.kind === 'password' ? typed : typed.trim();
      expect(kept, where).toBe(verdict === 'same' ? sent : passes);
    }
  }
}

function throughField(field: Field, pasted: string): string {
  const isPassword = field.kind === 'password' || (field.kind === 'repeated' && field.of === 'password');
  // These fields are chosen, not typed.
  const isChosen = ['select', 'choice', 'several', 'ticked', 'photo'].includes(field.kind);
  const text = isPassword || isChosen ? pasted : cleanText(pasted);
  if (field.kind === 'amount') return amountIn(text);
  return field.kind === 'date' ? maskitoTransform(text, dateMask) : text;
}

/** A repeated password with other blanks differs from the password. */
const rowOf = (field: Field) => (field.kind === 'repeated' && field.of === 'password' ? NEVER : verdicts[field.kind]);

/** The promotions are the only question without a required answer. */
const mayBeLeft = (field: Field) => field.kind === 'ticked' && !field.mandatory;
