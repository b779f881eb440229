import { describe, expect, test } from 'vitest';
import type { Residence } from '#contract/account.ts';
import { countryRegister } from '#countries/register.ts';
import { pathFor } from '#rules/wizard.ts';
import type { Country, Field, TabId } from '#rules/wizard-country.ts';
import {
  afterChange,
  areasOf,
  effectsOf,
  firstIncomplete,
  isAnswerable,
  optionsAt,
  prefixOf,
  severalOf,
  shownFields,
  stepProblems,
} from '#rules/wizard-fields.ts';
import { answersFromWire, wireFieldsOf } from '#rules/wizard-wire.ts';
import { answersInWords } from '#rules/wizard-words.ts';
import { countryNamed, livingIn, people, TODAY } from '../countries/people.ts';

const GENERIC = 'Por favor, introduce un valor válido';

const stepOf = (country: Country, tab: TabId) => {
  const step = country.steps.find(({ id }) => id === tab);
  if (!step) throw new Error(`${country.name} has no ${tab}`);
  return step;
};

function fieldOf(country: Country, tab: TabId, name: string): Field {
  const field = stepOf(country, tab).fields.find((one) => one.name === name);
  if (!field) throw new Error(`${tab} has no ${name}`);
  return field;
}

/** The problems of a step for a resident of the country with these answers changed. */
async function problems(name: Residence, tab: TabId, changed: Record<string, unknown> = {}) {
  const { country, person, around } = await livingIn(name);
  return stepProblems(country, stepOf(country, tab), { ...person, ...changed }, around);
}

describe('a change from the review', () => {
  for (const { name } of countryRegister) {
    test(`[V4.3] ${name}: leads from each step to the next one that lacks something, and to the last when none does`, async () => {
      const { country, person, around } = await livingIn(name);
      const path = pathFor(country, person);
      const last = path.at(-1)?.id;
      for (const [at, changed] of path.entries()) {
        expect(afterChange(country, person, changed.id, around), `${changed.id}: complete`).toBe(last);
        for (const [place, lacking] of path.entries()) {
          const field = shownFields(country, lacking, person).find(
            (one) => !one.optional && ['text', 'photo'].includes(one.kind),
          );
          if (!field) continue;
          const given = { ...person, [field.name]: null };
          // What is lacking before the change is looked at when the registration is sent.
          const next = place > at ? lacking.id : last;
          expect(afterChange(country, given, changed.id, around), `${changed.id}: ${field.name} lacks`).toBe(next);
        }
      }
    });
  }
});

describe('a complete form', () => {
  for (const { name } of countryRegister) {
    test(`[V4.3] ${name}: each step on the path is complete with its answers, and incomplete without any one of them`, async () => {
      const { country, person, around } = await livingIn(name);
      expect(firstIncomplete(country, person, around)).toBeNull();
      for (const step of pathFor(country, person)) {
        for (const field of shownFields(country, step, person)) {
          if (field.optional || (field.kind === 'ticked' && !field.mandatory)) continue;
          const lacking = { ...person, [field.name]: null };
          const wrong = stepProblems(country, step, lacking, around);
          const asksLess = field.name === 'tipoId' || field.kind === 'choice';
          if (!asksLess) expect(Object.keys(wrong), field.name).toContain(field.name);
          expect(Object.keys(wrong).length, field.name).toBeGreaterThan(0);
          expect(firstIncomplete(country, lacking, around), field.name).not.toBeNull();
        }
      }
    });
  }
});

describe('credentials', () => {
  test('[V5.1][V5.10][V5.11] repetitions must match and the policy must be ticked, but not the promotions', async () => {
    expect(await problems('Ecuador', 'credenciales', { emailConfirmacion: 'otra@correo.test' })).toEqual({
      emailConfirmacion: 'Los correos electrónicos no coinciden',
    });
    expect(await problems('Ecuador', 'credenciales', { passwordConfirmacion: 'Secreta2027' })).toEqual({
      passwordConfirmacion: 'Las contraseñas no coinciden',
    });
    expect(await problems('Ecuador', 'credenciales', { politica: false })).toEqual({ politica: GENERIC });
    expect(await problems('Ecuador', 'credenciales', { comunicaciones: false })).toEqual({});
  });
});

