import { readHint, writeHint } from './hint.ts';
import { giveNotice, rememberDestination, SESSION_EXPIRED } from './notice.ts';

/**
 * True when '/' has nothing to show because a session is open (D38). A device whose hint says that it holds nothing is not
 * asked further: the start screen then loads no database.
 */
export async function leaveStart(): Promise<boolean> {
  return readHint().open && (await sessionState()) === 'open';
}

/**
 * True when the signed-in area may be shown. A session whose last activity is too old is locked here, before anything of it
 * is painted; the customer finds the alert on the start screen and comes back to `href` after signing in.
 */
export async function enterSignedIn(href: string): Promise<boolean> {
  const expected = readHint().open;
  const state = await sessionState();
  if (state === 'open') return true;
  rememberDestination(href);
  if (state === 'locked' && expected) giveNotice(SESSION_EXPIRED);
  writeHint({ open: false });
  return false;
}

async function sessionState(): Promise<'open' | 'locked' | 'none'> {
  const { device } = await import('./device.ts');
  return device().session.start();
}
