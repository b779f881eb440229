/** One line of the bench's table. Without a goal the figure is only reported. */
export interface Row {
  name: string;
  figure: number;
  unit?: string;
  /** The highest figure that is still good. */
  goal?: number;
  /** A remark that is printed beside the figure. */
  beside?: string;
  /** A size or a count, which is the same on a loaded machine. */
  exact?: boolean;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Runs two measurements in turn, A B A B …, so that a machine that slows down slows both. The first pair is a warm-up. */
export async function inTurn(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number; ratio: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await a(), await b()];
    if (round > 0) pairs.push(pair);
  }
  return {
    a: median(pairs.map(([first]) => first)),
    b: median(pairs.map(([, second]) => second)),
    ratio: median(pairs.map(([first, second]) => first / second)),
  };
}
