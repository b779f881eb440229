import type { AnyRouter } from '@tanstack/react-router';
import type { MirrorTable } from '#database/rows.ts';
import { onRowsChanged } from '#database/rows-changed.ts';
import { PolicyListDialog } from '#features/home/policy-list.ts';
import { thisMachine } from '#ports/machine.ts';
import { addresses } from '#rules/screens.ts';
import { storedParts } from '#screens/ask-stored.ts';
import { openAhead } from '../device.ts';
import { whenIdle } from './when-idle.ts';

/** Where home leads to most. Screens that share a file with one of them come with it (tools/build/groups.ts). */
const nextScreens = [addresses.payments, addresses.refunds, addresses.settings, addresses.newRefund] as const;

/** A page that is never idle loads nothing ahead for so long. */
const MOST_MS = 10_000;

/**
 * Loads the code that the next press needs while the customer reads home, a file at a time. It begins once every file is on the
 * device, so it costs no data. Returns a function that ends it.
 */
export function loadAhead({
  routesByPath,
  loadRouteChunk,
}: Pick<AnyRouter, 'routesByPath' | 'loadRouteChunk'>): () => void {
  let isOver = false;
  let hasBegun = false;
  const loads = [
    PolicyListDialog.preload,
    ...nextScreens.map((address) => () => loadRouteChunk(routesByPath[address])),
  ];
  const begin = async () => {
    const parts = storedParts.now();
    if (hasBegun || !parts || parts.stored < parts.all) return;
    hasBegun = true;
    for (const load of loads) {
      await whenIdle(MOST_MS);
      if (isOver) return;
      // The screen itself tells of a file that does not come.
      await Promise.resolve(load()).catch(() => undefined);
    }
  };
  const stop = storedParts.subscribe(() => void begin());
  void begin();
  return () => {
    isOver = true;
    stop();
  };
}

/** What the screens above show of the policy in front, and of the customer. */
const rowsOfPolicy = ['payments', 'refunds', 'documents', 'cards', 'bills'] as const satisfies readonly MirrorTable[];
const rowsOfCustomer = ['tickets', 'ticketTypes', 'personalInformation'] as const satisfies readonly MirrorTable[];

/** Whoever leafs through the policies, or presses at once, waits for nothing of this. */
const SETTLED_MS = 2000;

/**
 * Opens in memory the rows that the next press needs, one list at a time while the page is idle, and again when rows have changed: a
 * screen would show them as they were, and mark as just arrived what came long before it. A list that has not changed costs a look at
 * its row. Returns a function that ends it.
 *
 * @param policyId of the policy in front; null while there is none
 */
export function openRowsAhead(policyId: string | null): () => void {
  const lists: [MirrorTable, string?][] = [
    ...(policyId === null ? [] : rowsOfPolicy.map((rows): [MirrorTable, string] => [rows, policyId])),
    ...rowsOfCustomer.map((rows): [MirrorTable] => [rows]),
  ];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When rows changed first since the last time. */
  let since: number | null = null;
  let isOpening = false;
  let isOver = false;
  const open = async () => {
    since = null;
    if (isOpening) return plan();
    isOpening = true;
    for (const [rows, policy] of lists) {
      await whenIdle(MOST_MS);
      if (isOver) return;
      // The screen reads them again, and tells of what cannot be read.
      await openAhead(rows, policy, true).catch(() => undefined);
    }
    isOpening = false;
  };
  // What is brought for a minute changes rows all the while.
  const plan = () => {
    const now = thisMachine.steady();
    since ??= now;
    clearTimeout(timer);
    timer = setTimeout(open, Math.max(0, Math.min(SETTLED_MS, since + MOST_MS - now)));
  };
  plan();
  const stop = onRowsChanged(plan);
  return () => {
    stop();
    clearTimeout(timer);
    isOver = true;
  };
}
