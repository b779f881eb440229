import { fail, type Result } from '#contract/result.ts';
import { device } from './device.ts';

/**
 * Signs in and resumes what waited for it; loaded at the first press of the button. Called off by `signal`, it leaves no
 * session open, however far it had come.
 */
export async function enter(
  email: string,
  password: string,
  signal: AbortSignal,
): Promise<Result<{ waiting: number }>> {
  const { session, outbox } = device();
  const entered = await session.signIn(email, password, signal);
  if (!entered.ok) return entered;
  await outbox.absorbLocked();
  await outbox.resumeParked();
  if (signal.aborted) await session.lock();
  return signal.aborted ? fail('timeout') : entered;
}
