import { allOf } from '#rules/joined.ts';
import type { UnderEarlierPassword } from '#session/sealed-queue.ts';

/** Counts of what is still sealed under the customer's previous password. */
export type Sealed = Pick<UnderEarlierPassword, 'waiting' | 'drafts' | 'documents' | 'receipts'>;

export const sealedCount = ({ waiting, drafts, documents = 0, receipts = 0 }: Sealed): number =>
  waiting + drafts + documents + receipts;

/** '2 solicitudes y 1 borrador guardados con tu contraseña anterior'. */
export function sealedText(sealed: Sealed): string {
  return `${allOf(countsOf(sealed))} guardad${ending(sealed)} con tu contraseña anterior`;
}

/** The verb with its object: 'enviarla', 'recuperarlos'. */
export const verbWithObject = (verb: string, sealed: Sealed): string => `${verb}l${ending(sealed)}`;

/** '1 borrador y 3 comprobantes'. */
export const whatIs = (sealed: Sealed): string => allOf(countsOf(sealed));

function countsOf({ waiting, drafts, documents = 0, receipts = 0 }: Sealed): string[] {
  const counts: [number, string, string][] = [
    [waiting, 'solicitud', 'solicitudes'],
    [drafts, 'borrador', 'borradores'],
    [documents, 'documento', 'documentos'],
    [receipts, 'comprobante', 'comprobantes'],
  ];
  return counts.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []));
}

/** 'a' when all are requests, with an 's' when there are several. */
function ending(sealed: Sealed): string {
  const count = sealedCount(sealed);
  return `${sealed.waiting === count ? 'a' : 'o'}${count === 1 ? '' : 's'}`;
}
