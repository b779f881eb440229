import { dotted } from '#rules/joined.ts';
import { readableName } from '#rules/people.ts';
import { screens } from '#rules/screens.ts';
import { policyLine, type RequestKind } from './request.ts';

/** Under which name a request's label tells of the paper in a field. */
export const paperLabel = (field: string): string => `papel.${field}`;

/** One more document for a refund that was sent or is itself queued (H2.48). */
export const refundDocument: RequestKind<'refund.addDocument'> = {
  command: 'refund.addDocument',
  kind: 'Documento de un reembolso',
  noun: { text: 'documento', feminine: false },
  title: () => '',
  detail: ({ paciente = '', documento = '' }) => dotted(readableName(paciente), documento),
  lines: (data) => [
    { term: 'Paciente', text: readableName(data.paciente ?? '') },
    { term: 'Documento', text: data[paperLabel('documento')] ?? data.documento ?? '' },
    { term: 'Caso', text: data.caso ?? '' },
    policyLine(data),
  ],
  hasFiles: false,
  toasts: { sent: 'Documento enviado correctamente', refused: 'Ocurrió un error al enviar el documento' },
  correct: {
    label: 'Ver reembolso',
    // Its refund was sent, or is itself queued.
    open({ policy, dependsOn, fields }, navigate) {
      const policyId = policy ?? '';
      const refund =
        dependsOn === null ? { policyId, refundId: fields.idReembolso ?? '' } : { policyId, key: dependsOn };
      return navigate({ to: '/app/reembolsos/detalles', state: { refund } });
    },
  },
  draft: (key) => `refund-document-edit/${key}`,
  history: { name: 'historial de reembolsos', label: 'Ver mis reembolsos', to: screens.refunds },
};
