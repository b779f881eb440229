import { and, eq, inArray, lt } from 'drizzle-orm';
import { HOUR_MS } from '#contract/age.ts';
import { kindOf, mediaTypes, readKindOf, safeFileName } from '#rules/files.ts';
import { after, type Clock } from '../clock.ts';
import type { StampClock } from '../database/earlier-clock.ts';
import { isOneOf } from '../database/one-of.ts';
import { files, looseFiles } from '../database/schema.ts';
import type { ReceivedFile } from '../http/read-input.ts';
import type { QueueWorld } from '../queue/due-rows.ts';
import { heldFiles } from './held.ts';
import type { Scan } from './scan.ts';
import { bytesOf, type FileStore, StoreUnavailable } from './store.ts';
import { INVOICE, type StagedFile, sha256Of } from './uploads.ts';

/** A file as it is handed out, or why it is not. */
export type Readable = { name: string; type: string; bytes: Uint8Array } | 'held' | 'quarantined' | null;

/** What a customer is told in place of a file that is not handed out. */
export const unreadable = {
  held: {
    code: 'unavailable',
    text: 'Estamos revisando este archivo. Inténtalo de nuevo en unos minutos',
    retryAfter: 60,
  },
  quarantined: { code: 'not-found', text: 'Este archivo no pasó nuestra revisión de seguridad y no se puede abrir' },
} as const;

export interface FilesParts extends QueueWorld {
  /** What is loose is stamped by it: a sweep of another process judges that. Without it, by `clock`. */
  stampClock?: StampClock | undefined;
  uuid: () => string;
  /** Null: the bytes lie in the row. */
  store?: FileStore | null;
  /** Null: files are handed out without a scan. Otherwise each file waits for its result. */
  scan?: Scan | null;
  /** Told of what went wrong behind an answer. */
  failed?: (error: unknown) => void;
}

/** Customers' files: their bytes beside the database or in a store, their rows in it. */
export interface Files {
  /**
   * Puts the bytes of checked files where they stay, before the transaction that writes their rows: none waits for a store.
   *
   * @throws StoreUnavailable
   */
  stage(received: readonly ReceivedFile[]): Promise<StagedFile[]>;
  /** @throws StoreUnavailable, DamagedFile */
  read(id: string): Promise<Readable>;
  /**
   * Scans the waiting files. It never fails. One round runs at a time in a process; files that come meanwhile get another
   * round.
   */
  scanDue(): Promise<void>;
  /**
   * Removes from the store what no row stands for. What it does not let go keeps no other.
   *
   * @param by whose hour counts; its own clock's without it
   * @throws StoreUnavailable at the end, when some stayed
   */
  sweep(by?: Clock): Promise<void>;
}

/** After which bytes without a row will never have one: their transaction was rolled back, or their process died. */
const LOOSE_MS = HOUR_MS;
/** How many the store is asked to let go at the same time. */
const AT_ONCE = 8;

export function openFiles(parts: FilesParts): Files {
  const { db, clock, stampClock = async () => clock, uuid, store = null, scan = null, failed = () => {} } = parts;
  const scanHeld = scan ? heldFiles({ ...parts, store, scan }, failed) : async () => {};

  async function stageOne({ field, name: given, bytes }: ReceivedFile, created: Date): Promise<StagedFile> {
    const kind = kindOf(bytes) ?? (field === INVOICE && readKindOf(bytes) === 'xml' ? 'xml' : null);
    if (!kind) throw new Error('A file was kept without being checked');
    const [id, state] = [uuid(), scan ? ('held' as const) : ('kept' as const)];
    if (store) {
      // The id is noted first, so that the sweep finds the bytes if the process dies from here on.
      await db.insert(looseFiles).values({ id, since: created });
      await store.put(id, bytes);
    }
    const row = {
      name: safeFileName(given, kind),
      type: mediaTypes[kind],
      size: bytes.length,
      sha256: sha256Of(bytes),
    };
    return { id, field, ...row, state, created, bytes: store ? null : bytes };
  }

  /**
   * Some of what is loose for long, for this process alone. A claim is the row's time moved on: what the store does not let go comes
   * again in an hour, behind what never was tried.
   */
  async function claim(by: Clock): Promise<string[]> {
    const isOld = lt(looseFiles.since, after(by, -LOOSE_MS));
    const old = db
      .$with('old')
      .as(
        db
          .select({ id: looseFiles.id })
          .from(looseFiles)
          .where(isOld)
          .orderBy(looseFiles.since)
          .limit(AT_ONCE)
          .for('update', { skipLocked: true }),
      );
    const claimed = await db
      .with(old)
      .update(looseFiles)
      .set({ since: by() })
      .where(and(inArray(looseFiles.id, db.select({ id: old.id }).from(old)), isOld))
      .returning({ id: looseFiles.id });
    return claimed.map(({ id }) => id);
  }

  return {
    async stage(received) {
      const stamp = await stampClock(db);
      const staged: StagedFile[] = [];
      for (const file of received) staged.push(await stageOne(file, stamp()));
      return staged;
    },

    async read(id) {
      const [row] = await db.select().from(files).where(eq(files.id, id));
      if (!row) return null;
      if (row.state !== 'kept') return row.state;
      const bytes = await bytesOf(row, store);
      return bytes && { name: row.name, type: row.type, bytes };
    },

    scanDue: () => scanHeld().catch(failed),

    async sweep(by = clock) {
      if (!store) return;
      const failures: unknown[] = [];
      const kept = (error: unknown) => {
        failures.push(error);
        return [];
      };
      for (let batch = await claim(by); batch.length > 0; batch = await claim(by)) {
        const gone = await Promise.all(batch.map((id) => store.remove(id).then(() => [id], kept)));
        // The store lets nothing go at present: each further one would wait for it in vain.
        if (gone.flat().length === 0) break;
        await db.delete(looseFiles).where(isOneOf(looseFiles.id, gone.flat()));
      }
      const [cause] = failures;
      if (cause) throw new StoreUnavailable(`the store did not let ${failures.length} files go`, { cause });
    },
  };
}
