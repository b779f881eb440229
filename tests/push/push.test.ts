// @module-tag depth
import { Dexie, type PromiseExtended } from 'dexie';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VaultRow } from '#database/rows.ts';
import { createPush } from '#push/create-push.ts';
import { ENDED_TOLD } from '#push/words.ts';
import { pushSubscriptions } from '#server/database/schema.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { createHouse, type Device, EMAIL, type House, PASSWORD, type Page } from '#tests/outbox/house.ts';
import { createBrowser } from './browser.ts';

const LUIS = 'guatemala@demo.test';

let house: House;
let device: Device;
let page: Page;
beforeAll(async () => {
  house = await createHouse({ seed: [EMAIL, LUIS] });
}, 60_000);
beforeEach(async () => {
  await house.app.db.delete(pushSubscriptions);
  device = await house.device();
  page = device.page();
  browser = createBrowser();
});
afterAll(() => house.close());

let browser: ReturnType<typeof createBrowser>;

const push = (on: Page = page) =>
  createPush({ db: on.db, session: on.session, clock: device.clock, browser: browser.port });
const atServer = async () => (await house.app.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint);

describe('[D21] push on this device', () => {
  test('asks the browser only when it is turned on, and then tells the server', async () => {
    const onPage = push();
    expect(await onPage.standing()).toBe('off');
    await onPage.renew();
    expect([browser.state.timesAsked, browser.state.subscription]).toEqual([0, null]);
    expect(await onPage.turnOn()).toEqual({ ok: true, value: 'on' });
    expect(await onPage.standing()).toBe('on');
    expect(await atServer()).toEqual(['https://push.example.com/1']);
  });

  test('tells whether the browser was denied or gave no answer', async () => {
    browser.state.answer = 'default';
    expect(await push().turnOn()).toEqual({ ok: true, value: 'unanswered' });
    expect(await push().standing()).toBe('off');
    browser.state.answer = 'denied';
    expect(await push().turnOn()).toEqual({ ok: true, value: 'denied' });
    expect(await push().standing()).toBe('denied');
  });

  test('distinguishes a browser without push from one that needs the app installed', async () => {
    browser.state.permission = null;
    expect(await push().standing()).toBe('no');
    browser.state.installFirst = true;
    expect(await push().standing()).toBe('install');
  });

  test('turned on without a connection is completed at the next start with one', async () => {
    device.network.fate = () => 'before';
    expect(await push().turnOn()).toEqual({ ok: true, value: 'pending' });
    expect(await push().standing()).toBe('pending');
    device.network.fate = () => 'pass';
    await push(device.page()).renew();
    expect([await push().standing(), (await atServer()).length]).toEqual(['on', 1]);
  });

  test('[F16] is turned off on a full device too, and stays off', async () => {
    await push().turnOn();
    const makeRoom = atQuota(page.db);
    await push().turnOff();
    expect([browser.state.subscription, await atServer()]).toEqual([null, []]);
    await push().renew();
    expect([await push().standing(), browser.state.subscription]).toEqual(['off', null]);
    await push().decline();
    makeRoom();
  });

  test('[F16] says where a full device cannot note that it is wanted, and subscribes nobody', async () => {
    const makeRoom = atQuota(page.db);
    expect(await push().turnOn()).toMatchObject({ problem: { text: expect.stringContaining('espacio') } });
    expect(browser.state.subscription).toBeNull();
    makeRoom();
  });

  test('[F16] stays on where a full device cannot note that the server knows, and tells it again', async () => {
    const makeRoom = atQuota(page.db, ({ renewed }: { renewed?: number | null }) => renewed === null);
    expect(await push().turnOn()).toEqual({ ok: true, value: 'on' });
    makeRoom();
    expect(await push().standing()).toBe('pending');
    await push().renew();
    expect([await push().standing(), (await atServer()).length]).toEqual(['on', 1]);
  });

  test('stays off when the push service does not answer', async () => {
    browser.state.broken = true;
    const turned = await push().turnOn();
    expect(turned.ok).toBe(false);
    expect(await push().standing()).toBe('off');
  });

  test('waits for no push service that never answers, and is completed at the next start', async () => {
    const never = {
      getSubscription: async () => null,
      subscribe: () => new Promise(() => {}),
    } as unknown as PushManager;
    const { after } = page.db.machine.timers;
    vi.spyOn(page.db.machine.timers, 'after').mockImplementation((ms, run) => after(Math.min(ms, 50), run));
    const on = createPush({
      ...{ db: page.db, session: page.session, clock: device.clock },
      browser: { ...browser.port, worker: async () => ({ pushManager: never, getNotifications: async () => [] }) },
    });
    expect(await on.turnOn()).toEqual({ ok: true, value: 'pending' });
    expect(await on.standing()).toBe('pending');
    vi.restoreAllMocks();
    await push().renew();
    expect(await push().standing()).toBe('on');
  });

  test('turned off ends in the browser and at the server, and is not offered again', async () => {
    await push().turnOn();
    await push().turnOff();
    expect(browser.state.subscription).toBeNull();
    expect([await push().standing(), await atServer()]).toEqual(['declined', []]);
  });

  describe('what was shown of one customer', () => {
    const shown = () => browser.state.shown.map(({ data }) => data.owner ?? data.address);
    const after: [string, () => Promise<unknown>, boolean][] = [
      ['stays through a lock', () => page.session.lock(), true],
      ['goes with their sign-out', () => page.session.logout(), false],
      ['goes with their data', () => page.session.logout('erase'), false],
      ['goes with the sign-in of somebody else', () => page.session.signIn(LUIS, PASSWORD), false],
    ];
    test.each(after)('[D63][F15] %s', async (_, happens, stays) => {
      await page.session.signIn(EMAIL, PASSWORD);
      await push().turnOn();
      const { owner = '' } = (await page.session.customer()) ?? {};
      const address = '/#/app?aviso=solicitudes&de=520021&caso=r-1';
      browser.state.shown.push({ tag: 'solicitudes r-1', data: { address, owner } });
      browser.state.shown.push({ tag: 'seguridad', data: { address: ENDED_TOLD.address } });
      await happens();
      await push().renew();
      expect(shown()).toEqual(stays ? [owner, ENDED_TOLD.address] : [ENDED_TOLD.address]);
    });

    test('[D63][D26] goes as its customer leaves, also where the page is closed then', async () => {
      const { owner = '' } = (await page.session.customer()) ?? {};
      browser.state.shown.push({ tag: 'solicitudes r-1', data: { address: '/#/app', owner } });
      await push().leave();
      expect(shown()).toEqual([]);
    });
  });

  test('is renewed after each sign-in, and at most once a day', async () => {
    await push().turnOn();
    await house.app.db.delete(pushSubscriptions);
    await push().renew();
    expect(await atServer()).toEqual([]);
    await page.session.signIn(EMAIL, PASSWORD);
    await push().renew();
    expect(await atServer()).toHaveLength(1);
    await house.app.db.delete(pushSubscriptions);
    device.clock.move(25 * 3_600_000);
    await page.session.signIn(EMAIL, PASSWORD);
    await push().renew();
    expect(await atServer()).toHaveLength(1);
  });

  test('is subscribed again when it was bound to another key of the server', async () => {
    await push().turnOn();
    const first = browser.state.subscription;
    Object.assign(first?.options ?? {}, { applicationServerKey: new Uint8Array(65).buffer });
    await page.session.signIn(EMAIL, PASSWORD);
    await push().renew();
    expect(browser.state.subscription?.endpoint).not.toBe(first?.endpoint);
    expect(await atServer()).toContain(browser.state.subscription?.endpoint);
  });

  test('[F15] subscribes no customer who signs in in another tab while the browser is asked', async () => {
    const subscribe = async (options: PushSubscriptionOptionsInit) => {
      const made = await browser.pushManager.subscribe(options);
      expect(await device.page().session.signIn(LUIS, PASSWORD)).toMatchObject({ ok: true });
      return made;
    };
    const pushManager = { getSubscription: () => browser.pushManager.getSubscription(), subscribe } as PushManager;
    const asked = {
      ...browser.port,
      worker: async () => ({ getNotifications: browser.getNotifications, pushManager }),
    };
    const onPage = createPush({ db: page.db, session: page.session, clock: device.clock, browser: asked });
    expect(await onPage.turnOn()).toMatchObject({ ok: false, problem: { code: 'unauthorised' } });
    expect([browser.state.subscription, await atServer()]).toEqual([null, []]);
    await page.session.signIn(EMAIL, PASSWORD);
  });

  test.each([
    ['turnOn', true],
    ['decline', false],
  ] as const)('[F15] %s notes nothing of who is no longer here', async (what, granted) => {
    if (granted) browser.state.permission = 'granted';
    const get = page.db.vault.get.bind(page.db.vault) as (id: string) => PromiseExtended<VaultRow | undefined>;
    let entering: Promise<unknown> | null = null;
    page.db.vault.get = ((id: string) => {
      const found = get(id);
      if (id !== 'sending' || entering) return found;
      const enters = Dexie.ignoreTransaction(() => device.page().session.signIn(LUIS, PASSWORD));
      entering = enters;
      // What is read inside a transaction cannot change before its end.
      return Dexie.currentTransaction ? found : found.then((row) => enters.then(() => row));
    }) as typeof page.db.vault.get;
    await push()[what]();
    await entering;
    expect(entering).not.toBeNull();
    expect(await page.db.vault.get('push')).toBeUndefined();
    await page.session.signIn(EMAIL, PASSWORD);
  });

  test('[F15] that fails leaves what another tab has turned on meanwhile', async () => {
    const other = device.page();
    let asked = 0;
    const worker = async () => {
      asked += 1;
      // At the first time it is asked for what was shown.
      if (asked === 2) {
        await other.session.signIn(LUIS, PASSWORD);
        expect(await push(other).turnOn()).toEqual({ ok: true, value: 'on' });
      }
      return browser.port.worker();
    };
    const here = createPush({
      ...{ db: page.db, session: page.session, clock: device.clock },
      browser: { ...browser.port, worker },
    });
    expect(await here.turnOn()).toMatchObject({ ok: false });
    expect(await push(other).standing()).toBe('on');
    expect(browser.state.subscription).not.toBeNull();
    await push(other).turnOff();
    await page.session.signIn(EMAIL, PASSWORD);
  });

  test('is ended at the server before a logout, also when it began in an earlier session', async () => {
    await push().turnOn();
    await page.session.lock();
    await page.session.signIn(EMAIL, PASSWORD);
    await push().leave();
    expect([browser.state.subscription, await atServer()]).toEqual([null, []]);
  });

  test('leaves nothing in the browser and at the server after a logout', async () => {
    await push().turnOn();
    await page.session.logout();
    await push().renew();
    expect([browser.state.subscription, await atServer()]).toEqual([null, []]);
    expect(await page.db.vault.get('push')).toBeUndefined();
  });
});
