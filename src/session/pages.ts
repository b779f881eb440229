import { askOtherPages, forgetHeld, keysInMemory } from '#database/held-keys.ts';
import { holdLock } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import type { ReadingKeys } from '#database/rows.ts';

/** How long to wait for another page's answer. A page that is awake answers in a few milliseconds. */
const ANSWER_MS = 1_000;

type Message = { ask: string } | ({ give: string } & ReadingKeys);

/**
 * Lets this page give its reading keys to the app's other pages, and ask them for theirs (D56). A page with keys holds a Web
 * Lock, so that a cold start does not wait for an answer that cannot come.
 *
 * @returns a function that stops it
 */
export function shareHeldKeys(db: Database): () => void {
  const channel = new BroadcastChannel(`amparo keys ${db.name}`);
  const takers = new Map<string, (keys: ReadingKeys) => void>();
  const running = new Map<string, Promise<ReadingKeys | null>>();
  const locks = new Map<string, () => void>();

  channel.onmessage = async ({ data }: MessageEvent<Message>) => {
    if ('give' in data) {
      const { give, ...keys } = data;
      takers.get(give)?.(keys);
      return;
    }
    const keys = keysInMemory(db, data.ask);
    // After a lock, keys in memory are no longer given.
    if (keys && (await isCurrent(db, data.ask))) channel.postMessage({ give: data.ask, ...keys } satisfies Message);
  };

  async function ask(name: string): Promise<ReadingKeys | null> {
    if (!(await othersMayHave(name))) return null;
    return new Promise((answer) => {
      const done = (keys: ReadingKeys | null) => {
        callOff();
        takers.delete(name);
        answer(keys);
      };
      const callOff = db.machine.timers.after(ANSWER_MS, () => done(null));
      takers.set(name, done);
      channel.postMessage({ ask: name } satisfies Message);
    });
  }

  function has(names: Iterable<string>): void {
    const now = new Set(names);
    for (const [name, release] of locks) {
      if (now.has(name)) continue;
      release();
      locks.delete(name);
    }
    for (const name of now) if (!locks.has(name)) locks.set(name, holdLock(lockOf(name)));
  }

  askOtherPages(db, {
    ask(name) {
      const before = running.get(name);
      if (before) return before;
      const started = ask(name).finally(() => running.delete(name));
      running.set(name, started);
      return started;
    },
    has,
  });

  return () => {
    has([]);
    channel.close();
    askOtherPages(db, null);
  };
}

/** The runs with keys of pages that are under way. */
const runsOn = new WeakMap<Database, { count: number; stop: () => void }>();

/** Runs something with the reading keys that pages have in memory. For the worker, which keeps none once the last run is done. */
export async function withKeysOfPages<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const runs = runsOn.get(db) ?? { count: 0, stop: shareHeldKeys(db) };
  runsOn.set(db, runs);
  runs.count += 1;
  try {
    return await run();
  } finally {
    runs.count -= 1;
    if (runs.count === 0) {
      runsOn.delete(db);
      runs.stop();
      forgetHeld(db);
    }
  }
}

async function isCurrent(db: Database, name: string): Promise<boolean> {
  const row = await db.vault.get('reading');
  return row?.id === 'reading' && 'held' in row && row.held === name;
}

const lockOf = (name: string): string => `amparo keys ${name}`;

/** Whether another page may have the keys; true in a browser without Web Locks. */
async function othersMayHave(name: string): Promise<boolean> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === lockOf(name));
}
