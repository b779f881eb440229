import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '#api/create-api.ts';
import { mayBeDone } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const NOW = Date.parse('2026-11-21T10:00:00Z');

interface Requested {
  url: URL;
  init: RequestInit;
}

/** An api whose network gives this answer, and the requests it made. */
function apiThat(answer: (request: Requested) => Response | Promise<Response>) {
  const requests: Requested[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const one = { url: new URL(String(input)), init };
    requests.push(one);
    return answer(one);
  };
  const bases = { apiBase: 'https://amparo.test/api', hostBase: 'https://amparo.test/host' };
  return { api: createApi({ fetch, ...bases, clock: () => NOW }), requests };
}

const tickets = (answer: (request: Requested) => Response | Promise<Response>) =>
  apiThat(answer).api.call('tickets', { idUsuario: '1' });

describe('a request', () => {
  test('[H7.22] puts a query in the address', async () => {
    const { api, requests } = apiThat(() => Response.json([]));
    await api.call('tickets', { idUsuario: 'a b&c' }, { bearer: 'T' });
    expect(requests[0]?.url.href).toBe('https://amparo.test/api/tickets/getTicketsByPoliza?idUsuario=a+b%26c');
    expect(requests[0]?.init).toMatchObject({ method: 'GET', body: null, headers: { Authorization: 'Bearer T' } });
  });

  test('[V7.1] [H7.1] [D28] [H7.15] goes to the integration host, as JSON, when its endpoint says so', async () => {
    const { api, requests } = apiThat(() => Response.json([]));
    const input = { VisualTimeInstance: 'VTUSA', Policy: '7', PendingBills: 1 } as const;
    await api.call('pendingBills', input, { bearer: 'T', internal: 'I' });
    expect(requests[0]?.url.pathname).toBe('/host/salesforce/getPendingBills');
    expect(JSON.parse(String(requests[0]?.init.body))).toEqual(input);
    expect(requests[0]?.init.headers).toMatchObject({
      'Amparo-Internal-Token': 'I',
      'Content-Type': 'application/json',
    });
  });

  test('puts encoded parts into its path', async () => {
    const { api, requests } = apiThat(() => Response.json({ estado: 'anulado' }));
    await api.call('receipt', { clave: '../a b' });
    expect(requests[0]?.url.pathname).toBe('/api/recibos/..%2Fa%20b');
  });

  test('[H7.6] sends fields and files as multipart, each file with name and type, byte for byte', async () => {
    const { api, requests } = apiThat(() => Response.json({}));
    const bytes = new Uint8Array([0, 255, 13, 10, 45, 45]);
    const file = { bytes: bytes.buffer, name: 'informe médico.pdf', type: 'application/pdf' };
    const fields = { idReembolso: '1', idUsuario: '2', CaseNumber: undefined };
    await api.call('addRefundDocument', fields, { files: { documento: file } });
    const form = requests[0]?.init.body as FormData;
    expect([...form.keys()]).toEqual(['idReembolso', 'idUsuario', 'documento']);
    const sent = form.get('documento') as File;
    expect([sent.name, sent.type]).toEqual(['informe médico.pdf', 'application/pdf']);
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(bytes);
    expect(new Headers(requests[0]?.init.headers).has('Content-Type')).toBe(false);
  });

  test('[S10] [S12] carries no cookies, follows no redirect and forbids caching', async () => {
    const { api, requests } = apiThat(() => Response.json([]));
    await api.call('tickets', { idUsuario: '1' });
    expect(requests[0]?.init).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'manual' });
  });
});

