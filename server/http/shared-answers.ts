import type { Policy } from '#contract/policies.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { findBearer } from '../accounts/tokens.ts';
import type { Core, Said } from '../core/port.ts';
import type { World } from '../handler.ts';

/** What the reads of one request have in common: whose the tokens are, and the policies they name. Each is asked for once. */
export interface SharedAnswers {
  core: Core;
  findBearer: typeof findBearer;
}

/** For the reads of one request alone: a policy or a sign-in may end before the next one. */
export function shareAnswers({ core }: Pick<World, 'core'>): SharedAnswers {
  const policies = new Map<string, Said<Policy | null>>();
  const bearers = new Map<string, Promise<Bearer | null>>();
  return {
    core: {
      ...core,
      findPolicy: (person, reference) =>
        once(policies, JSON.stringify([person, reference]), () => core.findPolicy(person, reference)),
    },
    findBearer: (world, token, kinds) => once(bearers, `${kinds} ${token}`, () => findBearer(world, token, kinds)),
  };
}

function once<T>(known: Map<string, T>, key: string, ask: () => T): T {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}
