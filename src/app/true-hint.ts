import { DATABASE_NAME } from '#database/name.ts';
import { readStanding, type Standing } from '#database/standing.ts';
import { type Hint, readHint, writeHint } from './hint.ts';

/**
 * Makes the hint say what the database says, which alone knows (F58): a browser that is killed loses what was written to local
 * storage within the last seconds, and pages that write at the same time may undo one another's word. A session that is over is
 * locked. The app's own database loads only where somebody's key lies here, something was lost, or something is over.
 *
 * @returns the hint as it is then, and whether a registration has been begun here
 */
export async function trueHint(): Promise<Hint & Pick<Standing, 'registering'>> {
  const before = readHint();
  const { open, greeted, passkey } = before;
  if (open) return { ...before, registering: false };
  const { reading, sending, waiting, over, registering } = await readStanding(DATABASE_NAME, Date.now());
  // Nobody waits for it, and inside the signed-in layout does it.
  if (over > 0) void removeOver().catch(() => undefined);
  // What waited is sent, or the browser cleared the storage.
  const isGone = !sending && waiting === 0 && before.waiting > 0;
  if (reading || isGone || (greeted ? !sending : sending && !passkey)) {
    const { device, tellLoss } = await import('./device.ts');
    // It writes the hint.
    await device().session.start();
    await tellLoss(before);
  }
  // A hint of more than nothing may be all that still knows what was lost (F19).
  else if (waiting > 0) writeHint({ waiting });
  return { ...readHint(), registering };
}

/** What is over of visitors and of nobody goes at its time, also where nobody signs in (D45, S23). */
const removeOver = async () => (await import('./device.ts')).device().received.removeOld();
