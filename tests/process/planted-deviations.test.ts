import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import { openHttpCore } from '#server/core/http-core.ts';
import { referenceCore } from '#server/demo/reference-core.ts';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import type { Finding } from '#tests/conformance/checks.ts';
import { walk } from '#tests/conformance/kit.ts';
import { printed } from '#tests/conformance/print.ts';
import { samples } from '#tests/conformance/samples.ts';
import { killable } from '../server/killable.ts';
import { createTestApp, ORIGIN, pathOf, type TestApp } from '../server/test-app.ts';

const EMAIL = 'costarica@demo.test';
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
}, 120_000);
afterAll(() => server.close());

/** A proxy between the conformance kit and the server, which may replace an answer with a wrong one. */
type Deviation = (request: Request, answer: (request: Request) => Promise<Response>) => Promise<Response>;
const honest: Deviation = (request, answer) => answer(request);

const tried = (deviation: Deviation = honest, of = server): Promise<Finding[]> =>
  walk({
    fetch: async (url, init) =>
      deviation(new Request(new URL(url, ORIGIN), init), async (request) => of.app.fetch(request)),
    apiBase: `${ORIGIN}/api`,
    hostBase: `${ORIGIN}/host`,
    email: EMAIL,
    password: 'Amparo2026',
  });
const wrong = (found: readonly Finding[]) =>
  found.filter(({ held }) => held === false).map(({ row, what, told }) => `${row} ${what}: ${told}`);

test('the conformance kit has a sample for every endpoint of the contract', () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(endpoints).sort());
});

test('our server conforms in everything that can be tried without a person, and the rest is listed with a reason', async () => {
  const found = await tried();
  expect(wrong(found)).toEqual([]);
  expect(new Set(found.map(({ row }) => row)).size).toBe(Object.keys(endpoints).length + 1);
  const untried = found.filter(({ held }) => held === null);
  expect(untried.every(({ told }) => told !== '')).toBe(true);
  expect(untried.length).toBeLessThan(20);
  const { lines, deviations } = printed(found);
  expect([deviations, lines.length]).toEqual([0, found.length + 2]);
});

test('a backend in a maintenance is told as one, and not as one that cannot sign in', async () => {
  await setMaintenance(server.db, () => new Date(), 'Volvemos pronto');
  const found = await tried().finally(() => setMaintenance(server.db, () => new Date(), null));
  expect(wrong(found)).toContain('login answers what the contract says: is in maintenance: try it afterwards');
});

test('[D83] a backend that does not know the code of an ended session conforms, and the finding says what follows', async () => {
  const found = await tried(async (request, answer) => {
    const told = await answer(request);
    return told.status === 401 ? changed(told, (body) => body.replace('session-ended', 'unauthorised')) : told;
  });
  expect(wrong(found)).toEqual([]);
  expect(found.filter(({ row, held }) => row === 'endSessions' && held === null).map(({ told }) => told)).toContain(
    'it says only 401: the device stays readable until it is locked',
  );
});

test('[F38] a server whose data comes from an administration over HTTP conforms in the same way', async () => {
  const secret = 'a-secret-of-the-tests';
  const reference = referenceCore(server.core, secret, ORIGIN);
  const administration = await killable((request) => reference.fetch(request));
  const core = openHttpCore({ steady: thisMachine.steady, url: administration.url, secret });
  const connected = await createTestApp({ seed: [EMAIL], core });
  try {
    const [near, far] = [await tried(), await tried(honest, connected)];
    const told = (found: readonly Finding[]) => found.map(({ row, what, held }) => `${row} ${what}: ${held}`);
    expect(wrong(far)).toEqual([]);
    expect(told(far)).toEqual(told(near));
  } finally {
    await connected.close();
    await administration.kill();
  }
}, 120_000);

/** Whether a request is to the endpoint. */
const isOf = (request: Request, name: EndpointName) => {
  const row: Endpoint = endpoints[name];
  return request.method === row.method && new URL(request.url).pathname === pathOf(name);
};
async function changed(response: Response, change: (body: string) => string, headers: Record<string, string> = {}) {
  const told = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) told.set(name, value);
  told.delete('content-length');
  return new Response(change(await response.text()), { status: response.status, headers: told });
}
const withoutHeader = (request: Request, name: string) => {
  const headers = new Headers(request.headers);
  headers.delete(name);
  return new Request(request, { headers });
};

