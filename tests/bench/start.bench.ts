import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { signIn } from '../journeys/harness/test.ts';
import { inTurn, median, type Row } from './harness/measure.ts';
import { openSlowLine, overLine } from './harness/slow-line.ts';
import { type Floors, serveFloors } from './start/floors.ts';
import {
  answeringAt,
  blockedFor,
  cachedAt,
  contentAt,
  firstPaint,
  launchProfile,
  phone,
  prepared,
} from './start/probes.ts';

const dist = 'dist/client';
const LOOKING_MS = 3000;
/** One start differs from the next by a tenth and more, though nothing else runs. */
const [RELOADS, LAUNCHES] = [12, 8];
/**
 * The time of a public reader of news without a framework, loaded anew, was 1.26 times that of React alone in one run. Home
 * must be sooner than the reader (docs/decisions/last-home.md).
 */
const OF_A_READER = 1.2;
const gzipped = (path: string) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

/**
 * Measures from the first visit to a start without a connection, at a quarter of the processor, 1.6 Mbit/s and 150 ms. Each
 * figure is compared with the least that anything could do: a bare page, one download, React alone.
 */
export default async function start(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const floors = await serveFloors();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  const url = `http://127.0.0.1:${port}`;
  try {
    return [
      ...(await paints(browser, url, floors)),
      ...(await startRoute(browser, url)),
      ...(await offlineReady(browser, url, floors)),
      ...(await launches(url, floors)),
      ...(await update()),
    ];
  } finally {
    await browser.close();
    await floors.close();
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures how soon the start page paints on a new device, and how long it is blocked after that. */
async function paints(browser: Browser, url: string, floors: Floors): Promise<Row[]> {
  const blocked: number[] = [];
  const paint = (target: string, path = '/') =>
    overLine(target, async (line) => {
      const page = await phone(browser);
      await page.goto(`${line.url}${path}`, { waitUntil: 'load' });
      const at = await firstPaint(page);
      if (target === url) {
        await page.waitForTimeout(1500);
        blocked.push(await blockedFor(page));
      }
      await page.context().close();
      return at;
    });
  const { a, b, ratio } = await inTurn(
    5,
    () => paint(url),
    () => paint(floors.bare),
  );
  const several = async (path: string) => median([await paint(floors.bare, path), await paint(floors.bare, path)]);
  const inline = await several('/inline');
  const nothing = await several('/nothing');
  return [
    { name: 'first paint of the start page', figure: a, unit: 'ms' },
    { name: 'first paint of a page of one line with the boot script as a file', figure: b, unit: 'ms' },
    { name: 'first paint against that page', figure: ratio, goal: 1.15 },
    { name: 'the same with the boot script in the page, as ours', figure: inline, unit: 'ms' },
    { name: 'the same without any script', figure: nothing, unit: 'ms' },
    { name: 'blocked after the first paint of the start page', figure: median(blocked.slice(1)), unit: 'ms' },
    {
      name: 'index.html with its styles, gzip',
      figure: gzipped('index.html') / 1000,
      unit: 'kB',
      goal: 14,
      exact: true,
    },
  ];
}

/** Measures what the page requests while the customer only looks at it. */
async function startRoute(browser: Browser, url: string): Promise<Row[]> {
  return overLine(
    url,
    async (line) => {
      const page = await phone(browser, { throttled: false, workers: 'block' });
      await page.goto(line.url, { waitUntil: 'load' });
      await page.waitForTimeout(3000);
      const scripts = line.requests.map((one) => one.replace('GET ', '')).filter((path) => path.endsWith('.js'));
      await page.context().close();
      const html = readFileSync(join(dist, 'index.html'), 'utf8');
      const inside = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g)]
        .map(([, code]) => code)
        .join('');
      const bytes = [...new Set(scripts)].reduce((sum, path) => sum + gzipped(path), gzipSync(inside).length);
      return [
        {
          name: 'JavaScript of the start page before the customer acts, gzip',
          figure: bytes / 1000,
          unit: 'kB',
          goal: 60,
          exact: true,
        },
        { name: 'requests of the start page before the customer acts', figure: line.requests.length },
      ];
    },
    false,
  );
}

