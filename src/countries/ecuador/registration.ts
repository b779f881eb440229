import type { Country } from '#rules/wizard-country.ts';
import { cedulaEcuador } from '../documents.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { moreIncome, work } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, ciudad, domicilio, numero, referencia } from '../steps/address.ts';
import { places } from '../steps/fields.ts';
import { documentacion, nacionalidad } from '../steps/identity.ts';
import { financiera, ingresosAdicionales, ocupacion, pep } from '../steps/means.ts';
import { conyuge, estadoCivil, nacimiento, nombreApellidos, sexo, telefono } from '../steps/person.ts';
import { facts } from './facts.ts';

const documents = [cedulaEcuador];

/** V2.21. */
export const ecuador = {
  ...residence(facts, 'ecuador'),
  documents,
  fixed: { pais: 'Ecuador', paisTelefono: 'Ecuador' },
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents),
    nacionalidad('Ecuatoriana'),
    nombreApellidos,
    domicilio(
      calle('Calle'),
      numero,
      referencia('departamento'),
      ciudad,
      ...places('ecuador', { provincia: 'Provincia', canton: 'Cantón' }),
    ),
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
      'Es PEP quien desempeña o ha desempeñado funciones públicas destacadas en Ecuador o en el extranjero, y también sus familiares y colaboradores cercanos.',
    ),
  ],
  record: {
    contact: ['email', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'referencia', 'ciudad', 'provincia', 'canton'],
    financial: [...work, ...moreIncome, 'valorActivos', 'valorPasivos'],
    spouse: ['nombreConyuge', 'apellido1Conyuge', 'apellido2Conyuge', 'tipoIdConyuge', 'nifConyuge'],
  },
} as const satisfies Country;
