import { expect, test } from 'vitest';
import { fetchFile } from '#session/fetch-file.ts';

const answer = (status: number, disposition: string | null, body = '%PDF-1.4') =>
  (async () =>
    new Response(body, { status, headers: disposition ? { 'content-disposition': disposition } : {} })) as typeof fetch;

test('[D48] reads the file and its name from the server, with accents', async () => {
  const send = answer(200, `attachment; filename="Poliza.pdf"; filename*=UTF-8''P%C3%B3liza%202026.pdf`);
  const got = await fetchFile('/archivos/x', send);
  expect(got).toMatchObject({ ok: true, value: { name: 'Póliza 2026.pdf' } });
});

test.each([
  ['attachment; filename="Carta.pdf"', 'Carta.pdf'],
  [`attachment; filename="a.pdf"; filename*=UTF-8''%E0%A4%A`, 'a.pdf'],
  ['attachment', ''],
])('takes the name of %s', async (disposition, name) => {
  expect(await fetchFile('/x', answer(200, disposition))).toMatchObject({ ok: true, value: { name } });
});

test.each([
  [404, null, 'not-found'],
  [410, null, 'not-found'],
  [500, null, 'unavailable'],
  [200, null, 'nonsense'],
  [200, 'inline; filename="a.pdf"', 'nonsense'],
] as const)('an answer of %i with %j is %s', async (status, disposition, code) => {
  expect(await fetchFile('/x', answer(status, disposition))).toMatchObject({ ok: false, problem: { code } });
});

test('a broken connection counts as offline; the request carries no token and no cookie', async () => {
  let init: RequestInit | undefined;
  const send = (async (_: unknown, given?: RequestInit) => {
    init = given;
    throw new TypeError('broken');
  }) as typeof fetch;
  expect(await fetchFile('/x', send)).toMatchObject({ ok: false, problem: { code: 'offline' } });
  expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', cache: 'no-store' });
  expect(init?.headers).toBeUndefined();
});

/** A file that comes in parts. Each number is the wait for a part in milliseconds; a part with null never comes. */
const inParts = (waits: readonly (number | null)[]) =>
  (async () => {
    const body = new ReadableStream({
      async start(into) {
        for (const wait of waits) {
          if (wait === null) return;
          await new Promise((resolve) => setTimeout(resolve, wait));
          into.enqueue(new TextEncoder().encode('%PDF'));
        }
        into.close();
      },
    });
    return new Response(body, { headers: { 'content-disposition': 'attachment' } });
  }) as typeof fetch;

test('a silent connection times out, a slow one does not', async () => {
  const slow = await fetchFile('/x', inParts([40, 40, 40, 40]), { silenceMs: 100 });
  expect(slow.ok && slow.value.bytes.byteLength).toBe(16);
  const silent = await fetchFile('/x', inParts([1, null]), { silenceMs: 50 });
  expect(silent).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  const never = (() => new Promise(() => {})) as typeof fetch;
  expect(await fetchFile('/x', never, { silenceMs: 20 })).toMatchObject({ ok: false, problem: { code: 'timeout' } });
});

test('an abort ends the download and its request', async () => {
  const closing = new AbortController();
  let signal: AbortSignal | null | undefined;
  const send = ((_: unknown, given?: RequestInit) => {
    signal = given?.signal;
    return new Promise(() => {});
  }) as typeof fetch;
  const got = fetchFile('/x', send, { signal: closing.signal });
  closing.abort();
  expect(await got).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  expect(signal?.aborted).toBe(true);
});
