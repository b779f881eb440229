import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { CORE_CONTRACT_HEADER } from '#server/core/contract.ts';
import { openHttpCore } from '#server/core/http-core.ts';
import type { CoreEvent } from '#server/core/not-answered.ts';
import type { Core } from '#server/core/port.ts';
import { download } from '#server/files/routes.ts';
import { type Administration, type Behaviour, openAdministration, SECRET, says } from './administration.ts';

const person = { country: 'Costa Rica', kind: 'Cédula de Identidad', number: '112340567' };
const policy = {
  ...{ Policy: '520021', PolicyNumber: 'H-1', ProductName: 'Salud', LineOfBusinessType: 'Health' },
  ...{ VisualTimeInstance: 'VTUSA', IssuingCompany: 'AMPARO', OffshoreIndicator: '0', ProducerName: 'Luis' },
  ...{ GracePeriodDate: null, GracePeriodDays: 30, MainInsuredName: 'Ana', IdentificationNumber: '1' },
  ...{ IdentificationType: 'Cédula', EffectiveDate: '2020-02-29', InsuredAmount: 1, HealthCoverage: 0.5 },
  ...{ HealthDeductible: 0, BalanceInquiry: 0, PolicyValuesType: '', ModalPremium: 10, PaymentFrequency: 'Mensual' },
  ...{ LastPaidDate: null, PolicyOwnerName: 'Ana', AmountAvoidLapsingPolicy: 0 },
};
const order = { policyId: '520021', billNumber: null, amount: 10, currency: null };
const patience = { attempt: 2_000, call: 6_000, document: 2_000 };
const hasty = { attempt: 250, call: 1_500, document: 400 };
const away = (retryAfter = expect.any(Number)) => ({ ok: false, problem: { code: 'core-away', retryAfter } });

let there: Administration;
let events: CoreEvent[] = [];
let core: Core;
beforeAll(async () => {
  there = await openAdministration();
});
beforeEach(() => {
  events = [];
  core = openHttpCore({
    steady: thisMachine.steady,
    url: there.url,
    secret: SECRET,
    patience,
    tell: (event) => events.push(event),
  });
});
afterEach(() => vi.useRealTimers());
afterAll(() => there.close());

const whys = () => events.flatMap((event) => ('why' in event ? [event.why] : []));
const states = () => events.flatMap((event) => ('breaker' in event ? [event.breaker] : []));