describe('the document', () => {
  test('[V2.29] the number is disabled until a type is chosen', () => {
    const colombia = countryNamed('Colombia');
    const number = fieldOf(colombia, 'documentacion', 'nif');
    expect(isAnswerable(colombia, number, {})).toBe(false);
    expect(isAnswerable(colombia, number, { tipoId: 'Pasaporte' })).toBe(true);
    expect(
      isAnswerable(countryNamed('Internacional'), fieldOf(countryNamed('Internacional'), 'documentacion', 'nif'), {}),
    ).toBe(true);
  });

  test('[V2.29][V5.18] the issue date belongs to a Cédula de Ciudadanía only, the tax number to any document', () => {
    const colombia = countryNamed('Colombia');
    const names = (tipoId: string) =>
      shownFields(colombia, stepOf(colombia, 'documentacion'), { tipoId }).map((field) => field.name);
    expect(names('')).toEqual(['tipoId', 'nif']);
    expect(names('Cédula de Ciudadanía')).toEqual(['tipoId', 'nif', 'fechaExpedicion', 'nit', 'frontal', 'reverso']);
    expect(names('Pasaporte')).toEqual(['tipoId', 'nif', 'nit', 'frontal']);
  });

  test('[V5.18] type, number and photos are required, and date and tax number where shown', async () => {
    expect(await problems('Colombia', 'documentacion', { tipoId: '' })).toEqual({ tipoId: GENERIC, nif: GENERIC });
    expect(await problems('Colombia', 'documentacion', { nif: '12' })).toEqual({
      nif: 'El número de documento no es válido',
    });
    expect(await problems('Colombia', 'documentacion', { fechaExpedicion: '31-02-2008' })).toEqual({
      fechaExpedicion: 'Ingresa una fecha válida',
    });
    expect(await problems('Colombia', 'documentacion', { nit: '1' })).toEqual({
      nit: 'Ingresa un número de Identificación Tributaria válido',
    });
    expect(await problems('Colombia', 'documentacion', { reverso: null })).toEqual({ reverso: GENERIC });
    expect(
      await problems('Colombia', 'documentacion', { tipoId: 'Pasaporte', nif: 'AN123456', reverso: null }),
    ).toEqual({});
  });

  test('[D79][D92] tax number and issue date may be left empty', async () => {
    expect(await problems('Colombia', 'documentacion', { fechaExpedicion: '', nit: ' ' })).toEqual({});
    expect(await problems('Guatemala', 'documentacion', { nit: null })).toEqual({});
    const { country, person, around } = await livingIn('Colombia');
    const sent = wireFieldsOf(country, { ...person, fechaExpedicion: '', nit: '' }, around.lists);
    expect(sent).not.toHaveProperty('nit');
    expect(sent).not.toHaveProperty('fechaExpedicion');
  });

  test('[D79] a Guatemalan number by its own rule is taken in Guatemala alone', async () => {
    for (const nit of ['1234567-9', '576937-K', '576937k']) {
      expect(await problems('Guatemala', 'documentacion', { nit }), nit).toEqual({});
      expect(await problems('Colombia', 'documentacion', { nit }), nit).toHaveProperty('nit');
    }
    expect(await problems('Guatemala', 'documentacion', { nit: '1234567-8' })).toHaveProperty('nit');
  });

  test('[V5.7][V5.18] the passport step needs the country of issue and one photo', async () => {
    expect(await problems('Internacional', 'documentacion', { paisEmision: '' })).toEqual({ paisEmision: GENERIC });
    expect(await problems('Internacional', 'documentacion', { frontal: null })).toEqual({ frontal: GENERIC });
    expect(await problems('Internacional', 'documentacion', { nif: 'A1', reverso: null })).toEqual({
      nif: 'El número de pasaporte no es válido',
    });
  });

  test('[V4.4] choosing a type empties number, date, tax number and photos', () => {
    const type = fieldOf(countryNamed('Colombia'), 'documentacion', 'tipoId');
    expect(effectsOf(type, 'Pasaporte')).toEqual({
      nif: null,
      fechaExpedicion: null,
      nit: null,
      frontal: null,
      reverso: null,
    });
    expect(effectsOf(fieldOf(countryNamed('Colombia'), 'documentacion', 'nif'), 'x')).toEqual({});
  });
});

