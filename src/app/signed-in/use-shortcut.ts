import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { isInArrears } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';

interface Errand {
  offers: (policy: Policy) => boolean;
  href: (policy: Policy) => string;
}

/** The manifest's shortcuts: '/app?ir=carnet' opens the card as soon as the policies are known. */
const errands: Record<string, Errand> = {
  reembolso: {
    offers: (policy) => shortcutsOf(policy).includes('reembolsos'),
    href: (policy) => screens.newRefund(policy.Policy),
  },
  carnet: {
    offers: (policy) => shortcutsOf(policy).includes('carnet'),
    href: (policy) => screens.healthCard(policy.Policy),
  },
  facturas: { offers: () => true, href: (policy) => screens.invoices(policy, isInArrears(policy)) },
  pagos: {
    offers: (policy) => shortcutsOf(policy).includes('historialPagos'),
    href: (policy) => screens.payments(policy.Policy),
  },
};

/** Follows a shortcut with the policy last chosen if it offers it, else with the first that does. Without one, home stays. */
export function useShortcut(policies: readonly Policy[], chosen: Policy | undefined): void {
  const navigate = useNavigate();
  const wanted = useRouterState({ select: (state) => (state.location.search as { ir?: string }).ir });
  const errand = wanted !== undefined && Object.hasOwn(errands, wanted) ? errands[wanted] : undefined;
  const policy = errand && (chosen && errand.offers(chosen) ? chosen : policies.find(errand.offers));
  const href = policy && errand.href(policy).slice(1);
  useEffect(() => {
    if (!href) return;
    // Home stays in the history, so that Back leads to it.
    void navigate({ to: '/app', replace: true }).then(() => navigate({ href }));
  }, [href, navigate]);
}
