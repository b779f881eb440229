// @module-tag depth
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#contract/age.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { corePatience } from '#server/core/ask.ts';
import { looseFiles } from '#server/database/schema.ts';
import { type Network, networksOf, plainAddress } from '#server/http/address.ts';
import {
  type AdmissionLimits,
  customerLimits,
  insurerLimits,
  openAdmission,
  openDoor,
  ownersOf,
  strangerLimits,
} from '#server/http/admission.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { Overloaded } from '#server/overload.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const KEYS = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? expect.fail('no keys');
const REPORTS = '/aseguradora/reportes';
/** The address somebody drips from, and others sign in at. */
const TOWN = '203.0.113.9';
/** Requests of a year, with their papers: more than maria’s tickets are, which are as many as the writes of an hour. */
const YEARLY = 30;

let server: TestApp;
let maria: SignedIn;
let luis: SignedIn;
beforeAll(async () => {
  server = await createTestApp({
    seed: ['costarica@demo.test', 'ecuador@demo.test'],
    receiver: { url: 'https://insurer.example', keys: KEYS },
    attempts: {
      writesPerCustomer: { ...attemptRules.writesPerCustomer, free: 20 },
      requestsPerCustomer: { ...attemptRules.requestsPerCustomer, free: YEARLY },
    },
  });
  maria = await server.signIn('costarica@demo.test');
  luis = await server.signIn('ecuador@demo.test');
}, 120_000);
afterAll(() => server.close());

interface Slow {
  answer: Promise<Response>;
  /** Whether anything of the body was asked for. */
  isRead(): boolean;
  end(): void;
}

