import type { ProblemCode } from '#contract/result.ts';
import { neverPulled, type PullRow } from '#database/rows.ts';
import { createStore } from '#rules/store.ts';
import type { Place } from './groups.ts';

/** What a pull came to, where the device had no room for it. */
export interface Unkept {
  /** Null: an answer came. */
  problem: ProblemCode | null;
  /** When the rows were confirmed that were here then. Once they are confirmed again, by whatever page, the problem is over. */
  at: number | null;
}

/** The problem that is not over; null for none. */
export const problemOf = (unkept: Unkept | undefined, at: number | null): ProblemCode | null =>
  unkept?.at === at ? unkept.problem : null;

/** What only this page knows of its pulls, because the device has no room for it (F16); by the scopes of their places. */
export function createUnkept() {
  const noted = createStore<ReadonlyMap<string, Unkept>>(new Map());
  const changing = new Map<string, number>();

  function note(scope: string, to: Unkept | null): void {
    const next = new Map(noted.now());
    if (to) next.set(scope, to);
    else if (!next.delete(scope)) return;
    noted.set(next);
  }

  return {
    noted,
    noteAnswer({ scope }: Place, isKept: boolean): void {
      if (isKept || noted.now().get(scope)?.problem !== null) note(scope, isKept ? null : { problem: null, at: null });
    },
    /** @param unkept null: its problem found room */
    noteProblem({ scope }: Place, unkept: Unkept | null): void {
      if (unkept || noted.now().get(scope)?.problem) note(scope, unkept);
    },
    /** @param until null: until when the place may change elsewhere found room */
    noteChanging({ scope }: Place, until: number | null): void {
      if (until === null) changing.delete(scope);
      else changing.set(scope, until);
    },
    /** A pull's row, with what it has no room for. */
    withUnkept({ scope, owner }: Place, row: PullRow | null): PullRow | null {
      const problem = problemOf(noted.now().get(scope), row?.at ?? null);
      const changingUntil = changing.get(scope);
      if (problem === null && changingUntil === undefined) return row;
      const more = { ...(problem && { problem }), ...(changingUntil !== undefined && { changingUntil }) };
      return { ...(row ?? neverPulled(scope, owner)), ...more };
    },
  };
}
