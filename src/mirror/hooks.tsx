import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Policy } from '#contract/policies.ts';
import { isAwaited, type PaymentOutcome } from '#rules/payment-outcome.ts';
import { policyCurrency } from '#rules/policies.ts';
import { afterPaint } from '#senses/after-paint.ts';
import { useLive, useRead } from '#session/hooks.ts';
import { bills, type Collection, payments, policies, type Wanted } from './collections.ts';
import type { Place } from './groups.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import type { KnownNews } from './news.ts';
import { nameOf, type Progress, partOf } from './plan.ts';
import type { SavedDocument } from './saved-documents.ts';
import { problemOf } from './unkept.ts';

const MirrorContext = createContext<Mirror | null>(null);

export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  // When the signed-in area closes, opened rows must not stay in memory.
  useEffect(() => () => mirror.forget(), [mirror]);
  return <MirrorContext value={mirror}>{children}</MirrorContext>;
}

export function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (!mirror) throw new Error('useMirror needs a MirrorProvider above it');
  return mirror;
}

/** A collection as a screen shows it. Mirrored groups stay during a refresh. */
export interface MirroredView<Row> extends Omit<Mirrored<Row>, 'damaged'> {
  /** Nothing is mirrored and the first answer has not come yet. */
  loading: boolean;
  refreshing: boolean;
  refresh: () => Promise<void>;
}

/**
 * A mirrored collection, live. It is pulled at first, when it is missing or no longer fresh. While it is shown the engine asks for
 * it again (D71).
 */
export function useMirrored<Row>(collection: Collection<Row>, policyId?: string): MirroredView<Row> {
  const mirror = useMirror();
  const inMemory = mirror.peek<Row>(collection, policyId);
  const place = usePlace(collection, policyId, inMemory?.place);
  const [whole, setWhole] = useState<Place | null>(null);
  const extent = whole !== null && whole === place ? undefined : 'first';
  const found = useLive(
    async () => place && { place, ...(await mirror.readAt<Row>(place, extent)) },
    [mirror, place, extent],
    inMemory ?? undefined,
  );
  const { refreshing, refresh } = usePulls(collection, policyId, place);
  const unkept = useSyncExternalStore(mirror.unkept.subscribe, () => mirror.unkept.now().get(place?.scope ?? ''));
  // After a change of policy the live query still holds the previous result.
  const current = found && found.place === place ? found : inMemory;
  const { groups = null, at = null, damaged = false, partial = false, since = null } = current ?? {};
  const problem = current?.problem ?? problemOf(unkept, at);

  useEffect(() => {
    if (damaged) void refresh();
  }, [damaged, refresh]);

  useEffect(() => {
    if (!partial || !place) return;
    return afterPaint(() => setWhole(place));
  }, [partial, place]);

  useEffect(() => mirror.bringing.watch([collection as Collection<unknown>, policyId]), [mirror, collection, policyId]);

  // Derived from the live query, not from the pull's end: between the two the list would look empty.
  // While locked nothing is known of the rows, and no error is told under the customer's address (F49).
  const loading = groups === null && problem === null && unkept?.problem !== null;
  return { groups, at, problem, loading, refreshing, partial, since, refresh };
}

/**
 * The mirrored rows of a collection by policy id, for several policies, live. The engine brings them; a policy whose rows never
 * came is missing. Null until it is read: after the first paint, unless it was read before and `peeks` accepts how it was then.
 */
export function useMirroredRows<Row>(
  collection: Collection<Row>,
  policyIds: readonly string[],
  peeks = true,
): ReadonlyMap<string, readonly Row[]> | null {
  const mirror = useMirror();
  const wanted = policyIds.join('\n');
  const inMemory = useMemo(() => peekRows(mirror, collection, wanted), [mirror, collection, wanted]);
  useWatched(collection, wanted);
  const ids = idsIn(wanted);
  const places = usePlaces(ids.map((id): Wanted => [collection as Collection<unknown>, id]));
  const query = async () => {
    if (!places) return null;
    const read = await mirror.readAside<Row>(places);
    return new Map(
      read.flatMap(({ groups }, index): [string, readonly Row[]][] =>
        groups ? [[ids[index] ?? '', groups.flatMap((group) => group.rows)]] : [],
      ),
    );
  };
  const rows = useLive(query, [mirror, places], undefined, 'late');
  return rows ?? (peeks ? inMemory : null);
}

