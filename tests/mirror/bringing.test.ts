// @module-tag depth
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import type { Policy } from '#contract/policies.ts';
import { groupsOf } from '#database/open.ts';
import {
  type Collection,
  cards,
  collections,
  documents,
  payments,
  policies,
  refunds,
  tickets,
} from '#mirror/collections.ts';
import type { Senses } from '#mirror/mirror.ts';
import { nameOf, type Why } from '#mirror/plan.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { tickets as ticketsAtServer } from '#server/database/schema.ts';
import { heldTimers } from '#tests/machine.ts';
import { pathOf, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { signedInEach, textOf } from './signed-in.ts';

const TOGETHER = '/api/lecturas';

let server: TestApp;
let device: Device;
let senses: { -readonly [K in keyof Senses]: Senses[K] };
signedInEach((signedIn, started) => {
  [device, server] = [signedIn, started];
});
beforeEach(() => {
  senses = { online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} };
});

const run = (page: Device = device) => page.mirror.bringing.run(senses);
const look = (why: Why = 'start', page: Device = device) => page.mirror.bringing.look(why);
const progress = async (page: Device = device) =>
  page.mirror.bringing.progressOf((await page.mirror.bringing.parts()) ?? []);
const atOf = (collection: unknown, policyId?: string) =>
  device.mirror.read(collection as Collection<unknown>, policyId).then(({ at }) => at);
/** When each part came; null for one that did not. */
const standing = async ({ mirror }: Device) =>
  Promise.all(
    ((await mirror.bringing.parts()) ?? []).map(
      async (part): Promise<[string, number | null]> => [nameOf(part), (await mirror.readAt(part.place, 'aside')).at],
    ),
  );
/** The policy that offers refunds. */
const healthPolicy = async () => {
  const { groups } = await device.mirror.read(policies);
  return groups?.[0]?.rows.find(({ LineOfBusinessType }) => LineOfBusinessType.startsWith('Health'))?.Policy ?? '';
};
/** Answers nothing to the request for many, as a backend that lacks it. */
const oneByOne = (path: string) => (path === TOGETHER ? Response.json({}, { status: 404 }) : null);
/** Paths of reads, without the synchronization and what it leads to. */
const reads = () => device.paths().filter((path) => !/Synchronization|lecturas/.test(path));

