import { expose } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { createPaperReader, type PhotoCode } from '#papers/client.ts';
import type { PaperWorker } from '#papers/worker-contract.ts';
import type { WorkerLike } from '#photos/crew.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A worker behind a real message channel, with these answers. */
function workerThat(answers: Partial<PaperWorker>): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const nothing = { facts: null, why: 'nothing' } as const;
  expose({ codes: async () => [], said: async () => nothing, xml: async () => nothing, ...answers }, port2);
  port1.start();
  return {
    postMessage: (message: unknown, transfer: Transferable[] = []) => port1.postMessage(message, transfer),
    addEventListener: (kind: string, hear: EventListenerOrEventListenerObject) =>
      kind === 'message' && port1.addEventListener(kind, hear),
    removeEventListener: (kind: string, hear: EventListenerOrEventListenerObject) =>
      port1.removeEventListener(kind, hear),
    terminate: () => port1.close(),
  };
}

const clock = () => new Date('2026-11-27T12:00:00Z');
const bytes = (size: number) => new ArrayBuffer(size);
const code = (text: string): PhotoCode => ({ text, place: null });
const sizes = async (photo: ArrayBuffer) => [code(`${photo.byteLength}`)];

test('the photo as it was taken is searched, and its answer stands for the compressed one that the form holds', async () => {
  const asked: number[] = [];
  const codes = async (photo: ArrayBuffer) => {
    asked.push(photo.byteLength);
    return sizes(photo);
  };
  const reader = createPaperReader({ startWorker: () => workerThat({ codes }), clock });
  const [original, held] = [bytes(4000), bytes(200)];
  reader.note(original, held);
  expect(await reader.codes(held)).toEqual([code('4000')]);
  expect(await reader.codes(held)).toEqual([code('4000')]);
  expect(asked).toEqual([4000]);
  expect(await reader.codes(bytes(300))).toEqual([code('300')]);
  // Whoever holds the bytes can still send them.
  expect([original.byteLength, held.byteLength]).toEqual([4000, 200]);
});

test('one that could not be searched now is searched again when it is asked for', async () => {
  const answers: (PhotoCode[] | null)[] = [[code('x')], null];
  const reader = createPaperReader({
    startWorker: () => workerThat({ codes: async () => answers.pop() ?? null }),
    clock,
  });
  const held = bytes(200);
  expect(await reader.codes(held)).toBeNull();
  expect(await reader.codes(held)).toEqual([code('x')]);
});

test('a worker that does not answer is given up, and the next paper has another one', async () => {
  let started = 0;
  const startWorker = () => {
    started += 1;
    return workerThat({ codes: started === 1 ? () => new Promise(() => {}) : sizes });
  };
  const reader = createPaperReader({ startWorker, clock, timeoutMs: 20 });
  expect(await reader.codes(bytes(7))).toBeNull();
  expect(await reader.codes(bytes(8))).toEqual([code('8')]);
  expect(started).toBe(2);
});

test('[F25] a worker that is silent answers none of those that wait behind, and the next paper has another one', async () => {
  let started = 0;
  const startWorker = () => {
    started += 1;
    return workerThat(
      started === 1 ? { codes: () => new Promise(() => {}), xml: () => new Promise(() => {}) } : { codes: sizes },
    );
  };
  const reader = createPaperReader({ startWorker, clock, timeoutMs: 20 });
  const photos = [1, 2, 3].map(bytes);
  for (const photo of photos) reader.note(bytes(4000), photo);
  expect(await Promise.all([...photos.map(reader.codes), reader.xml(bytes(9))])).toEqual([null, null, null, null]);
  expect(started).toBe(1);
  expect(await reader.codes(bytes(8))).toEqual([code('8')]);
});

test('[F25] a worker that dies of one photo takes no other with it', async () => {
  let started = 0;
  const startWorker = () => {
    started += 1;
    const hears: Record<string, EventListenerOrEventListenerObject> = {};
    const worker = workerThat({ codes: started === 1 ? () => new Promise(() => {}) : sizes });
    const dies = started === 1;
    return {
      ...worker,
      addEventListener(kind: string, hear: EventListenerOrEventListenerObject) {
        hears[kind] = hear;
        worker.addEventListener(kind, hear);
      },
      postMessage(message: unknown, transfer?: Transferable[]) {
        worker.postMessage(message, transfer);
        if (dies) setTimeout(() => (hears.error as EventListener)(new Event('error')));
      },
    };
  };
  const reader = createPaperReader({ startWorker, clock });
  expect(await Promise.all([reader.codes(bytes(7)), reader.codes(bytes(8))])).toEqual([null, [code('8')]]);
});

test('where no worker starts nothing is read, and nothing fails', async () => {
  const startWorker = () => {
    throw new Error('blocked');
  };
  const reader = createPaperReader({ startWorker, clock });
  expect([await reader.codes(bytes(7)), await reader.said(['x']), await reader.xml(bytes(9))]).toEqual([
    null,
    null,
    null,
  ]);
});
