import type { Country } from '#rules/wizard-country.ts';
import { dpi, pasaporteNacional } from '../documents.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { moreIncome, nitLine, work } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, domicilio, numero, referencia } from '../steps/address.ts';
import { places, text } from '../steps/fields.ts';
import { documentacion, nacionalidad, nit } from '../steps/identity.ts';
import { financiera, ingresosAdicionales, ocupacion, pep } from '../steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefono } from '../steps/person.ts';
import { facts } from './facts.ts';

const documents = [dpi, pasaporteNacional];

/** V2.24. */
export const guatemala = {
  ...residence(facts, 'guatemala'),
  documents,
  fixed: { pais: 'Guatemala', paisTelefono: 'Guatemala' },
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents, [nit(documents, { guatemalan: true })]),
    nacionalidad('Guatemalteca'),
    nombreApellidos,
    domicilio(
      calle('Calle o avenida'),
      numero,
      referencia('apartamento'),
      text('numeroZona', 'Número de zona'),
      ...places('guatemala', { departamento: 'Departamento', canton: 'Municipio' }),
    ),
    telefono('+502'),
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithComma), ingresosAdicionales(incomeBands.usdWithComma)),
    pep(
      'Es PEP quien desempeña o ha desempeñado un cargo público relevante en Guatemala o en otro país, quien dirige un partido político, y también sus parientes y asociados cercanos.',
    ),
  ],
  record: {
    basic: [nitLine],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'referencia', 'numeroZona', 'departamento', 'canton'],
    financial: [...work, ...moreIncome],
  },
} as const satisfies Country;