/** The rows as they were last read, so that coming back to a summary paints it complete; null before. */
function peekRows<Row>(
  mirror: Mirror,
  collection: Collection<Row>,
  wanted: string,
): ReadonlyMap<string, readonly Row[]> | null {
  const groups = mirror.peekAside<Row>(collection, idsIn(wanted));
  return (
    groups &&
    new Map([...groups].flatMap(([id, some]) => (some ? [[id, some.flatMap(({ rows }) => rows)] as const] : [])))
  );
}

const idsIn = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'));

function useWatched<Row>(collection: Collection<Row>, policyIds: string): void {
  const { bringing } = useMirror();
  useEffect(() => {
    const ends = idsIn(policyIds).map((id) => bringing.watch([collection as Collection<unknown>, id], 'aside'));
    return () => {
      for (const end of ends) end();
    };
  }, [bringing, collection, policyIds]);
}

/** Several places of one screen: when the one confirmed longest ago was, and one 'Actualizar' for all (D90). */
export function useAgeOf(
  wanted: readonly Wanted[],
): Pick<MirroredView<unknown>, 'at' | 'problem' | 'refreshing' | 'refresh'> {
  const mirror = useMirror();
  const [running, setRunning] = useState(0);
  const places = usePlaces(wanted);
  const known = useLive(async () => places && mirror.ageAt(places), [mirror, places], undefined, 'late');
  const refresh = async () => {
    setRunning((count) => count + 1);
    await mirror.bringing.ask(wanted).finally(() => setRunning((count) => count - 1));
  };
  return { at: known?.at ?? null, problem: known?.problem ?? null, refreshing: running > 0, refresh };
}

/** A view whose screen shows other parts too: its time is then that of the oldest, and 'Actualizar' asks for all (D90). */
export function useWithParts<Row>(view: MirroredView<Row>, others: readonly Wanted[]): MirroredView<Row> {
  const { at, problem, refreshing, refresh } = useAgeOf(others);
  return {
    ...view,
    at: view.at === null || at === null ? view.at : Math.min(view.at, at),
    problem: view.problem ?? problem,
    refreshing: view.refreshing || refreshing,
    refresh: async () => void (await Promise.all([view.refresh(), refresh()])),
  };
}

/** What `read` tells of each of several places, live; null until then. The server is asked for nothing. */
export function useReadings<T>(
  wanted: readonly Wanted[],
  read: (mirror: Mirror, place: Place, index: number) => Promise<T>,
): readonly T[] | null {
  const mirror = useMirror();
  const places = usePlaces(wanted);
  const readings = useLive(
    async () => places && Promise.all(places.map((place, index) => read(mirror, place, index))),
    [mirror, places, read],
  );
  return readings ?? null;
}

/** How much is here of what belongs on this device, live; null until it is known. */
export function useProgress(): Progress | null {
  const { bringing } = useMirror();
  const own = useMirrored(policies).groups?.flatMap(({ rows }) => rows);
  const listed = own?.map(({ Policy }) => Policy).join('\n');
  // Other policies have other parts.
  const parts = useRead('', () => bringing.parts(), [bringing, listed]);
  return useLive(async () => parts && bringing.progressOf(parts), [bringing, parts], undefined, 'late') ?? null;
}

/** The places of several collections; null until they are computed, once in a session. */
function usePlaces(wanted: readonly Wanted[]): readonly Place[] | null {
  const mirror = useMirror();
  const names = wanted.map((one) => nameOf(partOf(one))).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say what is wanted.
  const known = useMemo(() => mirror.placesOf(wanted), [mirror, names]);
  const found = useRead(known ? null : names, () => mirror.locateAll(wanted), [mirror]);
  return known ?? found;
}

