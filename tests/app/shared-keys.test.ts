import '#tests/page.ts';

import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { readHint } from '#app/hint.ts';
import { forgetHeld, holdKeys } from '#database/held-keys.ts';
import { readingKeys } from '#database/keyring.ts';
import { createDatabase } from '#database/open.ts';
import type { ReadingKeys } from '#database/rows.ts';
import { shareHeldKeys } from '#session/pages.ts';
import { giveLocks } from '#tests/locks.ts';

afterEach(() => vi.unstubAllGlobals());

test('[D56] who unlocks by passkey behind the lock of somebody without one is inside in the next window too', async () => {
  const { db } = device();
  expect(readHint().passkey, 'of who is locked out here').toBe(false);
  giveLocks();
  const second = createDatabase(db.name);
  const stop = shareHeldKeys(second);
  holdKeys(db, 'an unlock', { owner: 'luis' } as ReadingKeys);
  await db.vault.put({ id: 'reading', owner: 'luis', held: 'an unlock' });
  expect(await readingKeys(second)).toEqual({ owner: 'luis' });
  // The first window was opened anew.
  forgetHeld(db);
  expect(await readingKeys(db)).toEqual({ owner: 'luis' });
  stop();
});
