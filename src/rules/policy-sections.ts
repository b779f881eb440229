import type { Policy } from '#contract/policies.ts';
import { isInArrears } from './policies.ts';
import { peopleOf, type Shortcut, shortcutsOf } from './policy-card.ts';
import { type Destination, screens } from './screens.ts';

interface Section {
  /** The shortcut that a policy must have; without it every policy has the section. */
  shortcut?: Shortcut;
  to: (policy: Policy) => Destination;
}

/** The sections that are about a policy, in their order (D89). */
export const policySections = {
  Reembolsos: { shortcut: 'reembolsos', to: (policy) => screens.refunds(policy.Policy) },
  Carnet: { shortcut: 'carnet', to: (policy) => screens.healthCard(policy.Policy) },
  Facturas: { to: (policy) => screens.invoices(policy, isInArrears(policy)) },
  Pagos: { shortcut: 'historialPagos', to: (policy) => screens.payments(policy.Policy) },
  Documentos: { shortcut: 'documentos', to: (policy) => screens.documents(policy.Policy) },
  Personas: {
    to: (policy) => screens[peopleOf(policy) === 'dependientes' ? 'dependents' : 'beneficiaries'](policy.Policy),
  },
} satisfies Record<string, Section>;

export type PolicySection = keyof typeof policySections;

/** Which policies have a section. */
export const offeringOf = (section: PolicySection, policies: readonly Policy[]): Policy[] => {
  const { shortcut }: Section = policySections[section];
  return policies.filter((policy) => shortcut === undefined || shortcutsOf(policy).includes(shortcut));
};
