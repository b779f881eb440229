import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandKinds } from '#outbox/commands.ts';
import {
  createHouse,
  type Device,
  EMAIL,
  type House,
  PASSWORD,
  type Page,
  refundFields,
  refundFilesOf,
} from './house.ts';
import { pdf } from './props.ts';

let house: House;
let device: Device;
let page: Page;

beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
beforeEach(async () => {
  device = await house.device();
  page = device.page();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await device.close();
});

const draftOf = (key: string) => commandKinds['refund.create']?.attached?.(key) ?? '';

async function queued(at: Page, what: string, replaces?: string): Promise<string> {
  const result = await at.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what), {
    policy: house.policyId,
    ...(replaces !== undefined && { replaces }),
  });
  if (!result.ok) throw new Error(result.code);
  return result.value.key;
}

describe('a document picked for a queued refund', () => {
  test('[F56] is still offered after the refund was corrected, under its new key alone', async () => {
    const key = await queued(page, 'Por corregir');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la receta'));
    expect((await page.outbox.beginEdit(key)).ok).toBe(true);
    const corrected = await queued(page, 'Corregido', key);
    expect((await page.drafts.load(draftOf(corrected)))?.files.documento).toEqual(pdf('la receta'));
    expect(await page.drafts.load(draftOf(key))).toBeNull();
  });

  test('[F56] is nothing where none was picked: no draft begins with a correction', async () => {
    const key = await queued(page, 'Sin documento');
    expect((await page.outbox.beginEdit(key)).ok).toBe(true);
    await queued(page, 'Corregido', key);
    expect(await device.db.drafts.count()).toBe(0);
  });

  test('[F56] follows in its latest version, when another tab picks another one meanwhile', async () => {
    const other = device.page();
    const key = await queued(page, 'Con otra pestaña');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la primera'));
    await other.drafts.load(draftOf(key));
    await page.outbox.beginEdit(key);
    const { transaction } = page.db;
    let late = true;
    page.db.transaction = (async (...request: Parameters<typeof transaction>) => {
      if (late && Array.isArray(request[1])) {
        late = false;
        await other.drafts.saveFile(draftOf(key), 'documento', pdf('la segunda'));
      }
      return transaction.apply(page.db, request);
    }) as typeof transaction;
    const corrected = await queued(page, 'Con otra pestaña', key);
    expect(late).toBe(false);
    expect((await page.drafts.load(draftOf(corrected)))?.files.documento).toEqual(pdf('la segunda'));
    expect(await device.rows()).toHaveLength(1);
  });

  test('[F17][F29] stays with it when a correction could not be written', async () => {
    const key = await queued(page, 'Por corregir');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la receta'));
    await page.outbox.beginEdit(key);
    page.db.outboxFiles.hook('creating', () => {
      throw new Error('killed before its files');
    });
    await expect(queued(page, 'Corregido', key)).rejects.toThrow();
    expect((await device.rows()).map((row) => row.key)).toEqual([key]);
    expect((await page.drafts.load(draftOf(key)))?.files.documento).toEqual(pdf('la receta'));
  });

  test('[F56] goes with a refund that is discarded', async () => {
    const key = await queued(page, 'Descartado');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la receta'));
    expect((await page.outbox.discard(key)).ok).toBe(true);
    expect(await device.db.drafts.count()).toBe(0);
  });

  test('[F56][F12] goes with it too where the session is locked while the server is asked', async () => {
    const key = await queued(page, 'Descartado');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la receta'));
    await device.db.outbox.update(key, { unclear: true });
    const { withdraw } = page.session;
    vi.spyOn(page.session, 'withdraw').mockImplementationOnce(async (...given) => {
      const answer = await withdraw(...given);
      await page.session.lock();
      return answer;
    });
    expect(await page.outbox.discard(key)).toMatchObject({ ok: true });
    expect([await page.session.state(), await device.db.drafts.count()]).toEqual(['locked', 0]);
  });

  test('[F56][F12] follows a refund whose session is locked while its files are hashed', async () => {
    const key = await queued(page, 'Por corregir');
    await page.drafts.saveFile(draftOf(key), 'documento', pdf('la receta'));
    await page.outbox.beginEdit(key);
    const { subtle } = crypto;
    const digest = subtle.digest.bind(subtle);
    vi.spyOn(subtle, 'digest').mockImplementationOnce(async (...given) => {
      await page.session.lock();
      return digest(...given);
    });
    const corrected = await queued(page, 'Corregido', key);
    expect(await page.session.state()).toBe('locked');
    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
    expect((await page.drafts.load(draftOf(corrected)))?.files.documento).toEqual(pdf('la receta'));
  });
});

test('[F17] a file that could not be sealed as it was chosen is sealed as it is sent', async () => {
  const files = refundFilesOf('Sin sellar');
  const [[part, file] = expect.fail('no file')] = Object.entries(files);
  const broken = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new DOMException('no memory', 'OperationError'));
  await page.drafts.saveFile('refund', part, file);
  broken.mockRestore();
  const sent = page.outbox.enqueue('refund.create', refundFields(house, 'Sin sellar'), files, { draftId: 'refund' });
  expect(await sent).toMatchObject({ ok: true });
});
