import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { HOUR_MS } from '#contract/age.ts';
import { contentsOf, keysOf, recorded, recordSecrets } from '../harness/carving.ts';
import { chromiumFlags, chromiumPath } from '../harness/chromium.ts';
import { awayFor } from '../harness/device.ts';
import { opensWith, type StoredSeal, sealsOnDevice } from '../harness/stored-rows.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
/** Rows are sealed again ten seconds after a sign-in, a few at a time. */
const SEALED_AGAIN_MS = 60_000;

test.describe.configure({ timeout: 180_000 });

/** Reads a list and home, and waits until both, and home's drawing for the next start, are on the device. */
async function readAround(page: Page, before: readonly StoredSeal[] = []): Promise<void> {
  const isNew = ({ table, iv }: StoredSeal) => table === 'lastHomes' && !before.some((one) => one.iv === iv);
  // What came late stands last in a visit of home, which is then not drawn for the next start. In the next visit it is there.
  await expect(async () => {
    await page.goto('/#/app/configuraciones/ayuda');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de ayuda');
    await expect.poll(async () => (await sealsOnDevice(page)).some(({ table }) => table === 'tickets')).toBe(true);
    await page.goto('/#/app');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
    await expect.poll(async () => (await sealsOnDevice(page)).some(isNew), { timeout: 6000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** The sealed values once none has come for a while. */
async function untilStill(page: Page): Promise<StoredSeal[]> {
  let now = await sealsOnDevice(page);
  await expect(async () => {
    const before = now;
    await page.waitForTimeout(2000);
    now = await sealsOnDevice(page);
    expect(now).toEqual(before);
  }).toPass({ timeout: 60_000 });
  return now;
}

test('[S13][D56] the key of an earlier sign-in, carved out of the browser’s files, opens nothing written since', {
  tag: '@devtools',
}, async ({ server }) => {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-earlier-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
  });
  try {
    const [page = await context.newPage()] = context.pages();
    await page.addInitScript(recordSecrets);
    await signIn(page, EMAIL);
    await readAround(page);
    const first = await recorded(page);
    const before = await sealsOnDevice(page);
    const openedBy = (secrets: Buffer[], seals: StoredSeal[]) =>
      seals.filter((seal) => secrets.some((secret) => opensWith(secret, seal))).map(({ table }) => table);
    expect(openedBy(first, before)).toEqual(expect.arrayContaining(['policies', 'session', 'tickets', 'lastHomes']));

    await awayFor(page, HOUR_MS);
    // What came late to the first sign-in is its own.
    const left = await untilStill(page);
    await page.goto('about:blank');
    await signIn(page, EMAIL);
    await readAround(page, before);
    const known = new Set(first.map(String));
    const second = (await recorded(page)).filter((secret) => !known.has(String(secret)));
    const ivs = new Set(left.map(({ iv }) => iv));
    const since = (await sealsOnDevice(page)).filter(({ iv }) => !ivs.has(iv));
    // The policies are the same, so that they are not written again yet.
    expect(openedBy(second, since)).toEqual(expect.arrayContaining(['session', 'lastHomes']));
    expect(openedBy(first, since)).toEqual([]);

    // Then what is older, too, is sealed with the key of this sign-in.
    await expect.poll(async () => openedBy(first, await sealsOnDevice(page)), { timeout: SEALED_AGAIN_MS }).toEqual([]);
    expect(openedBy(second, await sealsOnDevice(page))).toEqual(
      expect.arrayContaining(['policies', 'session', 'tickets', 'lastHomes']),
    );
    await context.close();

    const files = await contentsOf(profile);
    // The first key is still in the files: it could be carved out.
    expect(keysOf(first).some((key) => files.some((file) => file.includes(key)))).toBe(true);
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});
