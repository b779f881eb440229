import {
  type ItemEvent,
  type ItemState,
  next,
  type Phase,
  phases,
  SILENCE_MS,
  type Verdict,
} from '#outbox/item-state.ts';

export const NOW = 1_800_000_000_000;

/** The columns of the table. A claim is fresh, or it was not refreshed for too long. */
const columns: [string, Phase, 'fresh' | 'silent' | null][] = phases.flatMap(
  (phase): [string, Phase, 'fresh' | 'silent' | null][] =>
    phase === 'sending'
      ? [
          ['sending', phase, 'fresh'],
          ['silent', phase, 'silent'],
        ]
      : [[phase, phase, null]],
);

function answered(wasUnclear: boolean, outcome: Answered['outcome']): Answered {
  return { type: 'answered', by: 'us', outcome, wasUnclear, jitter: 0.5 };
}
type Answered = Extract<ItemEvent, { type: 'answered' }>;

/** The rows: every event, and what it says. `was` is the item before its claim. */
const samples: [string, (was: boolean) => ItemEvent][] = [
  ['claimed', () => ({ type: 'claimed', by: 'us' })],
  ['renewed', () => ({ type: 'renewed', by: 'us' })],
  ['answered: try again', (was) => answered(was, { kind: 'again', problem: { code: 'rate-limited' }, unclear: false })],
  ['answered: nonsense', (was) => answered(was, { kind: 'again', problem: { code: 'nonsense' }, unclear: true })],
  ['answered: a clear no', (was) => answered(was, { kind: 'refused', problem: { code: 'invalid' }, unclear: false })],
  ['answered: key reused', (was) => answered(was, { kind: 'refused', problem: { code: 'key-reused' }, unclear: true })],
  [
    'answered: key withdrawn',
    (was) => answered(was, { kind: 'refused', problem: { code: 'withdrawn' }, unclear: false }),
  ],
  ['answered: tokens unknown', (was) => answered(was, { kind: 'parked', problem: { code: 'unauthorised' } })],
  ['broken before it left', (was) => ({ type: 'broken', by: 'us', left: false, wasUnclear: was, jitter: 0.5 })],
  ['broken later', (was) => ({ type: 'broken', by: 'us', left: true, wasUnclear: was, jitter: 0.5 })],
  ["another's tokens unknown", () => ({ type: 'tokensUnknown' })],
  ['signed in', () => ({ type: 'signedIn' })],
  ['sent now', () => ({ type: 'sendNow', keyReused: false })],
  ['sent now, key reused', () => ({ type: 'sendNow', keyReused: true })],
  ['taken back', () => ({ type: 'takenBack', promised: false })],
  ['taken back, promised', () => ({ type: 'takenBack', promised: true })],
  ['discarded', () => ({ type: 'discarded', promised: false })],
  ['discarded, promised', () => ({ type: 'discarded', promised: true })],
  ['replaced', () => ({ type: 'replaced' })],
  ['receipt stored', () => ({ type: 'settled' })],
  ['body rewritten', () => ({ type: 'rewritten' })],
  ['not readable', () => ({ type: 'notReadable' })],
  ['moved to other keys', () => ({ type: 'movedOwner' })],
];

export const sampled = new Set(samples.map(([, event]) => event(false).type));

const stateIn = (phase: Phase, claim: 'fresh' | 'silent' | null, unclear: boolean): ItemState => ({
  phase,
  unclear: phase === 'sending' || (phase !== 'held' && unclear),
  nextAt: NOW + 60_000,
  attempts: 2,
  claim: claim && { by: 'us', at: claim === 'fresh' ? NOW : NOW - SILENCE_MS - 1 },
});

/** What may follow what, as Markdown, worked out with the rules themselves. */
export function stateTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['event', ...columns.map(([name]) => name)]),
    line(['---', ...columns.map(() => '---')]),
    ...samples.map(([name, event]) => line([name, ...columns.map(([, phase, claim]) => cellOf(phase, claim, event))])),
  ].join('\n');
}

function cellOf(phase: Phase, claim: 'fresh' | 'silent' | null, event: (was: boolean) => ItemEvent): string {
  const verdicts = [false, true].map((was) => next(stateIn(phase, claim, was), event(was), NOW));
  // 'unclear' is said where it is new, or always so.
  const isUnclear = verdicts.every((verdict) => typeof verdict !== 'string' && verdict.unclear);
  const [clear = '', unclear] = verdicts.map((verdict) => words(verdict, isUnclear));
  return clear === unclear || phase === 'held' ? clear : `${clear} / ${unclear}`;
}

function words(verdict: Verdict, isUnclear: boolean): string {
  if (verdict === 'nothing') return '–';
  if (typeof verdict === 'string') return verdict === 'gone' ? 'gone' : `*${verdict}*`;
  return isUnclear && verdict.phase !== 'sending' ? `${verdict.phase}, unclear` : verdict.phase;
}
