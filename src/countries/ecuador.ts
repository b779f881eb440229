import type { Country } from '#rules/wizard-country.ts';
import { cedulaEcuador } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { savingsPlans } from './savings-plans.ts';
import {
  calle,
  ciudad,
  conyuge,
  credenciales,
  documentacion,
  domicilio,
  estadoCivil,
  financiera,
  ingresosAdicionales,
  nacimiento,
  nacionalidad,
  nombreApellidos,
  numero,
  ocupacion,
  pep,
  places,
  referencia,
  sexo,
  telefono,
} from './steps.ts';
import { storeLinks } from './store-links.ts';

const documents = [cedulaEcuador];

/** V2.21. */
export const ecuador = {
  name: 'Ecuador',
  iso2: 'EC',
  documents,
  fixed: { pais: 'Ecuador', paisTelefono: 'Ecuador' },
  picture: '/paises/ecuador.svg',
  papers: {
    conditions: '/documentos/ecuador/condiciones-generales.pdf',
    dataPolicy: '/documentos/ecuador/proteccion-de-datos.pdf',
  },
  stores: storeLinks.Ecuador,
  savings: savingsPlans.Ecuador,
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents),
    nacionalidad('Ecuatoriana'),
    nombreApellidos,
    domicilio([
      calle,
      numero,
      referencia,
      ciudad,
      ...places('ecuador', [
        { name: 'provincia', label: 'Provincia' },
        { name: 'canton', label: 'Cantón' },
      ]),
    ]),
    telefono('+593'),
    estadoCivil,
    conyuge(documents),
    financiera(ocupacion(incomeBands.usdWithPoint), ingresosAdicionales(incomeBands.usdWithPoint), [
      { kind: 'amount', name: 'valorActivos', label: 'Valor de tus activos', symbol: '$' },
      {
        kind: 'amount',
        name: 'valorPasivos',
        label: 'Valor de tus pasivos',
        hint: 'Lo que debes. Escribe 0 si no tienes deudas',
        symbol: '$',
      },
    ]),
    pep(
      '¿Eres una persona expuesta políticamente (PEP)?',
      'Es PEP quien desempeña o ha desempeñado funciones públicas destacadas en Ecuador o en el extranjero, y también sus familiares y colaboradores cercanos.',
    ),
  ],
} as const satisfies Country;
