import type { CommandName } from '#contract/receipts.ts';
import { refund } from './refund.ts';
import { refundDocument } from './refund-document.ts';
import type { Line, RequestData, RequestKind, RequestWords } from './request.ts';
import { ticket } from './ticket.ts';

/** Everything a customer can ask for. */
export const requests: Readonly<Record<CommandName, RequestKind>> = {
  'refund.create': refund,
  'refund.addDocument': refundDocument,
  'ticket.create': ticket,
};

/** The kind of a queued item; null for a command this version does not know. */
export const kindOf = (command: string): RequestKind | null =>
  Object.hasOwn(requests, command) ? requests[command as CommandName] : null;

/** A request of another version of the app. */
const unknown: RequestWords = {
  kind: 'Solicitud',
  noun: { text: 'solicitud', feminine: true },
  title: () => '',
  detail: () => '',
  lines: () => [],
  hasFiles: true,
};

/** How an item is spoken of, whatever it is. */
export const wordsOf = (command: string): RequestWords => kindOf(command) ?? unknown;

/** Its title among its own kind: 'Farmacia', or 'Reembolso' when nothing tells it apart. */
export function titleOf(command: string, data: RequestData): string {
  const words = wordsOf(command);
  return words.title(data) || words.kind;
}

/** Its title among requests of every kind: 'Reembolso · Farmacia', 'Documento de un reembolso', 'Consulta · Pagos y facturas'. */
export function fullTitleOf(command: string, data: RequestData): string {
  const { kind } = wordsOf(command);
  const title = titleOf(command, data);
  // 'Consulta sobre mi póliza' says itself what it is.
  return title.startsWith(kind) ? title : `${kind} · ${title}`;
}

/** What a receipt says was asked for. */
export function linesOf(command: string, data: RequestData, locale: string): Line[] {
  const words = wordsOf(command);
  const lines = [{ term: 'Solicitud', text: words.kind }, ...words.lines(data, locale)];
  return lines.filter(({ text }) => text !== '');
}
