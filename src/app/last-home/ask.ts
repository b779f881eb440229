import { readLastHome } from '#database/last-home.ts';
import { DATABASE_NAME } from '#database/name.ts';

// The first script inside the page (`.ci/build/prerender-start.ts`). The database is asked before anything else is done: its
// answers come between other tasks, so they come late. A page without a worker asks only when a session is open.
if (/^#?\/?(app\/?)?$/.test(location.hash)) {
  const asked = navigator.serviceWorker?.controller ? readLastHome(DATABASE_NAME) : undefined;
  asked?.catch(() => undefined);
  if (isSessionOpen()) {
    document.documentElement.dataset.home = '';
    window.lastHomeFound = asked ?? readLastHome(DATABASE_NAME);
  }
}

/** Whether the hint names an open session whose key is on the device. With a passkey it is not. */
function isSessionOpen(): boolean {
  try {
    const { open, passkey } = Object(JSON.parse(localStorage.getItem('amparo') ?? ''));
    return open === true && passkey !== true;
  } catch {
    return false;
  }
}