describe('an answer', () => {
  test('is parsed by the contract’s schema', async () => {
    const answer = await tickets(() => Response.json([{ id: 7, idEstado: '2', extra: true }, { nombre: 'no id' }]));
    expect(answer).toMatchObject({ ok: true, value: [{ id: '7', idEstado: 2, notas: '' }] });
  });

  test.each<[string, () => Response]>([
    ['[F8] HTML with 200', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['[F8] JSON that calls itself HTML', () => new Response('[]', { headers: { 'Content-Type': 'text/html' } })],
    ['[F8] a redirect', () => new Response(null, { status: 302, headers: { Location: 'https://portal.test' } })],
    ['[F8] HTML with 403', () => new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } })],
    ['[F8] HTML with 401', () => new Response('<html>', { status: 401, headers: { 'Content-Type': 'text/html' } })],
    ['a 304 nobody asked for', () => new Response(null, { status: 304 })],
    ['a status that nobody knows', () => Response.json({}, { status: 418 })],
  ])('%s counts as nonsense', async (_, answer) => {
    expect(await tickets(answer)).toMatchObject({ ok: false, problem: { code: 'nonsense' } });
  });

  test.each<[string, () => Response]>([
    ['JSON that breaks off', () => new Response('[{"id":', { headers: JSON_TYPE })],
    ['another shape', () => Response.json({ error: 'no list' })],
    ['null for a list', () => Response.json(null)],
    ['an empty body', () => new Response('', { headers: JSON_TYPE })],
  ])('[F7][D94] %s is no portal, but an answer that cannot be read', async (_, answer) => {
    expect(await tickets(answer)).toMatchObject({ ok: false, problem: { code: 'unreadable' } });
  });

  test('[F8] that came through a redirect counts as nonsense', async () => {
    const answer = Response.json([]);
    Object.defineProperty(answer, 'redirected', { value: true });
    expect(await tickets(() => answer)).toMatchObject({ problem: { code: 'nonsense' } });
  });

  test('without content is accepted when the endpoint expects none', async () => {
    const { api } = apiThat(() => new Response(null, { status: 204 }));
    expect(await api.call('logout', { idUsuario: '1' })).toEqual({ ok: true, value: {} });
    expect(await api.call('tickets', { idUsuario: '1' })).toMatchObject({ problem: { code: 'unreadable' } });
  });

  test('that never ends is aborted, not kept in memory', async () => {
    const chunk = new Uint8Array(8 * 1024 * 1024);
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(chunk),
      cancel: () => {
        cancelled = true;
      },
    });
    expect(await tickets(() => new Response(endless, { headers: JSON_TYPE }))).toMatchObject({
      problem: { code: 'nonsense' },
    });
    expect(cancelled).toBe(true);
  });

  test('with an ETag is loaded again only when it changed', async () => {
    const { api, requests } = apiThat(({ init }) =>
      new Headers(init.headers).get('If-None-Match') === '"a"'
        ? new Response(null, { status: 304 })
        : Response.json([], { headers: { ETag: '"a"' } }),
    );
    const first = await api.pull('tickets', { idUsuario: '1' }, null);
    expect(first).toEqual({ ok: true, value: { unchanged: false, value: [], etag: '"a"' } });
    expect(await api.pull('tickets', { idUsuario: '1' }, '"a"')).toEqual({ ok: true, value: { unchanged: true } });
    expect(requests).toHaveLength(2);
  });
});