/** A request whose body sends a few bytes and then nothing. */
function slow(path: string, length: number, headers: Record<string, string>): Slow {
  let read = false;
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sender = controller;
        if (!read) controller.enqueue(Buffer.from('{'));
        read = true;
      },
      cancel() {
        sender = undefined;
      },
    },
    { highWaterMark: 0 },
  );
  const answer = server.app.request(ORIGIN + path, {
    method: 'POST',
    headers: { 'Content-Length': String(length), ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return { answer: Promise.resolve(answer), isRead: () => read, end: () => sender?.close() };
}

const slowSignIn = () => slow(pathOf('login'), 200, { 'Content-Type': 'application/json', 'x-test-address': TOWN });
const slowUpload = (who: SignedIn, headers = {}) =>
  slow(pathOf('createRefund'), 19e6, { 'Content-Type': 'multipart/form-data; boundary=x', ...who.headers, ...headers });
const slowReport = (length: number, headers = {}) =>
  slow(REPORTS, length, { 'Content-Type': 'application/json', 'x-test-address': TOWN, ...headers });

/** Ends what is still coming, and waits for all answers. @returns their statuses */
async function ended(all: readonly Slow[]): Promise<number[]> {
  for (const one of all) one.end();
  return (await Promise.all(all.map(({ answer }) => answer))).map(({ status }) => status);
}

describe('[S31] a town behind one address', () => {
  test('signs in while somebody there drips as many small bodies as there are places: the oldest make way', async () => {
    const { coming } = strangerLimits.small;
    const dripping = Array.from({ length: coming }, slowSignIn);
    await expect.poll(() => dripping.every((one) => one.isRead())).toBe(true);
    const fields = { email: 'costarica@demo.test', password: 'Amparo2026' };
    for (let times = 0; times < 5; times += 1)
      expect((await send(server.app, 'login', { fields }, { 'x-test-address': TOWN })).status).toBe(200);
    const statuses = await ended(dripping);
    expect(statuses.slice(0, 2)).toEqual([503, 400]);
    // A sign-in goes from its place when its body has come, so that one body made way for all five.
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
  });

  test('signs in while registrations with photos fill their places, which are counted apart', async () => {
    const { coming } = strangerLimits.large;
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'x-test-address': TOWN };
    const uploads = Array.from({ length: coming }, () => slow(pathOf('register'), 19e6, type));
    await expect.poll(() => uploads.every((one) => one.isRead())).toBe(true);
    const fields = { email: 'costarica@demo.test', password: 'Amparo2026' };
    expect((await send(server.app, 'login', { fields }, { 'x-test-address': TOWN })).status).toBe(200);
    const refused = slow(pathOf('register'), 19e6, type);
    expect([(await refused.answer).status, refused.isRead()]).toEqual([503, false]);
    await ended(uploads);
  });
});

describe('[S31] the questions of one customer', () => {
  test('that a slow insurer answers late leave places for others; two devices that ask for all their lists have theirs', async () => {
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const { pendingBills } = server.core;
    let asked = 0;
    const spy = vi.spyOn(server.core, 'pendingBills').mockImplementation(async (policyId) => {
      asked += 1;
      await held;
      return pendingBills(policyId);
    });
    const bills = (who: SignedIn) =>
      send(
        server.app,
        'pendingBills',
        { fields: { VisualTimeInstance: 'VTUSA', Policy: who.polizas[0]?.Policy ?? '', PendingBills: 1 } },
        who.headers,
      );
    const ordinary = Array.from({ length: 20 }, () => bills(maria));
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(20);
    const most = customerLimits.small.working;
    const refused: unknown[] = [];
    const others = Array.from({ length: 80 }, async () => {
      const { status, headers } = await bills(maria);
      if (status !== 200) refused.push([status, headers.get('retry-after')]);
      return { status };
    });
    await expect.poll(() => refused, { timeout: 10_000 }).toEqual(Array(100 - most).fill([503, '5']));
    const luisAsks = bills(luis);
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(most + 1);
    answer();
    const statuses = async (all: Promise<{ status: number }>[]) => (await Promise.all(all)).map(({ status }) => status);
    expect(await statuses([...ordinary, luisAsks])).toEqual(Array(21).fill(200));
    await Promise.all(others);
    expect(refused).toHaveLength(100 - most);
    spy.mockRestore();
    expect((await bills(maria)).status).toBe(200);
  });

  test('never fill the places that all have at the insurer, small and large together', () => {
    const { small, large } = customerLimits;
    expect(small.working + large.working).toBeLessThan(corePatience.atOnce);
  });
});

describe('[S31] the uploads of one customer', () => {
  test('have only so many places, and one without is refused before its body is read; another customer has their own', async () => {
    const places = Array.from({ length: customerLimits.large.coming }, () => slowUpload(maria));
    await expect.poll(() => places.every((one) => one.isRead())).toBe(true);
    const refused = slowUpload(maria);
    const { status, headers } = await refused.answer;
    expect([status, headers.get('retry-after'), refused.isRead()]).toEqual([503, '5', false]);
    const other = slowUpload(luis);
    await expect.poll(() => other.isRead()).toBe(true);
    // A small question of the same customer is counted apart.
    const fields = { idUsuario: maria.id, poliza: '520021' };
    expect((await send(server.app, 'refunds', { fields }, maria.headers)).status).toBe(200);
    await ended([...places, other]);
    const again = slowUpload(maria);
    await expect.poll(() => again.isRead()).toBe(true);
    await ended([again]);
  });

  test('are refused before their body is read once the customer wrote as much as is allowed; what was written is answered', async () => {
    const key = randomUUID();
    const ticket = { fields: { idUsuario: maria.id, idTipoTicket: '1', descripcion: '¿Me cubre?', poliza: '520021' } };
    const ask = (idempotency: string) =>
      send(server.app, 'createTicket', ticket, { ...maria.headers, 'Idempotency-Key': idempotency });
    const first = await ask(key);
    expect(first.status).toBe(200);
    while ((await ask(randomUUID())).status === 200);
    const refused = slowUpload(maria);
    expect([(await refused.answer).status, refused.isRead()]).toEqual([429, false]);
    expect((await ask(key)).body).toEqual(first.body);
    expect((await send(server.app, 'logout', { fields: { idUsuario: maria.id } }, maria.headers)).status).toBe(200);
  });

  test('[S16] are refused unread once the requests of a year are made, each hour anew; what was made is answered', async () => {
    const key = randomUUID();
    const refund = {
      fields: { ...refundFields(luis, '510011'), paciente: 'CEVALLOS MORA, GABRIELA ALEJANDRA' },
      files: refundPapers(),
    };
    const ask = (idempotency: string) =>
      send(server.app, 'createRefund', refund, { ...luis.headers, 'Idempotency-Key': idempotency });
    const first = await ask(key);
    // Each counts one for itself and one for each of its two papers.
    for (let made = 3; made < YEARLY; made += 3) expect((await ask(randomUUID())).status).toBe(200);
    const refused = slowUpload(luis);
    const { status, headers } = await refused.answer;
    expect([status, headers.get('retry-after'), refused.isRead()]).toEqual([429, String(HOUR_MS / SECOND_MS), false]);
    expect([(await ask(key)).body, await server.db.$count(looseFiles)]).toEqual([first.body, 0]);
  });
});

describe('[S31] reports of the insurer', () => {
  const plausible = () => ({ ...signed({ id: randomUUID(), at: new Date(), body: 'another' }, KEYS[0]) });
  const report = (body = '{}') =>
    server.app.request(ORIGIN + REPORTS, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        'x-test-address': TOWN,
        ...signed({ id: randomUUID(), at: new Date(), body }, KEYS[0]),
      },
      body,
    });

  test.each([
    ['no headers', () => ({}), 'unsigned'],
    ['an old time', () => signed({ id: 'a', at: new Date(0), body: '' }, KEYS[0]), 'stale'],
    ['a signature that cannot be one', () => ({ ...plausible(), 'webhook-signature': 'v1,AAAA' }), 'forged'],
  ])('are refused by their headers alone, before the body is read: %s', async (_what, headers, why) => {
    const refused = slowReport(9e6, headers());
    const answer = await refused.answer;
    expect([answer.status, refused.isRead()]).toEqual([401, false]);
    expect(await answer.text()).toContain(why);
  });

  test('are taken while slow ones with plausible headers come from the same address', async () => {
    const small = Array.from({ length: insurerLimits.small.coming }, () => slowReport(1_000, plausible()));
    const large = Array.from({ length: insurerLimits.large.coming }, () => slowReport(9e6, plausible()));
    await expect.poll(() => [...small, ...large].every((one) => one.isRead())).toBe(true);
    for (let times = 0; times < 5; times += 1) expect((await report()).status).toBe(422);
    const statuses = await ended([...small, ...large]);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(statuses.length - 1);
  });

  test('have their places at other addresses when one address has none left', async () => {
    const large = Array.from({ length: insurerLimits.large.coming }, () => slowReport(9e6, plausible()));
    await expect.poll(() => large.every((one) => one.isRead())).toBe(true);
    expect((await slowReport(9e6, plausible()).answer).status).toBe(503);
    const other = slowReport(9e6, { ...plausible(), 'x-test-address': '198.51.100.1' });
    await expect.poll(() => other.isRead()).toBe(true);
    await ended([...large, other]);
  });
});

