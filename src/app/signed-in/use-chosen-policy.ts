import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';

/** The policy last in front on home. In memory only: it names a policy, so it must not outlive the page. */
let lastChosen: string | null = null;

/** Follows home's choice (its search parameter) and any address that names a policy. */
export function useChosenPolicy(policies: readonly Policy[]): Policy | undefined {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  // The router's own reading of the address: one typed by hand may hold what cannot be decoded.
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const named = policies.find((policy) => Object.values(params).includes(policy.Policy));
  const onHome = pathname.replace(/\/$/, '') === '/app';
  const inFront = onHome ? policies[Number(search.poliza ?? 0)] : undefined;
  const chosen = named ?? inFront ?? policies.find((policy) => policy.Policy === lastChosen);
  useEffect(() => {
    if (chosen) lastChosen = chosen.Policy;
  }, [chosen]);
  return chosen;
}
