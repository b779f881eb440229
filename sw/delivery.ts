import type { Outbox } from '#outbox/create-outbox.ts';
import type { Session } from '#session/create-session.ts';

export const SYNC_TAG = 'amparo-outbox';

/** A wait longer than this is left to the browser, which wakes the worker again. */
const WORTH_WAITING_MS = 20_000;
/** Browsers end an event after minutes at the latest. */
const MAX_ROUNDS = 4;

/** What of the worker's surroundings delivery needs; handed in so that it can be tested. */
export interface DeliverySurroundings {
  clock: () => number;
  wait(milliseconds: number): Promise<void>;
  /** Shows how many items are still on the device on the app's icon; nothing where the browser has no badge. */
  badge(count: number): Promise<void>;
  /** Asks the browser for another sync; it gives up after its last chance. */
  register(): Promise<void>;
}

/**
 * Background sync says that there is a connection: sends what waits, and tells of a lock (D57).
 *
 * @throws when something still waits that a later try could send or tell, so that the browser wakes the worker again. What needs
 *   the customer (a refusal, a sign-in) is no reason to.
 */
export async function deliverOnSync(
  { outbox, session }: { outbox: Pick<Outbox, 'drain'>; session: Pick<Session, 'tellLock'> },
  surroundings: DeliverySurroundings,
  lastChance: boolean,
): Promise<void> {
  const waiting = await deliver(outbox, surroundings);
  const told = await session.tellLock();
  if (waiting === 0 && told) return;
  // Chrome allows it only while a window is open; otherwise the next start of the app delivers.
  if (lastChance) await surroundings.register().catch(() => undefined);
  throw new Error(`${waiting} queued items still wait${told ? '' : ', and the server does not know of the lock'}`);
}

/** Sends what is due, and for a short while what becomes due. Answers how many items still wait to be sent. */
export async function deliver(
  outbox: Pick<Outbox, 'drain'>,
  { clock, wait, badge }: DeliverySurroundings,
): Promise<number> {
  for (let round = 1; ; round += 1) {
    const { waiting, attention, parked, nextAt } = await outbox.drain({ connected: round === 1 });
    // The badge is an ornament; that it cannot be set changes nothing.
    await badge(waiting + attention + parked).catch(() => undefined);
    const pause = nextAt === null ? Number.POSITIVE_INFINITY : Math.max(1000, nextAt - clock());
    if (waiting === 0 || round === MAX_ROUNDS || pause > WORTH_WAITING_MS) return waiting;
    await wait(pause);
  }
}
