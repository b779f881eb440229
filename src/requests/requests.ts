import type { CommandName } from '#contract/requests.ts';
import { refund } from './refund.ts';
import { refundDocument } from './refund-document.ts';
import type { Line, RequestData, RequestKind, RequestWords } from './request.ts';
import { ticket } from './ticket.ts';

/** Every kind of request, by its command. One without a line does not compile. */
export const requests: { readonly [K in CommandName]: RequestKind<K> } = {
  'refund.create': refund,
  'refund.addDocument': refundDocument,
  'ticket.create': ticket,
};

/** The kind of a queued item; null for a command this version does not know. */
export const kindOf = (command: string): RequestKind | null =>
  Object.hasOwn(requests, command) ? requests[command as CommandName] : null;

/** For a request of another version of the app. */
const unknown: RequestWords = {
  kind: 'Solicitud de otra versión',
  noun: { text: 'solicitud', feminine: true },
  title: () => '',
  detail: () => '',
  lines: () => [],
  hasFiles: true,
};

/** The texts of an item, also of an unknown kind. */
export const wordsOf = (command: string): RequestWords => kindOf(command) ?? unknown;

/** The title in a list of one kind: 'Farmacia', or 'Reembolso' when nothing tells it apart. */
export function titleOf(command: string, data: RequestData): string {
  const words = wordsOf(command);
  return words.title(data) || words.kind;
}

/** The title in a list of every kind: 'Reembolso · Farmacia', 'Documento de un reembolso', 'Consulta · Pagos y facturas'. */
export function fullTitleOf(command: string, data: RequestData): string {
  const { kind } = wordsOf(command);
  const title = titleOf(command, data);
  // 'Consulta sobre mi póliza' already names its kind.
  return title.startsWith(kind) ? title : `${kind} · ${title}`;
}

/** The lines of a receipt about its request. */
export function linesOf(command: string, data: RequestData, locale: string): Line[] {
  const words = wordsOf(command);
  const lines = [{ term: 'Solicitud', text: words.kind }, ...words.lines(data, locale)];
  return lines.filter(({ text }) => text !== '');
}
