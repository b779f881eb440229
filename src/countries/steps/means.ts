import type { Effect, Field, Option, OptionSource, Step } from '#rules/wizard-country.ts';
import { incomeOrigins } from '../lists/options.ts';
import { listed, options, yesOrNo } from './fields.ts';

/** V2.38: the fields of the financial step, in the country's order (D2). */
export const financiera = (...groups: readonly (readonly Field[])[]): Step => ({
  id: 'financiera',
  title: 'Información financiera',
  fields: groups.flat(),
});

/** Asked everywhere: activity, profession, main income. */
export const ocupacion = (
  income: readonly Option[],
  activity: OptionSource = { list: 'actividades' },
  effects: readonly Effect[] = [],
): readonly Field[] => [
  {
    kind: 'select',
    name: 'actEco',
    label: 'Actividad económica',
    from: activity,
    ...(effects.length > 0 && { effects }),
  },
  listed('profesion', 'Profesión', 'profesiones'),
  { kind: 'select', name: 'ingresosPrinc', label: 'Ingresos mensuales', from: { options: income } },
];

const withMoreIncome = [{ field: 'otrosIngresos', is: ['si'] }] as const;

/** Additional income: whether there is any, how much, and from where (V5.19). */
export const ingresosAdicionales = (income: readonly Option[]): readonly Field[] => [
  yesOrNo('otrosIngresos', '¿Tienes ingresos adicionales?', {
    effects: [{ on: ['no'], clears: ['ingresosAdic', 'ingresosAdicOrig'] }],
    readBack: { whenSent: ['ingresosAdic', 'ingresosAdicOrig'] },
  }),
  {
    kind: 'select',
    name: 'ingresosAdic',
    label: 'Ingresos adicionales mensuales',
    from: { options: income },
    when: withMoreIncome,
  },
  {
    kind: 'several',
    name: 'ingresosAdicOrig',
    label: 'Origen de tus ingresos adicionales',
    hint: 'Elige al menos uno',
    from: { options: options(incomeOrigins) },
    when: withMoreIncome,
  },
];

/** Foreign funds and the country they come from (V5.19). */
export const fondosExtranjeros: readonly Field[] = [
  yesOrNo('fondosExtranjero', '¿Recibes fondos del extranjero?', {
    effects: [{ on: ['no'], clears: ['paisFondos'] }],
  }),
  listed('paisFondos', 'País de origen de los fondos', 'paises', {
    when: [{ field: 'fondosExtranjero', is: ['si'] }],
  }),
];

/** The activities question (V2.38). */
export const apnfd = yesOrNo('apnfd', '¿Te dedicas a alguna de estas actividades?', {
  hint: 'Casinos, casas de empeño, prestamistas, piedras y metales preciosos, operadores de tarjetas, organizaciones sin fines de lucro, servicios fiduciarios, compraventa de bienes raíces o administración de fondos de terceros.',
});

/** V2.39. `hint` is the country's definition of such a person. */
export const pep = (hint: string, spouse: readonly Field[] = []): Step => ({
  id: 'pep',
  title: 'Por último',
  fields: [yesOrNo('pep', '¿Eres una persona expuesta políticamente (PEP)?', { hint }), ...spouse],
});