describe('[D69] the lists of a policy that ended', () => {
  const LIST = pathOf('policies');
  /** The policies as the insurer has them, changed. */
  let insurers: (known: Policy[]) => unknown;
  let gone: string;
  beforeEach(async () => {
    run();
    await look();
    gone = await healthPolicy();
    insurers = (known) => known;
    const { groups } = await device.mirror.read(policies);
    const known = groups?.[0]?.rows ?? [];
    device.network.instead = (path) => {
      if (path !== LIST) return oneByOne(path);
      const answer = insurers(known);
      return answer instanceof Response ? answer : Response.json(answer);
    };
  });
  const next = async (after = HOUR_MS) => {
    device.time.now += after;
    await look('return');
  };
  const MONTH_MS = 30 * DAY_MS;
  const rowsOf = async () => {
    const places =
      (await device.mirror.locateAll([
        [payments, gone],
        [cards, gone],
        [refunds, gone],
      ])) ?? [];
    const rows = places.map(({ table, scope }) => groupsOf(device.db, table, scope).count());
    return [
      ...(await Promise.all(rows)),
      (await device.db.pulls.bulkGet(places.map(({ scope }) => scope))).filter(Boolean).length,
    ];
  };
  const without = (known: Policy[]) => known.filter(({ Policy }) => Policy !== gone);

  test('go when it has been missing for a month, and come back with it', async () => {
    const before = await rowsOf();
    const others = await device.db.pulls.count();
    insurers = without;
    await next();
    await next(MONTH_MS - HOUR_MS);
    expect(await rowsOf()).toEqual(before);
    await next();
    expect(await rowsOf()).toEqual([0, 0, 0, 0]);
    expect(await device.db.pulls.count()).toBeGreaterThan(others / 3);
    expect((await progress()).complete).toBe(true);
    insurers = (known) => known;
    await next();
    expect(await rowsOf()).toEqual(before);
  });

  test('[D45] take along what was begun for it and no screen opens any more, and nothing else', async () => {
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    const file = { bytes: new ArrayBuffer(9), name: 'a.pdf', type: 'application/pdf' };
    const other = 'P-otra';
    const begun: Record<string, unknown> = {
      [`refund/${gone}`]: { texts: {} },
      'refund-document/r-1': { poliza: gone },
      'ticket/r-1': { caso: gone, poliza: other, descripcion: 'duda' },
      [`ticket/beneficiarios/${gone}`]: {},
      // A question that may still go to another policy, what corrects a queued one, and those of another policy.
      ticket: { poliza: gone, descripcion: 'otra' },
      'ticket-edit/k': { poliza: gone },
      [`refund-document/${gone}`]: { poliza: other },
      'ticket/r-3': { caso: other, poliza: gone, descripcion: 'duda' },
      [`ticket/${gone}`]: { poliza: gone, descripcion: 'duda' },
      [`refund/${other}`]: { texts: {} },
      'refund-document/r-2': { poliza: other },
    };
    for (const [name, form] of Object.entries(begun)) drafts.save(name, form);
    await drafts.saveFile('refund-document/r-1', 'documento', file);
    await drafts.flush();
    const left = async () => {
      const found = await drafts.peekAll(Object.keys(begun));
      return Object.keys(begun).filter((_, at) => found[at] !== null);
    };
    insurers = without;
    await next();
    await next(MONTH_MS - HOUR_MS);
    expect(await left()).toEqual(Object.keys(begun));
    await next();
    const others = [
      `refund-document/${gone}`,
      'ticket/r-3',
      `ticket/${gone}`,
      `refund/${other}`,
      'refund-document/r-2',
    ];
    expect(await left()).toEqual(['ticket', 'ticket-edit/k', ...others]);
  });

  test('[F60] stay with what was begun, though a clock that was behind had noted long ago that it was missing', async () => {
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    drafts.save(`refund/${gone}`, { texts: {} });
    await drafts.flush();
    const before = await rowsOf();
    insurers = without;
    device.time.now -= 36 * DAY_MS;
    await next();
    device.time.now += 36 * DAY_MS;
    await next();
    expect(await drafts.peek(`refund/${gone}`)).not.toBeNull();
    expect(await rowsOf()).toEqual(before);
    await next(MONTH_MS);
    expect(await drafts.peek(`refund/${gone}`)).toBeNull();
    expect(await rowsOf()).toEqual([0, 0, 0, 0]);
  });

  test('[D61] tell what changed while it was missing from an answer, and the month begins anew', async () => {
    const { groups } = await device.mirror.read(refunds, gone);
    const rows = groups?.flatMap((group) => group.rows) ?? [];
    const denied = rows.map((one) => (one.idEstado === 2 ? { ...one, idEstado: 7 } : one));
    const before = await rowsOf();
    insurers = without;
    await next();
    insurers = (known) => known;
    const { instead } = device.network;
    device.network.instead = (path, init) =>
      path === pathOf('refunds') ? Response.json(denied) : (instead?.(path, init) ?? null);
    await next();
    expect((await device.mirror.news.list()).map(({ kind }) => kind)).toContain('refund-denied');
    insurers = without;
    await next(MONTH_MS);
    expect(await rowsOf()).toEqual(before);
  });

  test('[F60] stay where a clock was wrong, and their month begins now', async () => {
    const before = await rowsOf();
    insurers = without;
    device.time.now += 400 * DAY_MS;
    await next();
    device.time.now -= 400 * DAY_MS;
    await next();
    await next(MONTH_MS - HOUR_MS);
    expect(await rowsOf()).toEqual(before);
    await next();
    expect(await rowsOf()).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['was refused', () => Response.json({}, { status: 500 })],
    ['names none at all', () => []],
    ['is broken off', () => new Response('[{"Policy":')],
  ])('stay after an answer that %s', async (_, answer) => {
    const before = await rowsOf();
    insurers = answer;
    await next();
    await next(MONTH_MS);
    expect(await rowsOf()).toEqual(before);
  });

  test('stay where they know of a payment page, and while they are on screen', async () => {
    const before = await rowsOf();
    await device.mirror.paying.leave(gone, { billNo: 'F-1', amount: 1, currency: 'USD' });
    const end = device.mirror.bringing.watch([refunds as Collection<unknown>, gone]);
    insurers = without;
    await next();
    await next(MONTH_MS);
    end();
    const [paid, card, refunded] = await rowsOf();
    expect([paid, card, refunded]).toEqual([before[0], 0, before[2]]);
  });
});

