import '#tests/page.ts';

import { expect, test } from 'vitest';
import { device } from '#app/device.ts';

test('[F22] a page that is frozen closes its database, which it could not give up later, and opens it at the next use', async () => {
  const { db } = device();
  await db.vault.put({ id: 'activity', at: 1 });
  document.dispatchEvent(new window.Event('freeze'));
  expect(db.isOpen()).toBe(false);
  expect(await db.vault.get('activity')).toEqual({ id: 'activity', at: 1 });
  expect(db.isOpen()).toBe(true);
});
