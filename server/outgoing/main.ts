import { databaseClock } from '../database/earlier-clock.ts';
import { openMigrated } from '../database/open.ts';
import { readSettings } from '../settings.ts';
import { startProblem } from '../start-problem.ts';
import { drop, listUndelivered, release, sendAgain, type Undelivered } from './desk.ts';

/**
 * `npm run outgoing -- list | again [id] | drop id | release id`: what waits for somebody, and what is done about it. Events and
 * mails that nobody has taken are there, and files that are not handed out. Exit 1 when it was not done.
 */
const [command = 'list', id] = process.argv.slice(2);
await run().catch((error: unknown) => {
  console.error(startProblem(error));
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const { databaseUrl, dataFolder } = readSettings(process.env);
  const database = await openMigrated({ databaseUrl, folder: dataFolder });
  try {
    const clock = await databaseClock(database.db);
    if (command === 'list') return list(await listUndelivered(database.db));
    if (command === 'again') {
      const count = await sendAgain(database.db, id);
      console.log(`${count} will be sent or looked at again, within a minute where a server runs`);
      if (id !== undefined && count === 0) process.exitCode = 1;
      return;
    }
    if (command === 'drop' && id !== undefined) {
      const isDropped = await drop(database.db, id, clock);
      console.log(isDropped ? `${id} is dropped` : `There is no ${id}`);
      if (!isDropped) process.exitCode = 1;
      return;
    }
    if (command === 'release' && id !== undefined) {
      const isReleased = await release(database.db, id, clock);
      console.log(isReleased ? `${id} is handed out from now on` : `There is no such file ${id}`);
      if (!isReleased) process.exitCode = 1;
      return;
    }
    console.error('list, again [id], drop <id> or release <id>');
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function list(left: readonly Undelivered[]): void {
  for (const { state, kind, id, type, attempts, problem, created } of left) {
    console.log(
      [state.padEnd(7), kind, id, type, created?.toISOString() ?? '', `${attempts} tries`, problem].join('  '),
    );
  }
  console.log(left.length === 0 ? 'Nothing waits' : `${left.length} in all`);
}
