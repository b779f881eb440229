import type { Outbox } from '#outbox/create-outbox.ts';
import type { Session } from '#session/session.ts';

export const SYNC_TAG = 'amparo-outbox';
/** The page asks for it by the same name (src/app/signed-in/ask-refresh.ts). */
export const REFRESH_TAG = 'amparo-refresh';

/** The worker does not wait longer than this; the browser wakes it again later. */
const WORTH_WAITING_MS = 20_000;
/** Browsers end a worker's event after a few minutes. */
const MAX_ROUNDS = 4;

/** The worker's surroundings that delivery needs, as arguments for tests. */
export interface DeliverySurroundings {
  clock: () => number;
  wait(milliseconds: number): Promise<void>;
  /** Shows on the app's icon how many items are still on the device. Does nothing where the browser has no badges. */
  badge(count: number): Promise<void>;
  /** Asks the browser for another sync, since it gives up after its last chance. */
  register(): Promise<void>;
}

/**
 * Handles background sync, which says that there is a connection. Locks a device whose ten minutes were over while nobody looked,
 * sends the queue, and tells the server of a lock (D57).
 *
 * @throws when a later try could still send or tell something, so that the browser wakes the worker again. Items that need
 *   the customer (refused or parked) do not count.
 */
export async function deliverOnSync(
  { outbox, session }: { outbox: Pick<Outbox, 'drain'>; session: Pick<Session, 'lockExpired' | 'tellLock'> },
  surroundings: DeliverySurroundings,
  lastChance: boolean,
): Promise<void> {
  await session.lockExpired().catch(() => undefined);
  // A browser may end the worker during a long delivery, so that the report does not wait for it.
  const telling = session.tellLock();
  const waiting = await deliver(outbox, surroundings);
  const told = await telling;
  if (waiting === 0 && told) return;
  // Chrome allows this only while a window is open. Otherwise the next start of the app delivers.
  if (lastChance) await surroundings.register().catch(() => undefined);
  throw new Error(`${waiting} queued items still wait${told ? '' : ', and the server does not know of the lock'}`);
}

/** Sends what is due, and for a short while what becomes due. Returns how many items still wait. */
export async function deliver(
  outbox: Pick<Outbox, 'drain'>,
  { clock, wait, badge }: DeliverySurroundings,
): Promise<number> {
  for (let round = 1; ; round += 1) {
    const { waiting, attention, parked, nextAt } = await outbox.drain({ connected: round === 1 });
    // A badge that cannot be set must not stop the delivery.
    await badge(waiting + attention + parked).catch(() => undefined);
    const pause = nextAt === null ? Number.POSITIVE_INFINITY : Math.max(1000, nextAt - clock());
    if (waiting === 0 || round === MAX_ROUNDS || pause > WORTH_WAITING_MS) return waiting;
    await wait(pause);
  }
}