describe('[F40][D69] what belongs on the device', () => {
  test('comes by itself, every part of every policy', async () => {
    run();
    await look();
    expect(await progress()).toMatchObject({ parts: 11, here: 11, complete: true });
    for (const [name, at] of await standing(device)) expect(at, name).not.toBeNull();
  });

  test('comes one by one from a backend that lacks the request for many, which it is asked for once', async () => {
    device.network.instead = oneByOne;
    run();
    await look();
    expect((await progress()).complete).toBe(true);
    expect(device.paths().filter((path) => path === TOGETHER)).toHaveLength(1);
  });

  test('[F41] goes on after a break, and what came is not asked for again', async () => {
    run();
    let answered = 0;
    device.network.instead = (path) => {
      answered += path.includes('integraciones') ? 1 : 0;
      device.network.up = answered < 10;
      return oneByOne(path);
    };
    await look();
    const broken = await standing(device);
    expect(broken.filter(([, at]) => at !== null).length).toBeGreaterThan(3);
    expect((await progress()).complete).toBe(false);

    device.time.now += 1000;
    const page = createDevice(server, { name: device.db.name, time: device.time });
    page.network.instead = oneByOne;
    run(page);
    await look('start', page);
    expect((await progress(page)).complete).toBe(true);
    const whole = new Map(await standing(page));
    // What home shows is asked for at each start (D90).
    const behind = new Set(
      Object.values(collections).flatMap(({ bring, table }): string[] => (bring.rank > 1 ? [table] : [])),
    );
    const came = broken.filter(([name, at]) => at !== null && behind.has(name.split(' ')[0] ?? ''));
    expect(came.length).toBeGreaterThan(1);
    expect(came.map(([name]) => [name, whole.get(name)])).toEqual(came);
  });

  test('is not asked for without a connection, nor by a page that is not running', async () => {
    await look();
    const stop = run();
    senses.online = () => false;
    await look();
    stop();
    senses.online = () => true;
    await look();
    expect(device.paths()).toEqual([]);
  });

  test('[D70] is counted without a connection, once the page has nothing else to do', async () => {
    await device.mirror.pull(policies);
    let release = () => {};
    senses.online = () => false;
    senses.idle = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const read = vi.spyOn(device.db.pulls, 'bulkGet');
    run();
    const looked = look();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read).not.toHaveBeenCalled();
    release();
    await looked;
    expect(device.mirror.bringing.progress.now()).toEqual({ ...(await progress()), rest: 'coming' });
    read.mockRestore();
  });

  test('is not asked for while the device is locked', async () => {
    run();
    await device.session.lock();
    device.seen.length = 0;
    await look();
    expect(device.paths()).toEqual([]);
    expect(await device.mirror.bringing.parts()).toBeNull();
  });

  test('of the policy in front comes before that of the others', async () => {
    device.network.instead = oneByOne;
    const front = await healthPolicy();
    device.mirror.bringing.aim(front);
    run();
    await look();
    const order = await Promise.all(
      ((await device.mirror.bringing.parts()) ?? []).map(
        ({ policyId, collection }) => `${collection.table} ${policyId}`,
      ),
    );
    expect(order.indexOf(`payments ${front}`)).toBeLessThan(
      order.findIndex((name) => /^documents (?!$)/.test(name) && !name.endsWith(front)),
    );
  });

  test('waits with few bytes to spend, where the backend knows no years: all but home, forms and the policy in front', async () => {
    device.network.instead = oneByOne;
    senses.thrifty = () => true;
    const front = await healthPolicy();
    device.mirror.bringing.aim(front);
    run();
    await look();
    const few = await progress();
    expect(few).toMatchObject({ complete: false, recent: false });
    expect(device.mirror.bringing.progress.now()).toMatchObject({ rest: 'spared' });
    expect(await atOf(payments, front)).not.toBeNull();
    expect(await atOf(refunds, front)).not.toBeNull();
    await look('minute');
    expect(await progress()).toEqual(few);
    device.mirror.bringing.bringAll();
    await vi.waitFor(async () => expect((await progress()).complete).toBe(true), { timeout: 10_000 });
  });

  test('yields to what a screen pulls', async () => {
    const front = await healthPolicy();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    device.network.instead = async (path) => {
      if (path.includes('getPolicyCards')) await held;
      return null;
    };
    const opened = device.mirror.pull(cards, front);
    await vi.waitFor(() => expect(device.paths()).toContain('/api/integraciones/getPolicyCards'));
    run();
    const brought = look();
    // Longer than the engine takes to ask.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(device.paths().filter((path) => path === TOGETHER)).toEqual([]);
    release();
    await Promise.all([opened, brought]);
    expect((await progress()).complete).toBe(true);
  });
});