/** The mirrored policy with that id; undefined until it is read, null when the customer has no such policy. */
export function usePolicy(policyId: string): Policy | null | undefined {
  const { groups, loading } = useMirrored(policies);
  if (groups === null && loading) return undefined;
  return groups?.flatMap(({ rows }) => rows).find((policy) => policy.Policy === policyId) ?? null;
}

/** The documents saved on this device, live across tabs; undefined until they are read. */
export function useSavedDocuments(): readonly SavedDocument[] | undefined {
  const { saved } = useMirror();
  return useLive(() => saved.list(), [saved]);
}

/** Novedades, live; undefined until they are read, and at first as this page last read them. */
export function useKnownNews(): readonly KnownNews[] | undefined {
  const { news } = useMirror();
  return useLive((): Promise<readonly KnownNews[]> => news.list(), [news], news.lastList());
}

/** Number of unread news and unseen receipts, live. */
export function useUnread(): number {
  const { news } = useMirror();
  return useLive(() => news.unread(), [news]) ?? 0;
}

/**
 * The outcomes of the payments that the customer left for, live. While one is awaited, payments and bills are watched, and so
 * asked for every few seconds. The new one is then there offline too. Undefined until they are read.
 *
 * @param policy undefined or null while it is not known
 */
export function usePaymentOutcomes(policy: Policy | null | undefined): readonly PaymentOutcome[] | undefined {
  const mirror = useMirror();
  const policyId = policy?.Policy ?? '';
  const currency = policy && policyCurrency(policy);
  const paid = usePlace(payments, policyId, undefined);
  const listed = usePlace(bills, policyId, undefined);
  const unkept = useSyncExternalStore(mirror.paying.unkept.subscribe, mirror.paying.unkept.now);
  const outcomes = useLive(
    () =>
      paid && listed && currency ? mirror.paying.outcomesAt({ payments: paid, bills: listed }, currency) : undefined,
    [mirror, paid, listed, currency, unkept],
  );
  const awaited = outcomes?.some(isAwaited) ?? false;
  useEffect(() => {
    if (!awaited) return;
    const ends = [payments, bills].map((one) => mirror.bringing.watch([one as Collection<unknown>, policyId], 'aside'));
    void mirror.bringing.look('minute');
    return () => {
      for (const end of ends) end();
    };
  }, [awaited, mirror, policyId]);
  return outcomes;
}

/** Whether only this page knows that the customer left to pay for this policy, because the device has no room for it. */
export function useUnkeptPaying(policyId: string): boolean {
  const mirror = useMirror();
  const place = usePlace(payments, policyId, undefined);
  const unkept = useSyncExternalStore(mirror.paying.unkept.subscribe, mirror.paying.unkept.now);
  return unkept.get(place?.scope ?? '')?.paying != null;
}

/** The place, computed outside the live query, which must not wait for crypto before it reads. Undefined until it is known. */
function usePlace<Row>(
  collection: Collection<Row>,
  policyId: string | undefined,
  inMemory: Place | undefined,
): Place | undefined {
  const mirror = useMirror();
  const wanted = `${collection.table} ${policyId ?? ''}`;
  const [before] = useState(inMemory && { wanted, place: inMemory });
  const known = before?.wanted === wanted ? before.place : null;
  const found = useRead(known ? null : wanted, () => mirror.locate(collection, policyId), [mirror]);
  return known ?? found ?? inMemory;
}

function usePulls<Row>(collection: Collection<Row>, policyId: string | undefined, place: Place | undefined) {
  const mirror = useMirror();
  const [running, setRunning] = useState(0);

  const run = useCallback(
    async (pull: Mirror['pull']) => {
      if (!place) return;
      setRunning((count) => count + 1);
      await pull(collection, policyId).finally(() => setRunning((count) => count - 1));
    },
    [collection, policyId, place],
  );
  const refresh = useCallback(() => run(mirror.pull), [run, mirror]);

  useEffect(() => {
    // The check must not delay the paint of the mirrored rows.
    return afterPaint(() => void run(mirror.freshen));
  }, [run, mirror]);

  return { refreshing: running > 0, refresh };
}
