/** The employment statuses of spec V3.19, in its order: what 'actEco' offers in República Dominicana. */
export const employmentStatuses = [
  'Ama de Casa',
  'Empleado Público',
  'Empleado Privado',
  'Estudiante',
  'Pensionado',
  'Trabajador Independiente',
  'Jubilado',
] as const;

export type EmploymentStatus = (typeof employmentStatuses)[number];

/** The statuses of someone who works: they also give their company and position. */
export const employedStatuses: readonly EmploymentStatus[] = [
  'Empleado Público',
  'Empleado Privado',
  'Trabajador Independiente',
];
