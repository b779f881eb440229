import '#tests/page.ts';

import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePrefetch } from '#app/signed-in/use-prefetch.ts';
import type { Policy } from '#contract/policies.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

/** The pulled tables with their policies, in order. */
let pulled: string[];
const mirror = {
  revalidate: async () => {},
  freshen: async ({ table }: { table: string }, policyId?: string) => {
    pulled.push(policyId === undefined ? table : `${table} ${policyId}`);
    return { ok: true, value: 'unchanged' };
  },
  forget: () => undefined,
} as unknown as Mirror;

beforeEach(() => {
  pulled = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => clearTimeout(handle));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function online(now: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now);
  act(() => void window.dispatchEvent(new window.Event(now ? 'online' : 'offline')));
}

function Prefetching({ policies }: { policies: Policy[] }) {
  usePrefetch(policies, policies[0]);
  return null;
}

const open = (policies: Policy[]) =>
  render(
    <MirrorProvider mirror={mirror}>
      <Prefetching policies={policies} />
    </MirrorProvider>,
  );

const health = (Policy: string) => aPolicy({ Policy, LineOfBusinessType: 'Health' });

test('[D29] one visit prefetches ticket subjects, patients and refunds of every policy, and personal information', async () => {
  online(true);
  open(['1', '2', '3', '4'].map(health));
  await vi.waitFor(() => expect(pulled).toHaveLength(10));
  expect(pulled).toEqual([
    'ticketTypes',
    ...['1', '2', '3', '4'].flatMap((id) => [`cards ${id}`, `refunds ${id}`]),
    'personalInformation',
  ]);
});

test('[D29] a start without a connection prefetches nothing until the connection returns', async () => {
  online(false);
  open([health('1')]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pulled).toEqual([]);
  online(true);
  await vi.waitFor(() => expect(pulled).toEqual(['ticketTypes', 'cards 1', 'refunds 1', 'personalInformation']));
});

test('[D29] a customer without tickets and refunds gets only personal information', async () => {
  online(true);
  open([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pulled).toEqual(['personalInformation']);
});
