import type { Field, Step } from '#rules/wizard-country.ts';
import { text } from './fields.ts';

/** V2.37: the fields of an address, in the country's order. */
export const domicilio = (...fields: readonly Field[]): Step => ({
  id: 'domicilio',
  title: '¿Cuál es tu dirección de domicilio?',
  fields,
});

/** The street, as the country writes its addresses. */
export const calle = (label: string, hint?: string): Field =>
  text('domicilio', label, { fills: 'address-line1', ...(hint && { hint }) });
export const numero = text('numeroDomicilio', 'Número');
/** In Ecuador an apartment is a 'departamento', which in Guatemala is where the town lies. */
export const referencia = (home: 'apartamento' | 'departamento'): Field =>
  text('referencia', 'Referencia', { hint: `Edificio, ${home} o un lugar conocido` });
export const ciudad = text('ciudad', 'Ciudad', { fills: 'address-level2' });
