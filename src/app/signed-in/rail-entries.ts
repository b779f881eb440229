import type { Policy } from '#contract/policies.ts';
import { isInArrears } from '#rules/policies.ts';
import { peopleOf, type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { addresses, type Destination, screens } from '#rules/screens.ts';
import type { IconName } from '#ui/base/icon.tsx';

interface PolicyEntry {
  icon: IconName;
  label: string;
  /** The shortcut that a policy must have; without it every policy has the entry. */
  shortcut?: Shortcut;
  to: (policy: Policy) => Destination;
}

/** The entries of the rail that are about a policy, in their order (D89). */
export const policyEntries: readonly PolicyEntry[] = [
  { shortcut: 'reembolsos', icon: 'refund', label: 'Reembolsos', to: (policy) => screens.refunds(policy.Policy) },
  { shortcut: 'carnet', icon: 'card', label: 'Carnet', to: (policy) => screens.healthCard(policy.Policy) },
  { icon: 'calendar', label: 'Facturas', to: (policy) => screens.invoices(policy, isInArrears(policy)) },
  { shortcut: 'historialPagos', icon: 'pay', label: 'Pagos', to: (policy) => screens.payments(policy.Policy) },
  { shortcut: 'documentos', icon: 'doc', label: 'Documentos', to: (policy) => screens.documents(policy.Policy) },
  {
    icon: 'people',
    label: 'Personas',
    to: (policy) => screens[peopleOf(policy) === 'dependientes' ? 'dependents' : 'beneficiaries'](policy.Policy),
  },
];

/** Which policies have an entry. */
export const offeringOf = ({ shortcut }: PolicyEntry, policies: readonly Policy[]): Policy[] =>
  policies.filter((policy) => shortcut === undefined || shortcutsOf(policy).includes(shortcut));

/** The addresses below which an entry marks the screen. What stands first wins. */
const places = {
  Reembolsos: [addresses.refunds, addresses.received],
  Carnet: [addresses.healthCard],
  Facturas: [addresses.invoices],
  Pagos: [addresses.payments],
  Documentos: [addresses.documents],
  Personas: [addresses.beneficiaries, addresses.dependents],
  Novedades: [addresses.news],
  Ayuda: [addresses.help],
  'Gestiona tu cuenta': [addresses.settings],
} as const;

/** The label of the entry that marks the screen at an address: each has one (D89). */
export function placeAt(pathname: string): string {
  const isBelow = (address: string) => pathname.startsWith(address.split('$')[0] ?? address);
  return Object.entries(places).find(([, below]) => below.some(isBelow))?.[0] ?? 'Inicio';
}