test('[H7.9] the insurer’s systems are asked again after a try that ended in an exception', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { call } = device.session;
  let failures = 1;
  const calling = vi.spyOn(device.session, 'call').mockImplementation(async (name, ...given) => {
    if (name === 'syncPolicies' && failures-- > 0) throw new DOMException('lost', 'UnknownError');
    return call(name, ...given);
  });
  const stop = run();
  const synced = () => device.paths().filter((path) => path.includes('Synchronization')).length;
  await look('start');
  expect(synced()).toBe(0);
  await look('return');
  await vi.waitFor(() => expect(synced()).toBe(1));
  stop();
  calling.mockRestore();
  told.mockRestore();
});

describe('[D71] what is on screen', () => {
  test('is asked for again each minute, alone and conditionally', async () => {
    run();
    await look();
    const front = await healthPolicy();
    const end = device.mirror.bringing.watch([refunds as Collection<unknown>, front]);
    device.time.now += 61_000;
    device.seen.length = 0;
    await look('minute');
    expect(device.seen.map(({ path, status }) => [path, status])).toEqual([['/api/reembolsos/getByPolicy', 304]]);
    expect(await atOf(refunds, front)).toBe(device.time.now);

    end();
    device.time.now += 61_000;
    await look('minute');
    expect(device.seen).toHaveLength(1);
  });

  test('shows what the insurer changed', async () => {
    run();
    await look();
    device.mirror.bringing.watch([tickets as Collection<unknown>]);
    const notas = `cambió ${crypto.randomUUID()}`;
    await server.db.update(ticketsAtServer).set({ notas });
    device.time.now += 61_000;
    await look('minute');
    const { groups } = await device.mirror.read(tickets);
    expect(groups?.flatMap(({ rows }) => rows).every((ticket) => ticket.notas === notas)).toBe(true);
  });

  test('is asked for every ten seconds while a payment is awaited, and not while nobody looks', async () => {
    const front = await healthPolicy();
    const waits: { ms: number; run: () => void }[] = [];
    const page = createDevice(server, {
      ...{ name: device.db.name, time: device.time },
      timers: heldTimers((ms, run) => void waits.push({ ms, run })),
    });
    run(page);
    await look('start', page);
    page.mirror.bringing.watch([payments as Collection<unknown>, front]);
    await page.mirror.expectChange(payments, front);
    await look('return', page);
    const due = waits.filter(({ ms }) => ms === 10_000);
    expect(due).toHaveLength(1);
    device.time.now += 10_000;
    page.seen.length = 0;
    senses.looking = () => false;
    due[0]?.run();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(page.seen).toEqual([]);
    senses.looking = () => true;
    due[0]?.run();
    await vi.waitFor(() => expect(page.paths()).toEqual(['/api/integraciones/getInternetPayments']));
  });
});

