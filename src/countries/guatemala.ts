import type { Country } from '#rules/wizard-country.ts';
import { dpi, pasaporteNacional } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { savingsPlans } from './savings-plans.ts';
import {
  calle,
  credenciales,
  documentacion,
  domicilio,
  estadoCivil,
  financiera,
  ingresosAdicionales,
  nacimiento,
  nacionalidad,
  nit,
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

const documents = [dpi, pasaporteNacional];

/** V2.24. */
export const guatemala = {
  name: 'Guatemala',
  iso2: 'GT',
  documents,
  fixed: { pais: 'Guatemala', paisTelefono: 'Guatemala' },
  picture: '/paises/guatemala.svg',
  papers: {
    conditions: '/documentos/guatemala/condiciones-generales.pdf',
    dataPolicy: '/documentos/guatemala/proteccion-de-datos.pdf',
  },
  stores: storeLinks.Guatemala,
  savings: savingsPlans.Guatemala,
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents, [nit(documents)]),
    nacionalidad('Guatemalteca'),
    nombreApellidos,
    domicilio([
      calle,
      numero,
      referencia,
      { kind: 'text', name: 'numeroZona', label: 'Número de zona' },
      ...places('guatemala', [
        { name: 'departamento', label: 'Departamento' },
        { name: 'canton', label: 'Municipio' },
      ]),
    ]),
    telefono('+502'),
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithComma), ingresosAdicionales(incomeBands.usdWithComma)),
    pep(
      '¿Eres una persona expuesta políticamente (PEP)?',
      'Es PEP quien desempeña o ha desempeñado un cargo público relevante en Guatemala o en otro país, quien dirige un partido político, y también sus parientes y asociados cercanos.',
    ),
  ],
} as const satisfies Country;