describe('the address', () => {
  test('[V4.4] choosing a province empties the fields below it', () => {
    const costaRica = countryNamed('Costa Rica');
    expect(effectsOf(fieldOf(costaRica, 'domicilio', 'provincia'), 'Heredia')).toEqual({
      canton: null,
      distrito: null,
    });
    expect(effectsOf(fieldOf(costaRica, 'domicilio', 'canton'), 'Barva')).toEqual({ distrito: null });
    expect(effectsOf(fieldOf(countryNamed('Colombia'), 'domicilio', 'departamento'), 'Chocó')).toEqual({
      ciudad: null,
    });
  });

  test('[V2.37][V3.21] each list follows from the choice above it', async () => {
    const { country, around } = await livingIn('Costa Rica');
    const canton = fieldOf(country, 'domicilio', 'canton');
    const distrito = fieldOf(country, 'domicilio', 'distrito');
    for (const name of ['domicilio', 'provincia']) {
      expect(isAnswerable(country, fieldOf(country, 'domicilio', name), {}), name).toBe(true);
    }
    expect(isAnswerable(country, canton, {})).toBe(false);
    expect(isAnswerable(country, canton, { provincia: 'Heredia' })).toBe(true);
    const options = (field: Field, given: Record<string, string>) =>
      'from' in field ? optionsAt(field.from, given, around.lists).map(({ value }) => value) : [];
    expect(options(canton, { provincia: 'Heredia' })).toContain('Barva');
    expect(options(distrito, { provincia: 'Heredia', canton: 'Barva' })).toContain('Puente Salas');
    expect(options(distrito, { provincia: 'Heredia', canton: 'Escazú' })).toEqual([]);
    expect(options(distrito, { provincia: 'constructor', canton: 'Barva' })).toEqual([]);
    expect(optionsAt({ list: 'paises', under: ['pais'] }, { pais: 'España' }, around.lists)).toEqual([]);
  });

  test('[V5.19] every shown field is required, and an answer from another list is refused', async () => {
    expect(await problems('Costa Rica', 'domicilio', { distrito: '' })).toEqual({ distrito: GENERIC });
    expect(await problems('Costa Rica', 'domicilio', { provincia: 'Guayas' })).toHaveProperty('provincia');
    expect(await problems('Ecuador', 'domicilio', { canton: 'Cuenca' })).toEqual({ canton: GENERIC });
  });

  for (const bad of ['', '   ', '🏠', 'x'.repeat(161), 'Calle\u0000 5', '\u202e']) {
    test(`[V5.16][V5.19] the street ${JSON.stringify(bad).slice(0, 20)} is refused`, async () => {
      expect(await problems('Ecuador', 'domicilio', { domicilio: bad })).toEqual({ domicilio: GENERIC });
    });
  }
});

