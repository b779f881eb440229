import * as v from 'valibot';

const note = v.object({
  /** When the app was first used here, in milliseconds since 1970. */
  first: v.number(),
  /** It was used again, long enough after that. */
  again: v.boolean(),
  /** Something useful was done: a request handed in, a card shown. */
  useful: v.boolean(),
  answered: v.boolean(),
});
type Note = v.InferOutput<typeof note>;

const nothing = { again: false, useful: false, answered: false };

/** On this device; the value holds nothing personal. */
const KEY = 'amparo-instalar';
/** Two hours: a reload, or an unlock after a pause, is the same visit. */
const VISIT_MS = 2 * 60 * 60_000;

/** To be called whenever the signed-in area opens. */
export function noteVisit(now: number): void {
  const before = read();
  if (!before) write({ first: now, ...nothing });
  // A clock that was set back says as little as one that was set forward: the time between is what counts.
  else if (!before.again && Math.abs(now - before.first) > VISIT_MS) write({ ...before, again: true });
}

export function noteUseful(): void {
  const before = read();
  if (before && !before.useful) write({ ...before, useful: true });
}

/** The hint was taken or put aside: it is not shown again. */
export function answerInstall(): void {
  const before = read();
  if (before) write({ ...before, answered: true });
}

/** Whether to say that the app can be installed: from the second visit on, once it has been of use. */
export function isInstallDue(): boolean {
  const { again, useful, answered } = read() ?? nothing;
  return again && useful && !answered;
}

/** Null before the first visit, and where no note can be kept: nothing is hinted at then, or it would be again and again. */
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
    // Without the note the hint stays away.
  }
}
