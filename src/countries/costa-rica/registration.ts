import type { Country } from '#rules/wizard-country.ts';
import { cedulaCostaRica, dimex, pasaporteNacional } from '../documents.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { socialSecurityLine, work } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, domicilio } from '../steps/address.ts';
import { places, yesOrNo } from '../steps/fields.ts';
import { documentacion, nacionalidad, unitedStatesStatus } from '../steps/identity.ts';
import { apnfd, financiera, fondosExtranjeros, ocupacion, pep } from '../steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefono } from '../steps/person.ts';
import { facts } from './facts.ts';

const documents = [cedulaCostaRica, pasaporteNacional, dimex];

/** V2.22. */
export const costaRica = {
  ...residence(facts, 'costa-rica'),
  documents,
  fixed: { pais: 'Costa Rica', paisTelefono: 'Costa Rica' },
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents),
    nacionalidad('Costarricense', unitedStatesStatus),
    nombreApellidos,
    domicilio(
      calle('Dirección exacta', 'Calle, avenida y otras señas'),
      ...places('costa-rica', { provincia: 'Provincia', canton: 'Cantón', distrito: 'Distrito' }),
    ),
    telefono('+506'),
    estadoCivil,
    financiera(ocupacion(incomeBands.usdWithSpace), fondosExtranjeros, [apnfd]),
    pep(
      'Es PEP quien ocupa u ocupó en los últimos ocho años un alto cargo público en Costa Rica o en otro país, y también sus padres, hijos y hermanos.',
      [
        yesOrNo('pepConyuge', '¿Tu cónyuge o conviviente es una persona expuesta políticamente?', {
          hint: 'Si no tienes cónyuge ni conviviente, responde No.',
        }),
      ],
    ),
  ],
  record: {
    basic: [socialSecurityLine],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'provincia', 'canton', 'distrito'],
    // The only country that is asked about foreign funds here (D41).
    financial: [...work, 'fondosExtranjero', 'paisFondos'],
    legal: [
      { name: 'pepConyuge', label: '¿Tu cónyuge o conviviente es una persona expuesta políticamente?', as: 'yesNo' },
    ],
  },
} as const satisfies Country;
