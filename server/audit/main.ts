import { parseArgs } from 'node:util';
import { thisMachine } from '#ports/machine.ts';
import { openDatabase } from '../database/open.ts';
import { programArgs, runProgram } from '../program.ts';
import { readSettings } from '../settings.ts';
import { TrailIsShorter, trailLines } from './export.ts';

/** `npm run trail -- [--after number]`: the audit trail as lines of JSON. Exit 1 when it could not be read to its end. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    args: programArgs(),
    options: { after: { type: 'string', default: '0' } },
  });
  if (!/^\d{1,15}$/.test(values.after)) {
    console.error('npm run --silent trail -- [--after 1234]');
    return 1;
  }
  const { databaseUrl, ownerUrl, dataFolder } = readSettings(process.env);
  const { db, close } = await openDatabase({ databaseUrl, ownerUrl, folder: dataFolder });
  try {
    for await (const lines of trailLines(db, thisMachine.timers, Number(values.after))) await written(lines);
    return 0;
  } catch (error) {
    if (!(error instanceof TrailIsShorter)) throw error;
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
