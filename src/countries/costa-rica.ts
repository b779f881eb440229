import type { Country } from '#rules/wizard-country.ts';
import { cedulaCostaRica, dimex, pasaporteNacional } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { savingsPlans } from './savings-plans.ts';
import {
  apnfd,
  calle,
  credenciales,
  documentacion,
  domicilio,
  estadoCivil,
  financiera,
  fondosExtranjeros,
  nacimiento,
  nacionalidad,
  nombreApellidos,
  ocupacion,
  pep,
  places,
  sexo,
  telefono,
  unitedStatesStatus,
  yesNo,
} from './steps.ts';
import { storeLinks } from './store-links.ts';

const documents = [cedulaCostaRica, pasaporteNacional, dimex];

/** V2.22. */
export const costaRica = {
  name: 'Costa Rica',
  iso2: 'CR',
  documents,
  fixed: { pais: 'Costa Rica', paisTelefono: 'Costa Rica' },
  picture: '/paises/costa-rica.svg',
  papers: {
    conditions: '/documentos/costa-rica/condiciones-generales.pdf',
    dataPolicy: '/documentos/costa-rica/proteccion-de-datos.pdf',
  },
  stores: storeLinks['Costa Rica'],
  savings: savingsPlans['Costa Rica'],
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents),
    nacionalidad('Costarricense', unitedStatesStatus),
    nombreApellidos,
    domicilio([
      calle,
      ...places('costaRica', [
        { name: 'provincia', label: 'Provincia' },
        { name: 'canton', label: 'Cantón' },
        { name: 'distrito', label: 'Distrito' },
      ]),
    ]),
    telefono('+506'),
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithSpace), fondosExtranjeros, [apnfd]),
    pep(
      '¿Eres una persona expuesta políticamente (PEP)?',
      'Es PEP quien ocupa u ocupó en los últimos ocho años un alto cargo público en Costa Rica o en otro país, y también sus padres, hijos y hermanos.',
      [
        {
          kind: 'choice',
          layout: 'row',
          name: 'pepConyuge',
          label: '¿Tu cónyuge o conviviente es una persona expuesta políticamente?',
          hint: 'Si no tienes cónyuge ni conviviente, responde No.',
          from: { options: yesNo },
        },
      ],
    ),
  ],
} as const satisfies Country;
