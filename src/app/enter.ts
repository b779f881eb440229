import { fail, type Result } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { Session } from '#session/create-session.ts';
import { device } from './device.ts';
import { forgetDestination } from './notice.ts';

/** Signs in by email and password. */
export const enter = (email: string, password: string, signal: AbortSignal): Promise<Result<{ waiting: number }>> =>
  resume((session) => session.signIn(email, password, signal), signal);

/** Unlocks by a passkey of this device; `offered` in the email field, until the customer takes it. */
export const unlock = (offered: boolean, signal: AbortSignal): Promise<Result<{ waiting: number }>> =>
  resume((session) => session.unlockByPasskey(offered), signal);

/**
 * Enters and resumes what waited for it; loaded at the first press of the button. Called off by `signal`, it leaves no
 * session open, however far it had come.
 */
async function resume(
  way: (session: Session) => Promise<Result<{ waiting: number }>>,
  signal: AbortSignal,
): Promise<Result<{ waiting: number }>> {
  const { db, session, outbox } = device();
  const onDevice = () => sendingKeys(db);
  const before = await onDevice();
  const entered = await way(session);
  if (!entered.ok) return entered;
  if (before && before.owner !== (await onDevice())?.owner) forgetDestination();
  await outbox.absorbLocked();
  await outbox.resumeParked();
  if (signal.aborted) await session.lock();
  return signal.aborted ? fail('timeout') : entered;
}
