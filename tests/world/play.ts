import { knowStatements } from '#tests/server/known-statements.ts';
import { inMemory } from '#tests/server/test-app.ts';
import { withoutAlarms } from './globals.ts';
import { type Outcome, type Play, playHistory } from './history.ts';
import { shrink, storyOf } from './shrink.ts';
import { inWorld } from './world.ts';

export type { Outcome, Play };

let isWarm = false;

/** Plays a history on a database that others used before. @param root the folder of the tree */
export async function play(seed: number, root?: string, how?: Play): Promise<Outcome> {
  if (!isWarm) {
    // What a module takes to load would not be the seed's, so a world without a history loads them all.
    const first = await withoutAlarms(() => inMemory(root, 0));
    await inWorld(0, first, async () => {}).finally(first.close);
    isWarm = true;
  }
  const database = knowStatements(await withoutAlarms(() => inMemory(root, 0)));
  try {
    return await playHistory(seed, database, how);
  } finally {
    await database.close();
  }
}

/** The shortest story that was found of how a seed fails; null when it does not. */
export async function tell(seed: number, root?: string, how: Play = {}, most?: number): Promise<string | null> {
  const outcome = await play(seed, root, how);
  if (outcome.found.length === 0) return null;
  return storyOf(await shrink(outcome, how, (candidate) => play(seed, root, candidate), most));
}
