import { type NavigateOptions, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Policy } from '#contract/policies.ts';
import { offeringOf, type PolicySection, policySections } from '#rules/policy-sections.ts';
import { type Destination, screens } from '#rules/screens.ts';

interface AppShortcut {
  label: string;
  section: PolicySection;
  to: (policy: Policy) => Destination;
}

/** A question to the customer: which of these policies. */
export interface Question {
  label: string;
  offering: Policy[];
  to: (policy: Policy) => Destination;
  description: string;
}

const toSection = (section: PolicySection): AppShortcut => ({
  label: section,
  section,
  to: policySections[section].to,
});

/** The manifest's shortcuts: '/app?ir=carnet' opens the card as soon as the policies are known. */
const shortcuts: Record<string, AppShortcut> = {
  reembolso: { label: 'Nuevo reembolso', section: 'Reembolsos', to: ({ Policy }) => screens.newRefund(Policy) },
  carnet: toSection('Carnet'),
  facturas: toSection('Facturas'),
  pagos: toSection('Pagos'),
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
    const { label, section, to } = shortcut;
    const offering = offeringOf(section, policies);
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
