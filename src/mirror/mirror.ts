import type { Policy } from '#contract/policies.ts';
import type { ProblemCode, Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { MirrorTable } from '#database/rows.ts';
import type { LeftToPay, PaymentOutcome } from '#rules/payment-outcome.ts';
import type { Session } from '#session/create-session.ts';
import type { Collection, collections } from './collections.ts';
import type { Group } from './group.ts';
import type { Place } from './groups.ts';
import type { SavedDocuments } from './saved-documents.ts';

/** 'not-kept': the device has no room for what came. */
export type PullOutcome = 'changed' | 'unchanged' | 'not-kept';
export type Pull = <Row>(collection: Collection<Row>, policyId?: string) => Promise<Result<PullOutcome>>;

export interface MirrorSettings {
  db: Database;
  session: Session;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
}

/** What is mirrored of a collection. */
export interface Mirrored<Row> {
  /** Null when it was never pulled, does not open, or the device is locked. */
  groups: Group<Row>[] | null;
  /** When the server last confirmed it, in milliseconds. */
  at: number | null;
  /** What the last pull ran into. */
  problem: ProblemCode | null;
  /** Rows are there that do not open: to be pulled again. */
  damaged: boolean;
  /** Only the first group was opened yet; there are more. */
  partial: boolean;
}

/** A change of mirrored rows, sealed and ready to be written in a transaction of the caller. */
export interface PreparedChange {
  /** The tables the transaction has to cover. */
  tables: (MirrorTable | 'pulls')[];
  /** False, with nothing written, when the rows changed since: prepare it again. */
  write(): Promise<boolean>;
}

/** What is remembered of payment pages the customer left for, beside the pulls of the policy's payments. */
export interface Paying {
  /** To be called as the customer leaves: what a payment changes is asked for anew at each look from then on. */
  leave(policyId: string, order: Pick<LeftToPay, 'billNo' | 'amount' | 'currency'>): Promise<void>;
  /**
   * How each went, the oldest first; none while locked. All reads come first, so that a live query sees them.
   *
   * @param place of the policy's payments
   * @param currency code of the policy's currency
   */
  outcomesAt(place: Place, currency: string): Promise<PaymentOutcome[]>;
  /** The customer has seen how it went, or says that they did not pay. */
  settle(policyId: string, at: number): Promise<void>;
}

export interface Mirror {
  /** Asks the server and replaces what is mirrored. */
  pull: Pull;
  /** Pulls when what is mirrored is missing, damaged, too old, or the last pull failed. */
  freshen: Pull;
  read<Row>(collection: Collection<Row>, policyId?: string): Promise<Mirrored<Row>>;
  /** Where the collection of the open session's customer lies; null while locked. */
  locate(collection: Pick<Collection<unknown>, 'table' | 'scope'>, policyId?: string): Promise<Place | null>;
  /**
   * Reads a place. All its reads come first, so that a live query sees them. With 'first' only the first group is opened,
   * unless the others are open already: a screen that starts paints it without waiting for ten years of history. With 'aside'
   * nothing is kept open for it: a summary of many places must not push out what a screen comes back to.
   */
  readAt<Row>(place: Place, extent?: 'first' | 'aside'): Promise<Mirrored<Row>>;
  /** What a screen showed last, from memory, so that coming back to it paints at once; null when nothing is open. */
  peek<Row>(collection: Pick<Collection<Row>, 'table'>, policyId?: string): (Mirrored<Row> & { place: Place }) | null;
  /** Drops what is open in memory; to be called when the signed-in area closes. */
  forget(): void;
  /**
   * Does all crypto of a change beforehand; null while locked, or when there is nothing mirrored to change. By name, since
   * who settles a command knows which collection its answer belongs to, not how that is fetched.
   */
  prepareChange(
    name: keyof typeof collections,
    policyId: string | undefined,
    change: (rows: readonly unknown[]) => unknown[],
  ): Promise<PreparedChange | null>;
  /** Takes over the policies that came with a sign-in. */
  seedPolicies(found: Policy[], owner?: string): Promise<void>;
  /**
   * Takes over a customer's rows that came as the answer to a change: all there are of the collection. `owner` is whose answer
   * it is: somebody else may have signed in while it was on its way, and must not find it among theirs.
   */
  takeOver<Row>(collection: Collection<Row>, rows: readonly Row[], owner?: string): Promise<void>;
  /** Something elsewhere is about to change it: for 15 minutes whoever looks asks the server, however fresh it is. */
  expectChange<Row>(collection: Collection<Row>, policyId?: string): Promise<void>;
  /** The customer has signed in again: what is shown and could not be fetched is asked for anew. */
  askAgain(): void;
  /** Told when that is so. Returns the way to stop. */
  onAskAgain(listener: () => void): () => void;
  /** Payment pages the customer left for. */
  paying: Paying;
  /** The documents kept on this device. */
  saved: SavedDocuments;
}
