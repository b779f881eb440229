import { fail, type Result } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import { device } from './device.ts';
import { forgetDestination } from './notice.ts';

/**
 * Signs in and resumes what waited for it; loaded at the first press of the button. Called off by `signal`, it leaves no
 * session open, however far it had come.
 */
export async function enter(
  email: string,
  password: string,
  signal: AbortSignal,
): Promise<Result<{ waiting: number }>> {
  const { db, session, outbox } = device();
  const onDevice = () => sendingKeys(db);
  const before = await onDevice();
  const entered = await session.signIn(email, password, signal);
  if (!entered.ok) return entered;
  if (before && before.owner !== (await onDevice())?.owner) forgetDestination();
  await outbox.absorbLocked();
  await outbox.resumeParked();
  if (signal.aborted) await session.lock();
  return signal.aborted ? fail('timeout') : entered;
}
