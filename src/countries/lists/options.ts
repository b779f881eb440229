/** The short lists of the wizard (spec V3.17, V3.18, V9.7), in the order they are shown. */

export const sexes = ['Masculino', 'Femenino'] as const;

export const civilStatuses = ['Soltero', 'Unión de hecho', 'Casado', 'Divorciado', 'Viudo'] as const;

export type CivilStatus = (typeof civilStatuses)[number];

/** The feminine wording of a status; the value is the same. */
export const feminineStatuses: Readonly<Partial<Record<CivilStatus, string>>> = {
  Soltero: 'Soltera',
  Casado: 'Casada',
  Divorciado: 'Divorciada',
  Viudo: 'Viuda',
};

/** The civil statuses that ask for the spouse's data. */
export const civilStatusesWithSpouse: readonly CivilStatus[] = ['Casado', 'Unión de hecho'];

/** Sources of additional income, in the registration's spelling. */
export const incomeOrigins = ['Arriendos', 'Inversiones', 'Negocios', 'Otros'] as const;

/** The same sources in the spelling of the personal information, where the spec has one in the singular (D9). */
export const personalIncomeOrigins = ['Arriendos', 'Inversiones', 'Negocio', 'Otros'] as const;
