/** Where the bytes of customers' files lie when they do not lie beside the database. An id is written once and never again. */
export interface FileStore {
  /** @throws StoreUnavailable */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Null when it is not there. @throws StoreUnavailable, DamagedFile */
  read(id: string): Promise<Uint8Array | null>;
  /**
   * One that is not there is as good as removed.
   *
   * @returns 'hidden' when the store keeps it as an earlier version
   * @throws StoreUnavailable
   */
  remove(id: string): Promise<'hidden' | undefined>;
}

/**
 * Of a row's file, wherever they lie; null when the store has lost them.
 *
 * @throws DamagedFile where they lie in a store that this process lacks: another one may have it (F46)
 */
export async function bytesOf(
  { id, bytes }: { id: string; bytes: Uint8Array | null },
  store: FileStore | null,
): Promise<Uint8Array | null> {
  if (!bytes && !store) throw new DamagedFile('in a bucket that this process does not know (AMPARO_FILES)');
  return bytes ?? (await store?.read(id)) ?? null;
}

/** The store cannot be asked at present. What was under way may have happened. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Bytes of the store that are not what was put there under this id: altered, exchanged, or sealed under another key. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}