describe('the money', () => {
  test('[V5.19] additional income needs a band and an origin, and the question needs an answer', async () => {
    expect(await problems('Ecuador', 'financiera', { ingresosAdic: '', ingresosAdicOrig: [] })).toEqual({
      ingresosAdic: GENERIC,
      ingresosAdicOrig: GENERIC,
    });
    expect(
      await problems('Ecuador', 'financiera', { otrosIngresos: 'no', ingresosAdic: '', ingresosAdicOrig: null }),
    ).toEqual({});
    expect(await problems('Ecuador', 'financiera', { otrosIngresos: '' })).toEqual({ otrosIngresos: GENERIC });
    for (const origins of [['Herencias'], ['Otros', 'Otros'], 'Otros', [1]]) {
      expect(await problems('Ecuador', 'financiera', { ingresosAdicOrig: origins })).toEqual({
        ingresosAdicOrig: GENERIC,
      });
    }
  });

  test('[V4.4] a no to additional income empties band and origins', () => {
    const question = fieldOf(countryNamed('Ecuador'), 'financiera', 'otrosIngresos');
    expect(effectsOf(question, 'no')).toEqual({ ingresosAdic: null, ingresosAdicOrig: null });
    expect(effectsOf(question, 'si')).toEqual({});
  });

  test('[V5.19] foreign funds need their country', async () => {
    expect(await problems('Costa Rica', 'financiera', { paisFondos: '' })).toEqual({ paisFondos: GENERIC });
    expect(await problems('Costa Rica', 'financiera', { paisFondos: '', fondosExtranjero: 'no' })).toEqual({});
  });

  test('[V5.19][V3.19][D4] company and position are required of employed customers', async () => {
    expect(await problems('República Dominicana', 'financiera', { empresa: '', cargo: '' })).toEqual({
      empresa: GENERIC,
      cargo: GENERIC,
    });
    for (const actEco of ['Ama de Casa', 'Estudiante', 'Pensionado', 'Jubilado']) {
      expect(await problems('República Dominicana', 'financiera', { actEco, empresa: '', cargo: '' })).toEqual({});
    }
    const activity = fieldOf(countryNamed('República Dominicana'), 'financiera', 'actEco');
    expect(effectsOf(activity, 'Jubilado')).toEqual({ empresa: null, cargo: null });
    expect(effectsOf(activity, 'Empleado Público')).toEqual({});
  });

  for (const bad of ['', '-1', '1.234', '1,5', '１０', '1e5', 'x']) {
    test(`[V5.16] the assets '${bad}' are refused`, async () => {
      expect(await problems('Ecuador', 'financiera', { valorActivos: bad })).toEqual({ valorActivos: GENERIC });
    });
  }
});

describe('nationality', () => {
  test('[V2.33][V4.4] a yes to the nationality presets and locks it; a no leaves the choice open', () => {
    const ecuador = countryNamed('Ecuador');
    const question = fieldOf(ecuador, 'nacionalidad', 'nacionalidadPropia');
    const choice = fieldOf(ecuador, 'nacionalidad', 'nacionalidad');
    expect(effectsOf(question, 'si')).toEqual({ nacionalidad: 'Ecuatoriana' });
    expect(effectsOf(question, 'no')).toEqual({ nacionalidad: null });
    expect(isAnswerable(ecuador, choice, { nacionalidadPropia: 'si' })).toBe(false);
    expect(isAnswerable(ecuador, choice, { nacionalidadPropia: 'no' })).toBe(true);
  });

  test('[V5.20] birth country, nationality and, after a yes, a social security number are required', async () => {
    expect(await problems('Ecuador', 'nacionalidad', { paisNacimiento: '' })).toEqual({ paisNacimiento: GENERIC });
    expect(await problems('Ecuador', 'nacionalidad', { nacionalidadPropia: '' })).toEqual({
      nacionalidadPropia: GENERIC,
    });
    expect(await problems('Costa Rica', 'nacionalidad', { numeroSS: '' })).toEqual({ numeroSS: GENERIC });
    for (const bad of ['abc', '1'.repeat(21), '123456😀', '１２３４５６７８９']) {
      expect(await problems('Costa Rica', 'nacionalidad', { numeroSS: bad })).toEqual({ numeroSS: GENERIC });
    }
    expect(await problems('Costa Rica', 'nacionalidad', { preguntaEstadosUnidos: 'no', numeroSS: '' })).toEqual({});
  });

  test('[V2.33][D8] abroad only United States citizens are asked for the number', async () => {
    expect(
      await problems('Internacional', 'nacionalidad', {
        nacionalidad: 'Francesa',
        preguntaEstadosUnidos: '',
        numeroSS: '',
      }),
    ).toEqual({});
    expect(await problems('Internacional', 'nacionalidad', { preguntaEstadosUnidos: '' })).toEqual({
      preguntaEstadosUnidos: GENERIC,
    });
  });
});

