import { ageOf, SECOND_MS } from '#contract/age.ts';
import type { OutboxRow } from '#database/rows.ts';
import type { QueuedBody } from './body.ts';
import { type Outcome, waitAfter } from './outcome.ts';

/**
 * Where an item is.
 * - waiting: is sent at `nextAt`
 * - sending: claimed
 * - parked: waits for a sign-in
 * - refused: the server refused it; the customer edits it, discards it or sends it again
 * - held: the customer has it for editing, and its key is used up; sent again, it gets a new one
 * - unreadable: this version cannot read it; each drain tries again (F21)
 * - foreign: in a state that this version does not know; left to the version that does (F42)
 */
export const phases = ['waiting', 'sending', 'parked', 'refused', 'held', 'unreadable', 'foreign'] as const;
export type Phase = (typeof phases)[number];

/** What of an item decides what may happen to it. */
export interface ItemState extends Pick<OutboxRow, 'unclear' | 'nextAt' | 'attempts' | 'claim'> {
  phase: Phase;
}

type Ours = { by: string };
type AfterAttempt = Ours & {
  /** Whether the item was unclear before its claim. */
  wasUnclear: boolean;
  /** A number from 0 to 1. */
  jitter: number;
};
/** `promised`: the server has just promised to refuse a copy that arrives late. */
type Asked = { promised: boolean };

/** What happens to items, and what each event says besides its name. */
interface Events {
  /** A drain takes it; `by` names the drain. */
  claimed: Ours;
  renewed: Ours;
  answered: AfterAttempt & { outcome: Exclude<Outcome, { kind: 'accepted' }> };
  /** The attempt ended without anybody's answer; `left`: bytes may have left the device. */
  broken: AfterAttempt & { left: boolean };
  /** The server does not know the tokens that another item went with. */
  tokensUnknown: unknown;
  signedIn: unknown;
  /** 'Enviar ahora'; `keyReused`: the server knows its key for something else. */
  sendNow: { keyReused: boolean };
  /** The customer opens it for editing. */
  takenBack: Asked;
  discarded: Asked;
  /** A corrected item takes its place. */
  replaced: unknown;
  /** Its receipt is stored. */
  settled: unknown;
  /** Its body changes, and nothing else. */
  rewritten: unknown;
  notReadable: unknown;
  /** It is sealed under other keys, for another owner (session). */
  movedOwner: unknown;
}
export type EventType = keyof Events;
type EventOf<T extends EventType> = Events[T] & { type: T };
export type ItemEvent = { [T in EventType]: EventOf<T> }[EventType];

/**
 * Why nothing was changed.
 * - nothing: the event means nothing to an item in this phase
 * - being-sent: somebody sends it now
 * - ask-server-first: the server may have it (F29)
 * - needs-new-key: its key is used up
 * - not-ours: somebody else took the claim over
 */
export type Refusal = 'nothing' | 'being-sent' | 'ask-server-first' | 'needs-new-key' | 'not-ours';
export type Verdict = ItemState | 'gone' | Refusal;

type Rule<T extends EventType> = (state: ItemState, event: EventOf<T>, now: number) => Verdict;

/** A claim that was not refreshed for this long belongs to a dead or frozen page (F1, F5). */
export const SILENCE_MS = 45 * SECOND_MS;

/** Whether somebody is sending the item now. A claim from the future was made before the clock was set back. */
export function isClaimed({ claim }: Pick<ItemState, 'claim'>, now: number): boolean {
  const age = claim && ageOf(claim.at, now, SILENCE_MS);
  return age !== null && age <= SILENCE_MS;
}

const nothing = (): Verdict => 'nothing';
const same = (state: ItemState): Verdict => state;
const atOnce = (state: ItemState): Verdict => ({ ...state, nextAt: 0 });
const waits = (state: ItemState): Verdict => ({ ...state, phase: 'waiting', nextAt: 0, claim: null });
const parks = (state: ItemState): Verdict => ({ ...state, phase: 'parked', claim: null });
const isSetAside = (state: ItemState): Verdict => ({ ...state, phase: 'unreadable', claim: null });
const needsNewKey = (): Verdict => 'needs-new-key';

const ifSilent =
  <E>(rule: (state: ItemState, event: E, now: number) => Verdict, otherwise: Refusal) =>
  (state: ItemState, event: E, now: number): Verdict =>
    isClaimed(state, now) ? otherwise : rule(state, event, now);

const ifOurs =
  <E extends { by: string }>(rule: (state: ItemState, event: E, now: number) => Verdict) =>
  (state: ItemState, event: E, now: number): Verdict =>
    state.claim?.by === event.by ? rule(state, event, now) : 'not-ours';

/** It becomes `unclear` before the first byte leaves: after a kill in between, it must not look untouched (F1, F29). */
const isTaken: Rule<'claimed'> = (state, { by }, now) => ({
  ...state,
  phase: 'sending',
  unclear: true,
  attempts: state.attempts + 1,
  claim: { by, at: now },
});

const isRenewed: Rule<'renewed'> = (state, { by }, now) => ({ ...state, claim: { by, at: now } });

const takesAnswer: Rule<'answered'> = (state, { outcome, wasUnclear, jitter }, now) => {
  const { problem } = outcome;
  const over = { ...state, claim: null };
  // The server will never take it, whatever became of earlier attempts.
  if (problem.code === 'withdrawn') return { ...over, phase: 'held', unclear: false };
  // No attempt counts (F6).
  if (outcome.kind === 'parked') {
    return { ...over, phase: 'parked', unclear: wasUnclear, attempts: Math.max(0, state.attempts - 1) };
  }
  const unclear = wasUnclear || outcome.unclear;
  if (outcome.kind === 'refused') return { ...over, phase: 'refused', unclear };
  return { ...over, phase: 'waiting', unclear, nextAt: now + waitAfter(problem, state.attempts, () => jitter) };
};