describe('[F38] the answer of an administration', () => {
  test('is asked for with token and contract version, and with the document number in the body, never in the address', async () => {
    there.behave(says({ policies: [{ ...policy, More: 'than we know' }] }));
    expect(await core.policiesOf(person)).toEqual({ ok: true, value: [policy] });
    expect(there.requestLines).toEqual(['POST /policies/search']);
    const [request] = there.requests;
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      [CORE_CONTRACT_HEADER.toLowerCase()]: '1',
    });
    expect(request?.headers['x-request-id']).toMatch(/^[\w-]{43}$/);
  });

  test('[D78] says an instant in any form of ISO 8601, and is none with an instant that there is not', async () => {
    const paid = async (LastPaidAt: string) => {
      there.behave(says({ policies: [{ ...policy, LastPaidAt }] }));
      return core.policiesOf(person);
    };
    const value = [{ ...policy, LastPaidAt: '2026-11-29T15:00:00.000Z' }];
    expect(await paid('2026-11-29T10:00:00-05')).toEqual({ ok: true, value });
    expect(await paid('2026-11-31T10:00:00Z')).toEqual(away());
  });

  const nonsense: Record<string, Behaviour> = {
    'the page of a proxy': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
    'no body at all': (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(),
    'half of a body': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '900' });
      response.write('{"policies": [');
      setTimeout(() => response.destroy(), 10);
    },
    'a list that is none': says({ policies: {} }),
    'nothing where a list belongs': says({}),
    'null where a list belongs': says({ policies: null }),
    'one bad row among good ones': says({ policies: [policy, { ...policy, ModalPremium: 'mucho' }] }),
    'a row without its id': says({ policies: [{ ...policy, Policy: '' }] }),
    'an id that leads elsewhere': says({ policies: [{ ...policy, Policy: '..' }] }),
    'a day that does not exist': says({ policies: [{ ...policy, EffectiveDate: '2021-02-29' }] }),
    'an error inside a 200': says({ error: 'database' }),
    'a redirect': (_, response) => void response.writeHead(302, { Location: `${there.url}/elsewhere` }).end(),
    'nothing, and says so': (_, response) => void response.writeHead(204).end(),
    'that it knows no such call': says({ policies: [] }, 404),
    'that our token is wrong': says({ policies: [] }, 401),
    'an error': says({ policies: [] }, 500),
    'that it is too much': says({ policies: [] }, 429),
  };
  test.each(Object.entries(nonsense))(
    'that is or says %s counts as away, never as an empty list',
    async (_, behaviour) => {
      there.behave(behaviour);
      expect(await core.policiesOf(person)).toEqual(away());
      expect(whys().length).toBeGreaterThan(0);
      // A redirect is never followed.
      expect(new Set(there.requestLines)).toEqual(new Set(['POST /policies/search']));
    },
  );

  test('counts as away in every call, for every list and every single object', async () => {
    const calls: ((one: Core) => Promise<unknown>)[] = [
      (one) =>
        one.claim({
          document: person,
          nombre: '',
          apellidos: '',
          fechaNacimiento: '',
          residenciaFiscal: '',
          email: '',
        }),
      (one) => one.policiesOf(person),
      (one) => one.findPolicy(person, '520021'),
      (one) => one.pendingBills('520021'),
      (one) => one.payments('520021'),
      (one) => one.documents('520021'),
      (one) => one.versionOf('payments', '520021'),
      (one) => one.versionOf('documents', '520021'),
      (one) => one.versionOfPolicies(person),
      (one) => one.readDocument('520021', 'd1'),
      (one) => one.beneficiaries('520021'),
      (one) => one.insuredPersons('520021'),
      (one) => one.synchronize(person),
      (one) => one.paymentAddress(order),
    ];
    expect(calls).toHaveLength(Object.keys(core).length + 1);
    for (const [behaviour, label] of [
      [says([]), 'a list alone'],
      [says({}, 503), 'not now'],
    ] as const) {
      there.behave(behaviour);
      const fresh = () =>
        openHttpCore({
          steady: thisMachine.steady,
          url: there.url,
          secret: SECRET,
          patience: { ...patience, retries: 0 },
        });
      for (const call of calls) {
        const said = await call(fresh());
        // Any bytes are a valid file, so this answer is right for a document.
        if (label === 'a list alone' && String(call).includes('readDocument')) continue;
        expect(said, `${call}: ${label}`).toEqual(away());
      }
    }
  });

  test('that is slow, in its headers or in its body, is awaited no longer than a try may take', async () => {
    const slow: Behaviour[] = [
      () => {},
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
    ];
    for (const behaviour of slow) {
      there.behave(behaviour);
      const tell = (event: CoreEvent) => events.push(event);
      const impatient = openHttpCore({
        steady: thisMachine.steady,
        url: there.url,
        secret: SECRET,
        patience: hasty,
        tell,
      });
      const started = performance.now();
      expect(await impatient.policiesOf(person)).toEqual(away());
      expect(performance.now() - started).toBeLessThan(hasty.call + 2_000);
      expect(new Set(whys())).toEqual(new Set(['timeout']));
    }
  });

  test('that never ends is read only up to the largest size of a list', async () => {
    there.behave((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        while (response.write('x'.repeat(1024 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    const patient = openHttpCore({
      steady: thisMachine.steady,
      url: there.url,
      secret: SECRET,
      patience: { attempt: 20_000, call: 20_000, retries: 0 },
      tell: (event) => events.push(event),
    });
    expect(await patient.policiesOf(person)).toEqual(away());
    expect(whys()).toEqual(['too long']);
  });

  test('that never comes because nobody listens counts as away at once', async () => {
    const gone = await openAdministration();
    await gone.close();
    const lonely = openHttpCore({ steady: thisMachine.steady, url: gone.url, secret: SECRET, patience });
    expect(await lonely.pendingBills('520021')).toEqual(away());
  });

  test('may lack versions, and may say that a document does not exist; neither counts as a failure', async () => {
    there.behave(says({}, 501));
    expect(await core.versionOf('payments', '520021')).toEqual({ ok: true, value: null });
    expect(await core.versionOfPolicies(person)).toEqual({ ok: true, value: null });
    expect(await core.pendingBills('520021')).toEqual(away());
    there.behave(says({}, 404));
    expect(await core.readDocument('520021', 'd1')).toEqual({ ok: true, value: null });
    there.behave(says({ policy: null }));
    expect(await core.findPolicy(person, '999')).toEqual({ ok: true, value: null });
  });
});

describe('[F38] a try without an answer', () => {
  test('is repeated, twice at most, until one is answered', async () => {
    let tries = 0;
    there.behave((request, response) => {
      tries += 1;
      (tries < 3 ? says({}, 500) : says({ bills: [] }))(request, response);
    });
    expect(await core.pendingBills('520021')).toEqual({ ok: true, value: [] });
    expect(there.requestLines).toEqual(new Array(3).fill('GET /policies/520021/bills'));
    there.behave(says({}, 500));
    expect(await core.pendingBills('520021')).toEqual(away());
    expect(there.requestLines).toHaveLength(3);
  });

  test('is not repeated when a second call would have a second effect', async () => {
    there.behave(says({}, 500));
    expect(await core.paymentAddress(order)).toEqual(away());
    expect(there.requestLines).toEqual(['POST /payment-addresses']);
  });

  test('is not repeated before the time of Retry-After, which the device is told, up to an hour', async () => {
    there.behave(says({}, 503, { 'Retry-After': '120' }));
    expect(await core.pendingBills('520021')).toEqual(away(120));
    expect(there.requestLines).toHaveLength(1);
    there.behave(says({}, 503, { 'Retry-After': '999999999' }));
    expect(await core.pendingBills('520021')).toEqual(away(3600));
  });

  test('leaves a log event with call, reason and request id, without the contents of the request', async () => {
    there.behave(says({ number: person.number }, 500));
    await core.policiesOf(person);
    expect(events[0]).toEqual({
      call: 'policiesOf',
      why: 'status 500',
      request: expect.any(String),
      ms: expect.any(Number),
    });
    expect(JSON.stringify(events)).not.toContain(person.number);
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });
});

describe('[F38] the breaker', () => {
  const now = Date.now();
  const five = ['520021', '520022', '520023', '520024', '520025'];
  /** Each policy was asked for as somebody's, by default each as another person's. */
  const own = async (one: Core, ownerOf = (policyId: string) => policyId) => {
    for (const policyId of five) {
      there.behave(says({ policy: { ...policy, Policy: policyId } }));
      expect(await one.findPolicy({ ...person, number: ownerOf(policyId) }, policyId)).toMatchObject({ ok: true });
    }
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    await own(core);
  });
  /** Calls about the policies of five people, one after the other and each with one try, fail. */
  const fails = async () => {
    there.behave(says({}, 503));
    for (const policyId of five) await core.paymentAddress({ ...order, policyId });
    expect(there.requestLines).toHaveLength(5);
  };

  test('asks nothing for ten seconds after calls about five people in a row got no answer', async () => {
    await fails();
    expect(states()).toEqual(['open']);
    there.behave(says({ bills: [] }));
    for (let time = 0; time < 20; time += 1) expect(await core.pendingBills('520021')).toEqual(away(10));
    vi.setSystemTime(now + 9_999);
    expect(await core.policiesOf(person)).toEqual(away(10));
    expect(there.requestLines).toEqual([]);
  });

  test('lets one call through after the ten seconds, and closes when it is answered', async () => {
    await fails();
    vi.setSystemTime(now + 10_000);
    there.behave((request, response) => void setTimeout(() => says({ bills: [] })(request, response), 50));
    const many = await Promise.all(Array.from({ length: 8 }, () => core.pendingBills('520021')));
    expect(many).toEqual(new Array(8).fill({ ok: true, value: [] }));
    expect(states()).toEqual(['open', 'half-open', 'closed']);
  });

  test('stays open when that call is not answered; the waiting calls ask nothing', async () => {
    await fails();
    vi.setSystemTime(now + 10_000);
    there.behave((request, response) => void setTimeout(() => says({}, 503)(request, response), 50));
    const many = await Promise.all(Array.from({ length: 8 }, () => core.pendingBills('520021')));
    expect(many).toEqual(new Array(8).fill(away(10)));
    expect(there.requestLines).toHaveLength(1);
    expect(states()).toEqual(['open', 'half-open', 'open']);
    vi.setSystemTime(now + 19_000);
    await core.pendingBills('520021');
    expect(there.requestLines).toHaveLength(1);
  });

  test('is not opened by answers whose rows are invalid', async () => {
    there.behave(says({ bills: [{ BillNumber: 1 }] }));
    for (let time = 0; time < 10; time += 1) expect(await core.pendingBills('520021')).toEqual(away());
    // A repetition would bring the same rows, so each call is made once.
    expect(there.requestLines).toHaveLength(10);
    expect(states()).toEqual([]);
  });

  test.each<[string, Behaviour]>([
    ['an error', says({}, 500)],
    ['not now', says({}, 503)],
    [
      'the page of a proxy',
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
    ],
    ['nothing in time', () => {}],
    ['a lost connection', (_, response) => void response.destroy()],
  ])(
    'is not opened by one person, however often they get %s, and is by five',
    async (_, behaviour) => {
      const one = openHttpCore({
        steady: thisMachine.steady,
        url: there.url,
        secret: SECRET,
        patience: { ...hasty, retries: 1 },
        tell: (event) => events.push(event),
      });
      await own(one);
      there.behave(behaviour);
      for (const ask of [one.pendingBills, one.payments, one.documents]) expect(await ask('520021')).toEqual(away());
      for (const amount of [1, 2, 3, 4, 5]) expect(await one.paymentAddress({ ...order, amount })).toEqual(away());
      expect(states()).toEqual([]);
      // Each call is tried twice; the first try of the fifth person's opens it.
      for (const policyId of five) expect(await one.pendingBills(policyId)).toEqual(away());
      expect(states()).toEqual(['open']);
      // It is not sound again because one call was answered with the same.
      vi.setSystemTime(now + 10_000);
      expect(await one.pendingBills('520021')).toEqual(away(10));
      expect(states()).toEqual(['open', 'half-open', 'open']);
    },
    20_000,
  );

  test('is not opened by five policies of one person', async () => {
    await own(core, () => person.number);
    there.behave(says({}, 500));
    expect(await Promise.all(five.map((policyId) => core.pendingBills(policyId)))).toEqual(five.map(() => away()));
    expect(states()).toEqual([]);
  });

  test('is not opened by policies that nobody was asked about, as when files are opened', async () => {
    there.behave(says({}, 500));
    for (const policyId of five) expect(await core.readDocument(`9${policyId}`, 'd1')).toEqual(away());
    expect(states()).toEqual([]);
  });

  test('counts from none after a probe of the wrong shape has closed it', async () => {
    await fails();
    vi.setSystemTime(now + 10_000);
    there.behave(says({ bills: [{ BillNumber: 1 }] }));
    expect(await core.pendingBills('520021')).toEqual(away());
    there.behave(says({}, 503));
    expect(await core.paymentAddress(order)).toEqual(away());
    expect(states()).toEqual(['open', 'half-open', 'closed']);
  });

  test('is not opened by claims, in which a stranger may name as many people as it takes', async () => {
    there.behave(says({}, 500));
    const named = { nombre: '', apellidos: '', fechaNacimiento: '', residenciaFiscal: '', email: '' };
    const claims = five.map((number) => core.claim({ document: { ...person, number }, ...named }));
    expect(await Promise.all(claims)).toEqual(five.map(() => away()));
    expect(states()).toEqual([]);
  });

  test('counts only failures in a row; an answer resets the count', async () => {
    for (const policyId of five) {
      there.behave(says({}, 503));
      await core.paymentAddress({ ...order, policyId });
      there.behave(says({ bills: [] }));
      expect(await core.pendingBills('520021')).toEqual({ ok: true, value: [] });
    }
    expect(states()).toEqual([]);
  });
});

test('[F38] only so many calls run at once; further ones wait, and beyond the queue they count as away at once', async () => {
  let [under, most] = [0, 0];
  there.behave((request, response) => {
    under += 1;
    most = Math.max(most, under);
    setTimeout(() => {
      under -= 1;
      says({ bills: [] })(request, response);
    }, 30);
  });
  const narrow = openHttpCore({
    steady: thisMachine.steady,
    url: there.url,
    secret: SECRET,
    patience: { atOnce: 2, waiting: 3 },
  });
  const said = await Promise.all(Array.from({ length: 7 }, () => narrow.pendingBills('1')));
  expect(most).toBe(2);
  expect(said.filter(({ ok }) => ok)).toHaveLength(5);
  expect(said.slice(5)).toEqual([away(), away()]);
});

describe('[S3] [S4] addresses and names from the administration', () => {
  test.each([
    'javascript:alert(1)',
    'http://169.254.169.254/latest',
    'http://evil.example/pagar',
    'https://amparo.example@evil.example/',
    'https://user:word@evil.example/',
    '//evil.example',
    '/pagar/1',
    'file:///etc/passwd',
    '',
  ])('the address %s is refused for a payment page', async (address) => {
    there.behave(says({ address }));
    expect(await core.paymentAddress(order)).toEqual(away());
  });

  test('a payment page must be under https, or on this machine', async () => {
    for (const address of ['https://pagos.example/1?a=b', 'http://localhost:4180/pagar/x', null]) {
      there.behave(says({ address }));
      expect(await core.paymentAddress(order)).toEqual({ ok: true, value: address });
    }
  });

  test('an id is encoded within its part of an address; one that leads elsewhere is never sent', async () => {
    there.behave(says({ bills: [] }));
    await core.pendingBills('a/../b?c#d%2e');
    expect(there.requestLines).toEqual(['GET /policies/a%2F..%2Fb%3Fc%23d%252e/bills']);
    for (const id of ['.', '..', '']) expect(await core.pendingBills(id)).toMatchObject({ ok: false });
    expect(await core.readDocument('520021', '..')).toEqual({ ok: true, value: null });
    expect(there.requestLines).toHaveLength(1);
  });

  test.each([
    [`attachment; filename="../../etc/passwd"`, 'passwd'],
    [`attachment; filename*=UTF-8''P%C3%B3liza%2F..%2F2026.pdf`, '2026.pdf'],
    [`inline; filename=carta.pdf`, 'carta.pdf'],
    [`attachment; filename*=UTF-8''%E0%A4%A; filename="b.pdf"`, 'b.pdf'],
    ['', 'documento'],
  ])('a document with the header %s gets the name %s', async (disposition, name) => {
    there.behave((_, response) => {
      const headers = disposition ? { 'Content-Disposition': disposition } : {};
      response.writeHead(200, { 'Content-Type': 'application/PDF; x="y"', ...headers }).end('%PDF');
    });
    expect(await core.readDocument('520021', 'd1')).toEqual({
      ok: true,
      value: { name, type: 'application/pdf', bytes: Buffer.from('%PDF') },
    });
  });

  test('a document’s name that is too long is cut between two signs', async () => {
    const start = 'a'.repeat(199);
    there.behave((_, response) => {
      const headers = { 'Content-Disposition': `attachment; filename*=UTF-8''${start}%F0%9F%93%84.pdf` };
      response.writeHead(200, headers).end('%PDF');
    });
    const read = await core.readDocument('520021', 'd1');
    const file = read.ok && read.value ? read.value : expect.fail('no document');
    expect(file.name).toBe(`${start}📄`);
    expect(download(file).headers.get('content-disposition')).toContain(`UTF-8''${start}%F0%9F%93%84`);
    expect(download({ ...file, name: '\ud83d.pdf' }).headers.get('content-disposition')).toContain("UTF-8''.pdf");
  });
});