describe('[D71] what a push told of', () => {
  /** All has come, and is a little older than just now. The insurer's news are among the documents. */
  const come = async () => {
    const stop = run();
    await look();
    device.time.now += 3000;
    return { stop, of: await healthPolicy() };
  };

  test('is asked for once the connection is back, however fresh it is, and once', async () => {
    const { of } = await come();
    senses.online = () => false;
    await look('pushed');
    senses.online = () => true;
    await look('return');
    const at = device.time.now;
    expect(await atOf(documents, of)).toBe(at);
    device.time.now += 3000;
    await look('return');
    expect(await atOf(documents, of)).toBe(at);
  });

  test('is asked for at the next minute when the server did not answer', async () => {
    const { of } = await come();
    device.network.up = false;
    await look('pushed');
    device.network.up = true;
    device.time.now += MINUTE_MS;
    await look('minute');
    expect(await atOf(documents, of)).toBe(device.time.now);
  });

  test('is asked for after the start of who comes back later', async () => {
    const { stop, of } = await come();
    senses.online = () => false;
    await look('pushed');
    stop();
    senses.online = () => true;
    run();
    await look();
    expect(await atOf(documents, of)).toBe(device.time.now);
  });
});

describe('[D90] "Actualizar"', () => {
  test('asks for every part of the screen, however fresh, and tells the time of the oldest', async () => {
    run();
    await look();
    const front = await healthPolicy();
    const wanted = [[policies], [refunds, front]] as unknown as [Collection<unknown>, string?][];
    const places = await Promise.all(wanted.map(([one, id]) => device.mirror.locate(one, id)));
    const shown = places.filter((place) => place !== null);
    device.time.now += 1000;
    await device.mirror.pull(policies);
    expect((await device.mirror.ageAt(shown)).at).toBe(device.time.now - 1000);
    device.seen.length = 0;
    await device.mirror.bringing.ask(wanted);
    expect(device.seen).toHaveLength(1);
    expect((await device.mirror.ageAt(shown)).at).toBe(device.time.now);
  });

  test('tells the problem of one of them', async () => {
    const front = await healthPolicy();
    device.network.up = false;
    await device.mirror.bringing.ask([[refunds as Collection<unknown>, front]]);
    const place = await device.mirror.locate(refunds, front);
    expect(await device.mirror.ageAt(place ? [place] : [])).toEqual({ at: null, problem: 'offline' });
  });
});

describe('[F51] a device without room', () => {
  /** Refuses new rows of payments, and counts the tries. */
  const refuse = () => {
    let tries = 0;
    device.db.payments.hook('creating', () => {
      tries += 1;
      throw new DOMException('full', 'QuotaExceededError');
    });
    return () => tries;
  };

  test('keeps what is here: nothing gives way to what nobody asked for', async () => {
    refuse();
    run();
    await look();
    const { parts } = await progress();
    // All but the payments, of which the first did not fit.
    expect(await progress()).toMatchObject({ here: parts - 1, complete: false });
    expect(device.mirror.bringing.progress.now()).toMatchObject({ rest: 'full' });
  });

  test('is not filled again at each look, until the customer asks for all', async () => {
    const tries = refuse();
    run();
    await look();
    const after = tries();
    device.seen.length = 0;
    device.time.now += HOUR_MS;
    await look('minute');
    await look('return');
    expect(tries()).toBe(after);
    device.mirror.bringing.bringAll();
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(after));
  });
});