describe('the conformance kit finds', () => {
  type Planted = [string, RegExp, Deviation];
  let tokens: Record<string, string>;
  const renewed = new Set<string>();
  beforeEach(async () => {
    tokens = (await server.signIn(EMAIL)).headers;
  });

  const planted: Planted[] = [
    [
      'a sign-in without its token',
      /^login answers what the contract says: cannot be read at 'usuario.token'/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'login') ? changed(told, (body) => body.replace('"token":', '"otro":')) : told;
      },
    ],
    [
      'a policy that cannot be read, in a list of others',
      /^policies answers .*: 1 of 3 rows cannot be read/,
      async (request, answer) => {
        const told = await answer(request);
        if (!isOf(request, 'policies') || told.status !== 200) return told;
        return changed(told, (body) => body.replace(/"Policy":"[^"]+"/, '"Policy":null'));
      },
    ],
    ...['0001-01-01T00:00:00', '1900-01-01'].map(
      (empty): Planted => [
        `the empty date ${empty} of another system (D94)`,
        new RegExp(`^policies answers what the contract says: '\\[0\\].GracePeriodDate' is "${empty}"`),
        async (request, answer) => {
          const told = await answer(request);
          if (!isOf(request, 'policies') || told.status !== 200) return told;
          return changed(told, (body) => body.replace(/"GracePeriodDate":null/, `"GracePeriodDate":"${empty}"`));
        },
      ],
    ),
    [
      'an amount that may be its thousandth (D22)',
      /^pendingBills answers what the contract says: '\[0\].DuePremium' is "185.000"/,
      async (request, answer) => {
        const told = await answer(request);
        if (!isOf(request, 'pendingBills') || told.status !== 200) return told;
        return changed(told, (body) => body.replace(/"DuePremium":[\d.]+/, '"DuePremium":"185.000"'));
      },
    ],
    [
      'null for an empty list',
      /^documents answers what the contract says: cannot be read/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'documents') && told.status === 200 ? changed(told, () => 'null') : told;
      },
    ],
    [
      'personal information without its residence',
      /^personalInformation names the residence: it has no residenciaFiscal/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'personalInformation') && told.status === 200
          ? changed(told, (body) => body.replace('"residenciaFiscal":', '"otra":'))
          : told;
      },
    ],
    [
      'a change that does not name what it updated',
      /^updatePersonalInformation names the updated fields: not estadoCivil/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'updatePersonalInformation') && told.status === 200
          ? Response.json({ message: 'Datos actualizados' })
          : told;
      },
    ],
    [
      'tickets given without tokens',
      /^tickets asks for tokens: answered 200/,
      async (request, answer) => {
        if (!isOf(request, 'tickets') || request.headers.has('authorization')) return answer(request);
        return answer(new Request(request, { headers: tokens }));
      },
    ],
    [
      'tickets given for invented tokens',
      /^tickets refuses tokens that were made up: answered 200/,
      async (request, answer) => {
        if (!isOf(request, 'tickets') || request.headers.get('authorization') !== 'Bearer inventado')
          return answer(request);
        return answer(new Request(request, { headers: tokens }));
      },
    ],
    [
      'a session that is named in words only',
      /^nameSession lists the name that was given: the name is ""/,
      async (request, answer) =>
        isOf(request, 'nameSession') && request.headers.get('authorization') !== 'Bearer inventado'
          ? Response.json({})
          : answer(request),
    ],
    [
      'a session that is ended in words only',
      /^endSessions ends the session it names: answered 200/,
      async (request, answer) =>
        isOf(request, 'endSessions') && request.headers.get('authorization') !== 'Bearer inventado'
          ? Response.json({})
          : answer(request),
    ],
    [
      'a renewal token that is good for ever',
      /^renewSession refuses one whose next one was used: answered 200/,
      async (request, answer) => {
        if (!isOf(request, 'renewSession') || !(await request.clone().text()).includes('renovacion')) {
          return answer(request);
        }
        const body = JSON.stringify({ renovacion: (await server.signIn(EMAIL)).renewal });
        return answer(new Request(request.url, { method: 'POST', headers: request.headers, body }));
      },
    ],
    [
      'a renewal whose answer must not be lost',
      /^renewSession goes on after an answer that was lost: answered 500/,
      async (request, answer) => {
        if (!isOf(request, 'renewSession')) return answer(request);
        const { renovacion } = await request.clone().json();
        const isAgain = renewed.has(renovacion);
        renewed.add(renovacion);
        return isAgain ? Response.json({ error: 'no' }, { status: 500 }) : answer(request);
      },
    ],
    [
      'error texts under another name',
      /^pendingBills says .*: no text in 'error'/,
      async (request, answer) => {
        const told = await answer(request);
        return told.status >= 400 ? changed(told, (body) => body.replace('"error":', '"mensaje":')) : told;
      },
    ],
    [
      'errors as a page',
      /^every row an unknown address is told as such: answered 404, and no JSON/,
      async (request, answer) => {
        const told = await answer(request);
        return told.status === 404
          ? new Response('<h1>404</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } })
          : told;
      },
    ],
    [
      'an ETag that never holds',
      /^refunds answers 304 to its ETag: answered 200/,
      async (request, answer) =>
        isOf(request, 'refunds') ? answer(withoutHeader(request, 'if-none-match')) : answer(request),
    ],
    [
      'an ETag that always holds',
      /^refunds answers whole to another ETag: answered 304/,
      async (request, answer) =>
        isOf(request, 'refunds') && request.headers.has('if-none-match')
          ? new Response(null, { status: 304 })
          : answer(request),
    ],
    [
      'an ETag that stays when the list changes',
      /^tickets gives another ETag once it has changed: the same one/,
      async (request, answer) => {
        if (!isOf(request, 'tickets')) return answer(request);
        const asked = request.headers.get('if-none-match');
        const told = await answer(withoutHeader(request, 'if-none-match'));
        if (told.status !== 200) return told;
        const headers = { ETag: '"constant"' };
        return asked === '"constant"'
          ? new Response(null, { status: 304, headers })
          : changed(told, (body) => body, headers);
      },
    ],
    [
      'answers that may be cached',
      /^personalInformation is kept by no cache: Cache-Control: public/,
      async (request, answer) => {
        const told = await answer(request);
        return told.status === 200 ? changed(told, (body) => body, { 'Cache-Control': 'public' }) : told;
      },
    ],
    [
      'a refund for each repetition',
      /^createRefund repeated, gives the first receipt: another one: R-/,
      async (request, answer) => {
        if (!isOf(request, 'createRefund')) return answer(request);
        const key = request.headers.get('idempotency-key') ?? '';
        const body = await request.arrayBuffer();
        const headers = new Headers(request.headers);
        headers.set('idempotency-key', crypto.randomUUID());
        const told = await answer(new Request(request.url, { method: 'POST', headers, body }));
        return changed(told, (text) => text.replace(/"clave":"[^"]+"/, `"clave":"${key}"`));
      },
    ],
    [
      'other content accepted under a used key',
      /^createTicket refuses other content under a used key: answered 200/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'createTicket') && [409, 422].includes(told.status) ? Response.json({}) : told;
      },
    ],
    [
      'a receipt for another key',
      /^createTicket signs with the key it was sent under: names 0000/,
      async (request, answer) => {
        const told = await answer(request);
        if (!isOf(request, 'createTicket')) return told;
        return changed(told, (body) =>
          body.replace(/"clave":"[^"]+"/, '"clave":"00000000-0000-4000-8000-000000000000"'),
        );
      },
    ],
    [
      'damaged commands accepted',
      /^createRefund refuses what was damaged on its way: answered 200/,
      async (request, answer) =>
        isOf(request, 'createRefund') ? answer(withoutHeader(request, 'amparo-fingerprint')) : answer(request),
    ],
    [
      'another customer’s data',
      /^payments refuses another customer's policyId: answered 200/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'payments') && told.status === 404 ? Response.json([]) : told;
      },
    ],
    [
      'a 500 for a bad input',
      /^refunds refuses an input without its fields: answered 500/,
      async (request, answer) => {
        const told = await answer(request);
        return told.status === 422 ? Response.json({ message: 'oops', error: 'oops' }, { status: 500 }) : told;
      },
    ],
    [
      'a list that is spoiled among many',
      /^readTogether answers payments as its own call does: 3 of 3 rows cannot be read/,
      async (request, answer) => {
        const told = await answer(request);
        return isOf(request, 'readTogether') && told.status === 200
          ? changed(told, (body) => body.replace(/"payments":\[/g, '"payments":null,"otra":['))
          : told;
      },
    ],
    [
      'an ETag that holds only by itself',
      /^readTogether answers roles as its own call does: answered 200 to its ETag/,
      async (request, answer) => {
        if (!isOf(request, 'readTogether') || request.headers.get('authorization') === 'Bearer inventado')
          return answer(request);
        const body = (await request.text()).replace(/"etiqueta":"(?:\\.|[^"\\])*"/g, '"etiqueta":null');
        return answer(new Request(request.url, { method: 'POST', headers: request.headers, body }));
      },
    ],
    [
      'one refusal that refuses all',
      /^readTogether refuses another customer's list alone: answered 403/,
      async (request, answer) => {
        const told = await answer(request);
        if (!isOf(request, 'readTogether')) return told;
        const body = await told.clone().text();
        return body.includes('forbidden') ? Response.json({ code: 'forbidden', message: 'No' }, { status: 403 }) : told;
      },
    ],
    [
      'a list for the send-only token',
      /^readTogether shows nothing to the send-only token: it brought a list/,
      async (request, answer) => {
        const isSendOnly = isOf(request, 'readTogether') && !request.headers.has('amparo-internal-token');
        if (!isSendOnly || !request.headers.has('authorization')) return answer(request);
        const headers = { ...tokens, 'Content-Type': 'application/json' };
        return answer(new Request(request.url, { method: 'POST', headers, body: await request.text() }));
      },
    ],
    [
      'a send-only token that sends nothing',
      /^createTicket takes the send-only token: answered 401/,
      async (request, answer) => {
        const isSendOnly = isOf(request, 'createTicket') && !request.headers.has('amparo-internal-token');
        return isSendOnly ? Response.json({ code: 'unauthorised', message: 'No' }, { status: 401 }) : answer(request);
      },
    ],
  ];

  test.each(planted)('%s', async (_, where, deviation) => {
    expect(wrong(await tried(deviation)).filter((line) => where.test(line))).not.toEqual([]);
  });
});
