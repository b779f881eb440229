import { parseArgs } from 'node:util';
import { thisMachine } from '#ports/machine.ts';
import { databaseClock } from '../database/earlier-clock.ts';
import { FolderInUse } from '../database/folder-lock.ts';
import { openMigrated } from '../database/open.ts';
import { programArgs, runProgram } from '../program.ts';
import { readSettings, type Settings } from '../settings.ts';
import { maintenanceIn } from './current.ts';
import { MAX_TEXT_CHARS, setMaintenance, textFrom } from './maintenance.ts';
import { leaveOrder } from './order.ts';

const USAGE = [
  'npm run maintenance -- on "Volvemos a las 6:00"',
  'npm run maintenance -- off',
  'npm run maintenance',
  `What customers read is plain text of at most ${MAX_TEXT_CHARS} characters.`,
].join('\n');

/** `npm run maintenance`: whether customers' requests are taken, for all processes of the database. Exit 1 when nothing was done. */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ args: programArgs(), allowPositionals: true });
  const [wanted, typed, ...more] = positionals;
  const text = wanted === 'on' && typed !== undefined && more.length === 0 ? textFrom(typed) : null;
  const isWhole = wanted === undefined || text !== null || (wanted === 'off' && typed === undefined);
  if (!isWhole) return said(USAGE, 1);
  const settings = readSettings(process.env);
  try {
    return await inDatabase(settings, wanted, text);
  } catch (error) {
    if (!(error instanceof FolderInUse) || wanted === undefined) throw error;
    const isTaken = await leaveOrder(settings.dataFolder, text, thisMachine.timers);
    return isTaken
      ? said(done(text), 0)
      : said('Not done: the server that holds the folder did not follow the order', 1);
  }
}

async function inDatabase(settings: Settings, wanted: string | undefined, text: string | null): Promise<number> {
  const { db, close } = await openMigrated({ ...settings, folder: settings.dataFolder });
  try {
    if (wanted !== undefined) {
      await setMaintenance(db, await databaseClock(db), text);
      return said(done(text), 0);
    }
    const on = await maintenanceIn(db);
    return said(on ? `On since ${on.since.toISOString()}: ${on.text}` : 'Off', 0);
  } finally {
    await close();
  }
}

const done = (text: string | null) =>
  text === null ? 'Off: requests are taken again' : `On. What was being done ends within half a minute: ${text}`;

function said(message: string, code: number): number {
  console.log(message);
  return code;
}

// Last: what stands below it would not be there yet.
await runProgram(main);
