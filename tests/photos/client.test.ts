import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expose } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { createPhotoClient } from '#photos/client.ts';
import type { WorkerLike } from '#photos/crew.ts';
import type { PhotoWorker, WorkerAnswer } from '#photos/worker-contract.ts';
import { exifBlock, heicOf, joined, jpegOf, withExif } from './pictures.ts';

/** The client talks to a worker through a real message channel. Only the decoding is made up. */
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

const small = () => jpegOf(800, 600).slice().buffer as ArrayBuffer;
const source = (bytes: Uint8Array = jpegOf(4000, 3000)) => ({
  bytes: joined(bytes).buffer,
  name: 'foto.heic',
  type: 'image/jpeg',
});

/** A worker that answers with the given functions. */
function workerThat(
  answer: PhotoWorker['compress'],
  look: PhotoWorker['look'] = async () => null,
  others: Partial<PhotoWorker> = {},
): WorkerLike & { die: () => void; ended: boolean } {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const none = async () => null;
  expose({ compress: answer, look, turn: none, join: none, ...others } satisfies PhotoWorker, port2);
  const signs = new EventTarget();
  const worker = {
    ended: false,
    postMessage: (message: unknown, transfer: Transferable[] = []) => port1.postMessage(message, transfer),
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      (type === 'message' ? port1 : signs).addEventListener(type, listener),
    removeEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      (type === 'message' ? port1 : signs).removeEventListener(type, listener),
    terminate() {
      worker.ended = true;
      port1.close();
    },
    die: () => signs.dispatchEvent(new Event('error')),
  };
  port1.start();
  return worker;
}

const silent = () => new Promise<WorkerAnswer>(() => {});
const good = async (): Promise<WorkerAnswer> => ({
  ok: true,
  value: { bytes: small(), type: 'image/jpeg', width: 800, height: 600 },
});

test('[D10] the result is a JPEG with its true size, name and type, and the original stays unchanged', async () => {
  const client = createPhotoClient({ startWorker: () => workerThat(good) });
  const photo = source();
  const before = photo.bytes.byteLength;
  expect(await client.compress(photo)).toEqual({
    ok: true,
    value: { bytes: small(), name: 'foto.jpg', type: 'image/jpeg', width: 800, height: 600, size: small().byteLength },
  });
  expect(photo.bytes.byteLength).toBe(before);
});

test('the worker starts with the first photo and stays', async () => {
  let started = 0;
  const client = createPhotoClient({
    startWorker() {
      started += 1;
      return workerThat(good);
    },
  });
  expect(started).toBe(0);
  await client.compress(source());
  await client.compress(source());
  expect(started).toBe(1);
});

test('photos are compressed one at a time', async () => {
  const running: number[] = [];
  let most = 0;
  const client = createPhotoClient({
    startWorker: () =>
      workerThat(async () => {
        running.push(1);
        most = Math.max(most, running.length);
        await new Promise((resolve) => setImmediate(resolve));
        running.pop();
        return good();
      }),
  });
  const results = await Promise.all([source(), source(), source()].map((photo) => client.compress(photo)));
  expect(results.every((result) => result.ok)).toBe(true);
  expect(most).toBe(1);
});

test('[F25] a worker that dies is replaced once, and the photo is compressed by the second', async () => {
  const first = workerThat(silent);
  const workers = [first, workerThat(good)];
  const client = createPhotoClient({ startWorker: () => workers.shift() as WorkerLike });
  const result = client.compress(source());
  await new Promise((resolve) => setImmediate(resolve));
  first.die();
  expect((await result).ok).toBe(true);
  expect(first.ended).toBe(true);
});

test("[F25] after two workers that do not answer, the photo fails as 'worker-lost' and the next photo gets a new worker", async () => {
  const answers = [silent, silent, good];
  const client = createPhotoClient({ startWorker: () => workerThat(answers.shift() ?? silent), timeoutMs: 5 });
  expect(await client.compress(source())).toEqual({ ok: false, problem: { code: 'worker-lost' } });
  expect((await client.compress(source())).ok).toBe(true);
});

test('[F25] a worker that cannot be started counts as lost', async () => {
  const client = createPhotoClient({
    startWorker() {
      throw new TypeError('refused by the content policy');
    },
  });
  expect(await client.compress(source())).toEqual({ ok: false, problem: { code: 'worker-lost' } });
});

test('[F25][S4] a photo that the worker refuses is refused with the same reason', async () => {
  for (const code of ['unsupported-image', 'corrupt-image', 'too-many-pixels'] as const) {
    const client = createPhotoClient({ startWorker: () => workerThat(async () => ({ ok: false, code })) });
    expect(await client.compress(source())).toEqual({ ok: false, problem: { code } });
  }
});

test('[F25] a result that still has metadata is refused', async () => {
  const bytes = withExif(new Uint8Array(small()), exifBlock(1, { gps: true })).slice().buffer as ArrayBuffer;
  const client = createPhotoClient({
    startWorker: () =>
      workerThat(async () => ({ ok: true, value: { bytes, type: 'image/jpeg', width: 800, height: 600 } })),
  });
  expect(await client.compress(source())).toEqual({ ok: false, problem: { code: 'corrupt-image' } });
});

test('[D10] the page compresses a photo when the worker has no decoder', async () => {
  const client = createPhotoClient({
    startWorker: () => workerThat(async () => ({ ok: false, code: 'not-here', library: null })),
    compressInPage: async () => small(),
  });
  expect(await client.compress(source())).toMatchObject({ ok: true, value: { width: 800 } });
});

