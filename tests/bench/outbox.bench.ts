import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { type Tab, withTab } from './device/tab.ts';
import { browserMemory, browserProcesses } from './harness/browser-memory.ts';
import { inTurn, median, type Row } from './harness/measure.ts';

const LARGE_BYTES = 6 * 1024 * 1024;
/** A drain and its comparison are 100 requests. The server takes 500 of a customer before it asks to wait. */
const DRAINS = 3;

/** Measures the cost of never losing a queued request. */
export default async function outbox(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  try {
    return await withTab(`http://127.0.0.1:${port}`, measured);
  } finally {
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(tab: Tab): Promise<Row[]> {
  const { call } = tab;
  await call('signIn');
  const enqueued = await inTurn(
    15,
    () => call('enqueue'),
    () => call('putBare'),
  );
  await call('recordRequests');
  const drained = await inTurn(
    DRAINS,
    () => call('drainTickets'),
    () => call('requestBare'),
  );
  const many = await opened(tab, 500);
  const few = await opened(tab, 5);
  const memory = await memoryOfSending(tab);
  return [
    { name: 'queueing a refund with 5 MB, until it is on disk', figure: enqueued.a, unit: 'ms' },
    { name: 'the same against a raw IndexedDB write of the bytes', figure: enqueued.ratio, goal: 1.5 },
    { name: 'draining 50 tickets on loopback', figure: drained.a, unit: 'ms' },
    { name: 'the same against 50 bare requests', figure: drained.ratio, goal: 2 },
    { name: "opening 'Pendientes' with 500 items, to first paint", figure: many, unit: 'ms' },
    { name: 'the same against 5 items', figure: many / few, goal: 2 },
    { name: 'memory while 6 MB are sent, against their size', figure: memory / LARGE_BYTES, goal: 4 },
  ];
}

/** The median time of several openings, in milliseconds, with so many items in the queue. */
async function opened({ call }: Tab, count: number): Promise<number> {
  await call('fillWithTickets', count);
  const { a } = await inTurn(
    5,
    () => call('openPending'),
    async () => 1,
  );
  return a;
}

/** Bytes by which the browser grows at most while it sends a large refund. It is the median of seven, which vary by half. */
async function memoryOfSending({ page, call, profile }: Tab): Promise<number> {
  const grown: number[] = [];
  const devtools = await page.context().newCDPSession(page);
  for (let round = 0; round < 7; round += 1) {
    await call('queueLarge');
    await devtools.send('HeapProfiler.collectGarbage');
    const processes = await browserProcesses(profile);
    const before = await browserMemory(processes);
    let most = before;
    let sending = true;
    const sent = call('send').finally(() => {
      sending = false;
    });
    while (sending) most = Math.max(most, await browserMemory(processes));
    await sent;
    grown.push(most - before);
  }
  return median(grown);
}
