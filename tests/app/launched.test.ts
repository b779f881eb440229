// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSessionRows } from '#database/keyring.ts';
import { createDatabase } from '#database/open.ts';
import { createReceived } from '#outbox/received.ts';
import { sessionKeys } from '#session/door.ts';
import { createSecrets } from '#vault/keys.ts';

const db = createDatabase('launched');
const session = { lockExpired: async () => false };
const received = createReceived({ db, clock: () => 1_000_000_000_000, session });
// Nobody is signed in and no page is drawn. The opened file is stored all the same.
vi.mock('#app/device.ts', () => ({ device: () => ({ received }) }));
const { keepLaunched } = await import('#app/launched.ts');

beforeEach(() => {
  location.hash = '';
});
afterEach(() => Promise.all([db.drafts.clear(), db.vault.clear()]));
afterAll(() => db.close());

const handle = (name: string, text = '%PDF-1.7\n') => ({
  getFile: async () => new File([text], name),
});
const gone = {
  getFile: async (): Promise<File> => {
    throw new DOMException('gone', 'NotFoundError');
  },
};
/** The kept files, which whoever opened them claims after signing in. */
async function kept(): Promise<string[]> {
  const ids = await received.unclaimed();
  await db.vault.bulkPut(
    await openSessionRows(db, 'ana', await sessionKeys('ana', createSecrets()), 1_000_000_000_000),
  );
  await received.claim(ids);
  return (await received.list()).map(({ name, type }) => `${name} ${type}`);
}

test('[D29] files opened with Amparo are kept, and the screen that asks about them opens', async () => {
  await keepLaunched([handle('factura.pdf'), handle('receta.pdf')]);
  expect((await kept()).sort()).toEqual(['factura.pdf application/pdf', 'receta.pdf application/pdf']);
  expect(location.hash).toBe('#/app/compartido');
});

test('[D29] a missing file and one that is no PDF by its bytes are reported as lost; the others are kept', async () => {
  await keepLaunched([gone, handle('nota.pdf', '<html>no</html>'), handle('factura.pdf')]);
  expect(await kept()).toEqual(['factura.pdf application/pdf']);
  expect(location.hash).toBe('#/app/compartido?perdidos=2');
});

test('[S9] an opened file is stored sealed, its name too', async () => {
  await keepLaunched([handle('biopsia.pdf')]);
  const [row] = await db.drafts.toArray();
  const bytes = JSON.stringify(row, (_, value) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder('latin1').decode(value as ArrayBuffer)
      : value,
  );
  expect(row).toBeDefined();
  expect(bytes).not.toContain('biopsia');
  expect(bytes).not.toContain('%PDF');
});
