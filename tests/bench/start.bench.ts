import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { inTurn, type Row } from './harness/measure.ts';

/** What any page with a blocking script of its own origin costs over such a line. */
const BARE = '<!doctype html><html lang="es"><title>.</title><script src="/boot.js"></script><body><p>Amparo</p>';

/** How soon the start page paints against a page of one line with the same blocking boot script, both over a slow line and at a quarter of the processor. */
export default async function start(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const boot = readFileSync('public/boot.js');
  const empty = createServer((asked, answer) => {
    const script = asked.url === '/boot.js';
    answer.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' }).end(script ? boot : BARE);
  });
  await new Promise<void>((listening) => empty.listen(0, '127.0.0.1', listening));
  const address = empty.address();
  const emptyUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const paints = await inTurn(
      5,
      () => firstPaint(browser, `http://127.0.0.1:${port}/`),
      () => firstPaint(browser, emptyUrl),
    );
    const page = gzipSync(readFileSync('dist/client/index.html')).length / 1000;
    return [
      { name: 'first paint of the start page', figure: paints.a, unit: 'ms' },
      { name: 'first paint of a page of one line with the same boot script', figure: paints.b, unit: 'ms' },
      { name: 'first paint against that page', figure: paints.ratio, goal: 1.5 },
      { name: 'index.html with its styles, gzip', figure: page, unit: 'kB', goal: 14 },
    ];
  } finally {
    await browser.close();
    empty.closeAllConnections();
    empty.close();
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** First contentful paint in milliseconds on a new device: 4x slower processor, 1.6 Mbit/s, 150 ms. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.evaluate(
    () =>
      new Promise<number>((painted) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0];
          if (entry) painted(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return time;
}
