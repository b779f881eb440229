import * as v from 'valibot';
import { expect, test } from 'vitest';
import { textByField } from '#contract/text-by-field.ts';

const invalid = 'Por favor, introduce un valor válido';
const silent = v.pipe(v.string(), v.nonEmpty(), v.maxLength(3));

test.each([
  ['a schema without a text', silent, { campo: '' }, { campo: invalid }],
  ['one whose text comes later', v.pipe(silent, v.nonEmpty('Escribe')), { campo: '' }, { campo: 'Escribe' }],
  [
    'two texts of its own',
    v.pipe(v.string('Uno'), v.regex(/a/, 'Dos'), v.regex(/b/, 'Tres')),
    { campo: '' },
    { campo: 'Dos' },
  ],
  ['a part of a field', v.array(silent), { campo: ['', 'abcd'] }, { campo: invalid }],
  ['all of the fields', v.string(), 3, { '': invalid }],
])('[V5.16] what is refused is never said in English: %s', (_, schema, given, told) => {
  const whole = typeof given === 'object' ? v.object({ campo: schema }) : schema;
  expect(textByField(v.safeParse(whole as v.GenericSchema, given).issues ?? [])).toEqual(told);
});
