import type { Field, Step } from '#rules/wizard-country.ts';
import { text } from './fields.ts';

/** V2.37: the fields of an address, in the country's order. */
export const domicilio = (...fields: readonly Field[]): Step => ({
  id: 'domicilio',
  title: '¿Cuál es tu dirección de domicilio?',
  fields,
});

export const calle = text('domicilio', 'Calle', { fills: 'address-line1' });
export const numero = text('numeroDomicilio', 'Número');
export const referencia = text('referencia', 'Referencia', { hint: 'Edificio, apartamento u otra seña' });
export const ciudad = text('ciudad', 'Ciudad', { fills: 'address-level2' });
