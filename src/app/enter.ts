import { fail, type Result } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { Session } from '#session/session.ts';
import { device } from './device.ts';
import { keepDestinationOf } from './notice.ts';
import { noteUnlock } from './offers-note.ts';

export const enter = (email: string, password: string, signal: AbortSignal): Promise<Result<{ waiting: number }>> =>
  resume((session) => session.signIn(email, password, signal), signal);

/** Unlocks by the password alone. */
export const unlockByPassword = (password: string, signal: AbortSignal): Promise<Result<{ waiting: number }>> =>
  resume((session) => session.unlock(password, signal), signal);

/** Unlocks by a passkey of this device. With `offered`, the email field offers it and waits for the customer's choice. */
export const unlock = (offered: boolean, signal: AbortSignal): Promise<Result<{ waiting: number }>> =>
  resume((session) => session.unlockByPasskey(offered ? signal : undefined), signal);

/**
 * Signs in and resumes parked items. This module loads at the first press of the button. When `signal` aborts it, no session
 * stays open, whichever step it had reached.
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
  const owner = (await onDevice())?.owner ?? null;
  keepDestinationOf(owner);
  if (before?.owner === owner) noteUnlock();
  // What is put in order behind a sign-in never fails it. The next start does the same.
  await outbox.absorbLocked().catch(report);
  await outbox.resumeParked().catch(report);
  if (signal.aborted) await session.lock();
  return signal.aborted ? fail('timeout') : entered;
}

const report = (error: unknown): void => console.error('outbox: not put in order after a sign-in', error);
