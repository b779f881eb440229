import type { Country } from '#rules/wizard-country.ts';
import { pasaporteInternacional } from '../documents.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { socialSecurityLine, work } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, ciudad, domicilio, numero } from '../steps/address.ts';
import { listed } from '../steps/fields.ts';
import { nacionalidadLibre, pasaporte } from '../steps/identity.ts';
import { apnfd, financiera, fondosExtranjeros, ocupacion, pep } from '../steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefonoInternacional } from '../steps/person.ts';
import { facts } from './facts.ts';

/** Everyone who lives elsewhere (V2.26), identified by a passport (V3.8). */
export const international = {
  ...residence(facts, 'internacional'),
  documents: [pasaporteInternacional],
  fixed: { tipoId: pasaporteInternacional.name },
  steps: [
    credenciales,
    nacimiento,
    sexo,
    nacionalidadLibre,
    nombreApellidos,
    pasaporte,
    domicilio(calle('Calle'), numero, ciudad, listed('pais', 'País', 'paises')),
    telefonoInternacional,
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithComma), fondosExtranjeros, [apnfd]),
    pep(
      'Es PEP quien desempeña o ha desempeñado funciones públicas destacadas en cualquier país u organismo internacional, y también sus familiares y colaboradores cercanos.',
    ),
  ],
  record: {
    basic: [{ name: 'paisEmision', label: 'País de emisión' }, socialSecurityLine],
    contact: ['email', 'paisTelefono', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'ciudad', 'pais'],
    financial: work,
  },
} as const satisfies Country;
