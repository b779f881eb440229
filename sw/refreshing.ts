import type { Mirror } from '#mirror/mirror.ts';
import type { Outbox } from '#outbox/create-outbox.ts';
import type { Received } from '#outbox/received.ts';
import { isThrifty } from '#ports/thrifty.ts';
import type { Session } from '#session/session.ts';
import { type DeliverySurroundings, deliver } from './delivery.ts';

interface Refreshing {
  outbox: Pick<Outbox, 'drain'>;
  session: Pick<Session, 'ask' | 'lockExpired' | 'tellLock'>;
  mirror: { bringing: Pick<Mirror['bringing'], 'once'> };
  received: Pick<Received, 'removeOld'>;
}

/** The worker's surroundings that a refresh needs, as arguments for tests. */
export interface RefreshSurroundings extends DeliverySurroundings {
  /** Whether somebody is signed in, locked or not. */
  signedIn(): Promise<boolean>;
  /** Asks the browser to wake the worker no more. */
  giveUp(): Promise<void>;
  /** Shows the count on the app's icon, after what came. */
  count(): Promise<void>;
}

/**
 * Handles periodic background sync (D66). Deletes what is over of visitors and of nobody. Locks a device whose ten minutes were
 * over while nobody looked, and tells the server. Sends what waits. Asks whether the session still stands (D83). While it is open
 * and its key lies here, brings what belongs here (D69). After a sign-out it asks to be woken no more.
 */
export async function refresh(
  { outbox, session, mirror, received }: Refreshing,
  surroundings: RefreshSurroundings,
): Promise<void> {
  await received.removeOld().catch(() => undefined);
  if (!(await surroundings.signedIn())) return surroundings.giveUp();
  // First, since a browser may end the worker during a long delivery, which needs no open session.
  await session.lockExpired();
  const telling = session.tellLock();
  await deliver(outbox, surroundings);
  await session.ask();
  await telling;
  await mirror.bringing.once(isThrifty());
  await surroundings.count();
}
