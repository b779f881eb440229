import type { Result } from '#contract/result.ts';
import { device } from './device.ts';

/** Signs in and resumes what waited for it; loaded at the first press of the button. */
export async function enter(email: string, password: string): Promise<Result<{ waiting: number }>> {
  const { session, outbox } = device();
  const entered = await session.signIn(email, password);
  if (entered.ok) {
    await outbox.absorbLocked();
    await outbox.resumeParked();
  }
  return entered;
}
