import { openStore } from '../files/open.ts';
import { scanWith } from '../files/scan.ts';
import { type Check, fine, wrong } from './check.ts';

const PROBE = 'doctor';

/** The bucket takes, gives back and removes: a small file is put there and is gone again, and of one that is not there it says so. */
export const files: Check = {
  subject: 'files',
  async look(settings) {
    const store = await openStore(settings);
    if (!store || !settings.files) return fine('beside the database');
    const { bucket, endpoint } = settings.files.bucket;
    const where = `${bucket} at ${endpoint}`;
    try {
      await store.put(PROBE, Buffer.from(PROBE));
      const back = await store.read(PROBE);
      const removed = await store.remove(PROBE);
      if (!back || Buffer.from(back).toString() !== PROBE) return wrong(`${where} gives back something else`);
      if (removed === 'hidden')
        return wrong(
          `${where} keeps what is removed as earlier versions, also files of who was erased: suspend versioning`,
        );
      const said = await store.read(`${PROBE}-none`).then(
        () => null,
        (error: Error) => error.message,
      );
      return said ? wrong(`${where}, of a file that is not there: ${said}; allow s3:ListBucket`) : fine(where);
    } catch (error) {
      return wrong(`${where}: ${(error as Error).message} (AMPARO_FILES, AWS_ACCESS_KEY_ID)`);
    }
  },
};

/** The scanner answers, and finds nothing in a harmless text. */
export const scanner: Check = {
  subject: 'scanner',
  async look({ scanCommand }) {
    if (!scanCommand) return fine('none: new files are handed out unseen');
    const verdict = await scanWith(scanCommand)(Buffer.from('Amparo'));
    if (verdict === 'clean') return fine(`${scanCommand[0]} answers`);
    return verdict === 'infected'
      ? wrong(
          `${scanCommand[0]} finds something in a harmless text: every new file is quarantined (AMPARO_SCAN_COMMAND)`,
        )
      : wrong(`${scanCommand[0]} gives no word: every new file is held back (AMPARO_SCAN_COMMAND)`);
  },
};
