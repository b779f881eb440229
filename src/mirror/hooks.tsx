import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import type { ProblemCode } from '#contract/result.ts';
import type { PaymentOutcome } from '#rules/payment-outcome.ts';
import { policyCurrency } from '#rules/policies.ts';
import { bills, type Collection, payments, policies } from './collections.ts';
import type { Group } from './group.ts';
import type { Place } from './groups.ts';
import type { Mirror } from './mirror.ts';
import type { SavedDocument } from './saved-documents.ts';

const MirrorContext = createContext<Mirror | null>(null);

export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  // The signed-in area closes: what was open in memory goes with it.
  useEffect(() => () => mirror.forget(), [mirror]);
  return <MirrorContext value={mirror}>{children}</MirrorContext>;
}

export function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (!mirror) throw new Error('useMirror needs a MirrorProvider above it');
  return mirror;
}

/** What a screen shows of a collection. */
export interface MirroredView<Row> {
  /** Null when nothing is mirrored. What is mirrored stays while it is refreshed. */
  groups: Group<Row>[] | null;
  /** When the server last confirmed it, in milliseconds. */
  at: number | null;
  /** What the last pull ran into. */
  problem: ProblemCode | null;
  /** Nothing is mirrored and the first answer is still awaited. */
  loading: boolean;
  refreshing: boolean;
  /** Only the first group is here yet; the others follow at once. */
  partial: boolean;
  refresh: () => Promise<void>;
}

/**
 * A collection as the device has it, live: pulled when it is missing or no longer fresh, also when the connection returns
 * and when the page becomes visible again.
 */
export function useMirrored<Row>(collection: Collection<Row>, policyId?: string): MirroredView<Row> {
  const mirror = useMirror();
  const inMemory = mirror.peek<Row>(collection, policyId);
  const place = usePlace(collection, policyId, inMemory?.place);
  const [whole, setWhole] = useState<Place | null>(null);
  const extent = whole !== null && whole === place ? undefined : 'first';
  const painted = usePainted(inMemory === null);
  const found = useLiveQuery(
    async () => painted && place && { place, ...(await mirror.readAt<Row>(place, extent)) },
    [mirror, place, extent, painted],
  );
  const { refreshing, notKept, refresh, freshen } = usePulls(collection, policyId, place);
  // After a change of policy the live query still holds the one before.
  const current = found && found.place === place ? found : inMemory;
  const partial = current?.partial ?? false;
  const damaged = current?.damaged ?? false;

  useEffect(() => {
    if (damaged) void refresh();
  }, [damaged, refresh]);

  useEffect(() => {
    if (!partial || !place) return;
    return afterPaint(() => setWhole(place));
  }, [partial, place]);

  useEffect(() => {
    const end = whenLookedAt(() => void freshen());
    window.addEventListener('online', freshen);
    const endAsking = mirror.onAskAgain(() => void freshen());
    return () => {
      end();
      endAsking();
      window.removeEventListener('online', freshen);
    };
  }, [freshen, mirror]);

  const groups = current?.groups ?? null;
  const problem = current?.problem ?? null;
  // Told by what the live query saw, not by the pull's end: between the two it would look like an empty list.
  const loading = groups === null && problem === null && place !== null && !notKept;
  return { groups, at: current?.at ?? null, problem, loading, refreshing, partial, refresh };
}

/**
 * What is mirrored of a collection for several policies, live, without asking the server for any of it: rows by policy id, none
 * for what is not mirrored. Null until it was read, which waits for the first paint.
 */
export function useMirroredRows<Row>(
  collection: Collection<Row>,
  policyIds: readonly string[],
): ReadonlyMap<string, readonly Row[]> | null {
  const mirror = useMirror();
  const wanted = policyIds.join('\n');
  const painted = usePainted(false);
  const [places, setPlaces] = useState<{ wanted: string; found: { id: string; place: Place }[] } | null>(null);
  useEffect(() => {
    let left = false;
    const ids = wanted === '' ? [] : wanted.split('\n');
    void Promise.all(ids.map(async (id) => ({ id, place: await mirror.locate(collection, id) }))).then((located) => {
      const found = located.flatMap(({ id, place }) => (place ? [{ id, place }] : []));
      if (!left) setPlaces({ wanted, found });
    });
    return () => {
      left = true;
    };
  }, [mirror, collection, wanted]);
  const known = painted && places?.wanted === wanted ? places.found : null;
  const rows = useLiveQuery(async () => {
    if (!known) return null;
    const read = await Promise.all(known.map(({ place }) => mirror.readAt<Row>(place, 'aside')));
    return new Map(known.map(({ id }, at) => [id, read[at]?.groups?.flatMap((group) => group.rows) ?? []]));
  }, [mirror, known]);
  return rows ?? null;
}

