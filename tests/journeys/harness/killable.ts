import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './chromium.ts';

/** A browser process whose profile outlives it. */
export interface Killable {
  page: Page;
  context: BrowserContext;
  /** Kills all of its processes at once, as the system does when memory runs out. */
  kill(): Promise<void>;
  /** Closes it as a closed window does. */
  close(): Promise<void>;
}

/**
 * Starts Chromium on this profile, because Playwright's own launch hides its process. @param url base of all addresses
 */
export async function launchKillable(profile: string, url: string): Promise<Killable> {
  // Files left by the process before would give this one a false address and lock.
  for (const left of ['DevToolsActivePort', 'SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
    await rm(join(profile, left), { force: true });
  }
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=390,844'];
  const process = spawn(chromiumPath(), [...chromiumFlags, ...flags, '--lang=es-CR', 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  });
  const browser = await chromium.connectOverCDP(await addressOf(process, profile));
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium came without a context');
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  // Playwright completes relative addresses only in contexts that it made itself.
  const go = page.goto.bind(page);
  page.goto = (address, options) => go(new URL(address, url).href, options);
  await page.setViewportSize({ width: 390, height: 844 });
  return { page, context, kill: () => killed(process, browser), close: () => closed(process, browser) };
}

async function addressOf(process: ChildProcess, profile: string): Promise<string> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const [port, path] = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    if (process.exitCode !== null) throw new Error(`Chromium ended with ${process.exitCode}`);
    await new Promise((again) => setTimeout(again, 30));
  }
  throw new Error('Chromium did not start');
}

async function killed(child: ChildProcess, browser: Browser): Promise<void> {
  const gone = hasEnded(child);
  // This kills the whole group: the renderers and the storage service end at the same moment.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await gone;
  await browser.close().catch(() => undefined);
}

async function closed(child: ChildProcess, browser: Browser): Promise<void> {
  const gone = hasEnded(child);
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.close').catch(() => undefined);
  await gone;
}

const hasEnded = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((ended) => child.once('exit', ended));
