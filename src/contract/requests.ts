/** The wire facts of a request that a device may queue. */
interface RequestWire {
  /** Where it is sent, and which list it then stands in. */
  endpoint: string;
  list: string;
  /** First sign of the number that the customer can quote. */
  letter: string;
  /** Fields that it takes from the answer to a request it depends on, and what its own answer gives to such a one. */
  fills: readonly string[];
  lends: Readonly<Record<string, readonly [member: string, field: string]>>;
  /** What the insurer's systems are told, and what they report of it later. */
  event: string;
  report: string;
}

/** Every request that a device may queue, by its name in the outbox and on receipts: the same for device, server and insurer. */
export const requestKinds = {
  'refund.create': {
    endpoint: 'createRefund',
    list: 'refunds',
    letter: 'R',
    fills: [],
    lends: { idReembolso: ['reembolso', 'id'], CaseNumber: ['reembolso', 'CaseNumber'] },
    event: 'reembolso.creado',
    report: 'reembolso.actualizado',
  },
  'refund.addDocument': {
    endpoint: 'addRefundDocument',
    list: 'refunds',
    letter: 'D',
    fills: ['idReembolso', 'CaseNumber'],
    lends: {},
    event: 'reembolso.documento',
    report: 'reembolso.adjunto',
  },
  'ticket.create': {
    endpoint: 'createTicket',
    list: 'tickets',
    letter: 'C',
    fills: [],
    lends: {},
    event: 'consulta.creada',
    report: 'consulta.respondida',
  },
} as const satisfies Record<string, RequestWire>;

export type CommandName = keyof typeof requestKinds;
export type RequestEndpoint<K extends CommandName = CommandName> = (typeof requestKinds)[K]['endpoint'];
export type RequestEvent<K extends CommandName = CommandName> = (typeof requestKinds)[K]['event'];
export type RequestReport = (typeof requestKinds)[CommandName]['report'];

export const commandNames = Object.keys(requestKinds) as CommandName[];
