import type { ProblemCode } from '#contract/result.ts';

/** What a screen shows: the rows, or why there are none. */
export type LoadState = 'loading' | 'offline' | 'over' | 'outdated' | 'failed' | 'empty' | 'filled';

interface Seen {
  groups: readonly { rows: readonly unknown[] }[] | null;
  problem: ProblemCode | null;
  loading: boolean;
}

/** Mirrored rows are shown even after a failed pull. A failure is shown alone only when nothing is mirrored. */
export function loadStateOf({ groups, problem, loading }: Seen): LoadState {
  if (groups) return groups.some(({ rows }) => rows.length > 0) ? 'filled' : 'empty';
  if (loading) return 'loading';
  return (problem && faces[problem]) ?? 'failed';
}

const faces: Partial<Record<ProblemCode, LoadState>> = {
  offline: 'offline',
  timeout: 'offline',
  unauthorised: 'over',
  outdated: 'outdated',
};
