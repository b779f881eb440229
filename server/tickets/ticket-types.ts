import type { TicketType } from '#contract/tickets.ts';

/** What a customer can ask about. */
export const ticketTypesOffered: readonly TicketType[] = [
  { id: '1', nombre: 'Consulta sobre mi póliza' },
  { id: '2', nombre: 'Pagos y facturas' },
  { id: '3', nombre: 'Reembolsos' },
  { id: '4', nombre: 'Actualización de datos' },
  { id: '5', nombre: 'Certificados y documentos' },
  { id: '6', nombre: 'Cambio de beneficiarios' },
  { id: '7', nombre: 'Otro' },
];

export const findTicketType = (id: string): TicketType | undefined => ticketTypesOffered.find((type) => type.id === id);
