// @module-tag depth
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { createPush } from '#push/create-push.ts';
import { ENDED_TOLD } from '#push/words.ts';
import { pushSubscriptions } from '#server/database/schema.ts';
import { createHouse, type Device, EMAIL, type House, PASSWORD, type Page } from '#tests/outbox/house.ts';
import { send } from '#tests/server/requests.ts';
import { PUSHED, pushed, subscriptionChanged, type ToldSurroundings, tapped } from '../../sw/told.ts';
import { atQuota } from '../database/at-quota.ts';
import { installed, losingAnswer, writingPlaces } from '../database/lost-answer.ts';
import { createBrowser } from '../push/browser.ts';

const LUIS = 'guatemala@demo.test';

let house: House;
let device: Device;
let page: Page;
let browser: ReturnType<typeof createBrowser>;
beforeAll(async () => {
  house = await createHouse({ seed: [EMAIL, LUIS] });
}, 60_000);
beforeEach(async () => {
  await house.app.db.delete(pushSubscriptions);
  device = await house.device();
  page = device.page();
  // A logout in another test may have ended the sign-in that all devices of the house share.
  await page.session.signIn(EMAIL, PASSWORD);
  // What is renewed behind it would end the tokens of the house's next device.
  await page.session.renewInternal();
  browser = createBrowser();
});
afterAll(() => house.close());

const push = () => createPush({ db: page.db, session: page.session, clock: device.clock, browser: browser.port });
const atServer = async () => (await house.app.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint);

