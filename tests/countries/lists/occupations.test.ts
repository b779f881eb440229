import { describe, expect, test } from 'vitest';
import { activitiesBySection, saidToday, withoutActivity } from '#countries/lists/activities.ts';
import { employedStatuses, employmentStatuses } from '#countries/lists/employment.ts';
import { feminineOf, otherProfession, professions as written } from '#countries/lists/professions.ts';
import { loadLists } from '#countries/load-lists.ts';
import { optionsAt } from '#rules/wizard-fields.ts';
import { compressedSize, expectCleanNames, inSpanishOrder, ownNames, shoutedNames } from './list-checks.ts';

const activities = ownNames(Object.values(activitiesBySection).flat());
const professions = ownNames(written);

const sentenceCase = /^\p{Lu}[^\p{Lu}]*$/u;

test('[V3.20][V9.9][D13] the activities are the 419 classes of the CIIU, in sentence case', () => {
  expect(activities).toHaveLength(419);
  expectCleanNames(activities);
  expect(shoutedNames(activities)).toEqual([]);
  const exceptions = activities.filter((activity) => !sentenceCase.test(activity));
  expect(exceptions).toEqual(['Venta al por menor por correo y por Internet']);
});

test('[V3.20][D13] each section of the CIIU, A to U, has its number of classes and starts with its first class', () => {
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

test('[V3.20][D13] the activities keep the order of their codes and their long titles', () => {
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
])('[D13] the activities include the United Nations class %s', (activity) => {
  expect(activities).toContain(activity);
});

test('[V3.20][V9.9][D13] there are more than 300 professions, in sentence case and alphabetical order', () => {
  expect(professions.length).toBeGreaterThanOrEqual(300);
  expectCleanNames(professions);
  expect(professions).toEqual(inSpanishOrder(professions));
  for (const profession of professions) expect(profession).toMatch(sentenceCase);
});

test('[D13] a title in -a is shared by men and women, or names both', () => {
  const heads = professions.map((profession) => profession.split(' ')[0] ?? '');
  expect(heads.filter((head) => /a$/.test(head) && !/(ista|iatra|[Tt]erapeuta)$/.test(head))).toEqual([
    'Ama',
    'Atleta',
    'Cineasta',
    'Guardia',
    'Guía',
    'Obstetra',
    'Optómetra',
  ]);
});

test('[V3.19] there are seven employment statuses, three of them employed', () => {
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

test.each(Object.entries({ activities: activitiesBySection, professions: written }))(
  '[V3.20] the %s take less than 10 kB compressed',
  (_, list) => {
    expect(compressedSize(list)).toBeLessThan(10_000);
  },
);

describe('a customer who does not work outside the home', () => {
  test("[V3.20][D54] finds a profession, and 'Otra' where none fits", async () => {
    const { profesiones = [] } = await loadLists(['profesiones']);
    const values = profesiones.map(({ value }) => value);
    for (const title of ['Ama o amo de casa', 'Estudiante', 'Jubilado o jubilada', 'Pensionado', 'Otra']) {
      expect(values).toContain(title);
    }
    expect(profesiones.at(-1)).toEqual({ value: otherProfession, label: 'Otra', fallback: true });
    expect(new Set(values).size).toBe(professions.length + 1);
  });

  test('[V3.20][D54] finds an activity, the last one, under its own heading', async () => {
    const { actividades = [] } = await loadLists(['actividades']);
    expect(actividades).toHaveLength(420);
    expect(actividades.at(-1)).toMatchObject({ value: withoutActivity.value, description: /hogar.*estudios/i });
    expect(new Set(actividades.map(({ group }) => group)).size).toBe(22);
  });
});

test("[D54] dated wording is shown in today's words, while the stored value stays", async () => {
  const { actividades = [] } = await loadLists(['actividades']);
  expect(
    actividades.map(({ label }) => label).filter((label) => /inv[aá]lid|retraso|toxic[oó]man|minusv/i.test(label)),
  ).toEqual([]);
  expect(activities.filter((name) => /inválid|retraso/.test(name))).toEqual(Object.keys(saidToday));
  const wheelchairs = actividades.find(({ label }) => label === 'Fabricación de bicicletas y de sillas de ruedas');
  expect(wheelchairs?.value).toBe('Fabricación de bicicletas y de sillones de ruedas para inválidos');
});

describe('feminine forms', () => {
  const cases = [
    ['Abogado', 'Abogada'],
    ['Actor', 'Actriz'],
    ['Administrador de bases de datos', 'Administradora de bases de datos'],
    ['Administrador financiero', 'Administradora financiera'],
    ['Arquitecto de interiores', 'Arquitecta de interiores'],
    ['Artista plástico', 'Artista plástica'],
    ['Asesor legal', 'Asesora legal'],
    ['Asistente administrativo', 'Asistente administrativa'],
    ['Bailarín', 'Bailarina'],
    ['Capitán de barco', 'Capitana de barco'],
    ['Cirujano dentista', 'Cirujana dentista'],
    ['Contador público', 'Contadora pública'],
    ['Controlador de tránsito aéreo', 'Controladora de tránsito aéreo'],
    ['Dependiente de comercio', 'Dependienta de comercio'],
    ['Desarrollador web', 'Desarrolladora web'],
    ['Economista', 'Economista'],
    ['Enfermero', 'Enfermera'],
    ['Gerente general', 'Gerente general'],
    ['Guía turístico', 'Guía turística'],
    ['Ingeniero en computación', 'Ingeniera en computación'],
    ['Ingeniero químico', 'Ingeniera química'],
    ['Jefe de compras', 'Jefa de compras'],
    ['Juez', 'Jueza'],
    ['Médico general', 'Médica general'],
    ['Modelo', 'Modelo'],
    ['Piloto de aviación', 'Piloto de aviación'],
    ['Sastre', 'Sastra'],
    ['Técnico electricista', 'Técnica electricista'],
    ['Trabajador del hogar', 'Trabajadora del hogar'],
    ['Ama o amo de casa', 'Ama o amo de casa'],
    ['Jubilado o jubilada', 'Jubilado o jubilada'],
  ] as const;
  test.each(cases)('[D54] of %s is %s', (title, feminine) => {
    expect(professions).toContain(title);
    expect(feminineOf(title)).toBe(feminine);
  });

  test('[D54] exist for every profession, except titles shared by both sexes', () => {
    const said = professions.filter((title) => feminineOf(title) === title);
    const heads = new Set(said.map((title) => title.split(' ')[0] ?? ''));
    const shared = /(a|e|l|ef|er|iar|tar|s)$|^(Buzo|Modelo|Piloto|Jubilado)$/;
    expect([...heads].filter((head) => !shared.test(head))).toEqual([]);
    for (const title of professions) {
      const head = feminineOf(title).split(' ')[0] ?? '';
      if (!/^(Buzo|Modelo|Piloto|Jubilado)$/.test(head)) expect(head, title).not.toMatch(/(o|or|ín|án)$/);
    }
  });

  test('[D54] are shown to a woman; the value stays, and the masculine form finds it too', async () => {
    const lists = await loadLists(['profesiones']);
    const from = { list: 'profesiones' } as const;
    const lawyer = (sexo: string) => optionsAt(from, { sexo }, lists).find(({ value }) => value === 'Abogado');
    expect(lawyer('Masculino')?.label).toBe('Abogado');
    expect(lawyer('')?.label).toBe('Abogado');
    expect(lawyer('Femenino')).toMatchObject({ value: 'Abogado', label: 'Abogada' });
    expect(lawyer('Femenino')?.also).toContain('Abogado');
  });
});
