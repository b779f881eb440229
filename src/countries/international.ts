import type { Country } from '#rules/wizard-country.ts';
import { pasaporteInternacional } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { savingsPlans } from './savings-plans.ts';
import {
  apnfd,
  calle,
  ciudad,
  credenciales,
  domicilio,
  estadoCivil,
  financiera,
  fondosExtranjeros,
  nacimiento,
  nacionalidadLibre,
  nombreApellidos,
  numero,
  ocupacion,
  pasaporte,
  pep,
  sexo,
  telefonoInternacional,
} from './steps.ts';
import { storeLinks } from './store-links.ts';

/** Everyone who lives elsewhere (V2.26), identified by a passport (V3.8). */
export const international = {
  name: 'Internacional',
  iso2: null,
  documents: [pasaporteInternacional],
  fixed: { tipoId: pasaporteInternacional.name },
  picture: '/paises/internacional.svg',
  papers: {
    conditions: '/documentos/internacional/condiciones-generales.pdf',
    dataPolicy: '/documentos/internacional/proteccion-de-datos.pdf',
  },
  stores: storeLinks.Internacional,
  savings: savingsPlans.Internacional,
  steps: [
    credenciales,
    nacimiento,
    sexo,
    nacionalidadLibre,
    nombreApellidos,
    pasaporte,
    domicilio([calle, numero, ciudad, { kind: 'select', name: 'pais', label: 'País', from: { list: 'paises' } }]),
    telefonoInternacional,
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithComma), fondosExtranjeros, [apnfd]),
    pep(
      '¿Eres una persona expuesta políticamente (PEP)?',
      'Es PEP quien desempeña o ha desempeñado funciones públicas destacadas en cualquier país u organismo internacional, y también sus familiares y colaboradores cercanos.',
    ),
  ],
} as const satisfies Country;
