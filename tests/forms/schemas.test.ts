import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answersCheckedBy, dateAnswer, fileAnswer, textAnswer } from '#forms/schemas.ts';

const message = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0]?.message ?? null;

test('[V5.14] a date must exist, and becomes a calendar date', () => {
  expect(v.parse(dateAnswer(), '03-12-1990')).toBe('1990-12-03');
  for (const wrong of ['', '3-12-1990', '31-02-1990', null])
    expect(message(dateAnswer(), wrong)).toBe('Ingresa una fecha válida');
});

test('[H4.4] a text of blanks does not count as filled in', () => {
  expect(message(textAnswer('Escribe el diagnóstico'), '   ')).toBe('Escribe el diagnóstico');
  expect(v.parse(textAnswer(), ' Gripe ')).toBe('Gripe');
});

test('[H5.4] a file is required', () => {
  expect(message(fileAnswer(), null)).toBe('Adjunta el archivo');
  expect(
    message(fileAnswer(), { bytes: new ArrayBuffer(1), name: 'a.pdf', type: 'application/pdf', size: 1 }),
  ).toBeNull();
});

test('a rule that names problems by field becomes a schema', () => {
  const schema = answersCheckedBy(({ ciudad }) => ({ ciudad: ciudad === 'Quito' ? null : 'Escribe la ciudad' }));
  expect(v.safeParse(schema, { ciudad: 'Quito' }).success).toBe(true);
  const [issue] = v.safeParse(schema, { ciudad: '' }).issues ?? [];
  expect(issue && [v.getDotPath(issue), issue.message]).toEqual(['ciudad', 'Escribe la ciudad']);
});
