import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Residence, residences } from '#contract/account.ts';
import { countryFacts, storeLinksOf } from '#countries/facts.ts';
import { listsOfCountry, listsOfStep, loadLists } from '#countries/load-lists.ts';
import { countryOf, countryRegister } from '#countries/register.ts';
import type { Field, TabId } from '#rules/wizard-country.ts';
import { optionsAt } from '#rules/wizard-fields.ts';
import { countryNamed } from './people.ts';

const root = resolve(import.meta.dirname, '../..');
const common: TabId[] = [
  'credenciales',
  'nacimiento',
  'sexo',
  'documentacion',
  'nacionalidad',
  'nombreApellidos',
  'domicilio',
  'telefono',
  'estadoCivil',
];

const tabs = (name: Residence) => countryNamed(name).steps.map((step) => step.id);
const fields = (name: Residence, tab: TabId): readonly Field[] =>
  countryNamed(name).steps.find((step) => step.id === tab)?.fields ?? [];
const initialsOf = (name: Residence, tab: TabId) =>
  Object.fromEntries(fields(name, tab).flatMap((field) => (field.initial ? [[field.name, field.initial]] : [])));
const names = (name: Residence, tab: TabId) => fields(name, tab).map((field) => field.name);
const asksUnder = (name: Residence, tab: TabId) => fields(name, tab).map((field) => field.label);

test('[V2.29] the only type of document is chosen already, of the customer and of the spouse', () => {
  for (const { name, steps } of countryRegister)
    for (const step of steps)
      for (const field of step.fields) {
        if (field.kind !== 'select' || !('options' in field.from)) continue;
        const [only, ...others] = field.from.options;
        expect(field.initial, `${name} ${field.name}`).toBe(others.length === 0 ? only?.value : undefined);
      }
  expect(initialsOf('Ecuador', 'documentacion')).toEqual({ tipoId: 'Cédula de Identidad' });
  expect(initialsOf('Colombia', 'documentacion')).toEqual({});
});

