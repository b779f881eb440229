import type { ProblemCode } from '#contract/result.ts';

/** Which face a screen has: what is there, or why it is not. */
export type ShownState = 'loading' | 'offline' | 'over' | 'outdated' | 'failed' | 'empty' | 'filled';

interface Seen {
  groups: readonly { rows: readonly unknown[] }[] | null;
  problem: ProblemCode | null;
  loading: boolean;
}

/** What is mirrored is shown whatever the last pull ran into; a failure has a screen of its own only when there is nothing. */
export function shownState({ groups, problem, loading }: Seen): ShownState {
  if (groups) return groups.some(({ rows }) => rows.length > 0) ? 'filled' : 'empty';
  if (loading) return 'loading';
  return (problem && faces[problem]) ?? 'failed';
}

const faces: Partial<Record<ProblemCode, ShownState>> = {
  offline: 'offline',
  timeout: 'offline',
  unauthorised: 'over',
  outdated: 'outdated',
};
