import type { Residence } from '#contract/account.ts';
import { listsOfCountry, loadLists } from '#countries/load-lists.ts';
import { countryOf } from '#countries/register.ts';
import type { Country } from '#rules/wizard-country.ts';

/** The day on which all of these people fill in their form. */
export const TODAY = '2026-11-21';

const photo = { bytes: new ArrayBuffer(1), name: 'foto.jpg', type: 'image/jpeg', size: 1 };

const common = {
  email: 'ana.paz@correo.test',
  emailConfirmacion: 'ana.paz@correo.test',
  password: 'Secreta2026',
  passwordConfirmacion: 'Secreta2026',
  comunicaciones: true,
  politica: true,
  fechaNacimiento: '12-04-1986',
  sexo: 'Femenino',
  nombre: 'Ana María',
  apellidoPrimero: 'Ibáñez-Mora',
  apellidoSegundo: 'Peña',
  frontal: photo,
  reverso: photo,
  estadoCivil: 'Soltero',
  actEco: 'Enseñanza preescolar y primaria',
  profesion: 'Abogado',
  pep: 'no',
} as const;

/** For each country, every answer of a customer who walks its whole path. */
export const people: Readonly<Record<Residence, Readonly<Record<string, unknown>>>> = {
  Ecuador: {
    ...common,
    tipoId: 'Cédula de Identidad',
    nif: '0926687856',
    paisNacimiento: 'Ecuador',
    nacionalidadPropia: 'si',
    nacionalidad: 'Ecuatoriana',
    domicilio: 'Av. 9 de Octubre',
    numeroDomicilio: '618',
    referencia: 'Edificio Las Lomas, piso 3',
    ciudad: 'Guayaquil',
    provincia: 'Guayas',
    canton: 'Guayaquil',
    telefono: '991234567',
    estadoCivil: 'Casado',
    nombreConyuge: 'Luis',
    apellido1Conyuge: 'Andrade',
    apellido2Conyuge: 'Vera',
    tipoIdConyuge: 'Cédula de Identidad',
    nifConyuge: '0918765439',
    ingresosPrinc: 'USD 1000-1499',
    otrosIngresos: 'si',
    ingresosAdic: 'USD 0-499',
    ingresosAdicOrig: ['Arriendos', 'Otros'],
    valorActivos: '185000',
    valorPasivos: '0',
  },
  'Costa Rica': {
    ...common,
    tipoId: 'Cédula de Identidad',
    nif: '203450678',
    paisNacimiento: 'Costa Rica',
    nacionalidadPropia: 'si',
    nacionalidad: 'Costarricense',
    preguntaEstadosUnidos: 'si',
    numeroSS: '123456789',
    domicilio: 'Calle 5, avenida central',
    provincia: 'San José',
    canton: 'Escazú',
    distrito: 'San Rafael',
    telefono: '88123456',
    ingresosPrinc: 'USD 2000-2999',
    fondosExtranjero: 'si',
    paisFondos: 'España',
    apnfd: 'no',
    pepConyuge: 'no',
  },
  'República Dominicana': {
    ...common,
    tipoId: 'Cédula de Identidad',
    nif: '40234567895',
    paisNacimiento: 'Haití',
    nacionalidadPropia: 'no',
    nacionalidad: 'Haitiana',
    domicilio: 'Calle El Conde 12',
    ciudad: 'Santo Domingo',
    sector: 'Naco',
    provincia: 'Distrito Nacional',
    telefono: '8095551234',
    actEco: 'Empleado Privado',
    empresa: 'Comercial del Caribe, S. A.',
    cargo: 'Contadora',
    ingresosPrinc: 'DOP 50000-74999',
    otrosIngresos: 'no',
  },
  Guatemala: {
    ...common,
    tipoId: 'Documento Personal de Identidad',
    nif: '1987654320501',
    nit: '123456789',
    paisNacimiento: 'Guatemala',
    nacionalidadPropia: 'si',
    nacionalidad: 'Guatemalteca',
    domicilio: 'Sexta avenida',
    numeroDomicilio: '10-31',
    referencia: 'Apartamento 4B',
    numeroZona: '10',
    departamento: 'Guatemala',
    canton: 'Mixco',
    telefono: '55512345',
    ingresosPrinc: 'USD 3000-4999',
    otrosIngresos: 'no',
  },
  Colombia: {
    ...common,
    tipoId: 'Cédula de Ciudadanía',
    nif: '52345678',
    fechaExpedicion: '03-02-2008',
    nit: '9001234567',
    paisNacimiento: 'Colombia',
    nacionalidadPropia: 'si',
    nacionalidad: 'Colombiana',
    domicilio: 'Carrera 7 # 71-21',
    departamento: 'Antioquia',
    ciudad: 'Medellín',
    telefono: '3001234567',
    ingresosPrinc: 'COP 3000000-4999999',
    otrosIngresos: 'si',
    ingresosAdic: 'COP 500000-999999',
    ingresosAdicOrig: ['Negocios'],
    fondosExtranjero: 'no',
  },
  Internacional: {
    ...common,
    nif: 'PAB123456',
    paisEmision: 'Portugal',
    paisNacimiento: 'Portugal',
    nacionalidad: 'Estadounidense',
    preguntaEstadosUnidos: 'si',
    numeroSS: '123456789',
    domicilio: 'Rua Augusta',
    numeroDomicilio: '24',
    ciudad: 'Lisboa',
    pais: 'Portugal',
    paisTelefono: 'Barbados',
    telefono: '2345678',
    ingresosPrinc: 'USD 15000+',
    fondosExtranjero: 'no',
    apnfd: 'si',
  },
};

/** The country with its lists loaded, and a person who lives there. */
export async function livingIn(name: Residence) {
  const country = countryNamed(name);
  const lists = await loadLists(listsOfCountry(country));
  return { country, person: people[name], around: { today: TODAY, lists } };
}

export function countryNamed(name: Residence): Country {
  const country = countryOf(name);
  if (!country) throw new Error(`no country file for ${name}`);
  return country;
}

/** The smallest file that is a JPEG by its bytes. */
export const jpeg = (name: string): File =>
  new File(
    [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9])],
    name,
    {
      type: 'image/jpeg',
    },
  );
