import { parseArgs } from 'node:util';
import { thisMachine } from '#ports/machine.ts';
import { pendingOf } from '../accounts/claim.ts';
import { note } from '../audit/trail.ts';
import { databaseClock, earlierClock } from '../database/earlier-clock.ts';
import { type Database, openMigrated } from '../database/open.ts';
import type { Files } from '../files/files.ts';
import { openStorage } from '../files/open.ts';
import { programArgs, runProgram } from '../program.ts';
import { readSettings } from '../settings.ts';
import { emptyBucket } from './empty-bucket.ts';
import { erasePerson, type Waiting } from './erase.ts';
import { exportPerson, FolderNotEmpty } from './export.ts';
import { type Customer, peopleOf } from './person.ts';

const USAGE = [
  'npm run person -- export --document 303450678 [--country …] [--account …] --to folder',
  'npm run person -- erase --document 303450678 [--country …] [--account …] --yes',
  'An --account alone is enough.',
].join('\n');

/** `npm run person`: hands out or erases what lies here of one person. Exit 1 when nothing was done, or not all. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    args: programArgs(),
    allowPositionals: true,
    options: {
      document: { type: 'string' },
      country: { type: 'string' },
      account: { type: 'string' },
      to: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [wanted] = positionals;
  const { document, country, account, to, yes } = values;
  const whole = (wanted === 'export' && to) || (wanted === 'erase' && yes);
  if (!(document || account) || !whole) return said(USAGE, 1);
  const settings = readSettings(process.env);
  const { uuid } = thisMachine;
  const clock = () => new Date();
  const { db, scrub, close } = await openMigrated({ ...settings, folder: settings.dataFolder });
  try {
    const storage = await openStorage({ db, clock, uuid, failed: console.error }, settings);
    const people = await peopleOf(db, { document, country, account });
    const [person] = people;
    if (!person) return said(`Nobody here has this ${document ? 'document' : 'account'}`, 1);
    if (people.length > 1) return said(`Several accounts have it; say --account:\n${accountsOf(people)}`, 1);
    if (wanted === 'export' && to) return await handOut(db, storage, person, to);
    const erased = await erasePerson(db, { clock, commonClock: databaseClock, uuid }, person);
    if ('waiting' in erased) return said(waitingText(erased), 1);
    // The person is erased by now, whatever becomes of the bucket.
    const sweep = async () => storage.sweep(await earlierClock(db, clock));
    const besides = await emptyBucket({ sweep }, settings);
    const code = said(`Erased; ${erased.bookings} bookings stay without a name${besides}`, 0);
    // Told before: on a disk without room for it, the person is erased all the same.
    await scrub();
    return code;
  } finally {
    await close();
  }
}

async function handOut(db: Database, storage: Files, person: Customer, to: string): Promise<number> {
  const written = await exportPerson(db, storage, person, to).catch((error: unknown) => {
    if (error instanceof FolderNotEmpty) return error;
    throw error;
  });
  if (written instanceof FolderNotEmpty) return said(written.message, 1);
  const { rows, files, leftOut } = written;
  await note(db, await databaseClock(db), { actor: 'operator', event: 'exported', customerId: person.id });
  const missing = leftOut.map(({ id, why }) => `\nNot written: ${id} (${why})`).join('');
  return said(`${rows} rows and ${files} files are in ${to}${missing}`, missing ? 1 : 0);
}

/** An account that is not proved may be a stranger's (D88). */
const accountsOf = (people: readonly Customer[]) =>
  people
    .map((one) => `${one.id}  ${one.documentCountry}  ${pendingOf(one) === null ? 'proved' : 'not proved'}`)
    .join('\n');

/** The list of what waits names nobody, so it is said here which of it is theirs. */
const waitingText = ({ waiting, first }: Waiting) =>
  [
    `Not erased: ${waiting} events wait for the insurer's systems. Send them (again), or give them up, the first one first:`,
    ...first.map(({ id, type, state, problem }) =>
      `npm run outgoing -- drop ${id}  # ${type}, ${state} ${problem}`.trim(),
    ),
    ...(waiting > first.length ? [`… and ${waiting - first.length} more`] : []),
  ].join('\n');

function said(message: string, code: number): number {
  console.log(message);
  return code;
}

// Last: what stands below it would not be there yet.
await runProgram(main);
