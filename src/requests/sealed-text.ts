/** Counts of what is still sealed under the customer's previous password. */
export interface UnderEarlierPassword {
  /** Queued requests. */
  waiting: number;
  drafts: number;
}

/** '2 solicitudes y 1 borrador guardados con tu contraseña anterior'. */
export function sealedText({ waiting, drafts }: UnderEarlierPassword): string {
  const requests = waiting === 1 ? '1 solicitud' : `${waiting} solicitudes`;
  const forms = drafts === 1 ? '1 borrador' : `${drafts} borradores`;
  const what = waiting === 0 ? forms : drafts === 0 ? requests : `${requests} y ${forms}`;
  const kept = `guardad${drafts === 0 ? 'a' : 'o'}${waiting + drafts === 1 ? '' : 's'}`;
  return `${what} ${kept} con tu contraseña anterior`;
}

/** The verb with its object: 'enviarla', 'recuperarlos'. */
export function onThem(verb: string, { waiting, drafts }: UnderEarlierPassword): string {
  return `${verb}l${drafts === 0 ? 'a' : 'o'}${waiting + drafts === 1 ? '' : 's'}`;
}
