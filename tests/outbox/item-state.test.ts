import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProblemCode, problemCodes } from '#contract/result.ts';
import type { OutboxRow } from '#database/rows.ts';
import { sealRow } from '#database/sealed.ts';
import { type ItemEvent, type ItemState, next, phases, rowIn, rules, SILENCE_MS, stateOf } from '#outbox/item-state.ts';
import { type Outcome, outcomeOf } from '#outbox/outcome.ts';
import { movedRow } from '#session/mover.ts';
import { createSecrets, importKeys } from '#vault/keys.ts';
import { NOW, sampled, stateTable } from './state-table.ts';

const root = resolve(import.meta.dirname, '../..');

const parked = { kind: 'parked' } as const;
const refused = { kind: 'refused', unclear: false } as const;
const again = { kind: 'again', unclear: false } as const;
const unclear = { kind: 'again', unclear: true } as const;

describe('what may follow what', () => {
  test('stands as a table in docs/architecture.md, worked out with the rules (-u writes it anew)', async () => {
    const file = join(root, 'docs/architecture.md');
    const text = readFileSync(file, 'utf8');
    const [begin, end] = ['<!-- item states: begin -->', '<!-- item states: end -->'];
    const [before, rest = ''] = text.split(`${begin}\n`);
    const updated = `${before}${begin}\n${stateTable()}\n${end}${rest.split(end)[1]}`;
    await expect(updated).toMatchFileSnapshot(file);
    expect([...sampled].sort()).toEqual(Object.keys(rules).sort());
  });

  /** Sentences about a state that must never be. */
  function illegal({ phase, unclear, nextAt, attempts, claim }: ItemState): string[] {
    return [
      ...((claim !== null) === (phase === 'sending') ? [] : ['a claim without sending, or sending without a claim']),
      ...(phase === 'sending' && !unclear ? ['it is sent, and looks untouched'] : []),
      ...(phase === 'held' && unclear ? ['the customer edits it, and the server may have it'] : []),
      ...(Number.isFinite(nextAt) && Number.isInteger(attempts) && attempts >= 0 ? [] : ['no time or no count']),
    ];
  }

  const by = fc.constantFrom('page', 'other', 'worker');
  const codes = [
    ...(['offline', 'timeout', 'nonsense', 'unavailable', 'rate-limited', 'core-away', 'damaged', 'outdated'] as const),
    'maintenance' as const,
    ...(['unauthorised', 'bad-credentials', 'invalid', 'too-large', 'taken', 'withdrawn', 'key-reused'] as const),
  ];
  /** An event of a type, as the rooms make them; facts of the attempt are filled in by the run. */
  const events = fc.oneof(
    fc.record({ type: fc.constant('claimed' as const), by }),
    fc.record({ type: fc.constant('renewed' as const), by }),
    fc.record({
      type: fc.constant('answered' as const),
      by,
      code: fc.constantFrom(...codes),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ type: fc.constant('broken' as const), by, left: fc.boolean(), jitter: fc.constant(0.5) }),
    fc.record({ type: fc.constantFrom('takenBack' as const, 'discarded' as const), promised: fc.boolean() }),
    fc.record({ type: fc.constant('sendNow' as const), keyReused: fc.boolean() }),
    fc.record({
      type: fc.constantFrom(
        ...(['tokensUnknown', 'signedIn', 'replaced', 'rewritten', 'notReadable', 'movedOwner'] as const),
      ),
    }),
  );
  const lives = fc.array(fc.record({ event: events, later: fc.nat(60_000) }), { maxLength: 40 });

  test('[F29] [F1] no sequence of events makes an item look untouched that the server may have, or lets it go unasked', () => {
    fc.assert(
      fc.property(lives, (life) => {
        let state: ItemState = { phase: 'waiting', unclear: false, nextAt: 0, attempts: 0, claim: null };
        let now = NOW;
        /** What is true at the server: an attempt may have taken effect, or may still. */
        let there = false;
        const onTheirWay = new Map<string, boolean>();
        for (const { event: made, later } of life) {
          now += later;
          const wasUnclear = 'by' in made ? (onTheirWay.get(made.by) ?? false) : false;
          const outcome =
            made.type === 'answered'
              ? (outcomeOf({ ok: false, problem: { code: made.code } }, state.attempts) as Exclude<
                  Outcome,
                  { kind: 'accepted' }
                >)
              : null;
          const event = { ...made, wasUnclear, ...(outcome && { outcome }) } as ItemEvent;
          const before = state;
          const verdict = next(state, event, now);
          if (verdict === 'gone') {
            const asked = 'promised' in made && made.promised;
            expect(asked || !(there || onTheirWay.size > 0), `${made.type} of ${JSON.stringify(before)}`).toBe(true);
            return;
          }
          if (typeof verdict === 'string') continue;
          state = verdict;
          if (made.type === 'claimed') onTheirWay.set(made.by, before.unclear);
          if (made.type === 'answered') {
            if (outcome && 'unclear' in outcome && outcome.unclear) there = true;
            onTheirWay.delete(made.by);
          }
          if (made.type === 'broken') {
            there ||= made.left;
            onTheirWay.delete(made.by);
          }
          const promised =
            ('promised' in made && made.promised) || (made.type === 'answered' && made.code === 'withdrawn');
          // A copy that is still on its way will be refused.
          if (promised) {
            there = false;
            onTheirWay.clear();
          }
          expect(illegal(state), `after ${made.type} of ${JSON.stringify(before)}`).toEqual([]);
          expect(state.unclear || !(there || onTheirWay.size > 0), `${made.type} of ${JSON.stringify(before)}`).toBe(
            true,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });

  const columnsOf = { nextAt: NOW, attempts: 3 };
  const legal: ItemState[] = phases.flatMap((phase): ItemState[] => {
    if (phase === 'sending') {
      return [NOW, NOW - SILENCE_MS - 1].map((at) => ({
        phase,
        unclear: true,
        ...columnsOf,
        claim: { by: 'page', at },
      }));
    }
    const doubts = phase === 'held' ? [false] : [false, true];
    return doubts.map((unclear) => ({ phase, unclear, ...columnsOf, claim: null }));
  });

  test('from every legal state every event leads to a legal one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...legal), events, fc.boolean(), (state, made, wasUnclear) => {
        const problem = { code: 'code' in made ? made.code : 'offline' } as const;
        const outcome = outcomeOf({ ok: false, problem }, state.attempts);
        const verdict = next(state, { ...made, wasUnclear, outcome } as ItemEvent, NOW);
        if (typeof verdict !== 'string') expect(illegal(verdict)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('[F21] an item is stored under the names of the first version: a held one as refused, its body says so', () => {
    const row = { key: 'k', state: 'waiting' } as OutboxRow;
    for (const state of legal) {
      if (state.phase === 'foreign') continue;
      const stored = rowIn(state, row);
      expect(['waiting', 'sending', 'parked', 'refused', 'unknown']).toContain(stored.state);
      expect(stateOf(stored, { withdrawn: state.phase === 'held' })).toEqual(state);
    }
  });

  test('[F42] a state that this version does not know is kept as it is', () => {
    const row = { key: 'k', state: 'of-tomorrow', unclear: true, nextAt: 1, attempts: 1, claim: null } as never;
    expect(stateOf(row)).toMatchObject({ phase: 'foreign', unclear: true });
    expect(rowIn(stateOf(row), row)).toMatchObject({ state: 'of-tomorrow' });
  });
});

describe('the outcome of a problem', () => {
  const ends: Record<ProblemCode, Pick<Outcome, 'kind'> & { unclear?: boolean }> = {
    ...{ offline: unclear, timeout: unclear, nonsense: unclear, unreadable: unclear, unavailable: unclear },
    ...{ 'rate-limited': again, 'core-away': again, maintenance: again, damaged: again, outdated: again },
    ...{ 'method-not-allowed': again, unauthorised: parked, 'session-ended': parked, 'bad-credentials': parked },
    ...{ invalid: refused, 'too-large': refused, 'unsupported-type': refused, forbidden: refused },
    ...{ 'not-found': refused, taken: refused, withdrawn: refused, 'key-reused': { kind: 'refused', unclear: true } },
  };

  test.each(problemCodes)('[F2] [F9] [F10] of %s', (code) => {
    const problem = { code, ...(code === 'outdated' && { status: 426 }) };
    expect(outcomeOf({ ok: false, problem }, 1)).toEqual({ ...ends[code], problem });
  });

  test('[F2] of what arrives damaged is told to the customer at the fifth attempt', () => {
    const problem = { code: 'damaged' } as const;
    const kindAfter = (attempts: number) => outcomeOf({ ok: false, problem }, attempts).kind;
    expect([4, 5].map(kindAfter)).toEqual(['again', 'refused']);
  });
});

describe('the mover', () => {
  test('[D25] moves items of every phase to other keys as the rules say', async () => {
    const [from, to] = await Promise.all(
      ['before', 'after'].map(async (owner) => ({ ...(await importKeys(createSecrets())), owner })),
    );
    if (!from || !to) throw new Error('two owners');
    const stored = ['waiting', 'sending', 'parked', 'refused', 'unknown', 'of-tomorrow'] as OutboxRow['state'][];
    const items = await Promise.all(
      stored.map(async (state, seq): Promise<OutboxRow> => {
        const key = `key-${seq}`;
        const sealed = await sealRow(from.sendKey, {}, { table: 'outbox', row: key, owner: from.owner });
        const claim = state === 'sending' ? { by: 'page', at: NOW } : null;
        const columns = { attempts: 2, nextAt: NOW, unclear: seq % 2 === 1, dependsOn: null, createdAt: NOW, claim };
        return { key, owner: from.owner, seq, state, ...columns, ...sealed };
      }),
    );
    const moved = await Promise.all(items.map(async (row) => (await movedRow('outbox', row, from, to)) as OutboxRow));
    const wanted = items.map((row) => next(stateOf(row), { type: 'movedOwner' }, NOW));
    // A state of another version is left as it is, but for the wait: any version may try it again.
    expect(moved.map((row) => ({ ...stateOf(row), nextAt: 0 }))).toEqual(
      wanted.map((state) => ({ ...(state as ItemState), nextAt: 0 })),
    );
    expect(moved.map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'refused',
      'unknown',
      'of-tomorrow',
    ]);
  });
});

describe('the queue has one writer', () => {
  const writing = [
    'add',
    'bulkAdd',
    'put',
    'bulkPut',
    'update',
    'bulkUpdate',
    'upsert',
    'delete',
    'bulkDelete',
    'clear',
    'modify',
  ];
  const write = new RegExp(
    `\\boutbox\\b(?:['"\\])]|\\.(?!${writing.join('|')})\\w+\\((?:[^;]*?)\\))*\\.(?:${writing.join('|')})\\(`,
  );

  const filesBelow = (folder: string): string[] =>
    readdirSync(join(root, folder)).flatMap((name) => {
      const path = join(folder, name);
      if (statSync(join(root, path)).isDirectory()) return filesBelow(path);
      return /\.tsx?$/.test(name) ? [relative('.', path)] : [];
    });

  // The mover writes each table that moves, by its name (session/mover.ts).
  test('only items.ts and the mover write the table', () => {
    const files = [...filesBelow('src'), ...filesBelow('sw')];
    const writers = files.filter((file) => write.test(readFileSync(join(root, file), 'utf8')));
    expect(writers.sort()).toEqual(['src/outbox/items.ts']);
  });

  test('the test sees a write however it is made', () => {
    for (const text of [
      'db.outbox.put(row)',
      "await db.table('outbox').bulkPut(rows)",
      "db['outbox'].clear()",
      "db.outbox.where('owner').equals(owner).modify({ seq: 1 })",
      'ports.db.outbox\n.filter(({ dependsOn }) => dependsOn === old)\n.delete()',
    ]) {
      expect(write.test(text.replaceAll('\n', '')), text).toBe(true);
    }
    expect(write.test('db.outbox.get(key); db.drafts.delete(key)')).toBe(false);
  });
});
