/** The short lists of the wizard (spec V3.17, V3.18, V9.7), in the order they are shown. */

export const sexPlaceholder = 'Selecciona una opción';

export const sexes = ['Masculino', 'Femenino'] as const;

export const civilStatuses = ['Soltero', 'Unión de hecho', 'Casado', 'Divorciado', 'Viudo'] as const;

export type CivilStatus = (typeof civilStatuses)[number];

/** What a woman reads for a status; the value is the same. */
export const feminineStatuses: Readonly<Partial<Record<CivilStatus, string>>> = {
  Soltero: 'Soltera',
  Casado: 'Casada',
  Divorciado: 'Divorciada',
  Viudo: 'Viuda',
};

/** The civil statuses that ask for the spouse's data. */
export const civilStatusesWithSpouse: readonly CivilStatus[] = ['Casado', 'Unión de hecho'];

/** Where additional income comes from, as the registration writes it. */
export const incomeOrigins = ['Arriendos', 'Inversiones', 'Negocios', 'Otros'] as const;

export type IncomeOrigin = (typeof incomeOrigins)[number];

/** The same origins as the personal information writes them: the spec spells one of them in the singular there (D9). */
export const personalIncomeOrigins = ['Arriendos', 'Inversiones', 'Negocio', 'Otros'] as const;

/** Reads a stored origin in either spelling; undefined for anything else. */
export function incomeOriginOf(text: string): IncomeOrigin | undefined {
  const written = text.trim();
  return written === 'Negocio' ? 'Negocios' : incomeOrigins.find((origin) => origin === written);
}