describe('the register', () => {
  test('[V1.5] has every residence of the contract and every country file, once', () => {
    expect(countryRegister.map((country) => country.name)).toEqual(residences);
    const folder = join(root, 'src/countries');
    for (const file of ['facts.ts', 'registration.ts']) {
      const folders = readdirSync(folder).filter((one) => existsSync(join(folder, one, file)));
      expect([file, folders]).toEqual([file, expect.toSatisfy((all: string[]) => all.length === residences.length)]);
    }
    expect(countryOf('Atlántida')).toBeUndefined();
  });

  test('holds countries as plain data, without functions', () => {
    for (const country of countryRegister) expect(structuredClone(country)).toEqual(country);
  });

  test('is the only place where code depends on the country', () => {
    const sources = ['src', 'server'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        // The demo insurer invents customers of each country, which is data too.
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('demo/'))
        .map((file) => join(root, folder, file)),
    );
    const asking = new RegExp(`(===|!==|case)\\s*['"](${residences.join('|')})['"]`);
    expect(sources.filter((file) => asking.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('has no field twice on one path, and every condition names a field of the country', () => {
    for (const country of countryRegister) {
      const all = country.steps.flatMap((step) => step.fields.map((field) => field.name));
      expect(new Set(all).size, country.name).toBe(all.length);
      const conditions = country.steps.flatMap((step) => [
        ...(step.when ?? []),
        ...step.fields.flatMap((field) => [...(field.when ?? []), ...(field.locked ?? [])]),
      ]);
      for (const { field } of conditions) expect(all, country.name).toContain(field);
    }
  });
});

describe('the order of the steps', () => {
  test('[V2.20][V2.21][V2.27] only Ecuador asks about the spouse', () => {
    expect(tabs('Ecuador')).toEqual([...common, 'conyuge', 'financiera', 'pep']);
  });

  for (const [name, clause] of [
    ['Costa Rica', 'V2.22'],
    ['República Dominicana', 'V2.23'],
    ['Guatemala', 'V2.24'],
    ['Colombia', 'V2.25'],
  ] as const) {
    test(`[V2.20][${clause}][V2.27] ${name} has the common steps, then money and PEP`, () => {
      expect(tabs(name)).toEqual([...common, 'financiera', 'pep']);
    });
  }

  test('[V2.26] Internacional asks for nationality and name before the passport', () => {
    expect(tabs('Internacional')).toEqual([
      'credenciales',
      'nacimiento',
      'sexo',
      'nacionalidad',
      'nombreApellidos',
      'documentacion',
      'domicilio',
      'telefono',
      'estadoCivil',
      'financiera',
      'pep',
    ]);
  });

  test('[V2.21][V2.22][V2.23][V2.24][V2.25] each country presets its own nationality', () => {
    const preset = (name: Residence) =>
      fields(name, 'nacionalidad').find((field) => field.name === 'nacionalidadPropia');
    const demonyms = countryRegister.map(({ name }) => {
      const question = preset(name);
      return question && 'effects' in question ? question.effects?.[0]?.sets?.nacionalidad : undefined;
    });
    expect(demonyms).toEqual(['Ecuatoriana', 'Costarricense', 'Dominicana', 'Guatemalteca', 'Colombiana', undefined]);
  });
});

describe('the titles', () => {
  const titles: Record<TabId, string> = {
    credenciales: 'Empecemos',
    nacimiento: '¿Cuándo naciste?',
    sexo: '¿Cuál es tu sexo?',
    documentacion: 'Verificación de identidad',
    nacionalidad: 'Sobre tu país de nacimiento y nacionalidad',
    nombreApellidos: '¿Cómo te llamas?',
    domicilio: '¿Cuál es tu dirección de domicilio?',
    telefono: '¿Cuál es tu número de celular?',
    estadoCivil: '¿Cuál es tu estado civil?',
    conyuge: 'Necesitamos la información de tu cónyuge',
    financiera: 'Información financiera',
    pep: 'Por último',
  };
  test('[V2.28][V2.29][V2.30][V2.31][V2.32][V2.33][V2.34][V2.35][V2.36][V2.37][V2.38][V2.39] are the same texts in every country', () => {
    for (const country of countryRegister) {
      for (const step of country.steps) expect(step.title).toBe(titles[step.id]);
    }
    expect(countryNamed('Ecuador').steps[0]?.subtitle).toBe('Estas serán tus credenciales de acceso');
  });
});

describe('documents', () => {
  const catalogue = (name: Residence) =>
    countryNamed(name).documents.map((document) => [document.name, document.number, document.photos.join('+')]);

  test('[V3.2][V3.3][V3.4][V3.5][V3.6][V3.7][V3.8] each country accepts its own types, cards with both sides and passports with one', () => {
    expect(catalogue('Ecuador')).toEqual([['Cédula de Identidad', 'cedulaEcuador', 'frontal+reverso']]);
    expect(catalogue('República Dominicana')).toEqual([
      ['Cédula de Identidad', 'cedulaDominicana', 'frontal+reverso'],
      ['Pasaporte', 'pasaporte', 'frontal'],
    ]);
    expect(catalogue('Guatemala')).toEqual([
      ['Documento Personal de Identidad', 'dpi', 'frontal+reverso'],
      ['Pasaporte', 'pasaporte', 'frontal'],
    ]);
    expect(catalogue('Colombia')).toEqual([
      ['Cédula de Ciudadanía', 'cedulaColombia', 'frontal+reverso'],
      ['Pasaporte', 'pasaporte', 'frontal'],
    ]);
    expect(catalogue('Costa Rica')).toEqual([
      ['Cédula de Identidad', 'cedulaCostaRica', 'frontal+reverso'],
      ['Pasaporte', 'pasaporte', 'frontal'],
      ['DIMEX', 'dimex', 'frontal+reverso'],
    ]);
  });

  test('[V3.8][V2.26] abroad the type is a passport, without a question', () => {
    expect(catalogue('Internacional')).toEqual([['Pasaporte', 'pasaporteInternacional', 'frontal']]);
    expect(countryNamed('Internacional').fixed.tipoId).toBe('Pasaporte');
    expect(names('Internacional', 'documentacion')).toEqual(['nif', 'paisEmision', 'frontal']);
  });

  test('[V2.24][V2.25][V2.29] Guatemala and Colombia ask for the tax number, Colombia for the issue date too', () => {
    expect(names('Guatemala', 'documentacion')).toEqual(['tipoId', 'nif', 'nit', 'frontal', 'reverso']);
    expect(names('Colombia', 'documentacion')).toEqual([
      'tipoId',
      'nif',
      'fechaExpedicion',
      'nit',
      'frontal',
      'reverso',
    ]);
    for (const name of ['Ecuador', 'Costa Rica', 'República Dominicana'] as const) {
      expect(names(name, 'documentacion')).toEqual(['tipoId', 'nif', 'frontal', 'reverso']);
    }
  });
});

describe('the variants', () => {
  test('[V2.37][D3] the countries have six forms of address', () => {
    expect(names('Colombia', 'domicilio')).toEqual(['domicilio', 'departamento', 'ciudad']);
    expect(names('Costa Rica', 'domicilio')).toEqual(['domicilio', 'provincia', 'canton', 'distrito']);
    expect(names('Ecuador', 'domicilio')).toEqual([
      'domicilio',
      'numeroDomicilio',
      'referencia',
      'ciudad',
      'provincia',
      'canton',
    ]);
    expect(names('Guatemala', 'domicilio')).toEqual([
      'domicilio',
      'numeroDomicilio',
      'referencia',
      'numeroZona',
      'departamento',
      'canton',
    ]);
    expect(names('Internacional', 'domicilio')).toEqual(['domicilio', 'numeroDomicilio', 'ciudad', 'pais']);
    expect(names('República Dominicana', 'domicilio')).toEqual(['domicilio', 'ciudad', 'sector', 'provincia']);
  });

  test("[V2.37] Guatemala's canton is called Municipio, as people there call it, and nobody else's is", () => {
    const called = countryRegister.flatMap(({ name, steps }) =>
      steps.flatMap(({ fields }) =>
        fields.flatMap((field) => (field.name === 'canton' ? [`${name}: ${field.label}`] : [])),
      ),
    );
    expect(called.sort()).toEqual(['Costa Rica: Cantón', 'Ecuador: Cantón', 'Guatemala: Municipio']);
  });

  test('[V2.38][D2] the countries have six financial steps', () => {
    const base = ['actEco', 'profesion', 'ingresosPrinc'];
    const more = ['otrosIngresos', 'ingresosAdic', 'ingresosAdicOrig'];
    const foreign = ['fondosExtranjero', 'paisFondos'];
    expect(names('Ecuador', 'financiera')).toEqual([...base, ...more, 'valorActivos', 'valorPasivos']);
    expect(names('Costa Rica', 'financiera')).toEqual([...base, ...foreign, 'apnfd']);
    expect(names('República Dominicana', 'financiera')).toEqual([...base, 'empresa', 'cargo', ...more]);
    expect(names('Guatemala', 'financiera')).toEqual([...base, ...more]);
    expect(names('Colombia', 'financiera')).toEqual([...base, ...more, ...foreign]);
    expect(names('Internacional', 'financiera')).toEqual([...base, ...foreign, 'apnfd']);
  });

  test("[V3.20][D2] incomes are in the country's currency, and Colombia has another list for additional income", async () => {
    const first = async (name: Residence, field: string) => {
      const found = fields(name, 'financiera').find((one) => one.name === field);
      return found && 'from' in found ? optionsAt(found.from, {}, {})[0]?.value : undefined;
    };
    expect(await first('Ecuador', 'ingresosPrinc')).toBe('USD 0-499');
    expect(await first('Costa Rica', 'ingresosPrinc')).toBe('USD 0-499');
    expect(await first('Guatemala', 'ingresosPrinc')).toBe('USD 0-499');
    expect(await first('Internacional', 'ingresosPrinc')).toBe('USD 0-499');
    expect(await first('República Dominicana', 'ingresosPrinc')).toBe('DOP 0-24999');
    expect(await first('Colombia', 'ingresosPrinc')).toBe('COP 0-1499999');
    expect(await first('Colombia', 'ingresosAdic')).toBe('COP 0-499999');
  });

  test('[V9.7][D9] additional income has the four origins of the registration', () => {
    const origins = fields('Ecuador', 'financiera').find((one) => one.name === 'ingresosAdicOrig');
    expect(origins && 'from' in origins ? optionsAt(origins.from, {}, {}).map(({ value }) => value) : []).toEqual([
      'Arriendos',
      'Inversiones',
      'Negocios',
      'Otros',
    ]);
  });

  test('[V2.33][D8] Costa Rica asks everybody about the United States, and abroad only their citizens are asked', () => {
    const asking = countryRegister.filter(({ name }) => names(name, 'nacionalidad').includes('preguntaEstadosUnidos'));
    expect(asking.map(({ name }) => name)).toEqual(['Costa Rica', 'Internacional']);
    expect(names('Internacional', 'nacionalidad')).not.toContain('nacionalidadPropia');
  });

  test("[V2.39][D7][D35] Costa Rica always asks for the spouse's PEP too, and each country has its own wording", () => {
    for (const { name } of countryRegister) {
      expect(names(name, 'pep')).toEqual(name === 'Costa Rica' ? ['pep', 'pepConyuge'] : ['pep']);
      for (const field of fields(name, 'pep')) expect(field.when).toBeUndefined();
    }
    expect(new Set(countryRegister.map(({ name }) => fields(name, 'pep')[0]?.hint)).size).toBe(countryRegister.length);
  });

  test('[V2.34][V9.8] each country has its phone prefix', () => {
    const prefixes = countryRegister.map(({ name }) => {
      const phone = fields(name, 'telefono').find((field) => field.kind === 'phone');
      return phone?.kind === 'phone' ? phone.prefix : null;
    });
    expect(prefixes).toEqual(['+593', '+506', '+1', '+502', '+57', { of: 'paisTelefono', list: 'telefonos' }]);
    expect(asksUnder('Internacional', 'telefono')[0]).toBe('Selecciona un país');
  });
});

describe('the files around the form', () => {
  const inPublic = (address: string) => join(root, 'public', address);

  test("[V2.14][V2.28][V7.16] are pictures and legal documents of the app's own origin, one of each for each country", () => {
    const addresses = countryRegister.flatMap(({ picture, papers }) => [picture, papers.conditions, papers.dataPolicy]);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(existsSync(inPublic(address)), address).toBe(true);
    for (const { papers } of countryRegister) {
      for (const paper of Object.values(papers)) expect(readFileSync(inPublic(paper), 'latin1')).toMatch(/^%PDF-1\.\d/);
    }
  });

  test('[V7.16][H2.27][H9.9] each country has its own plans and stores', () => {
    for (const { name, stores, savings } of countryRegister) {
      expect([stores, savings], name).toEqual([storeLinksOf(countryFacts[name]), countryFacts[name].savings]);
    }
  });
});

describe('the lists a country needs', () => {
  test("[V3.21] each country loads its own places and no other country's", () => {
    const loaded = countryRegister.map((country) =>
      listsOfCountry(country).filter((list) => list.startsWith('places/')),
    );
    const of = (folder: string) => [`places/${folder}`];
    expect(loaded).toEqual([
      ...[of('ecuador'), of('costa-rica'), of('dominican-republic'), of('guatemala'), of('colombia'), []],
    ]);
  });

  test('[V3.15] every list that a country chooses from can be loaded', async () => {
    for (const country of countryRegister) {
      const lists = await loadLists(listsOfCountry(country));
      for (const [name, options] of Object.entries(lists)) expect(options?.length, name).toBeGreaterThan(1);
    }
  });

  test('[V3.16][D12] the phone list shows flag, name and prefix of 195 countries and six territories', async () => {
    const { telefonos = [], paises, pasaportes = [] } = await loadLists(['telefonos', 'paises', 'pasaportes']);
    const shown = new Map(telefonos.map(({ value, label, prefix }) => [value, [label, prefix]]));
    expect(shown.get('Ecuador')).toEqual(['🇪🇨 Ecuador (+593)', '+593']);
    expect(shown.get('Jamaica')).toEqual(['🇯🇲 Jamaica (+1-876, +1-658)', '+1']);
    expect(shown.get('Puerto Rico')).toEqual(['🇵🇷 Puerto Rico (+1)', '+1']);
    const further = ['Aruba', 'Curazao', 'Hong Kong', 'Kosovo', 'Puerto Rico', 'Taiwán'];
    for (const list of [telefonos, pasaportes]) {
      expect(list).toHaveLength(201);
      for (const territory of further) expect(list.map(({ value }) => value)).toContain(territory);
    }
    expect(paises).toHaveLength(195);
    expect(fields('Internacional', 'documentacion').find(({ name }) => name === 'paisEmision')).toMatchObject({
      from: { list: 'pasaportes' },
    });
  });

  test("[V2.33][D12] every country's list of birth countries has Kosovo and Taiwán, in alphabetical order", async () => {
    const { natales = [], paises = [] } = await loadLists(['natales', 'paises']);
    const names = natales.map(({ value }) => value);
    const listed = new Set(paises.map(({ value }) => value));
    expect(names.filter((name) => !listed.has(name))).toEqual(['Kosovo', 'Taiwán']);
    expect(names).toHaveLength(listed.size + 2);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'es')));
    for (const { name } of countryRegister) {
      const question = fields(name, 'nacionalidad').find((field) => field.name === 'paisNacimiento');
      expect(question, name).toMatchObject({ from: { list: 'natales' } });
    }
  });

  test('[V3.16][D12] nationalities are unique, and every issuer of a passport has one', async () => {
    const nationalities = optionsAt({ list: 'nacionalidades' }, {}, await loadLists(['nacionalidades']));
    const values = nationalities.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const one of ['Estadounidense', 'Kosovar', 'Taiwanesa']) expect(values).toContain(one);
  });

  test('a step names the lists it chooses from', () => {
    const step = countryNamed('Internacional').steps.find(({ id }) => id === 'telefono');
    expect(step && listsOfStep(step)).toEqual(['telefonos']);
  });
});
