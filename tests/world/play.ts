import { inMemory } from '#tests/server/test-app.ts';
import { playHistory, type Outcome, type Play } from './history.ts';

/** Plays a history on a database that others used before. @param root the folder of the tree */
export async function play(seed: number, root: string, how?: Play): Promise<Outcome> {
  const database = await inMemory(root);
  try {
    return await playHistory(seed, database, how);
  } finally {
    await database.close();
  }
}
