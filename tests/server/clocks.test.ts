// @module-tag depth
import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import { type AnswerOf, type EndpointName, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { thisMachine } from '#ports/machine.ts';
import { composeServer, type Server } from '#server/compose.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import {
  auditTrail,
  customers,
  devices,
  files,
  outgoingEvents,
  pushQueue,
  pushSubscriptions,
  refunds,
  tokens,
} from '#server/database/schema.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { readSigningKeys, SIGNATURE_AGE_MS, signed } from '#server/insurer/signature.ts';
import type { Message } from '#server/mail/mail.ts';
import type { Posting } from '#server/push/post.ts';
import { hashOf } from '#server/secrets.ts';
import { readSettings } from '#server/settings.ts';
import { deviceKeys, openPushService, type PushService } from '../push-service.ts';
import { Authenticator } from './authenticator.ts';
import { refundFields, refundPapers, type Sent, send } from './requests.ts';
import { callerFrom, inMemory, ORIGIN, type SignedIn, signInAt, unasked } from './test-app.ts';

const ANA = 'costarica@demo.test';
/** More than a question for a passkey, a file's address, a lost answer, a relay, a mail's code and its link are good for. */
const SKEW_MS = 3 * HOUR_MS;
/** More than any token is good for. */
const LONG_SKEW_MS = 100 * DAY_MS;
const mails: Message[] = [];
/** How many reports the insurer made, beside those of the demo. */
let told = 100;
/** What the insurer's receiver was sent. */
const posted: Posting[] = [];
const keys = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? expect.fail('no keys');
let pushService: PushService;
let database: OpenDatabase;
/** Some processes on one database of another machine, by what their clocks show beside its. */
const processes = new Map<string, Server>();

beforeAll(async () => {
  database = await inMemory();
  pushService = await openPushService();
  const settings = {
    ...readSettings({ AMPARO_ADDRESS: ORIGIN, AMPARO_PUSH_TRIAL: pushService.url }),
    ...{ databaseUrl: 'postgres://elsewhere', receiver: { url: 'https://insurer.example', keys } },
  };
  const composed = (skew: number) =>
    composeServer(settings, {
      machine: { ...thisMachine, clock: () => Date.now() + skew },
      log: () => {},
      open: async () => database,
      jobs: unasked,
      mail: async (message) => void mails.push(message),
      travels: async (posting) => {
        posted.push(posting);
        return { status: 200, retryAfter: null };
      },
      demo: { customers: demoCustomers.filter(({ email }) => email === ANA), people: [], passwordCost: 1024 },
      parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024 }),
    });
  processes.set('right', await composed(0));
  processes.set('behind', await composed(-SKEW_MS));
  processes.set('ahead', await composed(SKEW_MS));
  processes.set('months behind', await composed(-LONG_SKEW_MS));
  processes.set('months ahead', await composed(LONG_SKEW_MS));
}, 60_000);
afterAll(async () => {
  await database.close();
  await pushService.close();
});

const appOf = (name: string) => processes.get(name)?.app ?? expect.fail(`no process ${name}`);
const pairs = ['behind', 'ahead'].flatMap((other) => [['right', other] as const, [other, 'right'] as const]);