describe('the service worker', () => {
  /** A tap allows one window to be focused or opened, and browsers refuse what comes after it. */
  const tap = { left: 1 };
  const interact = () => {
    if (tap.left === 0) throw new DOMException('Not allowed to focus or open a window.', 'InvalidAccessError');
    tap.left -= 1;
  };
  function surroundings(windows: Partial<WindowClient>[] = [], uncontrolled: Partial<WindowClient>[] = []) {
    tap.left = 1;
    const shown: [string, NotificationOptions | undefined][] = [];
    const opened: string[] = [];
    const told: ToldSurroundings = {
      db: page.db,
      session: page.session,
      clock: device.clock,
      timers: thisMachine.timers,
      registration: {
        getNotifications: browser.getNotifications,
        pushManager: browser.pushManager,
        showNotification: async (title, options) => void shown.push([title, options]),
      },
      clients: {
        matchAll: async (asked?: ClientQueryOptions) =>
          (asked?.includeUncontrolled ? [...windows, ...uncontrolled] : windows) as never,
        openWindow: async (url) => {
          interact();
          opened.push(String(url));
          return null;
        },
      },
      origin: 'https://amparo.example',
      badge: async () => {},
    };
    return { told, shown, opened };
  }
  const news = () => ({ tema: 'solicitudes', poliza: '520021', reembolso: 'r-1' });

  test('[D63] shows a push while the device is open or locked', async () => {
    await push().turnOn();
    const { told, shown } = surroundings();
    await pushed(news, told);
    await page.session.lock();
    await pushed(() => {
      throw new SyntaxError('no JSON');
    }, told);
    expect(shown.map(([title]) => title)).toEqual(['Hay novedades en tu solicitud', 'Hay novedades en Amparo']);
  });

  test('[H4.9][D57] a push locks a device whose ten minutes were over while nobody looked', async () => {
    await push().turnOn();
    const { told, shown } = surroundings();
    device.clock.move(9 * MINUTE_MS);
    await pushed(news, told);
    expect(await page.session.state()).toBe('open');
    device.clock.move(2 * MINUTE_MS);
    await pushed(news, told);
    expect([await page.session.state(), shown.length]).toEqual(['locked', 2]);
    expect(await page.db.vault.get('reading')).toBeUndefined();
  });

  test('[D63][F15] a push closes what others were shown here, and says in its data whose it is', async () => {
    await push().turnOn();
    const { owner = '' } = (await page.session.customer()) ?? {};
    const of = (whose?: string) => ({ tag: `solicitudes ${whose}`, data: { address: '/#/app?de=1', owner: whose } });
    browser.state.shown.push(of('other'), of(owner), of(), { tag: 'seguridad', data: { address: ENDED_TOLD.address } });
    const { told, shown } = surroundings();
    await pushed(news, told);
    expect(shown[0]?.[1]?.data).toMatchObject({ owner });
    expect(browser.state.shown.map(({ data }) => data.owner ?? data.address)).toEqual([owner, ENDED_TOLD.address]);
  });

  test('[D71] a push lets the open pages look for what is new', async () => {
    await push().turnOn();
    const sent: unknown[] = [];
    const { told } = surroundings([{ postMessage: (message: unknown) => void sent.push(message) }]);
    await pushed(news, told);
    expect(sent).toEqual([PUSHED]);
    expect(readFileSync('src/app/signed-in/while-used.ts', 'utf8')).toContain(`'${PUSHED}'`);
  });

  test('[S30][D83] a push about an ended session ends it here, says so, and is the last one', async () => {
    await push().turnOn();
    const { id, headers } = await house.app.signIn(EMAIL);
    await send(house.app.app, 'endSessions', { fields: { idUsuario: id } }, headers);
    const { told, shown } = surroundings();
    await pushed(() => ({ tema: 'seguridad' }), told);
    expect(shown.map(([title]) => title)).toEqual(['Tu sesión se cerró']);
    expect([await page.session.state(), await page.session.ended()]).toEqual(['none', true]);
    await pushed(news, told);
    expect([shown.length, browser.state.subscription]).toEqual([1, null]);
  });

  test('[D63] is shown even when the server does not answer whether the session stands', async () => {
    await push().turnOn();
    const { told, shown } = surroundings();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const silent = {
      ...told,
      session: { ...told.session, ended: async () => false, ask: () => new Promise<void>(() => {}) },
    };
    void pushed(news, silent);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      expect(shown).toHaveLength(1);
    });
    vi.useRealTimers();
  });

  test.each([
    ['that rejects', () => Promise.reject(new DOMException('Internal error', 'UnknownError'))],
    ['that never answers', () => new Promise<never>(() => {})],
  ])('[D63] is shown, as news of no subject, over a database %s', async (_, get) => {
    await push().turnOn();
    const { told, shown } = surroundings();
    const reading = vi.spyOn(page.db.vault, 'get').mockImplementation(get as never);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const showing = pushed(news, { ...told, badge: () => Promise.reject(new Error('no count either')) });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await showing;
    reading.mockRestore();
    expect(shown.map(([title]) => title)).toEqual(['Hay novedades en Amparo']);
    expect(browser.state.subscription).not.toBeNull();
  });

  test('[F53] notes once that the subscription was replaced, although the answer to its commit was lost', async () => {
    const remove = installed();
    device = await house.device();
    page = device.page();
    remove();
    const onPage = push();
    await onPage.turnOn();
    const place = writingPlaces().find(({ name }) => name === 'sw/told.ts note') ?? null;
    const { lost } = await losingAnswer(place, () => subscriptionChanged(surroundings().told));
    expect(lost).toBe(1);
    expect(await onPage.standing()).toBe('on');
    expect(await page.db.vault.get('push')).toMatchObject({ on: true, renewed: device.clock() });
  });

  test('[D21] shows nothing after a sign-out, and ends the subscription', async () => {
    await push().turnOn();
    await page.session.logout();
    const { told, shown } = surroundings();
    await pushed(news, told);
    expect([shown, browser.state.subscription]).toEqual([[], null]);
  });

  test('[D21] shows nothing that is meant for another customer', async () => {
    await push().turnOn();
    const row = await page.db.vault.get('push');
    await page.db.vault.put({ ...row, owner: 'somebody-else' } as never);
    const { told, shown } = surroundings();
    await pushed(news, told);
    expect([shown, browser.state.subscription]).toEqual([[], null]);
  });

  test('on a tap navigates the visible window or opens one, and follows only addresses of the app', async () => {
    const led: string[] = [];
    const one = (visibilityState: DocumentVisibilityState, works = true, path = '/'): Partial<WindowClient> => ({
      visibilityState,
      url: `https://amparo.example${path}`,
      focus: async () => {
        interact();
        return one(visibilityState) as WindowClient;
      },
      navigate: async (url) => {
        if (!works) throw new TypeError('not mine');
        led.push(`${visibilityState} ${url}`);
        return one(visibilityState) as WindowClient;
      },
    });
    const notification = (address: unknown) => ({ close: () => {}, data: { address } }) as unknown as Notification;
    await tapped(notification('/#/app?aviso=facturas'), surroundings([one('hidden'), one('visible')]).told);
    expect(led).toEqual(['visible https://amparo.example/#/app?aviso=facturas']);
    // A payment, or a new password that is being typed, is never left for it.
    const away = ['/pagar/orden-1', '/restablecer/abc'].map((path) => one('visible', true, path));
    const beside = surroundings([...away, one('hidden', true, '/?ref=1#/app')]);
    await tapped(notification('/#/app'), beside.told);
    expect(led.splice(0).at(-1)).toBe('hidden https://amparo.example/#/app');
    const alone = surroundings(away);
    await tapped(notification('/#/app'), alone.told);
    expect([led, alone.opened]).toEqual([[], ['https://amparo.example/#/app']]);
    const none = surroundings();
    await tapped(notification('https://evil.example/'), none.told);
    // One that this worker does not control cannot be led, and a try would use up the tap.
    const deaf = surroundings([], [one('visible', false)]);
    await tapped(notification('/#/app'), deaf.told);
    expect([...none.opened, ...deaf.opened]).toEqual(['https://amparo.example/', 'https://amparo.example/#/app']);
  });

  test('[D63] on a tap the badge is counted, also where no window may be opened', async () => {
    const { told } = surroundings();
    tap.left = 0;
    const badge = vi.fn(async () => {});
    const notification = { close: () => {}, data: {} } as unknown as Notification;
    await expect(tapped(notification, { ...told, badge })).rejects.toThrow('Not allowed');
    expect(badge).toHaveBeenCalledOnce();
  });

  test('[D21] renews a subscription that the browser ended, also while the device is locked', async () => {
    await push().turnOn();
    await page.session.lock();
    browser.state.subscription = null;
    await subscriptionChanged(surroundings().told);
    expect(await atServer()).toEqual(['https://push.example.com/2']);
    // A customer who signed out is not subscribed again.
    await page.session.logout();
    browser.state.subscription = null;
    await subscriptionChanged(surroundings().told);
    expect(browser.state.subscription).toBeNull();
  });

  /** What happens while the browser is asked for a subscription, or while the server is told of it. */
  async function renewedWhile(when: 'subscribed' | 'told', happens: () => Promise<void>) {
    await push().turnOn();
    browser.state.subscription = null;
    const { told } = surroundings();
    const { pushManager } = browser;
    const subscribe = async (options: PushSubscriptionOptionsInit) => {
      const made = await pushManager.subscribe(options);
      if (when === 'subscribed') await happens();
      return made;
    };
    const callSending: typeof page.session.callSending = async (...call) => {
      const answer = await page.session.callSending(...call);
      if (when === 'told') await happens();
      return answer;
    };
    const manager = { getSubscription: () => pushManager.getSubscription(), subscribe } as PushManager;
    const registration = { ...told.registration, pushManager: manager };
    await subscriptionChanged({ ...told, registration, session: { ...told.session, callSending } });
  }

  test.each(['subscribed', 'told'] as const)('[D21] renews nothing for who signs out while it is %s', async (when) => {
    await renewedWhile(when, async () => {
      await page.session.logout();
    });
    expect(await page.db.vault.get('push')).toBeUndefined();
    expect(browser.state.subscription).toBeNull();
  });

  test('[D21][F15] subscribes no customer who signs in while a subscription of another one is renewed', async () => {
    await renewedWhile('subscribed', async () => {
      expect(await page.session.signIn(LUIS, PASSWORD)).toMatchObject({ ok: true });
    });
    expect(await atServer()).toEqual(['https://push.example.com/1']);
    expect(browser.state.subscription).toBeNull();
  });

  test('[D21][F16] renews on a full device too what the browser ended', async () => {
    await push().turnOn();
    const { told } = surroundings();
    browser.state.subscription = null;
    const makeRoom = atQuota(page.db);
    await subscriptionChanged(told);
    makeRoom();
    expect(await atServer()).toContain('https://push.example.com/2');
  });

  test('[D21] a sign-out just before the subscription is renewed is not undone', async () => {
    await push().turnOn();
    const { told } = surroundings();
    const get = page.db.vault.get.bind(page.db.vault) as (id: unknown) => Promise<unknown>;
    const reading = vi.spyOn(page.db.vault, 'get').mockImplementation((async (id: unknown) => {
      const row = await get(id);
      if (id !== 'sending') return row;
      // Whether it is wanted has been asked; then another tab signs out.
      reading.mockRestore();
      await page.db.vault.delete('push');
      return row;
    }) as never);
    await subscriptionChanged(told);
    expect(await page.db.vault.get('push')).toBeUndefined();
  });
});
