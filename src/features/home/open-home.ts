import type { Policy } from '#contract/policies.ts';
import { bills, dependents, policies, refunds, roles } from '#mirror/collections.ts';
import type { Mirror, Sought } from '#mirror/mirror.ts';
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
  const openAside = async (collection: Sought[0], of: readonly Policy[]) => {
    const places = await mirror.locateAll(of.map(({ Policy }) => [collection, Policy]));
    if (places) await mirror.readAside(places);
  };
  const openPeople = async () => {
    const place = people && (await mirror.locate(people, front.Policy));
    if (place) await mirror.readAt(place, 'first');
  };
  await Promise.all([
    openAside(bills, all),
    openAside(refunds, offering),
    openPeople(),
    outbox.list(),
    outbox.recentReceipts(),
    mirror.news.list(),
    openBegun(
      drafts,
      offering.map(({ Policy }) => Policy),
    ),
  ]);
}
