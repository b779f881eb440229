import type { Country } from '#rules/wizard-country.ts';
import { cedulaColombia, pasaporteNacional } from '../documents.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { moreIncome, nitLine, work } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, domicilio } from '../steps/address.ts';
import { places } from '../steps/fields.ts';
import { documentacion, nacionalidad, nit } from '../steps/identity.ts';
import { financiera, fondosExtranjeros, ingresosAdicionales, ocupacion, pep } from '../steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefono } from '../steps/person.ts';
import { facts } from './facts.ts';

const documents = [cedulaColombia, pasaporteNacional];

/** V2.25. */
export const colombia = {
  ...residence(facts, 'colombia'),
  documents,
  fixed: { pais: 'Colombia', paisTelefono: 'Colombia' },
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
        optional: true,
        when: [{ field: 'tipoId', is: [cedulaColombia.name] }],
      },
      nit(documents),
    ]),
    nacionalidad('Colombiana'),
    nombreApellidos,
    domicilio(
      calle('Dirección', 'Como Carrera 7 # 72-41'),
      ...places('colombia', { departamento: 'Departamento', ciudad: 'Ciudad' }),
    ),
    telefono('+57'),
    estadoCivil,
    financiera(ocupacion(incomeBands.copMain), ingresosAdicionales(incomeBands.copAdditional), fondosExtranjeros),
    pep(
      'Es PEP quien por su cargo maneja recursos públicos o tiene poder de decisión sobre ellos, quien goza de reconocimiento público, y también sus familiares hasta el segundo grado de consanguinidad.',
    ),
  ],
  record: {
    basic: [{ name: 'fechaExpedicion', label: 'Fecha de expedición', as: 'date' }, nitLine],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'departamento', 'ciudad'],
    financial: [...work, ...moreIncome],
  },
} as const satisfies Country;