describe.each(pairs)(
  '[F60] who asked a process whose clock is %s, and goes on at one whose clock is %s,',
  (one, other) => {
    let who: SignedIn;
    beforeEach(async () => {
      who = await signInAt({ fetch: async (request) => appOf(one).fetch(request) }, ANA);
    });
    const ask = (at: string, name: EndpointName, fields: Sent['fields'], headers = who.headers) =>
      send(appOf(at), name, { fields }, headers);

    test('[D56] answers a question at another process', async () => {
      const phone = new Authenticator(ORIGIN);
      const asked = await ask(one, 'passkeyQuestion', { idUsuario: who.id, password: 'Amparo2026' });
      const respuesta = phone.create(asked.body as unknown as PasskeyQuestion);
      const added = await ask(other, 'addPasskey', { idUsuario: who.id, nombre: 'Teléfono', respuesta });
      const question = await ask(one, 'passkeySignInQuestion', {}, {});
      const signed = phone.get(question.body as unknown as PasskeyQuestion);
      const entered = await ask(other, 'passkeySignIn', { respuesta: signed }, {});
      expect([added.status, entered.status]).toEqual([200, 200]);
    });

    test('[D48] opens a file at another process', async () => {
      const { body } = await ask(one, 'documents', { policyId: who.polizas[0]?.Policy ?? '' });
      const [paper] = body as unknown as AnswerOf<'documents'>;
      const opened = await appOf(other).request(`${ORIGIN}${paper?.PhysicalPath}`);
      expect(opened.status).toBe(200);
      await opened.arrayBuffer();
    });

    test('[D76] whose answer was lost is exchanged again at another process, and both answers are good', async () => {
      const first = await ask(one, 'renewSession', { renovacion: who.renewal }, {});
      const again = await ask(other, 'renewSession', { renovacion: who.renewal }, {});
      expect([first.status, again.status]).toEqual([200, 200]);
      const [given, same] = [first, again].map(
        ({ body }) => (body as unknown as AnswerOf<'renewSession'>).usuario.renovacion,
      );
      expect(same).toBe(given);
      expect((await ask(other, 'renewSession', { renovacion: given }, {})).status).toBe(200);
    });

    test('[S40] [F60] was last here by the clock of all processes, whether seen in use or at an unlock', async () => {
      const [{ deviceId } = expect.fail()] = await database.db
        .select()
        .from(tokens)
        .where(eq(tokens.hash, hashOf(who.send)));
      const own = eq(devices.id, deviceId);
      for (const use of [
        () => ask(other, 'sessions', { idUsuario: who.id }),
        () => ask(other, 'renewSession', { renovacion: who.renewal }, {}),
      ]) {
        await database.db
          .update(devices)
          .set({ seen: new Date(0) })
          .where(own);
        expect((await use()).status).toBe(200);
        await processes.get(other)?.settled();
        const [noted] = await database.db.select().from(devices).where(own);
        expect(Math.abs(Date.now() - Number(noted?.seen))).toBeLessThan(HOUR_MS);
      }
    });

    test('[D57] [S13] has the lock at another process end what was issued before it, and nothing of the unlock since', async () => {
      const bearer = (token = '') => ({ Authorization: `Bearer ${token}` });
      const mayRead = async ({ access_token, internal }: { access_token: string; internal: string }) =>
        (
          await ask(
            one,
            'personalInformation',
            { id: who.id },
            { ...bearer(access_token), [INTERNAL_TOKEN_HEADER]: internal },
          )
        ).status;
      const { body } = await ask(other, 'renewSession', { renovacion: who.renewal }, {});
      const { accessToken, usuario } = body as unknown as AnswerOf<'renewSession'>;
      const internal = usuario.token;
      expect((await ask(other, 'lock', {}, bearer(who.send))).status).toBe(200);
      expect(await mayRead({ ...accessToken, internal })).toBe(200);
      const given = await ask(one, 'accessToken', { cedula: who.nif }, { [INTERNAL_TOKEN_HEADER]: internal });
      const later = given.body as unknown as AnswerOf<'accessToken'>;
      expect((await ask(other, 'lock', {}, bearer(later.sendToken))).status).toBe(200);
      expect(await mayRead({ ...later, internal })).toBe(401);
    });

    test('[H2.67] types a code and opens a link of a mail at another process', async () => {
      const email = 'otra@demo.test';
      await ask(one, 'updatePersonalInformation', { id: who.id, email, password: 'Amparo2026' });
      expect((await ask(other, 'personalInformation', { id: who.id })).body).toMatchObject({ emailPendiente: email });
      const codigo = mails.findLast(({ to }) => to === email)?.code;
      const typed = await ask(other, 'updatePersonalInformation', { id: who.id, codigo });
      expect([typed.status, typed.body.fields]).toEqual([200, undefined]);
      await database.db.update(customers).set({ email: ANA }).where(eq(customers.id, who.id));
      await ask(one, 'forgotPassword', { email: ANA }, {});
      await processes.get(one)?.settled();
      const { link = '' } = mails.findLast(({ action }) => action) ?? expect.fail('no link');
      expect((await appOf(other).request(link)).status).toBe(200);
      const body = new URLSearchParams({ nueva: 'Amparo2026', repetida: 'Amparo2026' });
      expect((await appOf(other).request(link, { method: 'POST', body })).status).toBe(200);
    });

    test('[F17] has papers stamped no earlier than they came: a sweep of another process judges how long they are loose', async () => {
      const young = gt(files.created, new Date(Date.now() - HOUR_MS / 2));
      const before = await database.db.$count(files, young);
      const fields = refundFields(who, '520021');
      const sent = await send(appOf(other), 'createRefund', { fields, files: refundPapers() }, who.headers);
      expect([sent.status, await database.db.$count(files, young)]).toEqual([200, before + 2]);
    });

    test('[S20] hands photos to a relay at another process', async () => {
      const lector = 'l'.repeat(43);
      const { relevo, vence } = (await ask(one, 'openRelay', { lector }, {})).body;
      expect(Date.parse(String(vence))).toBeLessThanOrEqual(Date.now() + RELAY_LIFE_MS);
      await ask(other, 'openRelay', { lector }, {});
      const handed = await ask(other, 'handToRelay', { relevo, contenido: 'c2VhbGVk' }, {});
      const taken = await ask(one, 'takeFromRelay', { relevo, lector }, {});
      expect([handed.status, taken.body]).toEqual([200, { contenido: 'c2VhbGVk' }]);
    });
  },
);

