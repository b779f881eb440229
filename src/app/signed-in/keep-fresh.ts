import type { Device } from '#device/create-device.ts';
import { type Why, whileUsed } from './while-used.ts';

/** The Network Information API (WICG), which TypeScript's library lacks. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

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
    idle: () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(() => resolve())),
  });
  const lookAndAsk = async (why: Why) => {
    const asked = await mirror.bringing.look(why).catch((error: unknown) => {
      console.error('mirror: nothing could be brought', error);
      return false;
    });
    if (!asked) await session.ask();
  };
  const used = whileUsed((why) => {
    // Every answer tells whether the session stands. It is asked by itself only when nothing else was.
    lookAndAsk(why).catch((error: unknown) => console.error('session: whether it stands could not be asked', error));
  });
  isLooking = used.isLooking;
  return () => {
    used.stop();
    stop();
  };
}

interface BringingOnly {
  bringing: Pick<Device['mirror']['bringing'], 'run' | 'look'>;
}

function isThrifty(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}
