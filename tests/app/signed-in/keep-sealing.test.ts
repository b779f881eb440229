// @module-tag depth
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSealing } from '#app/signed-in/keep-sealing.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { sessionKeys } from '#session/door.ts';
import { createSecrets, renewSecrets } from '#vault/keys.ts';

const sealRowsAgain = vi.fn(async (_: Database, goOn: () => Promise<boolean>) => goOn());

const QUIET_MS = 10_000;
let db: Database;
let stop = () => {};
let visible = true;
let online = true;

beforeEach(async () => {
  sealRowsAgain.mockClear();
  [visible, online] = [true, true];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  db = createDatabase(crypto.randomUUID());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 5 });
});
afterEach(() => {
  stop();
  db.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(renewed: boolean): Promise<void> {
  const secrets = renewed ? await renewSecrets(createSecrets()) : createSecrets();
  const { sendKey: _, ...keys } = await sessionKeys('ana', secrets);
  await db.vault.put({ id: 'reading', owner: 'ana', ...keys });
  stop = keepSealing(db, async () => ({ sealRowsAgain }));
  await new Promise((resolve) => setTimeout(resolve, 200));
}

test('[D56] after a sign-in rows are sealed again once the first screens are drawn', async () => {
  await open(true);
  expect(sealRowsAgain).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  await vi.waitFor(() => expect(sealRowsAgain).toHaveBeenCalledTimes(1));
});

test('a device without earlier keys does nothing', async () => {
  await open(false);
  await vi.advanceTimersByTimeAsync(3 * QUIET_MS);
  expect(sealRowsAgain).not.toHaveBeenCalled();
});

test.each(['hidden', 'offline'])('a page that is %s leaves it for later', async (state) => {
  if (state === 'hidden') visible = false;
  else online = false;
  await open(true);
  await vi.advanceTimersByTimeAsync(3 * QUIET_MS);
  expect(sealRowsAgain).not.toHaveBeenCalled();
  [visible, online] = [true, true];
  if (state === 'hidden') document.dispatchEvent(new Event('visibilitychange'));
  else window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  await vi.waitFor(() => expect(sealRowsAgain).toHaveBeenCalledTimes(1));
});

test('it ends between two batches when the page is hidden', async () => {
  const asked = vi.fn();
  sealRowsAgain.mockImplementationOnce(async (_, goOn) => {
    asked(await goOn());
    visible = false;
    asked(await goOn());
    return false;
  });
  await open(true);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  await vi.waitFor(() => expect(asked.mock.calls).toEqual([[true], [false]]), 5000);
});
