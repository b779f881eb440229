import { type Hint, readHint, writeHint } from './hint.ts';
import { giveNotice, rememberDestination, SESSION_ENDED, SESSION_EXPIRED, takeDestination } from './notice.ts';
import { whenIdle } from './signed-in/when-idle.ts';
import { vouched } from './vouched.ts';

/**
 * Whether '/' leads inside because a session is open (D38). When the hint says that no session is open, the database is not
 * loaded.
 */
export async function leaveStart(): Promise<boolean> {
  const before = readHint();
  if (!before.open) return false;
  const state = await sessionState();
  await sayWhyGone(before, state);
  justOpen = state === 'open';
  return justOpen;
}

/** The start screen has just found the session open and leads inside, so it is not checked again. */
let justOpen = false;

/** A session that the watch vouches for is checked once the press is over, at the latest after so long. */
const PRESS_MS = 500;
const CHECKED_MS = 5000;

let isChecking = false;

/** A page that waits for its database counts as idle, so the check would share the press with it. */
async function checkBehind(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  await new Promise((over) => setTimeout(over, PRESS_MS));
  await whenIdle(CHECKED_MS)
    .then(sessionState)
    // The watch over inactivity reads it again; the press itself went well.
    .catch(console.error);
  isChecking = false;
}

/**
 * Whether the signed-in area may be shown. A session whose last activity is too old is locked here before anything is painted.
 * The start screen then shows the alert and leads back to `href` after a sign-in, with the state of its history entry. Without
 * that state, a request that was being corrected would come back as a new one.
 */
export async function enterSignedIn(href: string, entry: object = {}): Promise<boolean> {
  const before = readHint();
  if (vouched.now()) void checkBehind();
  const state = justOpen || vouched.now() ? 'open' : await sessionState();
  justOpen = false;
  if (state === 'open') {
    // Another tab may have signed in: what the start screen was to say and to lead to is over.
    takeDestination();
    return true;
  }
  rememberDestination(href, entry, await lastOwner());
  await sayWhyGone(before, state);
  writeHint({ open: false });
  return false;
}

/**
 * A session that was open is locked: ten minutes have passed (H4.9). With a passkey every cold start finds it so, without an
 * expiry. Or the hint knows of somebody, and there is nobody: the session was ended from elsewhere (D83), the browser cleared the
 * storage (F19), or the hint is older than a sign-out, of which nothing has to be said (F58).
 */
async function sayWhyGone(before: Hint, state: SessionState): Promise<void> {
  if (state === 'locked' && before.open && !before.passkey) giveNotice(SESSION_EXPIRED);
  if (state !== 'none') return;
  // The check of the session has written it.
  if (before.open && readHint().ended) giveNotice(SESSION_ENDED);
  else await (await import('./device.ts')).tellLoss(before);
}

/** Who signed in last in any window and has not signed out; null when nobody. */
async function lastOwner(): Promise<string | null> {
  const [{ device }, { sendingKeys }] = await Promise.all([import('./device.ts'), import('#database/keyring.ts')]);
  return (await sendingKeys(device().db))?.owner ?? null;
}

type SessionState = 'open' | 'locked' | 'none';

async function sessionState(): Promise<SessionState> {
  const { device, forgetAhead, readAhead } = await import('./device.ts');
  const { session } = device();
  // The first rows are opened during the check of the session, and dropped if it is over.
  const [state] = await Promise.all([session.start(), readAhead().catch(() => undefined)]);
  if (state !== 'open') forgetAhead();
  return state;
}
