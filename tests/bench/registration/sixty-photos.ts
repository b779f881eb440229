import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { fillRefund, samplePdf, samplePhoto } from '../../journeys/harness/refund.ts';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import { browserMemory, browserProcesses } from '../harness/browser-memory.ts';
import type { Row } from '../harness/measure.ts';
import { enter, visit } from '../reading/visit.ts';

/** A day of photos, at eight an hour. */
const PHOTOS = 60;
/** After these the worker runs and its code is compiled. */
const WARM = 3;
/** The caches are given up within this time. */
const SETTLE_MS = 3000;
/** The engine makes faster code and counts it as memory. These flags turn it off, so that only ours is counted. */
const WITHOUT_COMPILERS = ['--js-flags=--no-opt --no-maglev --no-sparkplug'];

/** Measures what sixty photos leave in memory, each taken anew in the same slot of a refund (F59). */
export async function sixtyPhotos(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const port = await freePort();
  const server = await launch(port, folder);
  try {
    return await visit(
      profile,
      0,
      async (page) => {
        await enter(page, `http://127.0.0.1:${port}`, 'costarica@demo.test');
        const photo = await samplePhoto(page);
        await page.goto(`http://127.0.0.1:${port}/#/app/reembolsos/520021`);
        await fillRefund(page, { diagnosis: 'Gastritis', photo, pdf: samplePdf() });
        const devtools = await page.context().newCDPSession(page);
        for (let turn = 0; turn < WARM; turn += 1) await retake(page, photo, `antes-${turn}`);
        const before = await useOf(devtools, profile);
        for (let turn = 0; turn < PHOTOS; turn += 1) await retake(page, photo, `foto-${turn}`);
        const after = await useOf(devtools, profile);
        return [
          { name: `memory of a page after ${WARM} photos, heap and buffers`, figure: before.page / 1e6, unit: 'MB' },
          { name: `the same after ${PHOTOS} more, against it`, figure: after.page / before.page, goal: 1.2 },
          {
            name: "all the browser's processes, decoded pictures included, against it",
            figure: after.full / before.full,
          },
          {
            name: 'the same once the browser gave up its caches, as a phone asks',
            figure: after.all / before.all,
            goal: 1.2,
          },
        ];
      },
      WITHOUT_COMPILERS,
    );
  } finally {
    await ended(server, 'SIGTERM');
    for (const one of [folder, profile]) await rm(one, { recursive: true, force: true });
  }
}

async function retake(page: Page, buffer: Buffer, name: string): Promise<void> {
  const slot = page.locator('[data-field="documentoFactura"]');
  await slot
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer });
  await slot.getByText(`${name}.jpg`).and(page.locator(':visible')).first().waitFor();
  await slot.getByText('Listo').waitFor();
}

interface Use {
  /** Bytes of the page's own: heap and buffers after garbage collection. */
  page: number;
  /** Bytes of all the browser's processes with what it caches. Each decoded picture stays there until memory is short. */
  full: number;
  /** The same without its caches. */
  all: number;
}

async function useOf(devtools: CDPSession, profile: string): Promise<Use> {
  const processes = await browserProcesses(profile);
  const full = await browserMemory(processes);
  await devtools.send('Memory.simulatePressureNotification', { level: 'critical' });
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const { usedSize, backingStorageSize = 0 } = (await devtools.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return { page: usedSize + backingStorageSize, full, all: await browserMemory(processes) };
}
