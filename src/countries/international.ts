import type { Country } from '#rules/wizard-country.ts';
import { pasaporteInternacional } from './documents.ts';
import { incomeBands } from './lists/income-bands.ts';
import { publicFiles } from './public-files.ts';
import { savingsPlans } from './savings-plans.ts';
import { credenciales } from './steps/access.ts';
import { calle, ciudad, domicilio, numero } from './steps/address.ts';
import { listed } from './steps/fields.ts';
import { nacionalidadLibre, pasaporte } from './steps/identity.ts';
import { apnfd, financiera, fondosExtranjeros, ocupacion, pep } from './steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefonoInternacional } from './steps/person.ts';
import { storeLinks } from './store-links.ts';

/** Everyone who lives elsewhere (V2.26), identified by a passport (V3.8). */
export const international = {
  name: 'Internacional',
  iso2: null,
  documents: [pasaporteInternacional],
  fixed: { tipoId: pasaporteInternacional.name },
  ...publicFiles('internacional'),
  stores: storeLinks.Internacional,
  savings: savingsPlans.Internacional,
  steps: [
    credenciales,
    nacimiento,
    sexo,
    nacionalidadLibre,
    nombreApellidos,
    pasaporte,
    domicilio(calle, numero, ciudad, listed('pais', 'País', 'paises')),
    telefonoInternacional,
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithComma), fondosExtranjeros, [apnfd]),
    pep(
      'Es PEP quien desempeña o ha desempeñado funciones públicas destacadas en cualquier país u organismo internacional, y también sus familiares y colaboradores cercanos.',
    ),
  ],
} as const satisfies Country;
