import { expect, test } from 'vitest';
import { fetchFile } from '#session/fetch-file.ts';

const answer = (status: number, disposition: string | null, body = '%PDF-1.4') =>
  (async () =>
    new Response(body, { status, headers: disposition ? { 'content-disposition': disposition } : {} })) as typeof fetch;

test('[D48] reads the file and the name the server gives it, accents included', async () => {
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

test('a broken connection is offline; no token and no cookie goes along', async () => {
  let init: RequestInit | undefined;
  const send = (async (_: unknown, given?: RequestInit) => {
    init = given;
    throw new TypeError('broken');
  }) as typeof fetch;
  expect(await fetchFile('/x', send)).toMatchObject({ ok: false, problem: { code: 'offline' } });
  expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', cache: 'no-store' });
  expect(init?.headers).toBeUndefined();
});
