import { type Hint, readHint, writeHint } from './hint.ts';
import { giveNotice, lossText, rememberDestination, SESSION_EXPIRED } from './notice.ts';

/**
 * True when '/' has nothing to show because a session is open (D38). A device whose hint says that it holds nothing is not
 * asked further: the start screen then loads no database.
 */
export async function leaveStart(): Promise<boolean> {
  const before = readHint();
  if (!before.open) return false;
  const state = await sessionState();
  sayIfLost(before, state);
  justOpen = state === 'open';
  return justOpen;
}

/** The start screen has just found the session open, and leads inside in the same turn. */
let justOpen = false;

/**
 * True when the signed-in area may be shown. A session whose last activity is too old is locked here, before anything of it
 * is painted; the customer finds the alert on the start screen and comes back to `href` after signing in, with the state of
 * its entry in the history: without it a request that was being corrected would come back as a new one.
 */
export async function enterSignedIn(href: string, entry: object = {}): Promise<boolean> {
  const before = readHint();
  const state = justOpen ? 'open' : await sessionState();
  justOpen = false;
  if (state === 'open') return true;
  rememberDestination(href, entry);
  // With a passkey every cold start finds it locked, and nothing has expired.
  if (state === 'locked' && before.open && !before.passkey) giveNotice(SESSION_EXPIRED);
  sayIfLost(before, state);
  writeHint({ open: false });
  return false;
}

/** Nobody signed out, and yet there is no session: the browser cleared what was stored (F19). */
function sayIfLost({ open, waiting }: Hint, state: SessionState): void {
  if (state !== 'none' || !open) return;
  giveNotice(lossText(waiting));
  writeHint({ open: false, waiting: 0 });
}

type SessionState = 'open' | 'locked' | 'none';

async function sessionState(): Promise<SessionState> {
  const { device, forgetAhead, readAhead } = await import('./device.ts');
  const { session } = device();
  // While the time is asked for, what the screens begin with is opened; nothing of it is shown, or kept, if the session is over.
  const [state] = await Promise.all([session.start(), readAhead().catch(() => undefined)]);
  if (state !== 'open') forgetAhead();
  return state;
}