const breaks: Rule<'broken'> = (state, { left, wasUnclear, jitter }, now) => ({
  ...state,
  phase: 'waiting',
  claim: null,
  unclear: left || wasUnclear,
  nextAt: now + waitAfter({ code: 'unavailable' }, state.attempts, () => jitter),
});

const isSentNow: Rule<'sendNow'> = (state, { keyReused }) => (keyReused ? 'needs-new-key' : waits(state));

const isHeld: Rule<'takenBack'> = (state, { promised }) =>
  state.unclear && !promised ? 'ask-server-first' : { ...state, phase: 'held', unclear: false, claim: null };

const leaves: Rule<'discarded'> = ({ unclear }, { promised }) => (unclear && !promised ? 'ask-server-first' : 'gone');
const isReplaced = ({ unclear }: ItemState): Verdict => (unclear ? 'ask-server-first' : 'gone');
const isSettled = (): Verdict => 'gone';

/** What may follow what: a cell for every event in every phase. docs/architecture.md shows it as a table. */
// biome-ignore format: it is a table
export const rules: { [T in EventType]: { [P in Phase]: Rule<T> } } = {
  claimed:       { waiting: isTaken,    sending: ifSilent(isTaken, 'nothing'),    parked: nothing,    refused: nothing,    held: nothing,     unreadable: isTaken,    foreign: nothing },
  renewed:       { waiting: nothing,    sending: ifOurs(isRenewed),               parked: nothing,    refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  answered:      { waiting: nothing,    sending: ifOurs(takesAnswer),             parked: nothing,    refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  broken:        { waiting: nothing,    sending: ifOurs(breaks),                  parked: nothing,    refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  tokensUnknown: { waiting: parks,      sending: ifSilent(parks, 'nothing'),      parked: nothing,    refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  signedIn:      { waiting: nothing,    sending: nothing,                         parked: waits,      refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  sendNow:       { waiting: waits,      sending: ifSilent(waits, 'being-sent'),   parked: waits,      refused: isSentNow,  held: needsNewKey, unreadable: atOnce,     foreign: nothing },
  takenBack:     { waiting: isHeld,     sending: ifSilent(isHeld, 'being-sent'),  parked: isHeld,     refused: isHeld,     held: isHeld,      unreadable: nothing,    foreign: nothing },
  discarded:     { waiting: leaves,     sending: ifSilent(leaves, 'being-sent'),  parked: leaves,     refused: leaves,     held: leaves,      unreadable: leaves,     foreign: leaves },
  replaced:      { waiting: isReplaced, sending: ifSilent(isReplaced, 'being-sent'), parked: isReplaced, refused: isReplaced, held: isReplaced, unreadable: isReplaced, foreign: isReplaced },
  settled:       { waiting: isSettled,  sending: isSettled,                       parked: isSettled,  refused: isSettled,  held: isSettled,   unreadable: isSettled,  foreign: isSettled },
  rewritten:     { waiting: same,       sending: ifSilent(same, 'being-sent'),    parked: same,       refused: same,       held: same,        unreadable: same,       foreign: nothing },
  notReadable:   { waiting: isSetAside, sending: ifSilent(isSetAside, 'nothing'), parked: nothing,    refused: nothing,    held: nothing,     unreadable: nothing,    foreign: nothing },
  // A page that is sending it loses its claim. It is sent again under its key, and the server gives the same answer.
  movedOwner:    { waiting: waits,      sending: waits,                           parked: waits,      refused: atOnce,     held: atOnce,      unreadable: atOnce,     foreign: same },
};

/** What becomes of an item after an event; 'gone' when it leaves the queue. Pure. */
export function next(state: ItemState, event: ItemEvent, now: number): Verdict {
  const rule = rules[event.type][state.phase] as (state: ItemState, event: ItemEvent, now: number) => Verdict;
  return rule(state, event, now);
}

/**
 * The names that rows have stored since the first version. A held item is stored as refused, and its body says `withdrawn`:
 * an older version in another tab, or after a rollback, would send a row in a state that it does not know.
 */
const storedAs: Record<Exclude<Phase, 'foreign'>, OutboxRow['state']> = {
  waiting: 'waiting',
  sending: 'sending',
  parked: 'parked',
  refused: 'refused',
  held: 'refused',
  unreadable: 'unknown',
};

const phaseOfStored: Readonly<Record<string, Phase>> = {
  waiting: 'waiting',
  sending: 'sending',
  parked: 'parked',
  refused: 'refused',
  unknown: 'unreadable',
};

/** A row's state. Without its opened body, a held item cannot be told from a refused one. */
export function stateOf(row: OutboxRow, body: Pick<QueuedBody, 'withdrawn'> | null = null): ItemState {
  const { unclear, nextAt, attempts, claim } = row;
  const stored = Object.hasOwn(phaseOfStored, row.state) ? phaseOfStored[row.state] : undefined;
  const phase = stored === 'refused' && body?.withdrawn ? 'held' : (stored ?? 'foreign');
  return { phase, unclear, nextAt, attempts, claim };
}

/** The row in another state. Its body, which says `withdrawn` of a held item, is the caller's to seal. */
export function rowIn({ phase, ...columns }: ItemState, row: OutboxRow): OutboxRow {
  return { ...row, ...columns, state: phase === 'foreign' ? row.state : storedAs[phase] };
}
