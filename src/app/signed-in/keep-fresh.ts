import type { Device } from '#device/create-device.ts';
import type { Why } from '#mirror/plan.ts';
import { isThrifty } from '#ports/thrifty.ts';
import { hasUnreadPush } from '#push/unread.ts';
import { whenIdle } from './when-idle.ts';
import { whileUsed } from './while-used.ts';

/**
 * While the page is looked at, asks the server whether the session still stands (D83), and brings what belongs on this device
 * (D69). Returns a function that stops both.
 */
export function keepFresh({
  session,
  mirror,
}: {
  session: Pick<Device['session'], 'ask'>;
  mirror: BringingOnly;
}): () => void {
  let isLooking = () => false;
  const stop = mirror.bringing.run({
    online: () => navigator.onLine,
    looking: () => isLooking(),
    thrifty: isThrifty,
    idle: () => whenIdle(IDLE_MS),
  });
  const lookAndAsk = async (why: Why) => {
    const asked = await mirror.bringing.look(why).catch((error: unknown) => {
      console.error('mirror: nothing could be brought', error);
      return false;
    });
    if (!asked && navigator.onLine) await session.ask();
  };
  const used = whileUsed((why) => {
    // Every answer tells whether the session stands. It is asked by itself only when nothing else was.
    lookAndAsk(why).catch((error: unknown) => console.error('session: whether it stands could not be asked', error));
  });
  isLooking = used.isLooking;
  let isOver = false;
  // A push that came while no page was open has told the customer of what is not here yet.
  hasUnread()
    .then((has) => (has && !isOver ? lookAndAsk('pushed') : undefined))
    .catch((error: unknown) => console.error('push: what is unread could not be asked', error));
  return () => {
    isOver = true;
    used.stop();
    stop();
  };
}

const hasUnread = async (): Promise<boolean> => hasUnreadPush(await navigator.serviceWorker?.getRegistration());

/** A page that is never idle must not keep the engine, and with it the question about the session, waiting. */
const IDLE_MS = 2000;

interface BringingOnly {
  bringing: Pick<Device['mirror']['bringing'], 'run' | 'look'>;
}