describe('[F51] a list on screen that gave way', () => {
  /** The payments of the first policy are read on a screen, came, and were evicted; a new row finds room as `room` says. */
  const evicted = async (room: () => boolean) => {
    const { groups } = await device.mirror.read(policies);
    const policyId = groups?.[0]?.rows[0]?.Policy ?? '';
    device.mirror.bringing.watch([payments as Collection<unknown>, policyId]);
    run();
    await look();
    const scope = (await device.mirror.locate(payments, policyId))?.scope ?? '';
    await device.db.payments.where({ scope }).delete();
    await device.db.pulls.delete(scope);
    device.db.payments.hook('creating', () => {
      if (!room()) throw new DOMException('full', 'QuotaExceededError');
    });
    return { policyId, scope };
  };
  /** How many requests each look makes. */
  const asked = async (...looks: ('minute' | 'return')[]) => {
    const counts: number[] = [];
    for (const why of looks) {
      device.time.now += MINUTE_MS;
      device.seen.length = 0;
      await look(why);
      counts.push(device.seen.length);
    }
    return counts;
  };

  test('comes again a minute later, and others give way to it', async () => {
    let gave = 0;
    const { policyId } = await evicted(() => gave > 0);
    device.db.pulls.hook('deleting', () => {
      gave += 1;
    });
    await asked('minute');
    expect((await device.mirror.read(payments, policyId)).groups).not.toBeNull();
    expect(gave).toBe(1);
  });

  test('is not fetched whole each minute where nothing helps, but at a return', async () => {
    let full = true;
    const { scope, policyId } = await evicted(() => !full);
    expect(await asked('minute', 'minute', 'minute')).toEqual([1, 0, 0]);
    expect(device.mirror.unkept.now().has(scope)).toBe(true);
    expect((await asked('return', 'minute'))[1]).toBe(0);
    full = false;
    await asked('return');
    expect((await device.mirror.read(payments, policyId)).groups).not.toBeNull();
    expect(device.mirror.unkept.now().size).toBe(0);
    expect(await asked('minute')).toEqual([1]);
  });
});

test('another tab that brings the same at the same time asks for it once, and neither asks again', async () => {
  const tab = createDevice(server, { name: device.db.name, time: device.time });
  const asked = [device, tab].map(({ network }) => {
    const names: string[] = [];
    network.instead = async (path, { body }) => {
      const { lecturas } = path === TOGETHER ? JSON.parse(await textOf(body)) : { lecturas: [] };
      for (const { nombre, entrada } of lecturas) names.push(`${nombre} ${JSON.stringify(entrada)}`);
      return null;
    };
    return names;
  });
  run();
  run(tab);
  await Promise.all([look(), look('start', tab)]);
  expect((await progress(tab)).complete).toBe(true);
  for (const names of asked) expect(names).toHaveLength(new Set(asked.flat()).size);
  // Only what the synchronization leads to is asked for by itself.
  const singly = [...device.paths(), ...tab.paths()].filter(
    (path) => !/Synchronization|lecturas|PolicyDetail/.test(path),
  );
  expect(singly).toEqual([]);
});

test('a call given up with its page leaves no trace of a failure', async () => {
  const stop = run();
  device.network.instead = async (path) => {
    if (path !== TOGETHER) return null;
    stop();
    throw new DOMException('aborted', 'AbortError');
  };
  await look();
  expect((await device.db.pulls.toArray()).filter(({ problem }) => problem !== null)).toEqual([]);
});

test.each([
  ['new rows', 0],
  ['that nothing changed', 1],
])(
  '[D37] a failure that comes late says nothing of a list for which another tab heard %s meanwhile',
  async (_, before) => {
    const tab = createDevice(server, { time: device.time, name: device.db.name });
    const front = await healthPolicy();
    for (let times = 0; times < before; times += 1) await device.mirror.pull(tickets, front);
    device.time.now += HOUR_MS;
    let fail = () => {};
    tab.network.instead = () =>
      new Promise((answer) => {
        fail = () => answer(Response.json({ code: 'unavailable' }, { status: 503 }));
      });
    tab.seen.length = 0;
    const late = tab.mirror.pull(tickets, front);
    await expect.poll(() => tab.seen.length).toBe(1);
    expect(await device.mirror.pull(tickets, front)).toMatchObject({ ok: true });
    fail();
    expect(await late).toMatchObject({ problem: { code: 'unavailable' } });
    expect(await device.mirror.read(tickets, front)).toMatchObject({ at: device.time.now, problem: null });
  },
);

