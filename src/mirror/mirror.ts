import type { Policy } from '#contract/policies.ts';
import type { ProblemCode, Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { MirrorTable, PullRow } from '#database/rows.ts';
import type { LeftToPay, PaymentOutcome } from '#rules/payment-outcome.ts';
import type { Store } from '#rules/store.ts';
import type { Session } from '#session/session.ts';
import type { Collection, collections, Wanted } from './collections.ts';
import type { Extent, Group } from './group.ts';
import type { Place } from './groups.ts';
import type { NewsList } from './news.ts';
import type { Part, Progress, Rest, Why } from './plan.ts';
import type { SavedDocuments } from './saved-documents.ts';
import type { Unkept } from './unkept.ts';

/** 'not-kept': the device has no room for the answer. */
export type PullOutcome = 'changed' | 'unchanged' | 'not-kept';
export type Pull = <Row>(collection: Collection<Row>, policyId?: string) => Promise<Result<PullOutcome>>;

export interface MirrorSettings {
  db: Database;
  session: Session;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
}

/** The mirrored state of a collection. */
export interface Mirrored<Row> {
  /** Null when it was never pulled, does not open, or the device is locked. */
  groups: Group<Row>[] | null;
  /** When the server last confirmed it, in milliseconds since 1970. */
  at: number | null;
  /** The problem of the last pull. */
  problem: ProblemCode | null;
  /** Some rows do not open; the collection must be pulled again. */
  damaged: boolean;
  /** Not all records were opened. */
  partial: boolean;
  /** The year the rows begin with, where older ones have not come to this device yet; else null. */
  since: string | null;
}

/** A change of mirrored rows, sealed and ready to be written in the caller's transaction. */
export interface PreparedChange {
  /** The tables that the transaction must cover. */
  tables: (MirrorTable | 'pulls')[];
  /** False, with nothing written, when the rows changed meanwhile; prepare the change again. */
  write(): Promise<boolean>;
}

/** The payment pages that the customer left for, stored with the pulls of the policy's payments. */
export interface Paying {
  /**
   * Asks for the payments that are to be known when the customer leaves. It waits for them a few seconds at most; what comes later is
   * known all the same.
   */
  ready(policyId: string): Promise<void>;
  /**
   * Called when the customer leaves. From then on each view asks the server for what a payment changes.
   * @returns false when the device has no room for it, so that only this page knows
   */
  leave(policyId: string, order: Pick<LeftToPay, 'billNo' | 'amount' | 'currency'>): Promise<boolean>;
  /**
   * The outcome of each, oldest first; none while locked. All database reads come first, so that a live query sees them.
   *
   * @param places of the policy's payments and bills
   * @param currency code of the policy's currency
   */
  outcomesAt(places: Record<'payments' | 'bills', Place>, currency: string): Promise<PaymentOutcome[]>;
  /** Forgets those whose outcome the customer has seen, or that they did not pay; by when the customer left. */
  settle(policyId: string, at: readonly number[]): Promise<void>;
  /**
   * Tries again to note what the device had no room for.
   * @returns false when it still has none
   */
  keep(policyId: string): Promise<boolean>;
  /** What the device has no room for, by the scope of a policy's payments. No live query sees it. */
  unkept: Pick<Store<ReadonlyMap<string, UnkeptLeft>>, 'now' | 'subscribe'>;
}

/** The payment pages of one policy, sealed in this page's memory. */
export interface UnkeptLeft {
  paying: PullRow['paying'];
  /** What the device had then. What it has since is another tab's. */
  over: PullRow['paying'];
  /** Their key may leave the device from then on. */
  letGo: () => void;
}

/** What is needed of a collection to compute its place, and the policy's id. */
export type Sought = readonly [collection: Pick<Collection<unknown>, 'table' | 'scope'>, policyId?: string];

/** What the engine asks of the page that it runs in. */
export interface Senses {
  /** False only when there is surely no network. */
  online(): boolean;
  /** Whether the page is visible and was used a short while ago. */
  looking(): boolean;
  /** Whether the customer wants to spend few bytes: `Save-Data`, or a line of the second generation. */
  thrifty(): boolean;
  /** Resolves when the page has nothing else to do. */
  idle(): Promise<void>;
}

/**
 * Brings everything of the customer to the device, and keeps it fresh (D69). It asks for what is due, one request after the
 * other, and yields to what a screen pulls. What was brought once is not asked for again after a break.
 */
export interface Bringing {
  /** From now on `look` works, until the returned function is called. */
  run(senses: Senses): () => void;
  /**
   * Looks at what is due and brings it; without a connection it only tells what is here. Resolves when nothing more is due, or
   * nothing more would be answered.
   *
   * @returns whether the server was asked for anything
   */
  look(why: Why): Promise<boolean>;
  /** Asks for these, however fresh they are; for 'Actualizar' (D90). */
  ask(wanted: readonly Wanted[]): Promise<void>;
  /**
   * A place is on screen: it comes first, and is asked for again each minute (D71). Returns a function that ends it.
   *
   * @param extent 'aside': a summary that needs only what is recent; without it the screen shows all of the place
   */
  watch(wanted: Wanted, extent?: 'aside'): () => void;
  /** Which policy is in front. Its parts come before those of the others. */
  aim(policyId: string | null): void;
  /** Brings the rest too, although the customer wants to spend few bytes. */
  bringAll(): void;
  /** How far it was when the engine last looked, and what is done about the rest; null before it did. */
  progress: Store<(Progress & { rest: Rest }) | null>;
  /** One go of the worker, without a page (D66). `thrifty`: whether the customer wants to spend few bytes. */
  once(thrifty: boolean): Promise<void>;
  /** Every part that belongs here, with its place; null while locked or before the policies are known. */
  parts(): Promise<readonly (Part & { place: Place })[] | null>;
  /** How much of the parts is here. It reads the database only, so that a live query may call it. */
  progressOf(parts: readonly (Part & { place: Place })[]): Promise<Progress>;
}

export interface Mirror {
  /** Asks the server and replaces the mirrored rows. */
  pull: Pull;
  /** Pulls when the rows are missing, damaged or too old, or when the last pull failed. */
  freshen: Pull;
  read<Row>(collection: Collection<Row>, policyId?: string): Promise<Mirrored<Row>>;
  /** The place of a collection of the open session's customer; null while locked. */
  locate(collection: Pick<Collection<unknown>, 'table' | 'scope'>, policyId?: string): Promise<Place | null>;
  /** The places of several, with one reading of the session; null while locked. */
  locateAll(wanted: readonly Sought[]): Promise<Place[] | null>;
  /** The same at once, from memory; null when one of them was not computed in this session. */
  placesOf(wanted: readonly Sought[]): Place[] | null;
  /**
   * Reads a place, whole or as far as `extent` says. All its database reads come first, so that a live query sees them.
   */
  readAt<Row>(place: Place, extent?: Extent<Row>): Promise<Mirrored<Row>>;
  /** The same of one collection's places of several policies, for a summary: in one transaction. */
  readAside<Row>(places: readonly Place[]): Promise<Mirrored<Row>[]>;
  /** When the place that was confirmed longest ago was, and the problem of the last pull of one of them. */
  ageAt(places: readonly Place[]): Promise<Pick<Mirrored<unknown>, 'at' | 'problem'>>;
  /** How many rows the place has, by the versions that came with them where they did; null when not all of it is here. */
  countAt(place: Place): Promise<number | null>;
  /** The last shown state from memory, so that coming back to a screen paints at once; null when none is kept. */
  peek<Row>(collection: Pick<Collection<Row>, 'table'>, policyId?: string): (Mirrored<Row> & { place: Place }) | null;
  /**
   * The same of several policies, as they were last read 'aside'; null when one of them was not read, and null for one that was
   * never pulled.
   */
  peekAside<Row>(
    collection: Pick<Collection<Row>, 'table'>,
    policyIds: readonly string[],
  ): ReadonlyMap<string, readonly Group<Row>[] | null> | null;
  /** Drops opened rows from memory, when the signed-in area closes. */
  forget(): void;
  /**
   * Does all crypto of a change beforehand. Null while locked, when nothing is mirrored that could change, when `change` gives the
   * rows back as they are, or when somebody else than `owner` has signed in meanwhile. It takes a name, since the outbox knows
   * which collection an answer belongs to, but not its declaration.
   */
  prepareChange(
    name: keyof typeof collections,
    policyId: string | undefined,
    change: (rows: readonly unknown[]) => readonly unknown[],
    owner: string,
  ): Promise<PreparedChange | null>;
  /** Stores the policies that came with a sign-in. */
  seedPolicies(found: Policy[], owner?: string): Promise<void>;
  /**
   * Changes the rows on the device by the answer to a change. Their age stays, since the server confirmed only a part of
   * them. Nothing is written where none are mirrored, or when somebody else than `owner` has signed in meanwhile.
   */
  amend<Row>(
    collection: Collection<Row>,
    change: (rows: readonly Row[]) => readonly Row[],
    owner: string,
  ): Promise<void>;
  /** What the last pulls came to that found no room on the device, by the scopes of their places. No live query sees it. */
  unkept: Store<ReadonlyMap<string, Unkept>>;
  /** The collection is about to change elsewhere: for 15 minutes each view asks the server, however fresh the rows are. */
  expectChange<Row>(collection: Collection<Row>, policyId?: string): Promise<void>;
  /** What belongs on the device comes by itself. */
  bringing: Bringing;
  /** Payment pages the customer left for. */
  paying: Paying;
  /** Novedades: the changes that pulls brought. */
  news: NewsList;
  /** The documents saved on this device. */
  saved: SavedDocuments;
}
