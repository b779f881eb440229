import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';

/** The policy last in front on home. In memory only: it names a policy, so it must not outlive the page. */
let lastChosen: string | null = null;

/** Follows home's choice (its search parameter) and any address that names a policy. */
export function useChosenPolicy(policies: readonly Policy[]): Policy | undefined {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const named = policies.find((policy) => pathname.split('/').map(decodeURIComponent).includes(policy.Policy));
  const onHome = pathname.replace(/\/$/, '') === '/app';
  const inFront = onHome ? policies[Number(search.poliza ?? 0)] : undefined;
  const chosen = named ?? inFront ?? policies.find((policy) => policy.Policy === lastChosen);
  useEffect(() => {
    if (chosen) lastChosen = chosen.Policy;
  }, [chosen]);
  return chosen;
}
