import { ageOf, DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { instantOf } from '#contract/calendar.ts';
import type { Payment } from '#contract/policies.ts';
import { addDays, dateOf, today } from './dates.ts';
import { folded } from './folded.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';

/** A payment that the customer left the app for, as the device remembers it. */
export interface LeftToPay {
  /** Null for an extra contribution (D19). */
  billNo: string | null;
  amount: number;
  /** Code of its currency. */
  currency: string;
  /** When the customer left, in milliseconds since 1970. */
  at: number;
  /** Marks of the payments mirrored then (`knownPayments`); null when none had been pulled yet. */
  known: string[] | null;
  /** The payments mirrored then were old, or newer ones were on their way: `known` may lack some of before. */
  lacking?: true | undefined;
}

/**
 * The payment's outcome by the insurer's payments. waiting: no payment yet. unseen: none after MAY_TAKE_MS. received,
 * failed: by that payment. open: these payments may be this one's or another's, or the insurer still lists the bill (D93).
 */
export type PaymentOutcome = LeftToPay &
  (
    | { state: 'waiting' | 'unseen' }
    | { state: 'received' | 'failed'; payment: Payment }
    | { state: 'open'; payments: Payment[] }
  );

/** Whether the insurer's lists may still tell more of it. */
export const isAwaited = ({ state }: PaymentOutcome): boolean => ['waiting', 'unseen', 'open'].includes(state);

/** What the insurer's lists say, as they are mirrored. */
interface Known {
  /** Numbers of the bills that are listed; null when they are unknown. */
  pending: readonly string[] | null;
  /** Currency code for payments that name none. */
  ofPolicy: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** How long a payment may take to appear. */
export const MAY_TAKE_MS = 15 * MINUTE_MS;
/** How much the clocks of device and insurer may differ. */
const CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS;
/** A shorter number could be a year or a day, so a concept that contains it names no bill. */
const SHORTEST_NAME_CHARS = 5;

/**
 * A name for each payment, the same at every pull. Payments without any number are named by day and total, and alike ones
 * of a day are counted.
 */
export function paymentNames(payments: readonly Payment[]): Map<Payment, string> {
  const counts = new Map<string, number>();
  return new Map(
    payments.map((payment) => {
      const { ID, OrderNumber, ParsedCompletedDate, Total } = payment;
      const name = ID || OrderNumber || `${ParsedCompletedDate} ${Total}`;
      const alike = `${markOf(name, payment)} ${dateOf(ParsedCompletedDate)}`;
      const count = (counts.get(alike) ?? 0) + 1;
      counts.set(alike, count);
      return [payment, count === 1 ? name : `${name} (${count})`];
    }),
  );
}

/** A payment's name and whether it was accepted: one that was pending first is new once it is accepted. */
export function paymentMarks(payments: readonly Payment[]): Map<Payment, string> {
  return new Map([...paymentNames(payments)].map(([payment, name]) => [payment, markOf(name, payment)]));
}

const markOf = (name: string, payment: Payment): string => (paymentStatus(payment).accepted ? name : `!${name}`);

/** The first day whose payments could be mistaken for one that the customer leaves for now. */
export const knownSince = (now: Date): string => addDays(today(now), -2);

/** The marks to remember when the customer leaves: recent payments that could be mistaken for the new one. */
export function knownPayments(payments: readonly Payment[], now: Date): string[] {
  const days = payments.flatMap(({ ParsedCompletedDate }) => dateOf(ParsedCompletedDate) ?? []).sort();
  const newest = days.at(-1);
  // The device's clock may stand days ahead (F60). So whatever the day is, the newest ones are among them.
  const ofNewest = newest === undefined ? [] : [addDays(newest, -2)];
  const [since = ''] = [knownSince(now), ...ofNewest].sort();
  const recent = payments.filter((one) => (dateOf(one.ParsedCompletedDate) ?? '9999') >= since);
  return [...paymentMarks(recent).values()];
}

/**
 * Finds each outcome among the insurer's payments. A payment may answer a departure of its amount and currency, if it is new
 * and not older. Which bill it was for is decided in this order (D93): the bill it names; a bill that is no longer listed;
 * the latest departure. A bill that is still listed is never received. Each payment is used once. A payment that is older by the
 * device's clock answers only what no other one does. One that an old list may have lacked is nobody's own.
 *
 * @param left the oldest departure first
 */
export function paymentOutcomes(left: readonly LeftToPay[], payments: readonly Payment[], known: Known) {
  const { isListed, isGone, fits, fitsWrongClock } = fittingIn(left, payments, known);
  const outcomes = new Map<LeftToPay, PaymentOutcome>();
  const isOpen = (one: LeftToPay) => !outcomes.has(one) || outcomes.get(one)?.state === 'open';
  const leaveOpen = (some: readonly LeftToPay[], payment: Payment) => {
    for (const one of some) {
      const there = outcomes.get(one);
      const before = there?.state === 'open' ? there.payments : [];
      outcomes.set(one, { ...one, state: 'open', payments: [...before, payment] });
    }
  };
  const receive = (some: readonly Payment[], fitting: (payment: Payment) => readonly LeftToPay[]) => {
    for (const [index, payment] of some.entries()) {
      const among = fitting(payment).filter(isOpen);
      const gone = among.filter(isGone);
      const likely = gone.length > 0 ? gone : among;
      const others = some.slice(index).filter((other) => likely.every((one) => fits(one, other)));
      const one = latestOf(likely, payment) ?? (others.length >= likely.length ? likely[0] : undefined);
      const isOwn = one && !isListed(one) && fits(one, payment) && !mayBeOfBefore(one, payment, known.now);
      const isSure = one && (isGone(one) || isOwn);
      if (isSure) outcomes.set(one, { ...one, state: 'received', payment });
      else leaveOpen(among, payment);
    }
  };

  const fittingTo = (payment: Payment) => left.filter((one) => fits(one, payment));
  const inOrder = [...payments].sort((a, b) => a.ParsedCompletedDate.localeCompare(b.ParsedCompletedDate));
  const accepted = inOrder.filter((payment) => paymentStatus(payment).accepted);
  const isTimely = (payment: Payment) => fittingTo(payment).length > 0;
  receive(accepted.filter(isTimely), fittingTo);
  // Last, or on a right clock an older payment would take the departure that a timely one answers.
  const unanswered = left.filter((one) => !outcomes.has(one));
  const late = accepted.filter((payment) => !isTimely(payment));
  receive(late, (payment) => unanswered.filter((one) => fitsWrongClock(one, payment)));
  for (const payment of inOrder) {
    if (paymentStatus(payment).accepted) continue;
    const among = fittingTo(payment);
    const one = latestOf(among, payment);
    if (!one || mayBeOfBefore(one, payment, known.now)) leaveOpen(among.filter(isOpen), payment);
    else if (!outcomes.has(one)) outcomes.set(one, { ...one, state: 'failed', payment });
  }
  const isAwaited = ({ at }: LeftToPay) => (ageOf(at, known.now) ?? MAY_TAKE_MS) < MAY_TAKE_MS;
  return left.map(
    (one): PaymentOutcome => outcomes.get(one) ?? { ...one, state: isAwaited(one) ? 'waiting' : 'unseen' },
  );
}

/** What a payment may be for. */
function fittingIn(left: readonly LeftToPay[], payments: readonly Payment[], { pending, ofPolicy, now }: Known) {
  const marks = paymentMarks(payments);
  const bills = [...new Set([...left.map(({ billNo }) => billNo ?? ''), ...(pending ?? [])])].filter(Boolean);
  const isListed = ({ billNo }: LeftToPay) => billNo !== null && pending?.includes(billNo) === true;
  const isGone = ({ billNo }: LeftToPay) => billNo !== null && pending?.includes(billNo) === false;
  const answers = (one: LeftToPay, payment: Payment, slack: number) =>
    isAnswerTo(one, payment, { mark: marks.get(payment) ?? '', ofPolicy, slack }) &&
    maybeFor(one.billNo, payment, bills);
  const isTimed = ({ at }: LeftToPay) => ageOf(at, now, CLOCK_DIFFERENCE_MS) !== null;
  const fits = (one: LeftToPay, payment: Payment) => isTimed(one) && answers(one, payment, CLOCK_DIFFERENCE_MS);
  // The device's clock may be wrong by hours. Where no departure fits, what was known then tells new payments from older ones.
  const fitsWrongClock = (one: LeftToPay, payment: Payment) =>
    one.known !== null &&
    (one.billNo === null || isGone(one)) &&
    // A clock that was wrong by days told no time at all (F60), so the last two days count.
    answers(isTimed(one) ? one : { ...one, at: now - DAY_MS }, payment, DAY_MS);
  return { isListed, isGone, fits, fitsWrongClock };
}

/** The only departure, or the latest one; undefined when several are possible and only the payment's day is known. */
function latestOf(possible: readonly LeftToPay[], payment: Payment): LeftToPay | undefined {
  return possible.length === 1 || instantIn(payment) ? possible.at(-1) : undefined;
}

/**
 * Whether the payment may have been there when the customer left, as the list of then lacked some: only its day is known, or it lies in
 * the future. By a clock that is behind, payments of before come later (F60).
 */
function mayBeOfBefore({ lacking, at }: LeftToPay, payment: Payment, now: number): boolean {
  if (lacking !== true) return false;
  const instant = instantIn(payment);
  if (instant) return ageOf(instant.getTime(), now, CLOCK_DIFFERENCE_MS) === null;
  const day = dateOf(payment.ParsedCompletedDate);
  // The insurer's day may be one ahead of the customer's.
  return day !== null && (day <= today(new Date(at)) || day > addDays(today(new Date(now)), 1));
}

/** @param slack how far the payment's instant may lie before the departure, in milliseconds */
function isAnswerTo(
  left: LeftToPay,
  payment: Payment,
  { mark, ofPolicy, slack }: { mark: string; ofPolicy: string; slack: number },
): boolean {
  if (!isOneOf([payment.Total, payment.Amount], left.amount) || paymentCurrency(payment, ofPolicy) !== left.currency)
    return false;
  if (left.known?.includes(mark)) return false;
  const instant = instantIn(payment);
  if (instant) return instant.getTime() >= left.at - slack;
  const day = dateOf(payment.ParsedCompletedDate);
  // Without a time, the insurer's day may differ by one from the customer's.
  return day !== null && day >= addDays(today(new Date(left.at)), left.known ? -1 : 0);
}

/** Whether an amount is one of a payment's: its total, or what it was before a commission. */
export const isOneOf = (sums: readonly (number | null)[], amount: number): boolean =>
  sums.some((sum) => sum !== null && Math.abs(sum - amount) < 0.005);

/** Whether a payment may be for a bill, or for an extra contribution. One that names a bill is for that bill only. */
function maybeFor(billNo: string | null, payment: Payment, bills: readonly string[]): boolean {
  const texts = [payment.Concept ?? '', payment.OrderNumber];
  const meant = billsMeant(texts, bills);
  if (meant.length > 0) return billNo !== null && meant.includes(billNo);
  return billNo === null || !texts.some((text) => folded(text).includes('aportacion'));
}

/** Those of these bills that the texts of a payment name. A number may begin as another one does, so the longest is meant. */
export function billsMeant(texts: readonly string[], bills: readonly string[]): string[] {
  const named = bills.filter((bill) => namesBill(texts, bill));
  return named.filter((bill) => !named.some((other) => other !== bill && namesBill([other], bill)));
}

/** Whether a bill's number stands in one of the texts as a whole. It may have a prefix or a suffix: 'ORD-F-540042-2'. */
function namesBill(texts: readonly string[], bill: string): boolean {
  const number = folded(bill);
  if (number.length < SHORTEST_NAME_CHARS) return false;
  return texts.map(folded).some((text) =>
    text.split(number).some((before, index, parts) => {
      const after = parts[index + 1];
      return after !== undefined && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
    }),
  );
}

const instantIn = ({ ParsedCompletedDate }: Payment): Date | null =>
  ParsedCompletedDate.length > 10 ? instantOf(ParsedCompletedDate) : null;
