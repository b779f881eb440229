import { parseArgs } from 'node:util';
import { thisMachine } from '#ports/machine.ts';
import { openMigrated } from '../database/open.ts';
import { programArgs, runProgram } from '../program.ts';
import { readSettings } from '../settings.ts';
import { AnotherTrail, trailLines } from './export.ts';

/** `npm run trail -- [--after id [--at instant]]`: the audit trail as lines of JSON. Exit 1 when it could not be read to its end. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    args: programArgs(),
    options: { after: { type: 'string', default: '0' }, at: { type: 'string' } },
  });
  const { after } = values;
  const at = values.at === undefined ? undefined : new Date(values.at);
  if (!/^\d{1,15}$/.test(after) || Number.isNaN(at?.getTime())) {
    console.error('npm run --silent trail -- [--after 1234 [--at 2026-11-22T09:58:00.000Z]]');
    return 1;
  }
  if (Number(after) > 0 && !at)
    console.error('Without --at, the instant of that line, nobody can tell whether it is still the same');
  const { databaseUrl, dataFolder } = readSettings(process.env);
  const { db, close } = await openMigrated({ databaseUrl, folder: dataFolder });
  try {
    for await (const lines of trailLines(db, thisMachine.timers, Number(after), { at })) await written(lines);
    return 0;
  } catch (error) {
    if (!(error instanceof AnotherTrail)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await close();
  }
}

/** Resolves once whoever reads has taken it. @throws when nobody reads any more */
const written = (text: string) =>
  new Promise<void>((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });

// Last: what stands below it would not be there yet.
await runProgram(main);