/** The paths that a build's worker names. */
function listedIn(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  return [...new Set([...worker.matchAll(/[{,]"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => `/${match[1]}`))];
}

/** The paths of this build's worker: all, and those of the start page, which the build marks in the list. */
function precached(): { all: string[]; shell: string[] } {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const entries = [...worker.matchAll(/\{[^{}]*?"?url"?:\s*["'`]([^"'`]+)["'`][^{}]*\}/g)];
  const shell = entries.filter(([entry]) => /"?shell"?:\s*(true|!0)/.test(entry)).map(([, url]) => `/${url}`);
  if (shell.length === 0) throw new Error('the worker lists nothing for the start page');
  return { all: listedIn(dist), shell };
}

/** Measures the time until all files are on the device, and until those of the start page are. */
async function offlineReady(browser: Browser, url: string, floors: Floors): Promise<Row[]> {
  const { all, shell } = precached();
  let bytes = 0;
  let requests = 0;
  const shells: number[] = [];
  const visit = (target: string, files: readonly string[], path = '/') =>
    overLine(target, async (line) => {
      const page = await phone(browser);
      await page.goto(`${line.url}${path}`, { waitUntil: 'commit' });
      if (target === url) shells.push(await cachedAt(page, shell));
      const at = await cachedAt(page, files);
      if (target === url) {
        bytes = line.bytes();
        requests = line.requests.length;
      }
      await page.context().close();
      return at;
    });
  const { a, b, ratio } = await inTurn(
    3,
    () => visit(url, all),
    () => visit(floors.download, [`/${bytes}/one.bin`], `/${bytes}/`),
  );
  return [
    { name: 'time until everything opens without a connection', figure: a / 1000, unit: 's', goal: 5 },
    { name: 'time until the start page does', figure: median(shells.slice(1)) / 1000, unit: 's', goal: 2 },
    { name: 'bytes until then, as they travel', figure: bytes / 1024, unit: 'KiB' },
    { name: 'requests until then', figure: requests },
    { name: 'files of a version on the device', figure: all.length },
    { name: 'time a worker takes to download one file of the same bytes', figure: b / 1000, unit: 's' },
    { name: 'time until everything opens, against one download', figure: ratio, goal: 1.3 },
  ];
}

/** Measures opening home without a connection: reloaded, and launched in a browser that was closed. */
async function launches(url: string, floors: Floors): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const lines = [await openSlowLine(url, false), await openSlowLine(floors.reader, false)];
  const [ours, reader] = lines.map((line) => line.url);
  if (!ours || !reader) throw new Error('no lines');
  try {
    const first = await launchProfile(folder);
    const page = await prepared(first, false);
    await signIn(page, 'costarica@demo.test', undefined, ours);
    await contentAt(page);
    await cachedAt(page, precached().all);
    // A customer looks at home for a moment.
    await page.waitForTimeout(LOOKING_MS);
    await page.goto(reader);
    await cachedAt(page, ['/']);
    await first.close();
    for (const line of lines) line.cut(true);
    const answering = { reloaded: [] as number[], launched: [] as number[] };
    const reload = async (context: Awaited<ReturnType<typeof launchProfile>>, at: string, throttled: boolean) => {
      const tab = await prepared(context, throttled);
      await tab.goto(at, { waitUntil: 'commit' });
      await contentAt(tab);
      await tab.waitForTimeout(LOOKING_MS);
      await tab.reload({ waitUntil: 'commit' });
      const time = await contentAt(tab);
      if (throttled && at !== reader) answering.reloaded.push(await answeringAt(tab));
      await tab.close();
      return time;
    };
    const launchAt = async (at: string) => {
      const context = await launchProfile(folder);
      const tab = await prepared(context, true);
      await tab.goto(at, { waitUntil: 'commit' });
      const time = await contentAt(tab);
      if (at !== reader) answering.launched.push(await answeringAt(tab));
      await context.close();
      return time;
    };
    const warm = await launchProfile(folder);
    const slow = await inTurn(
      RELOADS,
      () => reload(warm, `${ours}/`, true),
      () => reload(warm, reader, true),
    );
    const fast = await inTurn(
      5,
      () => reload(warm, `${ours}/`, false),
      () => reload(warm, reader, false),
    );
    await warm.close();
    const cold = await inTurn(
      LAUNCHES,
      () => launchAt(`${ours}/`),
      () => launchAt(reader),
    );
    return [
      { name: 'home loaded anew without a connection', figure: slow.a, unit: 'ms' },
      { name: 'until it answers to a press', figure: median(answering.reloaded), unit: 'ms' },
      { name: 'React alone, one record, loaded anew', figure: slow.b, unit: 'ms' },
      { name: 'home loaded anew against React alone', figure: slow.ratio, goal: OF_A_READER },
      { name: 'home launched without a connection', figure: cold.a, unit: 'ms' },
      { name: 'launched, until it answers to a press', figure: median(answering.launched), unit: 'ms' },
      { name: 'React alone, one record, launched', figure: cold.b, unit: 'ms' },
      { name: 'home launched against React alone', figure: cold.ratio, goal: 1 },
      { name: 'home loaded anew with the whole processor', figure: fast.a, unit: 'ms', goal: 400 },
    ];
  } finally {
    for (const line of lines) await line.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures what a device with this version downloads when the next version differs in one setting. The setting is in the
 * start page's file, and every file that imports it by its hashed name changes too. No other small change costs as much.
 */
async function update(): Promise<Row[]> {
  const next = await mkdtemp(join(tmpdir(), 'amparo-bench-next-'));
  try {
    await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', next], {
      env: { ...process.env, NODE_ENV: '', VITE_CONTACT_EMAIL: 'siguiente@amparo.example' },
    });
    const bytesOf = (folder: string, path: string) => readFileSync(join(folder, path));
    const changed = listedIn(next).filter(
      (path) => !existsSync(join(dist, path)) || !bytesOf(dist, path).equals(bytesOf(next, path)),
    );
    const size = changed.reduce((sum, path) => sum + gzipSync(bytesOf(next, path), { level: 9 }).length, 0);
    return [
      {
        name: 'files asked for when a setting in the start page\u2019s file changes',
        figure: changed.length,
        exact: true,
      },
      { name: 'their bytes, gzip', figure: size / 1024, unit: 'KiB', exact: true },
    ];
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}
