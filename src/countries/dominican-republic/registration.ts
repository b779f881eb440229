import type { Country } from '#rules/wizard-country.ts';
import { cedulaDominicana, pasaporteNacional } from '../documents.ts';
import { employedStatuses, employmentStatuses, feminineEmployment } from '../lists/employment.ts';
import { incomeBands } from '../lists/income-bands.ts';
import { moreIncome } from '../record.ts';
import { residence } from '../residence.ts';
import { credenciales } from '../steps/access.ts';
import { calle, ciudad, domicilio } from '../steps/address.ts';
import { options, places, text } from '../steps/fields.ts';
import { documentacion, nacionalidad } from '../steps/identity.ts';
import { financiera, ingresosAdicionales, ocupacion, pep } from '../steps/means.ts';
import { estadoCivil, nacimiento, nombreApellidos, sexo, telefono } from '../steps/person.ts';
import { facts } from './facts.ts';

const documents = [cedulaDominicana, pasaporteNacional];
const unemployed = employmentStatuses.filter((status) => !employedStatuses.includes(status));
const employed = [{ field: 'actEco', is: employedStatuses }] as const;

/** V2.23. */
export const dominicanRepublic = {
  ...residence(facts, 'republica-dominicana'),
  documents,
  fixed: { pais: 'República Dominicana', paisTelefono: 'República Dominicana' },
  steps: [
    credenciales,
    nacimiento,
    sexo,
    documentacion(documents),
    nacionalidad('Dominicana'),
    nombreApellidos,
    domicilio(
      calle('Calle y número'),
      ciudad,
      text('sector', 'Sector'),
      ...places('dominican-republic', { provincia: 'Provincia' }),
    ),
    // The United States and others share the prefix.
    telefono('+1', 'Con su código de área: 809, 829, 849 u otro'),
    estadoCivil,
    financiera(
      // Here the activity is an employment status (D4). People who work also name their company and position.
      ocupacion(incomeBands.dop, { options: options(employmentStatuses, feminineEmployment) }, [
        { on: unemployed, clears: ['empresa', 'cargo'] },
      ]),
      [
        text('empresa', 'Empresa donde trabajas', { fills: 'organization', when: employed }),
        text('cargo', 'Cargo', { when: employed }),
      ],
      ingresosAdicionales(incomeBands.dop),
    ),
    pep(
      'Es PEP quien desempeña o desempeñó en los últimos tres años un alto cargo público, y también su cónyuge, sus familiares hasta el segundo grado y sus asociados cercanos.',
    ),
  ],
  record: {
    contact: ['email', 'telefono'],
    address: ['domicilio', 'ciudad', 'sector', 'provincia'],
    financial: ['actEco', 'empresa', 'cargo', 'profesion', 'ingresosPrinc', ...moreIncome],
  },
} as const satisfies Country;
