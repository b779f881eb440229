import * as v from 'valibot';
import { ageOf } from '#contract/age.ts';

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

/** Key in local storage. The value holds nothing personal. */
const KEY = 'amparo-instalar';
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

/**
 * Null before the first visit and where nothing can be stored. Without a note there is no hint, because it would come at
 * each visit.
 */
function read(): Note | null {
  try {
    const parsed = v.safeParse(note, JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function write(next: Note): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without a note the hint is not shown.
  }
}
