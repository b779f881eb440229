import * as v from 'valibot';
import { endpoints } from '#contract/endpoints.ts';
import type { CommandName } from '#contract/receipts.ts';
import { type Refund, type RefundDocument, refundAnswer, refundDocumentAnswer } from '#contract/refunds.ts';
import { ticketAnswer } from '#contract/tickets.ts';
import type { QueuedName } from '#session/calls.ts';
import type { QueuedBody } from './body.ts';
import type { MirrorChange } from './ports.ts';

/** One kind of command. */
export interface CommandKind {
  name: CommandName;
  /** Raised when the body's shape changes; `migrations` then gets a line for the previous version. */
  version: number;
  endpoint: QueuedName;
  /** Fields filled in from the answer to the command this one depends on. */
  filled: readonly string[];
  /** From a body of that version to the next one. Fields must stay as fingerprinted, or one key stands for two payloads. */
  migrations: Record<number, (body: QueuedBody) => QueuedBody>;
  /** The change that the answer makes in the mirror; null when there is none or the answer does not parse. */
  applyTo(answer: unknown, about: Pick<QueuedBody, 'policy'>): MirrorChange | null;
  /** Name of the draft that belongs to a queued command of this kind. It follows the command when that gets another key. */
  attached?(key: string): string;
  /** The fields that a dependent command takes from this one's answer. */
  lends(answer: unknown): Record<string, string> | null;
}

/** By name. An outbox row may name a kind that this version does not know. */
export type CommandKinds = Readonly<Record<string, CommandKind>>;

/** Name of the draft of one more document for a queued refund. It stays the same when the refund is sent meanwhile. */
export const documentDraft = (key: string): string => `refund-document/${key}`;

const refundCreate: CommandKind = {
  name: 'refund.create',
  version: 1,
  endpoint: 'createRefund',
  filled: [],
  migrations: {},
  attached: documentDraft,
  applyTo(answer, { policy }) {
    const created = readAs(refundAnswer, answer)?.reembolso;
    return created ? (mirror) => mirror.prepareChange('refunds', policy ?? undefined, withFirst(created)) : null;
  },
  lends(answer) {
    const created = readAs(refundAnswer, answer)?.reembolso;
    return created ? { idReembolso: created.id, CaseNumber: created.CaseNumber } : null;
  },
};

const refundAddDocument: CommandKind = {
  name: 'refund.addDocument',
  version: 1,
  endpoint: 'addRefundDocument',
  filled: ['idReembolso', 'CaseNumber'],
  migrations: {},
  applyTo(answer, { policy }) {
    const added = readAs(refundDocumentAnswer, answer)?.documento;
    if (!added) return null;
    const withIt = (refund: Refund) =>
      refund.id === added.idReembolso ? { ...refund, documentos: withOne(refund.documentos, added) } : refund;
    return (mirror) => mirror.prepareChange('refunds', policy ?? undefined, (rows) => (rows as Refund[]).map(withIt));
  },
  lends: () => null,
};

const ticketCreate: CommandKind = {
  name: 'ticket.create',
  version: 1,
  endpoint: 'createTicket',
  filled: [],
  migrations: {},
  applyTo(answer) {
    const created = readAs(ticketAnswer, answer)?.ticket;
    return created ? (mirror) => mirror.prepareChange('tickets', undefined, withFirst(created)) : null;
  },
  lends: () => null,
};

/** What the server answered; null when it does not parse. */
function readAs<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, answer);
  return parsed.success ? parsed.output : null;
}

/** Puts a created row before the others of its list. */
const withFirst =
  <Row extends { id: string }>(created: Row) =>
  (rows: readonly unknown[]): Row[] => [created, ...(rows as Row[]).filter(({ id }) => id !== created.id)];

/** Every command a device may queue. */
export const commandKinds: CommandKinds = {
  [refundCreate.name]: refundCreate,
  [refundAddDocument.name]: refundAddDocument,
  [ticketCreate.name]: ticketCreate,
};

/**
 * The fields as they will travel, or an error text for each field that the contract refuses. Parsing them now makes the
 * fingerprint cover exactly what is sent. Fields that another command's answer fills in may be missing.
 */
export function fieldsToSend(
  command: CommandKind,
  fields: Record<string, string>,
  filled: 'filled' | 'to-fill',
): { ok: true; fields: Record<string, string> } | { ok: false; fields: Record<string, string> } {
  const later = filled === 'to-fill' ? Object.fromEntries(command.filled.map((name) => [name, '-'])) : {};
  const parsed = v.safeParse(endpoints[command.endpoint].input, { ...fields, ...later });
  if (!parsed.success) return { ok: false, fields: textByField(parsed.issues) };
  const texts = Object.entries(parsed.output).filter(([name, value]) => value !== '' && !(name in later));
  return { ok: true, fields: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])) };
}

function textByField(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const named = issues.map((issue): [string, string] => [String(issue.path?.[0]?.key ?? ''), issue.message]);
  return Object.fromEntries(named.reverse());
}

const withOne = (documents: readonly RefundDocument[], one: RefundDocument): RefundDocument[] => [
  ...documents.filter(({ idDocumento }) => idDocumento !== one.idDocumento),
  one,
];
