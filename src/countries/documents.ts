import type { DocumentType } from '#rules/wizard-country.ts';

/** A card is photographed on both sides, a passport on the page with the photo (V3.8). */

const card = (name: string, number: DocumentType['number']): DocumentType => ({
  name,
  number,
  photos: ['frontal', 'reverso'],
});

export const cedulaEcuador = card('Cédula de Identidad', 'cedulaEcuador');
export const cedulaDominicana = card('Cédula de Identidad', 'cedulaDominicana');
export const cedulaCostaRica = card('Cédula de Identidad', 'cedulaCostaRica');
export const dimex = card('DIMEX', 'dimex');
export const dpi = card('Documento Personal de Identidad', 'dpi');
export const cedulaColombia = card('Cédula de Ciudadanía', 'cedulaColombia');

export const pasaporteNacional: DocumentType = { name: 'Pasaporte', number: 'pasaporte', photos: ['frontal'] };
export const pasaporteInternacional: DocumentType = { ...pasaporteNacional, number: 'pasaporteInternacional' };