/** True after the first paint, or at once when there is nothing in memory that could be painted. */
function usePainted(atOnce: boolean): boolean {
  const [painted, setPainted] = useState(atOnce);
  useEffect(() => {
    if (painted) return;
    return afterPaint(() => setPainted(true));
  }, [painted]);
  return painted;
}

/** The mirrored policy of that id; undefined until it was looked for, null when the customer has none such. */
export function usePolicy(policyId: string): Policy | null | undefined {
  const { groups, loading } = useMirrored(policies);
  if (groups === null && loading) return undefined;
  return groups?.flatMap(({ rows }) => rows).find((policy) => policy.Policy === policyId) ?? null;
}

/** The documents kept on this device, as they change in any tab; undefined until they were read. */
export function useSavedDocuments(): readonly SavedDocument[] | undefined {
  const { saved } = useMirror();
  return useLiveQuery(() => saved.list(), [saved]);
}

/**
 * How the payments went that the customer left for, live. As long as one is awaited the payments are asked for at each look and
 * every few seconds, so that the new one is there offline too. Undefined until it was read.
 */
export function usePaymentOutcomes(policy: Policy): readonly PaymentOutcome[] | undefined {
  const mirror = useMirror();
  const policyId = policy.Policy;
  const currency = policyCurrency(policy);
  const place = usePlace(payments, policyId, undefined);
  const outcomes = useLiveQuery(
    () => (place ? mirror.paying.outcomesAt(place, currency) : undefined),
    [mirror, place, currency],
  );
  const awaited = outcomes?.some(({ state }) => state === 'waiting' || state === 'unseen') ?? false;
  useEffect(() => {
    if (!awaited) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      for (const collection of [payments, bills]) void mirror.freshen<unknown>(collection, policyId);
    };
    const end = whenLookedAt(look);
    const timer = setInterval(look, AWAITED_EVERY_MS);
    look();
    return () => {
      end();
      clearInterval(timer);
    };
  }, [awaited, mirror, policyId]);
  return outcomes;
}

/** How often an awaited payment is asked for, in milliseconds. */
const AWAITED_EVERY_MS = 10_000;

/** Each time the page comes into view again. Returns the way to end it. */
function whenLookedAt(look: () => void): () => void {
  const visible = () => document.visibilityState === 'visible' && look();
  document.addEventListener('visibilitychange', visible);
  // A page kept whole by the browser comes back without loading anew.
  window.addEventListener('pageshow', visible);
  return () => {
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('pageshow', visible);
  };
}

/** The place is found by crypto, which a live query must not wait for before it reads. Undefined until it is known. */
function usePlace<Row>(
  collection: Collection<Row>,
  policyId: string | undefined,
  inMemory: Place | undefined,
): Place | null | undefined {
  const mirror = useMirror();
  const wanted = `${collection.table} ${policyId ?? ''}`;
  const [found, setFound] = useState<{ wanted: string; place: Place | null } | null>(
    inMemory ? { wanted, place: inMemory } : null,
  );
  const there = found?.wanted === wanted;
  useEffect(() => {
    if (there) return;
    let left = false;
    void mirror.locate(collection, policyId).then((place) => {
      if (!left) setFound({ wanted, place });
    });
    return () => {
      left = true;
    };
  }, [mirror, collection, policyId, wanted, there]);
  return there ? found.place : inMemory;
}

function usePulls<Row>(collection: Collection<Row>, policyId: string | undefined, place: Place | null | undefined) {
  const mirror = useMirror();
  const [running, setRunning] = useState(0);
  const [unkept, setUnkept] = useState<Place | null>(null);

  const run = useCallback(
    async (pull: Mirror['pull']) => {
      if (!place) return;
      setRunning((count) => count + 1);
      const outcome = await pull(collection, policyId).finally(() => setRunning((count) => count - 1));
      setUnkept(outcome.ok && outcome.value === 'not-kept' ? place : null);
    },
    [collection, policyId, place],
  );
  const refresh = useCallback(() => run(mirror.pull), [run, mirror]);
  const freshen = useCallback(() => run(mirror.freshen), [run, mirror]);

  useEffect(() => {
    // Asking whether it is fresh must not hold up what is shown meanwhile.
    return afterPaint(() => void freshen());
  }, [freshen]);

  return { refreshing: running > 0, notKept: unkept !== null && unkept === place, refresh, freshen };
}

/** Runs once the next frame was painted, or soon where no frame comes because the page is hidden. Returns the way to cancel. */
function afterPaint(run: () => void): () => void {
  let due = true;
  const once = () => {
    if (due) run();
    due = false;
  };
  // A frame's callbacks run before it is painted, the next frame's after.
  window.requestAnimationFrame(() => window.requestAnimationFrame(once));
  const timer = setTimeout(once, 300);
  return () => {
    due = false;
    clearTimeout(timer);
  };
}