/** The insurer tells the process of a refund, by a message of that time. */
const report = async (name: string, time = new Date()) => {
  const [{ id } = expect.fail()] = await database.db.select({ id: refunds.id }).from(refunds);
  const data = { id, secuencia: ++told, idEstado: 2 };
  const body = JSON.stringify({ type: 'reembolso.actualizado', timestamp: new Date().toISOString(), data });
  const headers = {
    'Content-Type': 'application/json',
    ...signed({ id: crypto.randomUUID(), at: time, body }, keys[0]),
  };
  return appOf(name).request(`${ORIGIN}/aseguradora/reportes`, { method: 'POST', headers, body });
};

describe.each(['right', 'behind', 'ahead'])('[F60] [F39] a process whose clock is %s', (name) => {
  const skews: Record<string, number> = { behind: -SKEW_MS, ahead: SKEW_MS };
  const skew = skews[name] ?? 0;
  const at = (ms: number) => new Date(Date.now() + ms);
  const fetchFile = (time: Date) => {
    const path = '/aseguradora/archivos/none';
    return appOf(name).request(ORIGIN + path, { headers: signed({ id: 'x', at: time, body: path }, keys[0]) });
  };

  test('believes the insurer by the clock that all processes share', async () => {
    expect([(await report(name)).status, (await fetchFile(at(0))).status]).toEqual([200, 404]);
    for (const off of [-1, 1]) {
      const old = at(off * (SIGNATURE_AGE_MS + 5_000));
      expect([(await report(name, old)).status, (await fetchFile(old)).status]).toEqual([401, 401]);
    }
    if (skew !== 0)
      expect([(await report(name, at(skew))).status, (await fetchFile(at(skew))).status]).toEqual([401, 401]);
  });

  test('signs what the insurer is told by it too', async () => {
    const [{ id: customerId } = expect.fail()] = await database.db.select({ id: customers.id }).from(customers);
    await database.db.insert(outgoingEvents).values({
      ...{ id: `evt_${name}`, customerId, type: 'consulta.creada', data: {} as never, state: 'waiting' },
      ...{ attempts: 0, due: new Date(), problem: '', created: new Date() },
    });
    await processes.get(name)?.work.outgoing();
    const event = posted.find(({ headers }) => headers['webhook-id'] === `evt_${name}`);
    expect(Math.abs(Number(event?.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(SIGNATURE_AGE_MS);
  });

  test('[D21] ends a push subscription for its key only where its own clock cannot be the reason', async () => {
    const { id, send: token } = await signInAt({ fetch: async (request) => appOf('right').fetch(request) }, ANA);
    const [{ deviceId } = expect.fail()] = await database.db
      .select()
      .from(tokens)
      .where(eq(tokens.hash, hashOf(token)));
    for (const status of [401, 403]) {
      const subscription = { endpoint: `${pushService.url}/${status}`, ...deviceKeys().keys, created: new Date() };
      await database.db.insert(pushSubscriptions).values({ deviceId, ...subscription });
      pushService.answers.push(status);
      const { news } = processes.get(name) ?? expect.fail();
      await news.tell(database.db, id, { tema: 'seguridad' });
      await news.sendDue();
      const left = [await database.db.$count(pushSubscriptions), await database.db.$count(pushQueue)];
      expect(left).toEqual(skew === 0 ? [0, 0] : [1, 1]);
      for (const table of [pushQueue, pushSubscriptions]) await database.db.delete(table);
    }
  });
});

test.each(['months behind', 'months ahead'])(
  '[F60] [S8] a process whose clock is %s takes a token, and tells its device of news, until it is over for all',
  async (name) => {
    const who = await signInAt({ fetch: async (request) => appOf('right').fetch(request) }, ANA);
    const [{ deviceId } = expect.fail()] = await database.db
      .select()
      .from(tokens)
      .where(eq(tokens.hash, hashOf(who.send)));
    const subscription = { endpoint: `${pushService.url}/months`, ...deviceKeys().keys, created: new Date() };
    await database.db.insert(pushSubscriptions).values({ deviceId, ...subscription });
    const isTaken = async () => {
      const listed = await send(appOf(name), 'sessions', { fields: { idUsuario: who.id } }, who.headers);
      const isListed = JSON.stringify(listed.body).includes(deviceId);
      const fields = { idUsuario: who.id, sesion: deviceId, apodo: 'Mi teléfono' };
      const named = await send(appOf(name), 'nameSession', { fields }, who.headers);
      await processes.get(name)?.news.tell(database.db, who.id, { tema: 'seguridad' });
      return [isListed, named.status, await database.db.$count(pushQueue, eq(pushQueue.deviceId, deviceId))];
    };
    const good = await isTaken();
    await database.db.delete(pushQueue);
    await database.db
      .update(tokens)
      .set({ expires: new Date(Date.now() - HOUR_MS) })
      .where(eq(tokens.deviceId, deviceId));
    const over = await isTaken();
    await database.db.delete(pushSubscriptions);
    expect([good, over]).toEqual([
      [true, 200, 1],
      [false, 401, 0],
    ]);
  },
);

test('[S22] [F60] every line of the trail is of the clock that all processes share', async () => {
  for (const [name, { app, settled }] of processes) {
    const who = await signInAt({ fetch: async (request) => app.fetch(request) }, ANA);
    const fields = { policyId: who.polizas[0]?.Policy ?? '' };
    const { body } = await send(app, 'documents', { fields }, who.headers);
    await app.request(`${ORIGIN}${(body as unknown as AnswerOf<'documents'>)[0]?.PhysicalPath}`);
    await report(name);
    await settled();
  }
  const lines = await database.db.select().from(auditTrail);
  const events = new Set(lines.map(({ event }) => event));
  for (const one of ['signed-in', 'documents-read', 'file-opened', 'reported']) expect(events).toContain(one);
  const far = lines.filter(({ at }) => Math.abs(Date.now() - Number(at)) > HOUR_MS);
  expect(far.map(({ event }) => event)).toEqual([]);
});
