import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import type { Settings } from '../settings.ts';
import { type Files, openFiles } from './files.ts';
import { scanWith } from './scan.ts';
import type { FileStore } from './store.ts';

/** The store the settings name, everything in it sealed; null for beside the database. Its client is loaded only here. */
export async function openStore({ files }: Pick<Settings, 'files'>): Promise<FileStore | null> {
  if (!files) return null;
  const [{ s3Store }, { sealedStore }] = await Promise.all([import('./s3-store.ts'), import('./sealed-store.ts')]);
  return sealedStore(s3Store(files.bucket), files.keys);
}

/** Customers' files as the settings say. @param failed is told of what went wrong behind an answer */
export async function openStorage(
  db: Database,
  clock: Clock,
  settings: Pick<Settings, 'files' | 'scanCommand'>,
  failed: (error: unknown) => void,
): Promise<Files> {
  const { scanCommand } = settings;
  const store = await openStore(settings);
  return openFiles({ db, clock, store, scan: scanCommand && scanWith(scanCommand), failed });
}
