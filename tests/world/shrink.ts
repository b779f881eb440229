import type { Outcome, Play } from './history.ts';

/** A failure in its shortest form that was found. */
export interface Story {
  outcome: Outcome;
  play: Play;
  /** How many histories were played to find it. */
  tries: number;
}

/** What a failure is about, whatever its ids and numbers are. */
const kindOf = ({ found }: Outcome): string =>
  (found[0] ?? '').split('\n')[0]?.replaceAll(/[“"][^”"]*[”"]|[\d-]+|[0-9a-f]{8,}/g, '…') ?? '';

/**
 * Leaves actions out of a failing history, first many and then few, as long as it still fails in the same way.
 *
 * @param replay plays the same seed otherwise
 * @param most how many histories may be played
 */
export async function shrink(
  failed: Outcome,
  play: Play,
  replay: (play: Play) => Promise<Outcome>,
  most = 150,
): Promise<Story> {
  const kind = kindOf(failed);
  let best: Story = { outcome: failed, play, tries: 0 };
  let tries = 0;
  const failsAs = async (candidate: Play): Promise<boolean> => {
    tries += 1;
    const outcome = await replay(candidate);
    if (kindOf(outcome) !== kind) return false;
    best = { outcome, play: candidate, tries };
    return true;
  };
  for (let size = Math.ceil(failed.taken.length / 2); size >= 1 && tries < most; size = nextSize(size, best)) {
    for (let from = 0; from < best.outcome.taken.length && tries < most; ) {
      const left = best.outcome.taken;
      const without = new Set([...(best.play.without ?? []), ...left.slice(from, from + size)]);
      if (!(await failsAs({ ...best.play, length: (left.at(-1) ?? 0) + 1, without }))) from += size;
    }
    if (size === 1) break;
  }
  return { ...best, tries };
}

const nextSize = (size: number, { outcome }: Story): number =>
  Math.min(Math.floor(size / 2), outcome.taken.length) || (size > 1 ? 1 : 0);

/** The story of a failure, for people. */
export function storyOf({ outcome: { seed, found, trace }, play, tries }: Story): string {
  return [
    `seed ${seed}, in ${play.length ?? 'all'} steps without ${play.without?.size ?? 0} (found by ${tries} plays):`,
    ...trace.map((line) => `  ${line}`),
    ...found.map((sentence) => `✗ ${sentence}`),
  ].join('\n');
}
