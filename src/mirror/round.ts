import type { ProblemCode } from '#contract/result.ts';
import type { Senses } from './mirror.ts';
import { asMissing, dueOf, nameOf, type Part, type Rest, type Standing, type Why } from './plan.ts';
import type { createPulls } from './pulls.ts';
import type { Located, Surveyed } from './survey.ts';
import type { Watched } from './watched.ts';

/** What a round came to. */
export interface Round {
  problem: ProblemCode | null;
  requests: number;
  /** What is not here after it. */
  rest: Rest;
}

/** As many as a backend takes in one request. */
export const AT_ONCE = 40;
/** After one of these nothing else would be answered either. */
export const endsRound: ReadonlySet<ProblemCode> = new Set([
  ...(['offline', 'timeout', 'nonsense', 'rate-limited', 'unauthorised', 'session-ended', 'outdated'] as const),
  'maintenance',
]);
/** So many places in a row that the server could not answer are a server that is down. */
const MAX_UNAVAILABLE = 3;

export interface RoundPorts {
  pulls: Pick<ReturnType<typeof createPulls>, 'bring' | 'confirm' | 'quiet' | 'unkept'>;
  /** Null while locked. */
  survey(): Promise<Surveyed | null>;
  watched: Pick<Watched, 'names' | 'isRead'>;
  senses: Pick<Senses, 'idle' | 'thrifty'>;
  clock: () => number;
  /** Milliseconds since this page began to bring. */
  age: () => number;
  /** With few bytes to spend this part waits for 'Traer todo', where a backend cannot answer its recent years. */
  isLong(part: Part): boolean;
  /** Whether 'Traer todo' was pressed. */
  isAllWanted: () => boolean;
  /** The device had no room for what nobody asked for. */
  full: { is: boolean };
  /** The backend answers one list at a time, and each whole. */
  singly: { is: boolean };
  /** Tells what is here, and why the rest is not. */
  tell(own: Surveyed['own'] | null, rest: Rest): void;
}

/** How far a round is. */
interface Course {
  tried: Set<string>;
  came: Round;
  unavailable: number;
  hasAskedWhole: boolean;
}

/** Brings what is due until nothing is, or nothing more would be answered. */
export async function runRound(ports: RoundPorts, why: Why, signal: AbortSignal): Promise<Round> {
  const came: Round = { problem: null, requests: 0, rest: 'later' };
  const course: Course = { came, tried: new Set(), unavailable: 0, hasAskedWhole: false };
  while (!signal.aborted) {
    const due = await nextDue(ports, course, why);
    if (due.length === 0) break;
    await ports.senses.idle();
    await ports.pulls.quiet();
    if (signal.aborted || !(await askFor(ports, course, due, signal))) break;
  }
  return came;
}

/** What is to be asked for now; none when all is here, or the rest waits. */
async function nextDue(ports: RoundPorts, { tried, came }: Course, why: Why): Promise<(Part & Standing)[]> {
  const found = await ports.survey();
  if (!found) return [];
  const names = ports.watched.names();
  const spares = isSparing(ports);
  const unkept = ports.pulls.unkept.now();
  // What is on screen and found no room would be fetched whole each minute, for nothing.
  const waits = (part: Located & Standing) =>
    names.has(nameOf(part))
      ? why === 'minute' && unkept.get(part.place.scope)?.problem === null
      : (ports.full.is && part.pull?.at == null) || (spares && ports.singly.is && ports.isLong(part));
  const parts = found.all.map((part) => (isRecentEnough(ports, part) ? part : { ...part, pull: asMissing(part.pull) }));
  const due = dueOf(parts, names, why, ports.clock(), ports.age()).filter(
    (part) => !tried.has(nameOf(part)) && !waits(part),
  );
  came.rest = restOf(ports.full.is, due.length > 0, spares);
  ports.tell(found.own, came.rest);
  return due;
}

type Sparing = Pick<RoundPorts, 'isAllWanted'> & { senses: Pick<Senses, 'thrifty'> };
const isSparing = ({ senses, isAllWanted }: Sparing): boolean => senses.thrifty() && !isAllWanted();

/** With few bytes to spend the last two years are enough, but for what the customer has opened (D69). */
export const isRecentEnough = (ports: Sparing & { watched: Pick<Watched, 'isRead'> }, part: Part): boolean =>
  isSparing(ports) && !ports.watched.isRead(nameOf(part));

function restOf(isFull: boolean, isComing: boolean, spares: boolean): Rest {
  if (isFull) return 'full';
  if (isComing) return 'coming';
  return spares ? 'spared' : 'later';
}

/** One request. True while the round goes on. */
async function askFor(ports: RoundPorts, course: Course, due: readonly Part[], signal: AbortSignal): Promise<boolean> {
  const { pulls, tell, watched } = ports;
  const { came } = course;
  came.requests += 1;
  // What fits into one request is asked for at once. Of more, mostly nothing is new.
  const asksWhole: boolean = !course.hasAskedWhole && due.length > AT_ONCE;
  course.hasAskedWhole ||= asksWhole;
  const isRecent = (part: Part) => isRecentEnough(ports, part);
  const atOnce = ports.singly.is ? 1 : AT_ONCE;
  const isRead = (part: Part) => watched.isRead(nameOf(part));
  const asked = asksWhole
    ? pulls.confirm(due, signal, isRecent)
    : pulls.bring(due.slice(0, atOnce), signal, isRecent, isRead);
  const { answered, problem, singly, full } = await asked;
  for (const part of answered) course.tried.add(nameOf(part));
  ports.singly.is ||= singly;
  ports.full.is ||= full;
  came.problem = problem;
  course.unavailable = problem === 'unavailable' ? course.unavailable + 1 : 0;
  if (answered.length === 0 && !asksWhole) return false;
  if (problem && (endsRound.has(problem) || course.unavailable >= MAX_UNAVAILABLE)) {
    tell(null, 'later');
    return false;
  }
  came.problem = null;
  return true;
}
