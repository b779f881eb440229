import { type PolicySection, policySections } from '#rules/policy-sections.ts';
import { addresses } from '#rules/screens.ts';
import type { IconName } from '#ui/base/icon.tsx';

const icons: Record<PolicySection, IconName> = {
  Reembolsos: 'refund',
  Carnet: 'card',
  Facturas: 'calendar',
  Pagos: 'pay',
  Documentos: 'doc',
  Personas: 'people',
};

/** The entries of the rail that are about a policy, in their order (D89). */
export const policyEntries = (Object.keys(policySections) as PolicySection[]).map((label) => ({
  label,
  icon: icons[label],
  to: policySections[label].to,
}));

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
