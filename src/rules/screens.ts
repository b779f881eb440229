import type { Policy } from '#contract/policies.ts';

const at = (...parts: string[]) => `#/${parts.map(encodeURIComponent).join('/')}`;

/** The address of every screen (V2, H2), as an href of the hash router. Policy ids travel encoded. */
export const screens = {
  start: '#/',
  residence: '#/registro/residencia',
  home: (poliza?: number) => (poliza === undefined ? '#/app' : `#/app?poliza=${poliza}`),
  /** `unpaid`: the flag is the grace period's date; without it the address says 'null' (H2.3). */
  invoices: (
    policy: Pick<Policy, 'Policy' | 'VisualTimeInstance' | 'GracePeriodDate' | 'IssuingCompany' | 'OffshoreIndicator'>,
    unpaid: boolean,
  ) =>
    at(
      'app',
      'facturas',
      policy.Policy,
      policy.VisualTimeInstance || '-',
      (unpaid && policy.GracePeriodDate) || 'null',
      policy.IssuingCompany || '-',
      policy.OffshoreIndicator,
    ),
  refunds: (policyId: string) => at('app', 'reembolsos', policyId),
  newRefund: (policyId: string) => at('app', 'reembolsos', 'añadir', policyId),
  refundDetail: '#/app/reembolsos/detalles',
  beneficiaries: (policyId: string) => at('app', 'beneficiarios', policyId),
  dependents: (policyId: string) => at('app', 'dependientes', policyId),
  healthCard: (policyId: string) => at('app', 'carnet', policyId),
  payments: (policyId: string) => at('app', 'pagos', policyId),
  /** The payments of a year, to be printed. */
  paidYear: (policyId: string, year: string) => at('app', 'pagos', policyId, 'resumen', year),
  documents: (policyId: string) => at('app', 'documentos', policyId),
  /** What changed since the customer last looked (D61). */
  news: '#/app/novedades',
  settings: '#/app/configuraciones',
  personalInformation: '#/app/configuraciones/informacionPersonal',
  help: '#/app/configuraciones/ayuda',
  newTicket: '#/app/configuraciones/ayuda/crear',
  password: '#/app/configuraciones/password',
  /** Ways in besides the password (D56). */
  passkeys: '#/app/configuraciones/huella',
  /** Where the customer is signed in. */
  sessions: '#/app/configuraciones/sesiones',
  /** What other apps handed to Amparo. */
  received: '#/app/compartido',
  /** What has not left the device yet. */
  pending: '#/app/configuraciones/pendientes',
} as const;
