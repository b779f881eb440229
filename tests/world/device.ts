import { SECOND_MS } from '#contract/age.ts';
import { createDevice, type Device as Rooms } from '#device/create-device.ts';
import type { Machine } from '#ports/machine.ts';
import { shareHeldKeys } from '#session/pages.ts';
import * as passkeyWays from '#session/passkeys.ts';
import { createAuthenticator } from './authenticator.ts';
import { uuidFrom } from './crypto.ts';
import type { Disks } from './disk.ts';
import { createLine, type Line } from './network.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** A page of the app, or its worker. */
export interface Page extends Rooms {
  actor: Actor;
  is: 'page' | 'worker';
  /** When it was opened, or began to run again, in the world's time. */
  since: number;
  /** When it last said that it was in use, by the device's clock. On a full disk it alone knows. */
  used: number;
}

export interface Device {
  name: string;
  line: Line;
  /** What its clock shows too much, in milliseconds. */
  ahead: number;
  /** When that changed last, in the world's time. */
  jumped: number;
  pages: Page[];
  /** Gets each page as it is opened. */
  opened: (page: Page) => void;
  /** Opens the app once more. */
  open(is?: Page['is']): Page;
  /** The page's process ends where it stands. */
  kill(page: Page): void;
}

interface DeviceParts {
  name: string;
  scheduler: Scheduler;
  random: () => number;
  disks: Disks;
  locks: Locks;
  line: Parameters<typeof createLine>[0];
}

const ROUNDS = 1;

export function openDevice({ name, scheduler, random, disks, locks, line: ports }: DeviceParts): Device {
  const line = createLine(ports);
  const authenticator = createAuthenticator(random);
  let opened = 0;
  const device: Device = {
    name,
    line,
    ahead: 0,
    jumped: 0,
    pages: [],
    opened: () => {},
    open(is = 'page') {
      opened += 1;
      const actor: Actor = { name: `${name} ${is} ${opened}`, is: 'alive' };
      const machine: Machine = {
        clock: () => scheduler.now() + device.ahead,
        steady: () => scheduler.now(),
        timers: {
          after: (ms, run) => scheduler.after(ms, run, actor),
          every(ms, run) {
            let callOff = () => {};
            const again = () => {
              callOff = scheduler.after(
                ms,
                () => {
                  again();
                  run();
                },
                actor,
              );
            };
            again();
            return () => callOff();
          },
        },
        random,
        uuid: () => uuidFrom(random),
      };
      const rooms = createDevice({
        ...machine,
        ...{ name, id: actor.name, lock: locks.portOf(name, actor) },
        fetch: line.fetch,
        ...{ apiBase: '/api', hostBase: '/host', rounds: ROUNDS },
        online: () => line.isUp,
        keepStorage: async () => true,
        loadPasskeys: async () => ({ ...passkeyWays, authenticator }),
      });
      const page: Page = { ...rooms, actor, is, since: scheduler.now(), used: Number.NEGATIVE_INFINITY };
      device.pages.push(page);
      device.opened(page);
      if (is === 'page') scheduler.soon(() => void live(page), actor);
      return page;
    },
    kill(page) {
      page.actor.is = 'dead';
      disks.endPage(page.actor, () => random() < 0.5);
      locks.died(page.actor);
      device.pages = device.pages.filter((one) => one !== page);
    },
  };
  return device;
}

/** How often a page looks whether its session's time is over, as the app does (src/app/signed-in/inactivity.ts). */
const LOOK_MS = 30 * SECOND_MS;

/** What a page does by itself from its start, of what `createDevice` offers. */
export const byItself = ['session.start', 'session.expired', 'session.lockExpired', 'outbox.keepDraining'] as const;

/** What a page does by itself from its start. Screens see to it in the app: src/app/signed-in. */
async function live({ session, outbox, drafts, db }: Page): Promise<void> {
  shareHeldKeys(db);
  await session.start();
  outbox.keepDraining(() => () => {});
  db.machine.timers.every(LOOK_MS, () => void look().catch(() => {}));

  async function look(): Promise<void> {
    if ((await session.owner()) === null || !(await session.expired())) return;
    await drafts.flush();
    await session.lockExpired();
  }
}

export type Locks = ReturnType<typeof createLocks>;

type Mode = 'exclusive' | 'shared';
type Use<T> = (lock: object | null) => T | Promise<T>;
interface Asked {
  mode?: Mode;
  ifAvailable?: boolean;
}

/** Web Locks of all devices: exclusive and shared ones, in the order in which they were asked for. */
export function createLocks(scheduler: Scheduler) {
  const held: { name: string; mode: Mode; by: Actor }[] = [];
  const waiting: { name: string; mode: Mode; by: Actor; got: () => void }[] = [];

  const isFree = (name: string, mode: Mode): boolean =>
    !held.some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'));

  /** Gives what is free to those who wait for it. */
  function giveOn(): void {
    for (const one of [...waiting]) {
      if (one.by.is === 'dead' || isFree(one.name, one.mode)) waiting.splice(waiting.indexOf(one), 1);
      else continue;
      if (one.by.is === 'dead') continue;
      const { name, mode, by, got } = one;
      held.push({ name, mode, by });
      scheduler.soon(got, by);
    }
  }

  async function request<T>(name: string, asked: Asked | Use<T>, then?: Use<T>): Promise<T> {
    const by = scheduler.current();
    const use = (then ?? asked) as Use<T>;
    const { mode = 'exclusive', ifAvailable = false } = typeof asked === 'function' ? {} : asked;
    const isMine = isFree(name, mode) && !waiting.some((one) => one.name === name);
    if (!isMine && ifAvailable) return use(null);
    if (isMine) held.push({ name, mode, by });
    else await new Promise<void>((got) => waiting.push({ name, mode, by, got }));
    try {
      return await use({ name, mode });
    } finally {
      const at = held.findIndex((one) => one.name === name && one.by === by && one.mode === mode);
      if (at >= 0) held.splice(at, 1);
      giveOn();
    }
  }

  return {
    /** As `navigator.locks`. */
    browsers: { request, query: async () => ({ held: [...held], pending: [...waiting] }) },
    portOf: (device: string, by: Actor) => ({
      ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
        scheduler.become(by);
        return request<T | null>(`${device} ${name}`, { ifAvailable: true }, async (lock) => (lock ? work() : null));
      },
    }),
    /** What a page that died held is free. */
    died(by: Actor): void {
      for (const one of held.filter((lock) => lock.by === by)) held.splice(held.indexOf(one), 1);
      giveOn();
    },
  };
}
