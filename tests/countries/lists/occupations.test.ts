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

test('[V3.20][D13] each section of the CIIU, A to U, has its number of classes and begins where it should', () => {
  const sections = [
    ['Cultivo de cereales (excepto arroz), legumbres y semillas oleaginosas', 38],
    ['Extracción de carbón de piedra', 14],
    ['Elaboración y conservación de carne', 137],
    ['Generación, transmisión y distribución de energía eléctrica', 3],
    ['Captación, tratamiento y distribución de agua', 8],
    ['Construcción de edificios', 11],
    ['Venta de vehículos automotores', 43],
    ['Transporte interurbano de pasajeros por ferrocarril', 20],
    ['Actividades de alojamiento para estancias cortas', 7],
    ['Edición de libros', 23],
    ['Banca central', 18],
    ['Actividades inmobiliarias realizadas con bienes propios o arrendados', 2],
    ['Actividades jurídicas', 14],
    ['Alquiler y arrendamiento de vehículos automotores', 26],
    ['Actividades de la administración pública en general', 7],
    ['Enseñanza preescolar y primaria', 8],
    ['Actividades de hospitales', 9],
    ['Actividades creativas, artísticas y de entretenimiento', 10],
    ['Actividades de asociaciones empresariales y de empleadores', 17],
    ['Actividades de los hogares como empleadores de personal doméstico', 3],
    ['Actividades de organizaciones y órganos extraterritoriales', 1],
  ] as const;
  let first = 0;
  for (const [title, classes] of sections) {
    expect(activities[first]).toBe(title);
    first += classes;
  }
  expect(first).toBe(activities.length);
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

test('[D13] a title in -a is one that men and women share', () => {
  const heads = professions.map((profession) => profession.split(' ')[0] ?? '');
  expect(heads.filter((head) => /a$/.test(head) && !/(ista|iatra|[Tt]erapeuta)$/.test(head))).toEqual([
    'Atleta',
    'Cineasta',
    'Guardia',
    'Guía',
    'Logopeda',
    'Obstetra',
    'Optómetra',
  ]);
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