describe('answers that contradict each other', () => {
  const text = 'Dijiste que no tienes nacionalidad costarricense. Cambia una de las dos respuestas.';
  test('[V2.33] a no to the nationality, and then that nationality', async () => {
    const given = { nacionalidadPropia: 'no', nacionalidad: 'Costarricense' };
    expect(await problems('Costa Rica', 'nacionalidad', given)).toEqual({ nacionalidad: text });
    expect(await problems('Costa Rica', 'nacionalidad', { ...given, nacionalidad: 'Nicaragüense' })).toEqual({});
    expect(await problems('Costa Rica', 'nacionalidad', { ...given, nacionalidadPropia: 'si' })).toEqual({});
  });

  test('[V2.33][D8] United States nationality, and a no to the United States', async () => {
    const given = { nacionalidadPropia: 'no', nacionalidad: 'Estadounidense', preguntaEstadosUnidos: 'no' };
    expect(await problems('Costa Rica', 'nacionalidad', given)).toEqual({
      preguntaEstadosUnidos:
        'Tu nacionalidad es estadounidense: la respuesta sería Sí. Cambia una de las dos respuestas.',
    });
    expect(await problems('Costa Rica', 'nacionalidad', { ...given, preguntaEstadosUnidos: 'si' })).toEqual({});
    // Abroad the question is whether there is a number.
    expect(await problems('Internacional', 'nacionalidad', { preguntaEstadosUnidos: 'no' })).toEqual({});
  });
});

describe('a single surname', () => {
  test('[D80] is said by a tick, and the second one is then sent empty', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    expect(await problems('Ecuador', 'nombreApellidos', { apellidoSegundo: '' })).toHaveProperty('apellidoSegundo');
    const single = {
      ...person,
      apellidoSegundo: '',
      unSoloApellido: true,
      apellido2Conyuge: 'X',
      unSoloApellidoConyuge: true,
    };
    expect(await problems('Ecuador', 'nombreApellidos', single)).toEqual({});
    expect(await problems('Ecuador', 'conyuge', single)).toEqual({});
    const sent = wireFieldsOf(country, single, around.lists);
    expect(sent).toMatchObject({ apellidoSegundo: '', apellido2Conyuge: '' });
    const read = answersFromWire(country, sent, ['frontal', 'reverso'], around.lists);
    expect(firstIncomplete(country, read, around)).toBeNull();
    expect(wireFieldsOf(country, read, around.lists)).toEqual(sent);
  });

  test('[D80] a second surname that is there is not said to be single', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const words = (given: object) =>
      answersInWords(country, { ...person, ...given }, around.lists).flatMap(({ answers }) =>
        answers.map(({ label }) => label),
      );
    expect(words({})).not.toContain('Tengo un solo apellido');
    expect(words({ unSoloApellido: true })).toContain('Tengo un solo apellido');
  });
});

