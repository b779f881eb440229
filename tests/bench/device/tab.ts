import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../journeys/harness/chromium.ts';
import { servePage } from '../harness/serve-page.ts';
import type { Bench } from './page.tsx';

export interface Tab {
  page: Page;
  /** The folder of the browser's profile. */
  profile: string;
  call<N extends keyof Bench>(name: N, ...input: Parameters<Bench[N]>): Promise<Awaited<ReturnType<Bench[N]>>>;
}

/** Runs measurements in a page made of the device's rooms. The profile is on disk, since an incognito one is in memory. */
export async function withTab<T>(api: string | undefined, measure: (tab: Tab) => Promise<T>): Promise<T> {
  const served = await servePage(import.meta.dirname, api);
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
  });
  try {
    const page = await browser.newPage();
    const crash: Error[] = [];
    page.on('pageerror', (error) => crash.push(error));
    await page.goto(served.url);
    const call: Tab['call'] = (name, ...input) =>
      page.evaluate(
        ([which, args]) => {
          const { bench } = window as unknown as { bench: Record<string, (...given: unknown[]) => unknown> };
          return bench[which]?.(...args);
        },
        [name, input] as [string, unknown[]],
      ) as never;
    const measured = await measure({ page, profile, call });
    if (crash[0]) throw crash[0];
    return measured;
  } finally {
    await browser.close();
    await served.close();
    await rm(profile, { recursive: true, force: true });
  }
}
