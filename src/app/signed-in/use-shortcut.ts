import { type NavigateOptions, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Policy } from '#contract/policies.ts';
import { isInArrears } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { type Destination, screens } from '#rules/screens.ts';

interface AppShortcut {
  label: string;
  offers: (policy: Policy) => boolean;
  to: (policy: Policy) => Destination;
}

/** A question to the customer: which of these policies. */
export interface Question {
  label: string;
  offering: Policy[];
  to: (policy: Policy) => Destination;
  description: string;
}

/** The manifest's shortcuts: '/app?ir=carnet' opens the card as soon as the policies are known. */
const shortcuts: Record<string, AppShortcut> = {
  reembolso: {
    label: 'Nuevo reembolso',
    offers: (policy) => shortcutsOf(policy).includes('reembolsos'),
    to: (policy) => screens.newRefund(policy.Policy),
  },
  carnet: {
    label: 'Carnet',
    offers: (policy) => shortcutsOf(policy).includes('carnet'),
    to: (policy) => screens.healthCard(policy.Policy),
  },
  facturas: {
    label: 'Facturas',
    offers: () => true,
    to: (policy) => screens.invoices(policy, isInArrears(policy)),
  },
  pagos: {
    label: 'Pagos',
    offers: (policy) => shortcutsOf(policy).includes('historialPagos'),
    to: (policy) => screens.payments(policy.Policy),
  },
};

/**
 * D67: follows a shortcut as soon as the policies are known. With several fitting policies it asks which one; with none,
 * home stays.
 */
export function useShortcut(policies: readonly Policy[], ask: (question: Question) => void): void {
  const navigate = useNavigate();
  const wanted = useRouterState({ select: (state) => (state.location.search as { ir?: string }).ir });
  const shortcut = wanted !== undefined && Object.hasOwn(shortcuts, wanted) ? shortcuts[wanted] : undefined;
  const known = shortcut !== undefined && policies.length > 0;
  const follow = useEffectEvent(async () => {
    if (!shortcut) return;
    const { label, offers, to } = shortcut;
    const offering = policies.filter(offers);
    const [only] = offering;
    // Home stays in the history, so that Back leads to it.
    await navigate({ to: '/app', replace: true });
    if (offering.length > 1) ask({ label, offering, to, description: 'Elige la póliza.' });
    else if (only) await navigate(to(only) as NavigateOptions);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shortcut is followed anew.
  useEffect(() => {
    if (known) void follow();
  }, [known, wanted]);
}
