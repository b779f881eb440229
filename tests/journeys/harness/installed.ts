import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { readyOffline } from './test.ts';

/** Amparo installed by Chromium, in a profile of its own, because an incognito profile cannot install. */
export interface Installed {
  context: BrowserContext;
  /** A folder that is deleted with the profile. */
  folder: string;
  /**
   * Launches the app from its icon or from one of its shortcuts.
   * @param path the address within the app; without it the manifest's start address
   * @returns the protocol's id of the window that opened it
   */
  launch(path?: string): Promise<string | undefined>;
  /** Opens files of the system with the app, as a file manager does. @returns the id of the window that got them */
  openFiles(files: readonly string[]): Promise<string | undefined>;
  /** The app's only window. */
  window(): Promise<Page>;
  /** Closes the browser and deletes the profile. */
  throwAway(): Promise<void>;
}

/** Installs the app served at this address through the browser's own protocol, and leaves none of its pages open. */
export async function installAmparo(url: string): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-installed-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL: url,
    locale: 'es-CR',
  });
  const [blank = await context.newPage()] = context.pages();
  await blank.goto('/');
  await readyOffline(blank);
  const browser = context.browser();
  if (!browser) throw new Error('a profile without a browser');
  const devtools = await browser.newBrowserCDPSession();
  const manifestId = `${url}/`;
  await devtools.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId });
  await devtools.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' });
  // A browser without any page would close.
  await blank.goto('about:blank');
  const windows = async () => {
    const shown = await Promise.all(context.pages().map(async (page) => ((await isWindow(page)) ? [page] : [])));
    return shown.flat();
  };
  return {
    context,
    folder,
    launch: async (path) => {
      const address = path && new URL(path, url).href;
      const { targetId } = await devtools.send('PWA.launch', { manifestId, ...(address && { url: address }) });
      return targetId;
    },
    openFiles: async (files) => {
      const { targetIds } = await devtools.send('PWA.launchFilesInApp', { manifestId, files: [...files] });
      return targetIds[0];
    },
    window: async () => {
      await expect.poll(async () => (await windows()).length, { message: 'one window of the app' }).toBe(1);
      return (await windows())[0] as Page;
    },
    throwAway: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** False for a browser tab, and for a page that is navigating. */
const isWindow = (page: Page) =>
  page.evaluate(() => matchMedia('(display-mode: standalone)').matches).catch(() => false);
