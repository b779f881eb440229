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

/** What a woman reads for a status; the value is the same. */
export const feminineEmployment: Readonly<Partial<Record<EmploymentStatus, string>>> = {
  'Empleado Público': 'Empleada Pública',
  'Empleado Privado': 'Empleada Privada',
  Pensionado: 'Pensionada',
  'Trabajador Independiente': 'Trabajadora Independiente',
  Jubilado: 'Jubilada',
};

/** The statuses of someone who works: they also give their company and position. */
export const employedStatuses: readonly EmploymentStatus[] = [
  'Empleado Público',
  'Empleado Privado',
  'Trabajador Independiente',
];
