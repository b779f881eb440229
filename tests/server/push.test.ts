// @module-tag depth
import { type AddressInfo, createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { pushMessage } from '#contract/push.ts';
import { MAX_DEVICES } from '#server/accounts/end-devices.ts';
import { devices, pushQueue, pushSubscriptions, secrets, tokens } from '#server/database/schema.ts';
import { ClosedAddress, isPublic, isPushAddressAllowed } from '#server/push/address.ts';
import { post } from '#server/push/post.ts';
import { createSilentHosts, MAX_SILENT, SHUT_MS } from '#server/push/silent-hosts.ts';
import { openVapidKeys } from '#server/push/vapid.ts';
import { readSettings } from '#server/settings.ts';
import {
  type DeviceKeys,
  deviceKeys,
  opened,
  openPushService,
  type PushService,
  vapidClaims,
} from '../push-service.ts';
import { send } from './requests.ts';
import { createTestApp, type SignedIn, type TestApp } from './test-app.ts';

const EMAIL = 'costarica@demo.test';
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
let service: PushService;
let maria: SignedIn;

beforeAll(async () => {
  service = await openPushService();
  server = await createTestApp({
    clock: () => new Date(now),
    seed: [EMAIL, 'dominicana@demo.test'],
    pushService: service.url,
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  await server.db.delete(pushSubscriptions);
  service.arrived.length = 0;
  service.answers.length = 0;
  maria = await server.signIn(EMAIL);
});

/** Subscribes the device of this session at the test's push service. */
async function subscribe(who: SignedIn, name: string, headers = who.headers): Promise<DeviceKeys> {
  const device = deviceKeys();
  const fields = { idUsuario: who.id, endpoint: `${service.url}/${name}`, ...device.keys };
  expect((await send(server.app, 'subscribePush', { fields }, headers)).status).toBe(200);
  return device;
}

const refundNews = { tema: 'solicitudes', poliza: '520021', reembolso: 'un-reembolso' } as const;

/** Stores the news as the insurer's reports do, and sends what is due. */
async function tell(who: SignedIn, message: Parameters<TestApp['news']['tell']>[2] = refundNews): Promise<void> {
  await server.news.tell(server.db, who.id, message);
  await server.news.sendDue();
}

const choose = (tema: string, activo: boolean) =>
  send(server.app, 'choosePush', { fields: { idUsuario: maria.id, tema, activo } }, maria.headers);
const waiting = () => server.db.$count(pushQueue);

describe('a push service that does not answer', () => {
  test('is left alone after some tries, and tried again by one message a minute later', async () => {
    let calls = 0;
    const dead = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`;
    const other = await createTestApp({ clock: () => new Date(now), seed: [EMAIL], pushService: url });
    const ana = await other.signIn(EMAIL);
    const fields = { idUsuario: ana.id, endpoint: `${url}/one`, ...deviceKeys().keys };
    expect((await send(other.app, 'subscribePush', { fields }, ana.headers)).status).toBe(200);
    for (let at = 0; at < 12; at += 1) await other.news.tell(other.db, ana.id, refundNews);
    await other.news.sendDue();
    // Two of one customer are on their way at a time.
    expect(calls).toBeGreaterThanOrEqual(MAX_SILENT);
    expect(calls).toBeLessThanOrEqual(MAX_SILENT + 1);
    const before = calls;
    now += SHUT_MS + 1_000;
    await other.news.sendDue();
    expect(calls - before).toBe(1);
    expect(await other.db.$count(pushQueue)).toBe(12);
    await other.close();
    dead.close();
  }, 60_000);

  test('is called as before once it has answered, and holds back no other', () => {
    let at = 0;
    const hosts = createSilentHosts(() => new Date(at));
    for (let times = 0; times < MAX_SILENT; times += 1) hosts.silent('https://a.example/1');
    expect([hosts.waitOf('https://a.example/2'), hosts.waitOf('https://b.example/1')]).toEqual([SHUT_MS, 0]);
    at += SHUT_MS + 1;
    expect([hosts.waitOf('https://a.example/2'), hosts.waitOf('https://a.example/3') > 0]).toEqual([0, true]);
    hosts.heard('https://a.example/2');
    expect(hosts.waitOf('https://a.example/3')).toBe(0);
    for (let times = 0; times < MAX_SILENT; times += 1) hosts.silent('https://a.example/1');
    at -= 24 * 3_600_000;
    expect(hosts.waitOf('https://a.example/1')).toBe(0);
  });
});

describe('[D63] a push message', () => {
  test('is encrypted for its device, and contains only a subject and ids', async () => {
    const device = await subscribe(maria, 'one');
    await tell(maria);
    const [first] = service.arrived;
    expect(service.arrived).toHaveLength(1);
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(first?.headers.ttl)).toBe((3 * DAY_MS) / 1000);
    const text = opened(first?.body ?? Buffer.alloc(0), device);
    expect(JSON.parse(text)).toEqual(refundNews);
    expect(first?.body.toString('latin1')).not.toContain('un-reembolso');
    expect(() => opened(first?.body ?? Buffer.alloc(0), deviceKeys())).toThrow();
  });

  test('is signed with the key that the device knows, for this push service and for a day at most', async () => {
    await subscribe(maria, 'one');
    await tell(maria);
    const { claims, key } = vapidClaims(service.arrived[0]?.headers.authorization ?? '');
    const settings = await send(server.app, 'pushSettings', { fields: { idUsuario: maria.id } }, maria.headers);
    expect(key).toBe(settings.body.clave);
    expect(claims.aud).toBe(service.url);
    expect(claims.sub).toMatch(/^mailto:/);
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(DAY_MS / 1000);
  });

  test('has the same length whatever it contains, the same headers, and a topic that no other device has', async () => {
    await subscribe(maria, 'one');
    await subscribe(await server.signIn(EMAIL), 'two');
    await tell(maria);
    await tell(maria, { tema: 'seguridad' });
    const shown = service.arrived.map(({ body, headers: { topic: _, authorization: __, ...others } }) => ({
      ...{ length: body.length, others },
    }));
    expect(shown).toEqual(Array(4).fill(shown[0]));
    expect(new Set(service.arrived.map(({ headers }) => headers.topic)).size).toBe(4);
  });

  test('has a schema with only a subject and ids', () => {
    expect(Object.keys(pushMessage.entries).sort()).toEqual(['consulta', 'poliza', 'reembolso', 'tema']);
  });
});

describe('[D21] news reaches', () => {
  test('every device of the customer, and none of another customer', async () => {
    const other = await server.signIn(EMAIL);
    const rafael = await server.signIn('dominicana@demo.test');
    await subscribe(maria, 'one');
    await subscribe(other, 'two');
    await subscribe(rafael, 'his');
    await tell(maria);
    expect(service.arrived.map(({ path }) => path).sort()).toEqual(['/one', '/two']);
  });

  test('no device about a subject that the customer turned off, until it is on again', async () => {
    await subscribe(maria, 'one');
    expect((await choose('solicitudes', false)).status).toBe(200);
    await tell(maria);
    await tell(maria, { tema: 'facturas', poliza: '520021' });
    expect(service.arrived).toHaveLength(1);
    const { body } = await choose('solicitudes', true);
    expect(body.temas).toContainEqual({ tema: 'solicitudes', activo: true });
    await tell(maria);
    expect(service.arrived).toHaveLength(2);
  });

  test('no device that signed out, even when news was waiting for it', async () => {
    await subscribe(maria, 'one');
    await server.news.tell(server.db, maria.id, refundNews);
    await send(server.app, 'logout', { fields: { idUsuario: maria.id } }, maria.headers);
    await server.news.sendDue();
    expect([service.arrived.length, await waiting()]).toEqual([0, 0]);
  });

  test('no device without valid tokens', async () => {
    const gone = await server.signIn('dominicana@demo.test');
    await subscribe(gone, 'one');
    await server.news.tell(server.db, gone.id, refundNews);
    expect(await waiting()).toBe(1);
    await server.db.update(tokens).set({ expires: new Date(now) });
    await server.news.tell(server.db, gone.id, refundNews);
    expect(await waiting()).toBe(1);
  });

  test('only the customer who subscribed last in a shared browser', async () => {
    const rafael = await server.signIn('dominicana@demo.test');
    await subscribe(maria, 'shared');
    await subscribe(rafael, 'shared');
    await tell(maria);
    expect(service.arrived).toHaveLength(0);
    await tell(rafael, { tema: 'documentos' });
    expect(service.arrived).toHaveLength(1);
  });

  test('no device that unsubscribed, also through another session of the customer', async () => {
    await subscribe(maria, 'one');
    const again = await server.signIn(EMAIL);
    const rafael = await server.signIn('dominicana@demo.test');
    const end = (who: SignedIn) =>
      send(
        server.app,
        'unsubscribePush',
        { fields: { idUsuario: who.id, endpoint: `${service.url}/one` } },
        who.headers,
      );
    await end(rafael);
    expect(await server.db.$count(pushSubscriptions)).toBe(1);
    await end(again);
    expect(await server.db.$count(pushSubscriptions)).toBe(0);
  });

  test('a locked device, which may subscribe again with its send-only token but choose no subject', async () => {
    const sending = { Authorization: `Bearer ${maria.send}` };
    await subscribe(maria, 'one', sending);
    const chosen = await send(
      server.app,
      'choosePush',
      { fields: { idUsuario: maria.id, tema: 'seguridad', activo: false } },
      sending,
    );
    expect(chosen.status).toBe(401);
    await tell(maria);
    expect(service.arrived).toHaveLength(1);
  });

  test('only the twenty newest devices', async () => {
    for (let at = 0; at < 22; at += 1) {
      now += 1000;
      await subscribe(await server.signIn(EMAIL), `device-${at}`);
    }
    const kept = await server.db.select().from(pushSubscriptions);
    expect(kept).toHaveLength(20);
    expect(kept.map(({ endpoint }) => endpoint)).not.toContain(`${service.url}/device-0`);
  });

  test('[D83] for the last time a device whose session was ended from elsewhere, whatever subjects were chosen', async () => {
    const lost = await server.signIn(EMAIL);
    const device = await subscribe(lost, 'lost');
    await choose('seguridad', false);
    service.answers.push(503);
    await send(server.app, 'endSessions', { fields: { idUsuario: maria.id } }, maria.headers);
    await server.settled();
    // The push service was away; the address is kept for another try, without the device or the customer.
    expect(await server.db.select().from(pushQueue)).toMatchObject([
      { deviceId: null, message: { tema: 'seguridad' } },
    ]);
    now += MINUTE_MS;
    await server.news.sendDue();
    expect(service.arrived.map(({ path }) => path)).toEqual(['/lost', '/lost']);
    expect(JSON.parse(opened(service.arrived[1]?.body ?? Buffer.alloc(0), device))).toEqual({ tema: 'seguridad' });
    expect([await server.db.$count(pushSubscriptions), await waiting()]).toEqual([0, 0]);
    await choose('seguridad', true);
  });

  test('[S40] one last time a device that made way for another, since its customer had too many', async () => {
    const device = await subscribe(maria, 'crowded');
    await server.db.insert(devices).values(
      Array.from({ length: MAX_DEVICES }, (_, at) => ({
        ...{ id: `newer-${at}`, customerId: maria.id },
        ...{ created: new Date(now), seen: new Date(now + at + 1) },
      })),
    );
    now += MINUTE_MS;
    await server.signIn(EMAIL);
    await server.settled();
    expect(service.arrived.map(({ path }) => path)).toEqual(['/crowded']);
    expect(JSON.parse(opened(service.arrived[0]?.body ?? Buffer.alloc(0), device))).toEqual({ tema: 'seguridad' });
  });

  test('[S15] the other devices when one asks to change the email', async () => {
    const other = await server.signIn(EMAIL);
    await subscribe(maria, 'asking');
    const device = await subscribe(other, 'other');
    const fields = { id: maria.id, email: 'otra@demo.test', password: 'Amparo2026' };
    expect((await send(server.app, 'updatePersonalInformation', { fields }, maria.headers)).status).toBe(200);
    await server.settled();
    expect(service.arrived.map(({ path }) => path)).toEqual(['/other']);
    expect(JSON.parse(opened(service.arrived[0]?.body ?? Buffer.alloc(0), device))).toEqual({ tema: 'seguridad' });
  });
});

describe('[D21] sending to a push service', () => {
  test('the answers 404, 410, 401 and 403 end the subscription', async () => {
    for (const status of [404, 410, 401, 403]) {
      await subscribe(maria, 'one');
      service.answers.push(status);
      await tell(maria);
      expect([await server.db.$count(pushSubscriptions), await waiting()]).toEqual([0, 0]);
    }
  });

  test.each([400, 413])('the answer %d drops the message and keeps the subscription', async (status) => {
    await subscribe(maria, 'one');
    service.answers.push(status);
    await tell(maria);
    expect([await server.db.$count(pushSubscriptions), await waiting()]).toEqual([1, 0]);
  });

  test('503 and silence lead to six tries in all, with growing waits', async () => {
    await subscribe(maria, 'one');
    service.answers.push(503, 'silence', 503, 503, 503, 503, 503, 503);
    await tell(maria);
    for (const wait of [0.5, 2, 10, 30, 120]) {
      const before = service.arrived.length;
      now += wait * MINUTE_MS - 1000;
      await server.news.sendDue();
      expect(service.arrived).toHaveLength(before);
      now += 1000;
      await server.news.sendDue();
      expect(service.arrived).toHaveLength(before + 1);
    }
    expect([service.arrived.length, await waiting()]).toEqual([6, 0]);
    expect(await server.db.$count(pushSubscriptions)).toBe(1);
  });

  test('429 leads to another try after its Retry-After', async () => {
    await subscribe(maria, 'one');
    service.answers.push({ status: 429, retryAfter: 600 });
    await tell(maria);
    now += 9 * MINUTE_MS;
    await server.news.sendDue();
    expect(service.arrived).toHaveLength(1);
    now += MINUTE_MS;
    await server.news.sendDue();
    expect([service.arrived.length, await waiting()]).toEqual([2, 0]);
  });

  test('a service that is down delays no other, and does not fail what caused the news', async () => {
    const other = await server.signIn(EMAIL);
    await subscribe(maria, 'down');
    await subscribe(other, 'up');
    service.answers.push('silence');
    await server.news.tell(server.db, maria.id, refundNews);
    server.news.sendSoon();
    await server.settled();
    expect(service.arrived).toHaveLength(2);
    expect(await waiting()).toBe(1);
  });

  test.each([
    ['one of their devices', 1],
    ['each of their devices', 12],
  ])('[F45] who names a service that never answers for %s holds back nobody else', async (_, names) => {
    const rafael = await server.signIn('dominicana@demo.test');
    for (let one = 0; one < names; one += 1) {
      service.mute.add(`/mute-${one}`);
      await subscribe(await server.signIn(EMAIL), `mute-${one}`);
    }
    for (let news = 0; news < 24 / names; news += 1) await server.news.tell(server.db, maria.id, refundNews);
    expect(await waiting()).toBe(24);
    await subscribe(rafael, 'his');
    now += 1;
    await server.news.tell(server.db, rafael.id, refundNews);
    const round = server.news.sendDue();
    await expect.poll(() => service.arrived.map(({ path }) => path)).toContain('/his');
    expect(service.arrived.length).toBeLessThan(5);
    await server.db.delete(pushQueue);
    service.cut();
    await round;
  });

  test('news that could not be delivered for three days is dropped', async () => {
    await subscribe(maria, 'one');
    await server.news.tell(server.db, maria.id, refundNews);
    now += 3 * DAY_MS + 1000;
    await server.news.sendDue();
    expect([service.arrived.length, await waiting()]).toEqual([0, 0]);
  });

  test('two processes send each message once', async () => {
    await subscribe(maria, 'one');
    const { openNews } = await import('#server/push/news.ts');
    const { openKeyedHash } = await import('#server/secrets.ts');
    const { openLater } = await import('#server/later.ts');
    const second = await openNews({
      db: server.db,
      clock: () => new Date(now),
      hash: await openKeyedHash(server.db),
      later: openLater(() => {}),
      trial: service.url,
    });
    for (let at = 0; at < 20; at += 1) await server.news.tell(server.db, maria.id, refundNews);
    await Promise.all([server.news.sendDue(), second.sendDue()]);
    expect([service.arrived.length, await waiting()]).toEqual([20, 0]);
  });

  test('news of a transaction that rolls back is never sent', async () => {
    await subscribe(maria, 'one');
    await server.db
      .transaction(async (tx) => {
        await server.news.tell(tx, maria.id, refundNews);
        throw new Error('rolled back');
      })
      .catch(() => {});
    await server.news.sendDue();
    expect(service.arrived).toHaveLength(0);
  });
});

describe('[S11] the push address that a device sends', () => {
  test.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://base.localhost/x',
    'https://10.1.2.3/x',
    'https://192.168.0.1/x',
    'https://172.16.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fc00::1]/x',
    'https://[fe80::1]/x',
    'https://[64:ff9b::a00:1]/x',
    'https://[2002:a00:1::]/x',
    'https://base/x',
    'https://base.internal/x',
    'https://printer.local/x',
    'https://push.example.com:8443/x',
    'https://who:word@push.example.com/x',
    'ftp://push.example.com/x',
    'file:///etc/passwd',
    'nonsense',
  ])('%s is refused', async (endpoint) => {
    expect(isPushAddressAllowed(endpoint, null)).toBe(false);
    const fields = { idUsuario: maria.id, ...deviceKeys().keys, endpoint };
    expect((await send(server.app, 'subscribePush', { fields }, maria.headers)).status).toBe(422);
    expect(await server.db.$count(pushSubscriptions)).toBe(0);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
  ])('%s is accepted', (endpoint) => expect(isPushAddressAllowed(endpoint, null)).toBe(true));

  test('is not called when its public name resolves to an address that is not public', async () => {
    let calls = 0;
    const here = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((listens) => here.listen(0, 'localhost', listens));
    onTestFinished(() => void here.close());
    const { port } = here.address() as AddressInfo;
    const calling = post({ endpoint: `https://localhost:${port}/`, headers: {}, body: null }, null);
    await expect(calling).rejects.toThrow(ClosedAddress);
    expect(calls).toBe(0);
    expect(isPublic('not an address')).toBe(false);
  });

  test('ends its subscription when it turns out not to be public at the call', async () => {
    await subscribe(maria, 'one');
    await server.db.update(pushSubscriptions).set({ endpoint: 'https://127.0.0.1/x' });
    await tell(maria);
    expect(await server.db.$count(pushSubscriptions)).toBe(0);
  });

  test('is the only one called: a redirect is not followed', async () => {
    await subscribe(maria, 'one');
    service.answers.push({ status: 307, location: `${service.url}/elsewhere` });
    await tell(maria);
    expect(service.arrived.map(({ path }) => path)).toEqual(['/one']);
  });

  test('loses its subscription, and nothing else happens, when its keys are invalid', async () => {
    await subscribe(maria, 'one');
    await server.db.update(pushSubscriptions).set({ p256dh: Buffer.alloc(65, 4).toString('base64url') });
    await tell(maria);
    expect([await server.db.$count(pushSubscriptions), service.arrived.length]).toEqual([0, 0]);
  });

  test('may be that of the test stand-in only in the demo', () => {
    const trial = 'http://127.0.0.1:9';
    expect(readSettings({ AMPARO_PUSH_TRIAL: trial }).push.trial).toBe(trial);
    expect(() => readSettings({ AMPARO_PUSH_TRIAL: trial, AMPARO_DEMO: '0' })).toThrow('AMPARO_PUSH_TRIAL');
    expect(() => readSettings({ AMPARO_PUSH_CONTACT: 'nobody' })).toThrow('AMPARO_PUSH_CONTACT');
    expect(readSettings({ AMPARO_ADDRESS: 'https://amparo.example' }).push.contact).toBe('https://amparo.example');
  });
});

test('[D21] the key pair for push is made once and kept in the database', async () => {
  const [first, second] = [await openVapidKeys(server.db), await openVapidKeys(server.db)];
  expect(second).toEqual(first);
  const [row] = await server.db.select().from(secrets).where(eq(secrets.name, 'vapid'));
  expect(row?.value).toContain(first.privateKey);
});
