import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { lastPolicy, rememberPolicy } from '#features/home/chosen-policy.ts';

/** Follows home's choice (its search parameter) and any address that names a policy. */
export function useChosenPolicy(policies: readonly Policy[]): Policy | undefined {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  // The router's own reading of the address: one typed by hand may hold what cannot be decoded.
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const named = policies.find((policy) => Object.values(params).includes(policy.Policy));
  const onHome = pathname.replace(/\/$/, '') === '/app';
  const last = policies.find((policy) => policy.Policy === lastPolicy());
  // Home without a number is home as the customer left it.
  const asked = search.poliza === undefined ? last : policies[Number(search.poliza)];
  const inFront = onHome ? (asked ?? policies[0]) : undefined;
  const chosen = named ?? inFront ?? last;
  useEffect(() => {
    if (chosen) rememberPolicy(chosen.Policy);
  }, [chosen]);
  return chosen;
}
