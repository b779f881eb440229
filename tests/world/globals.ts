import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { channelsOf } from './channels.ts';
import { bytesFrom, createCrypto, uuidFrom } from './crypto.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Gives the whole process the world's time, chance, timers, cryptography and locks while `run` runs: of what the machine has by
 * itself, nothing may decide what happens next.
 */
export async function withMachineOf<T>(
  scheduler: Scheduler,
  random: () => number,
  locks: unknown,
  also: readonly [target: object, members: Record<string, unknown>][],
  run: () => Promise<T>,
): Promise<T> {
  const Real = Date;
  const now = () => scheduler.now();
  const after = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => ({
    // PGlite's alarms end statements that take long by the machine's clock; here they take no time.
    callOff: scheduler.isStep() ? scheduler.after(ms, () => run(...given)) : () => {},
    unref() {},
  });
  const callOff = (timer?: { callOff?: () => void }) => timer?.callOff?.();
  const put = [
    replaced(Real, { now }),
    replaced(Math, { random }),
    replaced(globalThis, {
      Date: new Proxy(Real, {
        apply: () => new Real(now()).toString(),
        construct: (_, given, as) => Reflect.construct(Real, given.length === 0 ? [now()] : given, as),
      }),
      crypto: createCrypto(scheduler, random),
      navigator: { locks, onLine: true },
      BroadcastChannel: channelsOf(scheduler),
      setImmediate: (run: () => void) => putOnDisk(scheduler, run),
      setTimeout: after,
      clearTimeout: callOff,
      // Its threads pack in no order that a seed gives; the app sends what it cannot pack as it is.
      CompressionStream: undefined,
    }),
    ...also.map(([target, members]) => replaced(target, members)),
    replaced(nodeCrypto, seededNode(scheduler, random)),
    replaced(zlib, {
      gunzip: (body: Buffer, options: object, done: (error: unknown, value?: Buffer) => void) =>
        answered(scheduler, () => zlib.gunzipSync(body, options), done),
    }),
  ];
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    for (const putBack of put.reverse()) putBack();
    syncBuiltinESMExports();
  }
}

/**
 * Runs work on PGlite beside the world. PostgreSQL sets alarms for when it has nothing to do, by the machine's clock. One that rings in
 * a world would set the next one by the world's.
 */
export async function withoutAlarms<T>(work: () => Promise<T>): Promise<T> {
  const putBack = replaced(globalThis, { setTimeout: () => ({ unref() {} }) });
  return work().finally(putBack);
}

/** What the server takes of Node's own cryptography: chance, and scrypt, which works on threads. */
function seededNode(scheduler: Scheduler, random: () => number) {
  const fill = bytesFrom(random);
  return {
    randomBytes: (size: number) => fill(Buffer.alloc(size)),
    randomUUID: () => uuidFrom(random),
    randomInt: (from: number, to?: number) => {
      const [least, end] = to === undefined ? [0, from] : [from, to];
      return least + Math.floor(random() * (end - least));
    },
    randomFillSync: fill,
    scrypt: (...[password, salt, size, options, done]: Parameters<typeof nodeCrypto.scrypt>) =>
      answered(scheduler, () => nodeCrypto.scryptSync(password, salt, size, options), done as never),
  };
}

function answered<T>(scheduler: Scheduler, compute: () => T, done: (error: unknown, value?: T) => void): void {
  scheduler.soon(() => {
    let value: T;
    try {
      value = compute();
    } catch (error) {
      return done(error);
    }
    done(null, value);
  });
}

/**
 * fake-indexeddb asks for its next piece of work here. Transactions of one database may go on in any order; what opens, ends or
 * aborts them keeps its own.
 */
function putOnDisk(scheduler: Scheduler, run: () => void): void {
  if (run.name === 'bound _start') scheduler.soon(run, disk);
  else scheduler.inLine('disk', run, disk);
}
const disk = { name: 'disk', is: 'alive' } as const;

function replaced(target: object, members: Record<string, unknown>): () => void {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, { configurable: true, writable: true, enumerable: true, value });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    }
  };
}
