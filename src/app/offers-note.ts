import * as v from 'valibot';
import { ageOf } from '#contract/age.ts';
import { noted, putNote } from '#senses/device-note.ts';

const note = v.object({
  /** When the app was first used here, in milliseconds since 1970. */
  first: v.number(),
  /** Whether a second visit came at least VISIT_MS later. */
  again: v.boolean(),
  /** Whether the customer has done something useful: queued a request, shown a card. */
  useful: v.boolean(),
  answered: v.boolean(),
});
type Note = v.InferOutput<typeof note>;

const nothing = { again: false, useful: false, answered: false };

/** Within this time, a reload or an unlock belongs to the same visit. */
const VISIT_MS = 2 * 60 * 60_000;

/** Call it whenever the signed-in area opens. */
export function noteVisit(now: number): void {
  const before = read();
  if (!before) write({ first: now, ...nothing });
  // A visit of unknown age was another one.
  else if (!before.again && (ageOf(before.first, now, VISIT_MS) ?? Number.POSITIVE_INFINITY) > VISIT_MS)
    write({ ...before, again: true });
}

export function noteUseful(): void {
  const before = read();
  if (before && !before.useful) write({ ...before, useful: true });
}

/** Notes that the customer answered the hint; it is not shown again. */
export function answerInstall(): void {
  const before = read();
  if (before) write({ ...before, answered: true });
}

/** Whether to offer the installation: from the second visit on, after the app was useful once. */
export function isInstallDue(): boolean {
  const { again, useful, answered } = read() ?? nothing;
  return again && useful && !answered;
}

/** Null before the first visit, and where nothing can be stored: the hint would come at each visit. */
function read(): Note | null {
  const parsed = v.safeParse(note, noted('instalar'));
  return parsed.success ? parsed.output : null;
}

const write = (next: Note): boolean => putNote('instalar', next);

/** Call it after an unlock by password: from then on a passkey is offered, where the device can note the answer. */
export function noteUnlock(): void {
  if (noted('huella') === undefined) putNote('huella', 'due');
}

/** Notes that the customer answered the offer of a passkey; it is not made again. */
export const answerOffer = (): boolean => putNote('huella', 'answered');

export const isOfferDue = (): boolean => noted('huella') === 'due';
