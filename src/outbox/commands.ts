import * as v from 'valibot';
import { type AnswerOf, endpoints } from '#contract/endpoints.ts';
import type { Refund, RefundDocument } from '#contract/refunds.ts';
import { type CommandName, commandNames, type RequestEndpoint, requestKinds } from '#contract/requests.ts';
import { textByField } from '#contract/text-by-field.ts';
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
  /**
   * The change that the answer makes in the mirror; null when there is none or the answer does not parse. An answer is the first
   * one, however late it comes: the server gives it again for the same key. So it adds what is missing, and what is there stays.
   */
  applyTo(answer: unknown, about: Pick<QueuedBody, 'policy'> & { owner: string }): MirrorChange | null;
  /** Name of the draft that belongs to a queued command of this kind. It follows the command when that gets another key. */
  attached?(key: string): string;
  /** The fields that a dependent command takes from this one's answer. */
  lends(answer: unknown): Record<string, string> | null;
}

/** By name. An outbox row may name a kind that this version does not know. */
export type CommandKinds = Readonly<Record<string, CommandKind>>;

/** Name of the draft of one more document for a queued refund. It stays the same when the refund is sent meanwhile. */
export const documentDraft = (key: string): string => `refund-document/${key}`;

/** What a device adds to what the contract declares of a kind. */
interface OnDevice<K extends CommandName> extends Pick<CommandKind, 'version' | 'migrations' | 'attached'> {
  /** Its list, once the server has it; the same one when nothing was missing in it. */
  withMade(made: AnswerOf<RequestEndpoint<K>>): (rows: readonly unknown[]) => readonly unknown[];
  /** Whether its list is that of a policy. */
  perPolicy: boolean;
}

const onDevice: { [K in CommandName]: OnDevice<K> } = {
  'refund.create': {
    version: 1,
    migrations: {},
    attached: documentDraft,
    withMade: ({ reembolso }) => withFirst(reembolso),
    perPolicy: true,
  },
  'refund.addDocument': {
    version: 1,
    migrations: {},
    withMade: ({ documento }) => withDocument(documento),
    perPolicy: true,
  },
  'ticket.create': {
    version: 1,
    migrations: {},
    withMade: ({ ticket }) => withFirst(ticket),
    perPolicy: false,
  },
};

/** Puts a created row before the others of its list, unless it is there, and so as new or newer. */
const withFirst =
  <Row extends { id: string }>(created: Row) =>
  (rows: readonly unknown[]): readonly unknown[] =>
    (rows as Row[]).some(({ id }) => id === created.id) ? rows : [created, ...rows];

/** Puts a document behind the others of its refund, unless it is there. */
const withDocument =
  (added: RefundDocument) =>
  (rows: readonly unknown[]): readonly unknown[] => {
    const lacks = ({ id, documentos }: Refund) =>
      id === added.idReembolso && !documentos.some(({ idDocumento }) => idDocumento === added.idDocumento);
    const refunds = rows as Refund[];
    if (!refunds.some(lacks)) return rows;
    return refunds.map((one) => (lacks(one) ? { ...one, documentos: [...one.documentos, added] } : one));
  };

function kindOf<K extends CommandName>(name: K): CommandKind {
  const { endpoint, list, fills, lends } = requestKinds[name];
  const { withMade, perPolicy, ...own } = onDevice[name];
  /** What the server answered; null when it does not parse. */
  const read = (answer: unknown) => {
    const parsed = v.safeParse(endpoints[endpoint].answer as v.GenericSchema, answer);
    return parsed.success ? (parsed.output as AnswerOf<RequestEndpoint<K>>) : null;
  };
  const lent = Object.entries<readonly [string, string]>(lends);
  return {
    ...own,
    name,
    endpoint,
    filled: fills,
    applyTo(answer, { policy, owner }) {
      const made = read(answer);
      const part = perPolicy ? (policy ?? undefined) : undefined;
      return made && ((mirror) => mirror.prepareChange(list, part, withMade(made), owner));
    },
    lends(answer) {
      const made = lent.length > 0 ? (read(answer) as Record<string, Record<string, string>> | null) : null;
      return made && Object.fromEntries(lent.map(([field, [member, from]]) => [field, made[member]?.[from] ?? '']));
    },
  };
}

/** Every command a device may queue. */
export const commandKinds: CommandKinds = Object.fromEntries(commandNames.map((name) => [name, kindOf(name)]));

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
