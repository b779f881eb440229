import type { Policy } from '#contract/policies.ts';

/**
 * The address of every screen (V2, H2), as the router reads it and behind the hash of the page's own address. A '$' begins a
 * parameter.
 */
export const addresses = {
  start: '/',
  residence: '/registro/residencia',
  registration: '/registro',
  created: '/registro/creada',
  /** The screen that a desk's code opens on a phone. The address is behind the '#', so no request carries the key in it. */
  relay: '/registro/fotos/$sides/$code',
  home: '/app',
  invoices: '/app/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
  refunds: '/app/reembolsos/$policyId',
  newRefund: '/app/reembolsos/añadir/$policyId',
  refundDetail: '/app/reembolsos/detalles',
  /** Files that other apps shared with Amparo. */
  received: '/app/compartido',
  beneficiaries: '/app/beneficiarios/$policyId',
  dependents: '/app/dependientes/$policyId',
  healthCard: '/app/carnet/$policyId',
  payments: '/app/pagos/$policyId',
  /** The payments of a year, to be printed. */
  paidYear: '/app/pagos/$policyId/resumen/$year',
  documents: '/app/documentos/$policyId',
  /** What changed since the customer last looked (D61). */
  news: '/app/novedades',
  settings: '/app/configuraciones',
  personalInformation: '/app/configuraciones/informacionPersonal',
  help: '/app/configuraciones/ayuda',
  newTicket: '/app/configuraciones/ayuda/crear',
  /** Passkeys (D56). */
  passkeys: '/app/configuraciones/huella',
  /** The customer's sessions. */
  sessions: '/app/configuraciones/sesiones',
  password: '/app/configuraciones/password',
  /** The queue and the receipts. */
  pending: '/app/configuraciones/pendientes',
} as const;

export type Address = (typeof addresses)[keyof typeof addresses];

type ParamsOf<A extends string> = Record<NamesIn<A>, string>;
type NamesIn<A extends string> = A extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

/** Where a link leads: an address with the parameters it asks for. */
export interface Destination<A extends Address = Address> {
  to: A;
  params: ParamsOf<A>;
  search?: { ano: string };
}

/** A year of a screen whose years are pages (D86); its newest where none is known. */
export const inYear = (to: Destination, year: string | undefined): Destination =>
  year ? { ...to, search: { ano: year } } : to;

const at = <A extends Address>(to: A, params: ParamsOf<A>): Destination<A> => ({ to, params });
type OfPolicy = {
  [A in Address]: NamesIn<A> extends 'policyId' ? ([NamesIn<A>] extends [never] ? never : A) : never;
}[Address];
const ofPolicy =
  <A extends OfPolicy>(to: A) =>
  (policyId: string): Destination<A> => ({ to, params: { policyId } as ParamsOf<A> });

/** Screens that no link leads to: the registration goes there by itself. */
type Unlinked = 'start' | 'registration' | 'created' | 'relay';

/** The destination of every other screen; one without a line does not compile. */
export const screens = {
  residence: at(addresses.residence, {}),
  home: at(addresses.home, {}),
  /** `unpaid`: the flag is the grace period's date; without it the address says 'null' (H2.3). */
  invoices: (
    policy: Pick<Policy, 'Policy' | 'VisualTimeInstance' | 'GracePeriodDate' | 'IssuingCompany' | 'OffshoreIndicator'>,
    unpaid: boolean,
  ) =>
    at(addresses.invoices, {
      policy: policy.Policy,
      visualTimeInstance: policy.VisualTimeInstance || '-',
      date: (unpaid && policy.GracePeriodDate) || 'null',
      issuingCompany: policy.IssuingCompany || '-',
      offshoreIndicator: policy.OffshoreIndicator,
    }),
  refunds: ofPolicy(addresses.refunds),
  newRefund: ofPolicy(addresses.newRefund),
  refundDetail: at(addresses.refundDetail, {}),
  received: at(addresses.received, {}),
  beneficiaries: ofPolicy(addresses.beneficiaries),
  dependents: ofPolicy(addresses.dependents),
  healthCard: ofPolicy(addresses.healthCard),
  payments: ofPolicy(addresses.payments),
  paidYear: (policyId: string, year: string) => at(addresses.paidYear, { policyId, year }),
  documents: ofPolicy(addresses.documents),
  news: at(addresses.news, {}),
  settings: at(addresses.settings, {}),
  personalInformation: at(addresses.personalInformation, {}),
  help: at(addresses.help, {}),
  newTicket: at(addresses.newTicket, {}),
  passkeys: at(addresses.passkeys, {}),
  sessions: at(addresses.sessions, {}),
  password: at(addresses.password, {}),
  pending: at(addresses.pending, {}),
} as const satisfies Record<Exclude<keyof typeof addresses, Unlinked>, unknown>;
