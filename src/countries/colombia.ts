import type { Country } from '#rules/wizard-country.ts';
import { cedulaColombia, pasaporteNacional } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { savingsPlans } from './savings-plans.ts';
import {
  calle,
  credenciales,
  documentacion,
  domicilio,
  estadoCivil,
  financiera,
  fondosExtranjeros,
  ingresosAdicionales,
  nacimiento,
  nacionalidad,
  nit,
  nombreApellidos,
  ocupacion,
  pep,
  places,
  sexo,
  telefono,
} from './steps.ts';
import { storeLinks } from './store-links.ts';

const documents = [cedulaColombia, pasaporteNacional];

/** V2.25. */
export const colombia = {
  name: 'Colombia',
  iso2: 'CO',
  documents,
  fixed: { pais: 'Colombia', paisTelefono: 'Colombia' },
  picture: '/paises/colombia.svg',
  papers: {
    conditions: '/documentos/colombia/condiciones-generales.pdf',
    dataPolicy: '/documentos/colombia/proteccion-de-datos.pdf',
  },
  stores: storeLinks.Colombia,
  savings: savingsPlans.Colombia,
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents, [
      {
        kind: 'date',
        rule: 'issue',
        name: 'fechaExpedicion',
        label: 'Fecha de expedición',
        when: [{ field: 'tipoId', is: [cedulaColombia.name] }],
      },
      nit(documents),
    ]),
    nacionalidad('Colombiana'),
    nombreApellidos,
    domicilio([
      calle,
      ...places('colombia', [
        { name: 'departamento', label: 'Departamento' },
        { name: 'ciudad', label: 'Ciudad' },
      ]),
    ]),
    telefono('+57'),
    estadoCivil,
    financiera(ocupacion(incomeBands.copMain), ingresosAdicionales(incomeBands.copAdditional), fondosExtranjeros),
    pep(
      '¿Eres una persona expuesta políticamente (PEP)?',
      'Es PEP quien por su cargo maneja recursos públicos o tiene poder de decisión sobre ellos, quien goza de reconocimiento público, y también sus familiares hasta el segundo grado de consanguinidad.',
    ),
  ],
} as const satisfies Country;
