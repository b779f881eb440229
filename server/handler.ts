import type { AnswerOf, EndpointName, endpoints, ParsedInputOf } from '#contract/endpoints.ts';
import type { Policy } from '#contract/policies.ts';
import type { Result } from '#contract/result.ts';
import type { RefundLimits } from '#rules/refund-policy.ts';
import type { Attempts } from './accounts/attempts.ts';
import type { Bearer } from './accounts/bearer.ts';
import type { Clock } from './clock.ts';
import type { Core } from './core/port.ts';
import type { AgeClock, CommonClock, CommonNow, StampClock } from './database/earlier-clock.ts';
import type { Database, InTransactions } from './database/open.ts';
import type { Room } from './database/room.ts';
import type { FileAddresses } from './files/addresses.ts';
import type { Files } from './files/files.ts';
import type { Network } from './http/address.ts';
import type { ReceivedFile } from './http/read-input.ts';
import type { Later } from './later.ts';
import type { Mail } from './mail/mail.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { News } from './push/news.ts';
import type { KeyedHash } from './secrets.ts';

/** What the program was given to work with. */
export interface World {
  db: Database;
  clock: Clock;
  /** What is deleted for its age goes by it. */
  ageClock: AgeClock;
  /** What will go for its age is stamped by it. */
  stampClock: StampClock;
  /** What one process notes and another judges within hours goes by it. */
  commonClock: CommonClock;
  commonNow: CommonNow;
  /** A new id for a row. */
  uuid: () => string;
  core: Core;
  mail: Mail;
  /** Where mails are found when none is sent, told beside every question for a code; '' where they are sent. */
  mailNote: string;
  /** Where customers reach the app, for links in mails. */
  publicOrigin: string;
  hash: KeyedHash;
  room: Room;
  attempts: Attempts;
  addresses: FileAddresses;
  /** Customers' files. */
  storage: Files;
  later: Later;
  /** Without `sendDue`: `sendSoon` is what a copy to look at leaves undone. */
  news: Omit<News, 'sendDue'>;
  outgoing: Outgoing;
  refundLimits: RefundLimits;
  /** Whether the XML of a tax authority is taken as a refund's invoice. */
  refundXml: boolean;
  /** The oldest contract that is understood (D51). */
  oldestContract: number;
  /** Whether the demo runs: only then may accounts made in it sign in. */
  demo: boolean;
  /** scrypt's N for new passwords. */
  passwordCost: number;
}

/** The same for one call: with tokens, whatever it writes is written in a transaction that looks at them again (S29). */
export type Acting = Omit<World, 'db'> & { db: InTransactions };

/** A row that needs a token has someone who calls; one that needs none has nobody. */
type CallerOf<N extends EndpointName> = 'required' extends
  | (typeof endpoints)[N]['bearer']
  | (typeof endpoints)[N]['internal']
  ? Bearer
  : null;

type PolicyOf<N extends EndpointName> = (typeof endpoints)[N] extends { owns: { policy: string } } ? Policy : null;

export interface Call<N extends EndpointName = EndpointName> extends Omit<World, 'db'> {
  db: CallerOf<N> extends null ? Database : InTransactions;
  input: ParsedInputOf<N>;
  /** The fields as they travelled. */
  raw: Record<string, unknown>;
  files: ReceivedFile[];
  who: CallerOf<N>;
  /** The caller's own policy where the row says that the input names one. */
  policy: PolicyOf<N>;
  /** The idempotency key: the device's, or a new one. */
  key: string;
  fingerprint: string;
  internalToken: string;
  /** The networks the request came from. */
  networks: readonly Network[];
  /** Its User-Agent header. */
  agent: string;
  /** Told before a list is built that may be large, and about how many bytes it will be. @throws Overloaded when it has no place */
  hold(bytes: number): void;
}

/** Answers one row. `sameAs` is what its ETag is computed over when the answer itself differs each time. */
export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Promise<Result<AnswerOf<N> | Answered<AnswerOf<N>> | Counted<AnswerOf<N>>>>;

/** An answer whose ETag is computed over something else than itself; it is built only for who does not have it yet, and may fail then. */
export class Answered<T> {
  readonly answer: () => Promise<Result<T>>;
  readonly sameAs: unknown;
  constructor(answer: () => Promise<Result<T>>, sameAs: unknown) {
    this.answer = answer;
    this.sameAs = sameAs;
  }
}

/**
 * An answer that goes out so many times. It counts once its bytes have a place until they are read: who is told to come again
 * has had none.
 */
export class Counted<T> {
  readonly answer: T;
  /** Counts it; a failure is told instead of it. */
  readonly count: () => Promise<Result<unknown>>;
  constructor(answer: T, count: () => Promise<Result<unknown>>) {
    this.answer = answer;
    this.count = count;
  }
}

/** An answer that was put together of JSON which is written already. */
export class Written {
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
