import type { Settings } from '../settings.ts';
import { type Files, type FilesParts, openFiles } from './files.ts';
import { scanWith } from './scan.ts';
import type { FileStore } from './store.ts';

/** The store the settings name, everything in it sealed; null for beside the database. Its client is loaded only here. */
export async function openStore({ files }: Pick<Settings, 'files'>): Promise<FileStore | null> {
  if (!files) return null;
  const [{ s3Store }, { sealedStore }] = await Promise.all([import('./s3-store.ts'), import('./sealed-store.ts')]);
  return sealedStore(s3Store(files.bucket), files.keys);
}

/** Customers' files as the settings say. */
export async function openStorage(
  parts: Omit<FilesParts, 'store' | 'scan'>,
  settings: Pick<Settings, 'files' | 'scanCommand'>,
): Promise<Files> {
  const { scanCommand } = settings;
  const store = await openStore(settings);
  return openFiles({ ...parts, store, scan: scanCommand && scanWith(scanCommand) });
}
