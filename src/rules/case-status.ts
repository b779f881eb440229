/** A status in words; `tone` is the colour that supports them, named as the status pill takes it. */
export interface CaseStatus {
  text: 'Nuevo' | 'En trámite' | 'Aprobado' | 'Negado';
  tone: 'info' | 'warn' | 'ok' | 'bad';
}

const inProcess: CaseStatus = { text: 'En trámite', tone: 'warn' };
const approved: CaseStatus = { text: 'Aprobado', tone: 'ok' };

const statuses: ReadonlyMap<number | null, CaseStatus> = new Map<number | null, CaseStatus>([
  [1, { text: 'Nuevo', tone: 'info' }],
  [5, approved],
  [6, approved],
  [7, { text: 'Negado', tone: 'bad' }],
]);

/** The status of a refund or ticket by its id (H4.5, H9.6): 2, 3, 4 and any other value are in process. */
export function caseStatus(idEstado: number | null): CaseStatus {
  return statuses.get(idEstado) ?? inProcess;
}