test('[F15][D70] a round that outlives its page tells nobody how far it was', async () => {
  const stop = run();
  await look();
  const survey = device.db.pulls.bulkGet.bind(device.db.pulls);
  const bulkGet = vi.spyOn(device.db.pulls, 'bulkGet').mockImplementationOnce(((scopes: string[]) => {
    stop();
    return survey(scopes);
  }) as never);
  await look();
  expect(bulkGet).toHaveBeenCalled();
  expect(device.mirror.bringing.progress.now()).toBeNull();
  bulkGet.mockRestore();
});

test('a look while another ends is not lost', async () => {
  const front = await healthPolicy();
  for (let steps = 0; steps < 8; steps += 1) {
    let late: Promise<unknown> | null = null;
    const tab = createDevice(server, {
      ...{ name: device.db.name, time: device.time },
      // A look sets its timer last of all. So many steps later the next one begins.
      timers: heldTimers((ms) => {
        if (ms === 10_000) late ??= after(steps);
      }),
    });
    const after = async (left: number) => {
      for (let step = 0; step < left; step += 1) await null;
      device.time.now += 11_000;
      await look('minute', tab);
    };
    const stop = run(tab);
    tab.mirror.bringing.watch([payments as Collection<unknown>, front]);
    await tab.mirror.expectChange(payments, front);
    await look('start', tab);
    await late;
    expect(await atOf(payments, front), `${steps} steps`).toBe(device.time.now);
    stop();
  }
});

describe('a server that does not answer', () => {
  test('is asked three times in a row at most, and again after a pause', async () => {
    const waits: number[] = [];
    const page = createDevice(server, {
      ...{ name: device.db.name, time: device.time },
      timers: heldTimers((ms) => void waits.push(ms)),
    });
    page.network.instead = (path) => oneByOne(path) ?? Response.json({ error: 'x' }, { status: 503 });
    run(page);
    await look('start', page);
    const asked = page.paths().filter((path) => !/Synchronization|lecturas/.test(path));
    expect(asked).toHaveLength(3);
    expect(waits.at(-1)).toBe(15_000);
  });

  test('is not asked for more in a maintenance: what one read is told, all would be', async () => {
    device.network.instead = (path) =>
      oneByOne(path) ?? Response.json({ code: 'maintenance', message: 'Volvemos pronto' }, { status: 503 });
    run();
    await look();
    expect(reads()).toHaveLength(1);
  });

  test('for many at once, but for each, is asked for many once a round', async () => {
    device.network.instead = (path) => (path === TOGETHER ? Response.json({ error: 'x' }, { status: 422 }) : null);
    run();
    await look();
    expect((await progress()).complete).toBe(true);
    expect(device.paths().filter((path) => path === TOGETHER)).toHaveLength(1);
  });

  test('leaves the parts that another call can answer', async () => {
    device.network.instead = (path) =>
      oneByOne(path) ?? (path.includes('getPolicyCards') ? Response.json({ error: 'x' }, { status: 503 }) : null);
    run();
    await look();
    expect(await progress()).toMatchObject({ parts: 11, here: 10 });
  });

  test('ends the looking when it no longer knows the session, without a pause', async () => {
    device.network.instead = (path) => oneByOne(path) ?? Response.json({ error: 'x' }, { status: 401 });
    const after = vi.spyOn(device.db.machine.timers, 'after');
    run();
    await look();
    expect(reads().length).toBeLessThanOrEqual(3);
    expect(after.mock.calls.filter(([ms]) => [15_000, 60_000, 300_000].includes(ms))).toEqual([]);
    after.mockRestore();
  });
});

test('what a change on the device has overtaken meanwhile is asked for anew', async () => {
  run();
  await look();
  const front = await healthPolicy();
  device.time.now += HOUR_MS;
  let changed = false;
  device.network.instead = async (path) => {
    if (path === TOGETHER && !changed) {
      changed = true;
      await device.mirror.expectChange(refunds, front);
    }
    return null;
  };
  device.seen.length = 0;
  await look();
  expect(device.paths().filter((path) => path.includes('getByPolicy'))).toHaveLength(1);
  expect(await atOf(refunds, front)).toBe(device.time.now);
});
