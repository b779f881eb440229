import { askOtherPages, keysInMemory } from '#database/held-keys.ts';
import type { Database } from '#database/open.ts';
import type { ReadingKeys } from '#database/rows.ts';

/** A page that is awake answers in a few milliseconds; one that sleeps does not. */
const ANSWER_MS = 1_000;

type Message = { ask: string } | ({ give: string } & ReadingKeys);

/**
 * Lets this page give the held reading keys to the app's other pages, and ask them for theirs (D56). A page that has them says
 * so by a Web Lock, so that a cold start does not wait for nobody.
 *
 * @returns the way to stop
 */
export function shareHeldKeys(db: Database): () => void {
  const channel = new BroadcastChannel(`amparo keys ${db.name}`);
  const takers = new Map<string, (keys: ReadingKeys) => void>();
  const running = new Map<string, Promise<ReadingKeys | null>>();
  let release = () => {};

  channel.onmessage = async ({ data }: MessageEvent<Message>) => {
    if ('give' in data) {
      const { give, ...keys } = data;
      takers.get(give)?.(keys);
      return;
    }
    const keys = keysInMemory(db, data.ask);
    // Locked since: what is in memory is not given any more.
    if (keys && (await isCurrent(db, data.ask))) channel.postMessage({ give: data.ask, ...keys } satisfies Message);
  };

  async function ask(name: string): Promise<ReadingKeys | null> {
    if (!(await somebodyHas(name))) return null;
    return new Promise((answer) => {
      const done = (keys: ReadingKeys | null) => {
        clearTimeout(late);
        takers.delete(name);
        answer(keys);
      };
      const late = setTimeout(() => done(null), ANSWER_MS);
      takers.set(name, done);
      channel.postMessage({ ask: name } satisfies Message);
    });
  }

  askOtherPages(db, {
    ask(name) {
      const before = running.get(name);
      if (before) return before;
      const started = ask(name).finally(() => running.delete(name));
      running.set(name, started);
      return started;
    },
    has(name) {
      release();
      release = name === null ? () => {} : holdLock(lockOf(name));
    },
  });

  return () => {
    release();
    channel.close();
    askOtherPages(db, null);
  };
}

async function isCurrent(db: Database, name: string): Promise<boolean> {
  const row = await db.vault.get('reading');
  return row?.id === 'reading' && 'held' in row && row.held === name;
}

const lockOf = (name: string): string => `amparo keys ${name}`;

/** A browser without Web Locks cannot tell: then the others are asked. */
async function somebodyHas(name: string): Promise<boolean> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === lockOf(name));
}

/** Holds a shared lock. Returns the function that releases it. */
function holdLock(name: string): () => void {
  let release = () => {};
  const until = new Promise<void>((done) => {
    release = done;
  });
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}