test('[F25] a photo that the page cannot decode either counts as corrupt, a HEIC photo as unsupported', async () => {
  const client = createPhotoClient({
    startWorker: () => workerThat(async () => ({ ok: false, code: 'not-here', library: null })),
    compressInPage: () => Promise.reject(new ReferenceError('Image is not defined')),
  });
  expect(await client.compress(source())).toMatchObject({ problem: { code: 'corrupt-image' } });
  const heic = source(heicOf([[4032, 3024]]));
  expect(await client.compress(heic)).toMatchObject({ problem: { code: 'unsupported-image' } });
});

test('[F25] a page that never ends its decoding holds up neither that photo nor the next', async () => {
  const answers: PhotoWorker['compress'][] = [async () => ({ ok: false, code: 'not-here', library: null }), good];
  const never = () => new Promise<ArrayBuffer>(() => {});
  const client = createPhotoClient({
    startWorker: () => workerThat(async (...photo) => (answers.shift() ?? silent)(...photo)),
    timeoutMs: 400,
    compressInPage: never,
    turnInPage: never,
  });
  expect(await client.compress(source()), 'the picture may be fine').toMatchObject({
    problem: { code: 'worker-lost' },
  });
  expect(await client.turn(small(), 1)).toBeNull();
  expect((await client.compress(source())).ok).toBe(true);
});

test('[V2.29] looking at a photo that fails or hangs gives no advice, and the next photo is compressed', async () => {
  const looks = [() => Promise.reject(new Error('no pixels')), () => new Promise<null>(() => {})];
  const client = createPhotoClient({
    startWorker: () => workerThat(good, () => looks.shift()?.() ?? Promise.resolve(null)),
    timeoutMs: 40,
  });
  expect(await client.look(small())).toBeNull();
  expect(await client.look(small())).toBeNull();
  expect((await client.compress(source())).ok).toBe(true);
});

test('[D58][D10] a photo may be larger than 800 pixels only when it names a longer side', async () => {
  const edges: number[] = [];
  const large = async (_: ArrayBuffer, maxEdge: number): Promise<WorkerAnswer> => {
    edges.push(maxEdge);
    return {
      ok: true,
      value: { bytes: jpegOf(1600, 1200).slice().buffer as ArrayBuffer, type: 'image/jpeg', width: 1600, height: 1200 },
    };
  };
  const client = createPhotoClient({ startWorker: () => workerThat(large) });
  expect(await client.compress({ ...source(), maxEdge: 1600 })).toMatchObject({ ok: true, value: { width: 1600 } });
  expect((await client.compress(source())).ok).toBe(false);
  expect(edges).toEqual([1600, 800]);
});

test('[F59] a worker that lives all day keeps no photo it has answered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const client = createPhotoClient({ startWorker: () => workerThat(good) });
  const answered: WeakRef<object>[] = [];
  for (let photo = 0; photo < 20; photo += 1) {
    const result = await client.compress(source());
    if (result.ok) answered.push(new WeakRef(result.value.bytes));
  }
  expect(answered).toHaveLength(20);
  // What was awaited last is held by its turn, and a WeakRef's target until the task is over.
  await new Promise((over) => setImmediate(over));
  collect();
  expect(answered.filter((result) => result.deref() !== undefined).length).toBeLessThanOrEqual(1);
});

test('[F25] a worker that died between two photos is replaced at the next one', async () => {
  const first = workerThat(good);
  const workers = [first, workerThat(good)];
  const client = createPhotoClient({ startWorker: () => workers.shift() as WorkerLike, timeoutMs: 60_000 });
  await client.compress(source());
  first.die();
  expect((await client.compress(source())).ok).toBe(true);
  expect(first.ended).toBe(true);
});

test('[D87] a photo is turned in the worker, and in the page where the worker cannot draw', async () => {
  const turned: unknown[] = [];
  const upright = small();
  const turn = async (_: ArrayBuffer, quarters: number) => {
    turned.push(quarters);
    return upright;
  };
  const inWorker = createPhotoClient({
    startWorker: () => workerThat(good, undefined, { turn }),
    turnInPage: () => Promise.reject(new Error('not needed')),
  });
  expect(new Uint8Array((await inWorker.turn(small(), 3)) ?? new ArrayBuffer(0))).toEqual(new Uint8Array(upright));
  const inPage = createPhotoClient({
    startWorker: () => workerThat(good),
    turnInPage: turn,
  });
  expect(await inPage.turn(small(), 1)).toBe(upright);
  expect(turned).toEqual([3, 1]);
});

test('[D10][D87] what comes back turned is a whole JPEG without metadata, or nothing', async () => {
  const turnsInto = (bytes: Uint8Array) =>
    createPhotoClient({
      startWorker: () => workerThat(good),
      turnInPage: async () => joined(bytes).buffer,
    }).turn(small(), 1);
  expect(await turnsInto(withExif(jpegOf(800, 600), exifBlock(1)))).toBeNull();
  expect(await turnsInto(jpegOf(800, 600, { end: false }))).toBeNull();
});

test('[D87] pages are joined in the worker, again after it was lost once', async () => {
  const paper = new ArrayBuffer(9);
  let started = 0;
  const client = createPhotoClient({
    startWorker() {
      started += 1;
      const worker = workerThat(good, undefined, {
        join: started === 1 ? () => new Promise(() => {}) : async (photos) => (photos.length === 2 ? paper : null),
      });
      if (started === 1) setTimeout(worker.die, 20);
      return worker;
    },
  });
  expect((await client.join([small(), small()]))?.byteLength).toBe(9);
  expect(started).toBe(2);
});
