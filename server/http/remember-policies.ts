import type { Policy } from '#contract/policies.ts';
import type { Core, Said } from '../core/port.ts';

/** The port for the reads of one request alone, since a policy may end before the next: each policy they name is asked for once. */
export function rememberPolicies(core: Core): Core {
  const known = new Map<string, Said<Policy | null>>();
  return {
    ...core,
    findPolicy(person, reference) {
      const key = JSON.stringify([person, reference]);
      const policy = known.get(key) ?? core.findPolicy(person, reference);
      known.set(key, policy);
      return policy;
    },
  };
}
