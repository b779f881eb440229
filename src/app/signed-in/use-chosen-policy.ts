import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { lastPolicy, rememberPolicy } from '#features/home/chosen-policy.ts';

/** The chosen policy: the one that the address names, or the one chosen on home. */
export function useChosenPolicy(policies: readonly Policy[]): Policy | undefined {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  // Uses the router's parameters, since decoding an address typed by hand may throw.
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const named = policies.find((policy) => Object.values(params).includes(policy.Policy));
  const onHome = pathname.replace(/\/$/, '') === '/app';
  const last = policies.find((policy) => policy.Policy === lastPolicy());
  // Home without a number shows the policy last chosen.
  const asked = search.poliza === undefined ? last : policies[Number(search.poliza)];
  const inFront = onHome ? (asked ?? policies[0]) : undefined;
  const chosen = named ?? inFront ?? last;
  useEffect(() => {
    if (chosen) rememberPolicy(chosen.Policy);
  }, [chosen]);
  return chosen;
}
