// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeLaunched } from '#app/take-launched.ts';
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
const launched = await import('#app/launched.ts');
const { keepLaunched } = launched;

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
  expect(location.hash).toBe('#/app/compartido?tipo=1&fallo=1');
});

describe('[D29] opened files whose part of the app does not come', () => {
  /** Opens a file while the part fails; it comes with the connection. */
  async function openWithout(elsewhere?: string): Promise<void> {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const load = vi.fn(async () => launched).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    takeLaunched(load)({ files: [handle('factura.pdf') as FileSystemFileHandle] });
    await vi.waitFor(() => expect(location.hash).toBe('#/app/compartido?app=1'));
    if (elsewhere) location.hash = elsewhere;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(async () => expect(await db.drafts.count()).toBeGreaterThan(0));
    // Once they are here, nothing more is loaded.
    window.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledTimes(2);
  }

  test('are said to wait for it, and kept once the connection returns', async () => {
    await openWithout();
    await vi.waitFor(() => expect(location.hash).toBe('#/app/compartido'));
    expect(await kept()).toEqual(['factura.pdf application/pdf']);
  });

  test('take nobody away who has gone on', async () => {
    await openWithout('#/app/reembolsos');
    expect(await kept()).toEqual(['factura.pdf application/pdf']);
    expect(location.hash).toBe('#/app/reembolsos');
  });
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