describe('a problem', () => {
  const refusal =
    (status: number, body: unknown, headers = {}) =>
    () =>
      Response.json(body, { status, headers });

  test.each<[number, string]>([
    [400, 'invalid'],
    [401, 'unauthorised'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [408, 'timeout'],
    [409, 'taken'],
    [413, 'too-large'],
    [415, 'unsupported-type'],
    [422, 'invalid'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('%i without a code gets the code %s and the text of the server', async (status, code) => {
    expect(await tickets(refusal(status, { message: 'Palabras' }))).toEqual({
      ok: false,
      problem: { code, status, text: 'Palabras' },
    });
  });

  test('gets the code of the server rather than that of the status, except codes that only a device sets', async () => {
    expect(await tickets(refusal(422, { code: 'key-reused' }))).toMatchObject({ problem: { code: 'key-reused' } });
    expect(await tickets(refusal(409, { code: 'withdrawn' }))).toMatchObject({ problem: { code: 'withdrawn' } });
    expect(await tickets(refusal(422, { code: 'offline' }))).toMatchObject({ problem: { code: 'invalid' } });
    expect(await tickets(refusal(500, { code: 'invalid' }))).toMatchObject({ problem: { code: 'unavailable' } });
    expect(await tickets(refusal(503, { code: 'maintenance' }))).toMatchObject({ problem: { code: 'maintenance' } });
  });

  test('[F9] names the fields', async () => {
    const fields = { importe: 'Ingresa un importe válido' };
    expect(await tickets(refusal(422, { fields }))).toMatchObject({ problem: { fields } });
    expect(await tickets(refusal(422, { fields: { importe: 3 } }))).toEqual({
      ok: false,
      problem: { code: 'invalid', status: 422 },
    });
  });

  test('[H7.2] [H7.15] gets its text from the field that the endpoint names', async () => {
    const { api } = apiThat(refusal(422, { error: 'en error', message: 'en message' }));
    expect(await api.call('forgotPassword', { email: 'a@b.test' })).toMatchObject({ problem: { text: 'en error' } });
    expect(await api.call('tickets', { idUsuario: '1' })).toMatchObject({ problem: { text: 'en message' } });
  });

  test.each([
    ['createRefund', 'Failed to create reembolso'],
    ['refunds', 'Failed to get reembolsos'],
    ['addRefundDocument', 'Failed to send document'],
    ['downloadRefundDocument', 'Failed to download document'],
  ] as const)(
    '[H7.24] of %s is noted in the console; no connection is none, nor are tokens that are refused',
    async (name, failure) => {
      const log = vi.spyOn(console, 'error').mockReturnValue();
      onTestFinished(() => log.mockRestore());
      const calling = (answer: () => Response) => apiThat(answer).api.call(name, {} as never);
      await calling(() => {
        throw new TypeError('Failed to fetch');
      });
      await calling(() => Response.json({ code: 'unauthorised' }, { status: 401 }));
      expect(log).not.toHaveBeenCalled();
      await calling(() => Response.json({ code: 'forbidden' }, { status: 403 }));
      expect(log.mock.calls).toEqual([[failure, 'forbidden']]);
    },
  );

  test('[H7.24] of one list among many that are read together is noted too', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const { api } = apiThat(() =>
      Response.json({ respuestas: [{ estado: 304 }, { estado: 'problema', codigo: 'forbidden' }] }),
    );
    const held = { etag: '"a"', versions: null };
    await api.readTogether([
      { ...held, name: 'tickets', input: { idUsuario: '1' } },
      { ...held, name: 'refunds', input: { idUsuario: '1', poliza: '2' } },
    ]);
    expect(log.mock.calls).toEqual([['Failed to get reembolsos', 'forbidden']]);
  });

  test('of 401 at a sign-in means a wrong password', async () => {
    const { api } = apiThat(refusal(401, { error: 'no' }));
    expect(await api.call('login', { email: 'a', password: 'b' })).toMatchObject({
      problem: { code: 'bad-credentials' },
    });
  });

  test.each<[string, number | undefined]>([
    ['7', 7],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('[F10] with Retry-After %j waits %s seconds', async (header, retryAfter) => {
    const answer = await tickets(refusal(429, { message: 'x' }, { 'Retry-After': header }));
    expect(answer.ok ? null : answer.problem.retryAfter).toBe(retryAfter);
  });

  test('[F10] of 413 or 429 is recognised without JSON, since it may come from a proxy', async () => {
    const html = (status: number) => () => new Response('<html>', { status, headers: { 'Retry-After': '5' } });
    expect(await tickets(html(413))).toMatchObject({ problem: { code: 'too-large' } });
    expect(await tickets(html(429))).toMatchObject({ problem: { code: 'rate-limited', retryAfter: 5 } });
  });
});

describe('no answer', () => {
  test('because of no network counts as offline', async () => {
    expect(await tickets(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual({
      ok: false,
      problem: { code: 'offline' },
    });
  });

  test('because the body breaks off counts as offline', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
    expect(await tickets(() => new Response(broken, { headers: JSON_TYPE }))).toMatchObject({
      problem: { code: 'offline' },
    });
  });

  test('within 30 seconds counts as a timeout, and the request is aborted', async () => {
    vi.useFakeTimers();
    try {
      const { api, requests } = apiThat(() => new Promise<Response>(() => {}));
      const answer = api.call('tickets', { idUsuario: '1' });
      await vi.advanceTimersByTimeAsync(29_999);
      expect(requests[0]?.init.signal?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await answer).toEqual({ ok: false, problem: { code: 'timeout' } });
      expect(requests[0]?.init.signal?.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that comes slowly is taken as long as something comes', async () => {
    vi.useFakeTimers();
    try {
      let send!: ReadableStreamDefaultController<Uint8Array>;
      const begin = (controller: typeof send) => {
        send = controller;
      };
      const body = new ReadableStream<Uint8Array>({ start: begin });
      const { api } = apiThat(async () => new Response(body, { headers: JSON_TYPE }));
      const answer = api.call('tickets', { idUsuario: '1' });
      for (const piece of ['[', ' ', ' ', ']']) {
        await vi.advanceTimersByTimeAsync(20_000);
        send.enqueue(new TextEncoder().encode(piece));
      }
      send.close();
      expect(await answer).toEqual({ ok: true, value: [] });
      const silent = api.call('tickets', { idUsuario: '1' });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await silent).toMatchObject({ ok: false });
    } finally {
      vi.useRealTimers();
    }
  });

  test('[F28] to a large upload counts as a timeout only after a time that grows with its size', async () => {
    vi.useFakeTimers();
    try {
      const { api } = apiThat(() => new Promise<Response>(() => {}));
      const bytes = new ArrayBuffer(6 * 1024 * 1024);
      const files = { documento: { bytes, name: 'a.pdf', type: 'application/pdf' } };
      let over = false;
      void api.call('addRefundDocument', { idReembolso: '1', idUsuario: '2' }, { files }).then(() => {
        over = true;
      });
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect(over).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('because the caller aborted, before or during the request, counts as a timeout', async () => {
    const { api } = apiThat(() => new Promise<Response>(() => {}));
    const ends = new AbortController();
    const answer = api.call('tickets', { idUsuario: '1' }, { signal: ends.signal });
    ends.abort();
    expect(await answer).toMatchObject({ problem: { code: 'timeout' } });
    expect(await api.call('tickets', { idUsuario: '1' }, { signal: ends.signal })).toMatchObject({
      problem: { code: 'timeout' },
    });
  });
});

test('[D69] many answers are read a stretch at a time, and what the customer does comes between', async () => {
  const read = { name: 'tickets', input: { idUsuario: '1' }, etag: '"a"', versions: null } as const;
  const reads = Array.from({ length: 8 }, () => read);
  let now = 0;
  let turns = 0;
  const api = createApi({
    fetch: async () => Response.json({ respuestas: reads.map(() => ({ estado: 304 })) }),
    apiBase: '',
    hostBase: '',
    // Each answer takes four milliseconds.
    steady: () => {
      now += 4;
      return now;
    },
    timers: {
      ...thisMachine.timers,
      after(milliseconds, run) {
        if (milliseconds === 0) turns += 1;
        return thisMachine.timers.after(milliseconds, run);
      },
    },
  });
  expect(await api.readTogether(reads)).toEqual({
    ok: true,
    value: reads.map(() => ({ ok: true, value: { unchanged: true } })),
  });
  expect(turns).toBe(2);
});

describe('[D51] the version of the contract', () => {
  const outdated = () => new Response('{}', { status: 409, headers: { ...JSON_TYPE, 'Amparo-Contract': '2' } });
  const heard = (answer: () => Response) => {
    const told: boolean[] = [];
    const api = createApi({
      fetch: async () => answer(),
      apiBase: '',
      hostBase: '',
      onOutdated: (now) => told.push(now),
    });
    const read = { name: 'tickets', input: { idUsuario: '1' }, etag: null, versions: null } as const;
    return {
      told,
      ask: () => api.call('tickets', { idUsuario: '1' }),
      askTogether: () => api.readTogether([read, read]),
    };
  };

  test('is sent with every request', async () => {
    const { api, requests } = apiThat(() => Response.json([]));
    await api.call('tickets', { idUsuario: '1' });
    await api.call('login', { email: 'a@b.test', password: 'x' });
    const sent = requests.map(({ init }) => (init.headers as Record<string, string>)['Amparo-Contract']);
    expect(sent).toEqual(['1', '1']);
  });

  test("of a backend that needs a newer app makes its refusal 'outdated'", async () => {
    const { told, ask } = heard(outdated);
    expect(await ask()).toMatchObject({ problem: { code: 'outdated', status: 409 } });
    expect(told).toEqual([true]);
  });

  test("missing in the header of a 426 makes it 'outdated' too", async () => {
    const { told, ask } = heard(() => Response.json({ code: 'outdated' }, { status: 426 }));
    expect(await ask()).toMatchObject({ problem: { code: 'outdated' } });
    expect(told).toEqual([true]);
  });

  test("newer than the app leaves a readable answer valid, and makes an unreadable one 'outdated'", async () => {
    const headers = { 'Amparo-Contract': '9' };
    expect(await heard(() => Response.json([], { headers })).ask()).toEqual({ ok: true, value: [] });
    expect(await heard(() => Response.json({}, { headers })).ask()).toMatchObject({ problem: { code: 'outdated' } });
  });

  test('newer than the app is told of many reads when one of them cannot be read, and not when all can', async () => {
    const headers = { 'Amparo-Contract': '9' };
    const list = (cuerpo: unknown) => ({ estado: 200, cuerpo });
    for (const [second, expected] of [
      [null, true],
      [[], false],
    ]) {
      const answer = { respuestas: [list([]), list(second)] };
      const { told, askTogether } = heard(() => Response.json(answer, { headers }));
      expect(await askTogether()).toMatchObject({ ok: true, value: [{ ok: true }, { ok: !expected }] });
      expect(told).toEqual([expected]);
    }
    const { told, askTogether } = heard(outdated);
    expect(await askTogether()).toMatchObject({ problem: { code: 'outdated' } });
    expect(told).toEqual([true]);
  });

  test('newer than the app leaves a maintenance one, in which nothing was done', async () => {
    const body = { code: 'maintenance' };
    const { told, ask } = heard(() => Response.json(body, { status: 503, headers: { 'Amparo-Contract': '9' } }));
    const answer = await ask();
    expect(answer).toMatchObject({ problem: { code: 'maintenance', status: 503 } });
    expect(answer.ok || mayBeDone(answer.problem)).toBe(false);
    expect(told).toEqual([]);
  });

  test.each([null, '1', '0', 'v2', ''])('of %j leaves an answer as it is', async (version) => {
    const headers: Record<string, string> = version === null ? {} : { 'Amparo-Contract': version };
    const { told, ask } = heard(() => Response.json({ code: 'taken' }, { status: 409, headers }));
    expect(await ask()).toMatchObject({ problem: { code: 'taken' } });
    expect(told).toEqual([]);
  });
});
