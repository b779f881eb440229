import type { Policy } from '#contract/policies.ts';
import { bills, dependents, policies, refunds, roles } from '#mirror/collections.ts';
import type { Mirror } from '#mirror/mirror.ts';
import type { Outbox } from '#outbox/create-outbox.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { openBegun } from '#requests/open-drafts.ts';
import { peopleOf, shortcutsOf } from '#rules/policy-card.ts';
import { lastPolicy } from './chosen-policy.ts';

interface Rooms {
  mirror: Mirror;
  outbox: Outbox;
  drafts: Drafts;
}

/**
 * Opens in memory what home shows besides the policies, which are open: home is then painted whole at once, and nothing of it moves
 * (F50). What is there and has not changed is not opened again.
 *
 * @param index of the policy in the address
 */
export async function openHome({ mirror, outbox, drafts }: Rooms, index: string | undefined): Promise<void> {
  const all = mirror.peek<Policy>(policies)?.groups?.flatMap(({ rows }) => rows) ?? [];
  const offering = all.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  const front = all[Number(index)] ?? all.find(({ Policy }) => Policy === lastPolicy()) ?? all[0];
  const people = front && (peopleOf(front) === 'dependientes' ? dependents : roles);
  const open = async (collection: Parameters<Mirror['locate']>[0], policyId: string, extent: 'first' | 'aside') => {
    const place = await mirror.locate(collection, policyId);
    if (place) await mirror.readAt(place, extent);
  };
  await Promise.all([
    ...all.map(({ Policy }) => open(bills, Policy, 'aside')),
    ...offering.map(({ Policy }) => open(refunds, Policy, 'aside')),
    people && open(people, front.Policy, 'first'),
    outbox.list(),
    outbox.receipts(),
    mirror.news.list(),
    // A form that is being left is still being written.
    drafts.flush().then(() =>
      openBegun(
        drafts,
        offering.map(({ Policy }) => Policy),
      ),
    ),
  ]);
}
