import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/app', rows: [
  ['F58', 'start.tsx', 'Start', 'drop if open', 'app/true-hint', 'hint is of before the sign-in', 'an open session leads inside, also where the hint only knows what waits'],
  ['S30 D83', 'prerender/first-touch.ts', 'firstTouch', 'drop operand readHint', 'app/prerender/first-touch', 'when the session was ended', 'the start page says after a reload that the session was ended'],
  ['F6', 'root.tsx', 'Root', 'drop attribute role', 'app/root', 'the notice of %s comes into a live region', 'the notices of the frame come into a live region that was there before'],
  ['F50', 'router.tsx', 'loader', 'drop call then', 'journeys/reading/still-home', 'nor does a request that', 'all that home shows is open before it is painted'],
  ['D65', 'worker.ts', 'install', ['registered ??= register();', 'registered = register();'], 'app/worker', 'a page registers its worker once', 'a page registers its worker once'],
  ['D65', 'worker.ts', 'install', 'drop assignment registered 2', 'app/worker', 'a worker that could not be', 'a worker that could not be installed is tried again'],
  ['F20', 'worker.ts', 'reload', 'drop call mayReload', 'app/update-prompt', 'a form begun meanwhile', 'no page reloads while a form is open'],
  ['F20', 'worker.ts', 'take', "string activated is ''", 'app/update-prompt', 'a page that bypassed the', 'a page that was loaded without the worker reloads too'],
  ['F19', 'session-gate.ts', 'sayWhyGone', 'drop call giveNotice 2', 'journeys/faults/storage', 'the start screen says that', 'the start screen tells of lost data'],
  ['F58', 'session-gate.ts', 'sayWhyGone', 'condition isNew is true', 'app/true-hint', 'a hint that came back after', 'the database says whether it was cleared'],
  ['F49', 'signed-in/inactivity.ts', 'sleep', 'drop if returns', 'app/signed-in/inactivity', 'is not shown by a check', 'a page that goes to sleep is covered'],
  ['F49', 'signed-in/inactivity.ts', 'lookOnce', 'condition covered is true', 'app/signed-in/inactivity', 'is not shown by a check', 'only a check that began since uncovers a page'],
  ['F49', 'signed-in/inactivity.ts', 'close', 'call onClosed is onClosed(why, whose); uncoverPage()', 'app/signed-in/inactivity', 'shows nothing when the', 'a page whose session is over stays covered'],
  ['F49', 'signed-in/inactivity.ts', 'watchInactivity', 'drop if another 1', 'app/signed-in/inactivity', 'is covered at once when', 'a page is covered as soon as another tab locks'],
  ['F49 F13', 'signed-in/inactivity.ts', 'lookSoon', 'drop if document', 'app/signed-in/inactivity', 'with its device is covered', 'a page is covered when it is seen again after the time is over'],
  ['F16 D25', 'signed-in/inactivity.ts', 'lock', 'await flush is await drafts.flush()', 'app/signed-in/inactivity', 'removes the reading key', 'drafts that cannot be written keep no session readable'],
  ['F18 D25', 'signed-in/inactivity.ts', 'lockSurely', 'loop is left === LOCK_TRIES', 'app/signed-in/inactivity', 'leaves the screens at once', 'a lock that fails on the device is tried until it succeeds'],
  ['F18 D25', 'signed-in/inactivity.ts', 'look', 'not is false', 'app/signed-in/inactivity', 'repeats a failed check', 'a check of the time that failed is repeated'],
  ['D25 D71', 'signed-in/signs.ts', 'sign', 'drop if scroll', 'app/signed-in/signs', 'a scroll that follows from', 'a page that moves by itself keeps no session open'],
  ['S30 D83', 'signed-in/while-used.ts', 'begin', 'drop assignment', 'app/signed-in/keep-fresh', 'is asked at the start and', 'a page in use asks every minute'],
  ['S30 D83', 'signed-in/while-used.ts', 'whileUsed', 'drop element shown', 'app/signed-in/keep-fresh', 'is asked by no hidden page', 'a page asks on return to the screen'],
  ['F23 F30', 'start.tsx', 'Start', 'condition there is false', 'journeys/faults/engines', 'without background sync the start', 'the start screen of a locked device sends waiting items'],
  ['F58', 'true-hint.ts', 'trueHint', 'await session is device()', 'app/true-hint', 'a session that is over', 'a session without a hint is checked, and locked when it is over'],
  ['F58', 'true-hint.ts', 'trueHint', 'drop no writeHint', 'app/true-hint', 'what waits to be sent is', 'a queue without a hint is found'],
] } satisfies Mutations;
