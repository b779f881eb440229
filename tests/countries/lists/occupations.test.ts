import { expect, test } from 'vitest';
import { activities } from '#countries/lists/activities.ts';
import { employedStatuses, employmentStatuses } from '#countries/lists/employment.ts';
import { professions } from '#countries/lists/professions.ts';
import { compressedSize, expectCleanNames, inSpanishOrder, shoutedNames } from './list-checks.ts';

const sentenceCase = /^\p{Lu}[^\p{Lu}]*$/u;

test('[V3.20][V9.9][D13] the activities are the 419 classes of the CIIU, in sentence case', () => {
  expect(activities).toHaveLength(419);
  expectCleanNames(activities);
  expect(shoutedNames(activities)).toEqual([]);
  const exceptions = activities.filter((activity) => !sentenceCase.test(activity));
  expect(exceptions).toEqual(['Venta al por menor por correo y por Internet']);
});

test('[V3.20][D13] the activities keep the order of their codes and long titles whole', () => {
  expect(activities[0]).toBe('Cultivo de cereales (excepto arroz), legumbres y semillas oleaginosas');
  expect(activities.at(-1)).toBe('Actividades de organizaciones y órganos extraterritoriales');
  expect(activities).toContain(
    'Regulación de las actividades de organismos que prestan servicios sanitarios, educativos, culturales y otros ' +
      'servicios sociales, excepto servicios de seguridad social',
  );
});

test.each([
  'Cría de ovejas y cabras',
  'Pesca marítima',
  'Construcción de edificios',
  'Enseñanza preescolar y primaria',
  'Arrendamiento financiero',
  'Actividades de centros de llamadas',
  'Pompas fúnebres y actividades conexas',
])('[D13] the activities have the class of the United Nations %s', (activity) => {
  expect(activities).toContain(activity);
});

test('[V3.20][V9.9][D13] there are more than 300 professions, in sentence case and alphabetical order', () => {
  expect(professions.length).toBeGreaterThanOrEqual(300);
  expectCleanNames(professions);
  expect(professions).toEqual(inSpanishOrder(professions));
  for (const profession of professions) expect(profession).toMatch(sentenceCase);
});

test('[V3.19] the employment statuses and the employed ones among them', () => {
  expect(employmentStatuses).toEqual([
    'Ama de Casa',
    'Empleado Público',
    'Empleado Privado',
    'Estudiante',
    'Pensionado',
    'Trabajador Independiente',
    'Jubilado',
  ]);
  expect(employedStatuses).toEqual(['Empleado Público', 'Empleado Privado', 'Trabajador Independiente']);
});

test.each(Object.entries({ activities, professions }))('[V3.20] the %s take less than 10 kB compressed', (_, list) => {
  expect(compressedSize(list)).toBeLessThan(10_000);
});