describe('the other steps', () => {
  test('[V2.31][V4.4] a choice with no dependent fields changes nothing else, nor does a text', () => {
    const ecuador = countryNamed('Ecuador');
    expect(effectsOf(fieldOf(ecuador, 'sexo', 'sexo'), 'Femenino')).toEqual({});
    expect(effectsOf(fieldOf(ecuador, 'nombreApellidos', 'nombre'), 'Ana')).toEqual({});
  });

  test("[V5.21] sex, civil status and PEP need a choice, and the spouse's PEP too", async () => {
    expect(await problems('Ecuador', 'sexo', { sexo: '' })).toEqual({ sexo: GENERIC });
    expect(await problems('Ecuador', 'estadoCivil', { estadoCivil: 'Viuda' })).toEqual({ estadoCivil: GENERIC });
    expect(await problems('Ecuador', 'pep', { pep: '' })).toEqual({ pep: GENERIC });
    expect(await problems('Costa Rica', 'pep', { pepConyuge: '' })).toEqual({ pepConyuge: GENERIC });
  });

  test('[V2.36][V5.12] the spouse needs names and a document of its own type', async () => {
    expect(await problems('Ecuador', 'conyuge', { nombreConyuge: 'L1', nifConyuge: '1710345670' })).toEqual({
      nombreConyuge: 'El nombre no es válido',
      nifConyuge: 'El número de documento no es válido',
    });
    const type = fieldOf(countryNamed('Ecuador'), 'conyuge', 'tipoIdConyuge');
    expect(effectsOf(type, 'Cédula de Identidad')).toEqual({ nifConyuge: null });
  });

  test('[V2.34][V9.8] abroad the prefix follows the chosen country', async () => {
    const { country, around } = await livingIn('Internacional');
    const phone = fieldOf(country, 'telefono', 'telefono');
    if (phone.kind !== 'phone') throw new Error('not a phone');
    expect(prefixOf(phone, { paisTelefono: 'Estados Unidos' }, around.lists)).toBe('+1');
    expect(prefixOf(phone, { paisTelefono: 'Barbados' }, around.lists)).toBe('+1-246');
    expect(prefixOf(phone, {}, around.lists)).toBe('');
    expect(fieldOf(country, 'telefono', 'paisTelefono').initial).toBe('Estados Unidos');
  });

  test('[D55][D82] Jamaica’s numbers need its area codes; República Dominicana, Puerto Rico, the United States and Canada share theirs', async () => {
    const { country, person, around } = await livingIn('Internacional');
    const step = stepOf(country, 'telefono');
    const phone = fieldOf(country, 'telefono', 'telefono');
    if (phone.kind !== 'phone') throw new Error('not a phone');
    const wrong = (paisTelefono: string, telefono: string) =>
      stepProblems(country, step, { ...person, paisTelefono, telefono }, around).telefono;
    expect(areasOf(phone, { paisTelefono: 'Jamaica' }, around.lists)).toEqual(['876', '658']);
    expect(areasOf(phone, { paisTelefono: 'Estados Unidos' }, around.lists)).toBeUndefined();
    for (const [name, number] of [
      ['Jamaica', '8765551234'],
      ['Puerto Rico', '9395551234'],
      ['Puerto Rico', '3055551234'],
      ['República Dominicana', '8495551234'],
      ['República Dominicana', '2125551234'],
      ['Estados Unidos', '8095551234'],
      ['Canadá', '4165551234'],
    ] as const) {
      expect(wrong(name, number), name).toBeUndefined();
      expect(wrong(name, number.slice(3)), name).toBeDefined();
    }
    expect(wrong('Jamaica', '3055551234')).toBeDefined();
    const home = await livingIn('República Dominicana');
    for (const telefono of ['8095551234', '3055551234', '7875551234']) {
      expect(
        stepProblems(home.country, stepOf(home.country, 'telefono'), { ...home.person, telefono }, home.around),
      ).toEqual({});
    }
  });

  test('[D54] a place renamed since it was chosen counts, and is sent under its present name', async () => {
    const { country, person, around } = await livingIn('Costa Rica');
    const moved = { ...person, provincia: 'Guanacaste', canton: 'Nicoya', distrito: 'La Mansión' };
    expect(stepProblems(country, stepOf(country, 'domicilio'), moved, around)).toEqual({});
    expect(wireFieldsOf(country, moved, around.lists)).toMatchObject({ canton: 'Nicoya', distrito: 'Mansión' });
    const elsewhere = { ...moved, canton: 'Santa Cruz' };
    expect(stepProblems(country, stepOf(country, 'domicilio'), elsewhere, around)).toEqual({ distrito: GENERIC });
    const petzal = await livingIn('Guatemala');
    const there = { ...petzal.person, departamento: 'Huehuetenango', canton: 'San Rafael Petzal' };
    expect(wireFieldsOf(petzal.country, there, petzal.around.lists)).toMatchObject({ canton: 'San Rafael Pétzal' });
  });

  test('an answer from a list not loaded yet is accepted, and an empty one is not', () => {
    const ecuador = countryNamed('Ecuador');
    const step = stepOf(ecuador, 'domicilio');
    expect(stepProblems(ecuador, step, people.Ecuador, { today: TODAY, lists: {} })).toEqual({});
    expect(stepProblems(ecuador, step, { ...people.Ecuador, canton: '' }, { today: TODAY, lists: {} })).toEqual({
      canton: GENERIC,
    });
  });

  test('several answers are read as texts, and anything else as none', () => {
    expect(severalOf(['a', 1, 'b'])).toEqual(['a', 'b']);
    expect(severalOf('a')).toEqual([]);
  });
});
