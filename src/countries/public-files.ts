import type { Country } from '#rules/wizard-country.ts';

/** A country's files in `public`: the picture of the wizard's loader, and its papers. */
export const publicFiles = (folder: string): Pick<Country, 'picture' | 'papers'> => ({
  picture: `/paises/${folder}.svg`,
  papers: {
    conditions: `/documentos/${folder}/condiciones-generales.pdf`,
    dataPolicy: `/documentos/${folder}/proteccion-de-datos.pdf`,
  },
});