describe('[S16] [S31] a door', () => {
  const usual = { coming: 2, working: 2, bytes: 10, inSum: 30, makesWay: 'heaviest' } as const;
  const of = (name: string) => [{ name, factor: 1 }];

  test('has places and bytes for each owner and bytes in sum, and has them again when a call ends', () => {
    const enter = openDoor({ ...usual, inSum: 15, bytes: 7 });
    const [one, two] = [enter(of('a')), enter(of('a'))];
    expect(() => enter(of('a'))).toThrow(Overloaded);
    one.hold(6);
    expect(() => two.hold(2)).toThrow(Overloaded);
    const [b, c] = [enter(of('b')), enter(of('c'))];
    b.hold(7);
    // What has come makes way for nobody.
    for (const visit of [one, b]) visit.work();
    expect(() => c.hold(3)).toThrow(Overloaded);
    c.hold(2);
    one.leave();
    two.hold(6);
    enter(of('a')).leave();
    for (const visit of [two, b, c]) visit.leave();
    enter(of('d')).hold(7);
  });

  test('goes on counting the calls that stay when another one ends', () => {
    const enter = openDoor(usual);
    const [one, two] = [enter(of('a')), enter(of('a'))];
    one.leave();
    // Ended twice, it frees nothing more.
    one.leave();
    const third = enter(of('a'));
    expect(() => enter(of('a'))).toThrow(Overloaded);
    for (const visit of [two, third]) visit.work();
    two.leave();
    const fourth = enter(of('a'));
    fourth.work();
    const fifth = enter(of('a'));
    expect(() => fifth.work()).toThrow(Overloaded);
  });

  test('never gives one owner more than half of the sum', () => {
    const enter = openDoor({ ...usual, inSum: 30 });
    const wide = enter([{ name: 'wide', factor: 16 }]);
    wide.hold(15);
    expect(() => wide.hold(1)).toThrow(Overloaded);
    enter(of('a')).hold(10);
  });

  test('gives the place free once the body has come, and lets only so many be worked on', () => {
    const enter = openDoor(usual);
    for (const visit of [enter(of('a')), enter(of('a'))]) visit.work();
    const third = enter(of('a'));
    expect(() => third.work()).toThrow(Overloaded);
    enter(of('b')).work();
  });

  test('that lets bodies make way ends the oldest that is coming, of the same owner, and never one worked on', () => {
    const enter = openDoor({ ...usual, makesWay: 'oldest' });
    const working = enter(of('a'));
    working.hold(2);
    working.work();
    const other = enter(of('b'));
    const [oldest, second] = [enter(of('a')), enter(of('a'))];
    second.hold(4);
    const third = enter(of('a'));
    expect([working, other, oldest, second, third].map(({ signal }) => signal.aborted)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(() => oldest.hold(1)).toThrow(Overloaded);
    expect(() => oldest.work()).toThrow(Overloaded);
    // What it held is free, and its end takes nothing from the others.
    third.hold(8);
    expect(second.signal.aborted).toBe(true);
    oldest.leave();
    second.leave();
    expect(() => third.hold(1)).toThrow(Overloaded);
  });

  test('that lets bodies make way does so when the sum of all is reached', () => {
    const enter = openDoor({ coming: 10, working: 1, bytes: 10, inSum: 20, makesWay: 'oldest' });
    const [first, second, third] = ['a', 'b', 'c'].map((name) => enter(of(name)));
    first?.hold(10);
    second?.hold(10);
    third?.hold(1);
    expect([first, second, third].map((one) => one?.signal.aborted)).toEqual([true, false, false]);
  });

  const MEGABYTE = 1024 * 1024;
  const at = (last: number) => networksOf(`203.0.113.${last}`);
  const upload = (customer: string, last: number) => ownersOf(customer, at(last));

  /** Fills the door with large bodies of so many megabytes. */
  function filled(limits: AdmissionLimits, bodies: readonly (readonly [Network[], megabytes: number])[]) {
    const enter = openAdmission(limits);
    return {
      enter,
      visits: bodies.map(([owners, megabytes]) => {
        const visit = enter(owners, 'large');
        visit.hold(megabytes * MEGABYTE);
        return visit;
      }),
    };
  }

  test.each([
    [
      'customers',
      customerLimits,
      [
        ...[1, 2].flatMap((last) => [20, 20, 20].map((size) => [upload(`a${last}`, last), size] as const)),
        ...[1, 2].map((last) => [upload('b', last), 4] as const),
      ],
      upload('c', 3),
    ],
    [
      'the insurer',
      insurerLimits,
      [1, 2].flatMap((last) => [9, 9, 9, 5].map((size) => [at(last), size] as const)),
      at(3),
    ],
    [
      'strangers',
      strangerLimits,
      [1, 2, 3, 4].flatMap((last) => [[at(last), 12] as const, [at(last), 12] as const]),
      at(5),
    ],
  ])(
    'of large bodies of %s ends one of whoever has the most, for one who has less',
    (_whose, limits, bodies, owners) => {
      const { enter, visits } = filled(limits, bodies);
      const other = enter(owners, 'large');
      other.hold(MEGABYTE);
      expect(visits.map(({ signal }) => signal.aborted)).toEqual(visits.map((_, place) => place === 0));
    },
  );

  test('lets a neighbour’s large body come when one customer has the bytes of the address', () => {
    const { enter, visits } = filled(
      customerLimits,
      [20, 20, 20].map((size) => [upload('a', 1), size] as const),
    );
    enter(upload('b', 1), 'large').hold(5 * MEGABYTE);
    expect(visits.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  });

  test('ends no large body of whoever has no more than one or two: beginning anew, all would get nowhere', () => {
    const honest = [1, 2, 3, 4, 5, 6].map((last) => [upload(`a${last}`, last), 20] as const);
    const { enter, visits } = filled(customerLimits, honest);
    expect(() => enter(upload('b', 7), 'large').hold(9 * MEGABYTE)).toThrow(Overloaded);
    expect(visits.some(({ signal }) => signal.aborted)).toBe(false);
  });

  test('[S36] has only so many places for all networks of one IPv6 /56 and /48', () => {
    const enter = openDoor({ ...usual, inSum: 1_000 });
    const from = (network: number) => networksOf(plainAddress(`2001:db8:1:${network.toString(16)}::1`) ?? '');
    const counts = { one: 0, house: 0, site: 0 };
    const fill = (count: keyof typeof counts, network: number) => {
      try {
        enter(from(network));
        counts[count] += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(Overloaded);
      }
    };
    for (let times = 0; times < 9; times += 1) fill('one', 0);
    for (let network = 1; network < 256; network += 1) fill('house', network);
    for (let network = 256; network < 2_560; network += 1) fill('site', network);
    expect(counts).toEqual({ one: 2, house: 6, site: 24 });
    enter(networksOf('2001:db8:2:0:0:0:0:1'));
  });
});
