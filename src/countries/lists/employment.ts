/** The employment statuses of V3.19, in its order. 'actEco' offers them in República Dominicana. */
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

/** The feminine wording of a status; the value is the same. */
export const feminineEmployment: Readonly<Partial<Record<EmploymentStatus, string>>> = {
  'Empleado Público': 'Empleada Pública',
  'Empleado Privado': 'Empleada Privada',
  Pensionado: 'Pensionada',
  'Trabajador Independiente': 'Trabajadora Independiente',
  Jubilado: 'Jubilada',
};

/** The statuses of people who work. They also name their company and position. */
export const employedStatuses: readonly EmploymentStatus[] = [
  'Empleado Público',
  'Empleado Privado',
  'Trabajador Independiente',
];
