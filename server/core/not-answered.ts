import type { CoreCallName } from './contract.ts';

/** A failed try. */
export class NotAnswered extends Error {
  override name = 'NotAnswered';
  readonly why: string;
  /** Seconds, when the administration said so itself. */
  readonly retryAfter: number | null;
  constructor(why: string, retryAfter: number | null = null) {
    super(why);
    this.why = why;
    this.retryAfter = retryAfter;
  }
}

/**
 * An answer that breaks the contract. The caller gets no answer, but the breaker does not count it: a retry would bring the
 * same, and one bad row must not block all customers.
 */
export class WrongAnswer extends Error {
  override name = 'WrongAnswer';
  readonly why: string;
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/**
 * What is worth a line of the log: a try without a usable answer, by its call and by the id the administration was given as
 * X-Request-Id; or the breaker.
 */
export type CoreEvent =
  | { call: CoreCallName; why: string; request: string; ms: number }
  | { breaker: 'open' | 'half-open' | 'closed' };

/** The event as members of a line of the log. */
export const coreLine = (event: CoreEvent): Record<string, string | number> =>
  'breaker' in event
    ? { core: `breaker ${event.breaker}` }
    : { core: event.call, why: event.why, asked: event.request, ms: event.ms };
