/** Pieces of the personal information that several countries share (H2.64 to H2.76). */
export const nitLine = { name: 'nit', label: 'NIT' } as const;
export const socialSecurityLine = { name: 'numeroSS', label: 'Número de seguro social' } as const;
export const work = ['actEco', 'profesion', 'ingresosPrinc'] as const;
export const moreIncome = ['otrosIngresos', 'ingresosAdic', 'ingresosAdicOrig'] as const;
