import { screens } from '#rules/screens.ts';
import { type ConfirmedKind, policyLine } from './request.ts';

/** A question to the insurer (H2.15). */
export const ticket: ConfirmedKind<'ticket.create'> = {
  command: 'ticket.create',
  kind: 'Consulta',
  noun: { text: 'consulta', feminine: true },
  title: ({ tipo = '' }) => tipo,
  detail: ({ numeroPoliza }) => (numeroPoliza ? `Póliza ${numeroPoliza}` : ''),
  lines: (data) => [{ term: 'Tema', text: data.tipo ?? '' }, policyLine(data)],
  hasFiles: false,
  toasts: { sent: 'Tu ticket ha sido creado con éxito', refused: 'Error al crear el ticket' },
  correct: {
    label: 'Editar',
    open: ({ key }, navigate) => navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketEditing: key } }),
  },
  draft: (key) => `ticket-edit/${key}`,
  history: { name: 'historial de ayuda', label: 'Ver mi historial de ayuda', to: () => screens.help },
  confirmation: {
    taken: 'Ya la tenemos. Te responderemos en tu historial de ayuda.',
    title: 'Nueva consulta',
    icon: 'help',
    listed: 'Tus consultas están en el historial.',
    next: [],
    again: 'Hacer otra consulta',
  },
};
