// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { LOST_ANSWER_MS } from '#server/accounts/tokens.ts';
import { attempts, auditTrail, customers, devices, endedTokens, renewals, tokens } from '#server/database/schema.ts';
import { erasePerson } from '#server/person/erase.ts';
import { peopleOf } from '#server/person/person.ts';
import { hashOf } from '#server/secrets.ts';
import { sweep } from '#server/sweep.ts';
import { INACTIVITY_MS } from '#session/inactivity.ts';
import { Authenticator } from './authenticator.ts';
import { send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const derived = vi.hoisted(() => ({ times: 0 }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const scrypt = (...given: Parameters<typeof real.scrypt>) => {
    derived.times += 1;
    real.scrypt(...given);
  };
  return { ...real, scrypt };
});

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
const start = new Date('2026-11-22T10:00:00Z').getTime();
let now = start;
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: [ANA, LUIS] });
}, 60_000);
afterAll(() => server.close());
let ana: SignedIn;
beforeEach(async () => {
  now = start;
  await server.db.delete(devices);
  await server.db.delete(endedTokens);
  ana = await server.signIn(ANA);
});

const renew = (renovacion: string) => send(server.app, 'renewSession', { fields: { renovacion } });
/** What a renewal that succeeds gives. */
async function renewed(renovacion: string) {
  const { status, body } = await renew(renovacion);
  expect(status).toBe(200);
  const { usuario, accessToken } = body as unknown as AnswerOf<'renewSession'>;
  const headers = {
    Authorization: `Bearer ${accessToken.access_token}`,
    'Amparo-Internal-Token': usuario.token,
  };
  return { next: usuario.renovacion ?? '', usuario, accessToken, headers };
}
const told = async (renovacion: string) => {
  const { status, body } = await renew(renovacion);
  return status === 200 ? 'renewed' : body.code;
};
const isIn = async (headers: Record<string, string>) =>
  (await send(server.app, 'tickets', { fields: { idUsuario: ana.id } }, headers)).status === 200;

describe('[D76] a renewal token', () => {
  test('gives new tokens of the same sign-in, and derives no key from a password', async () => {
    derived.times = 0;
    now += HOUR_MS;
    const { usuario, accessToken, headers, next } = await renewed(ana.renewal);
    expect(derived.times).toBe(0);
    expect([usuario.id, usuario.nif, next === ana.renewal]).toEqual([ana.id, ana.nif, false]);
    expect([await isIn(headers), await isIn(ana.headers)]).toEqual([true, false]);
    const list = await send(server.app, 'sessions', { fields: { idUsuario: ana.id } }, headers);
    expect(list.body).toMatchObject([{ aqui: true, bloqueada: false, desde: '2026-11-22T10:00:00.000Z' }]);
    const queued = { Authorization: `Bearer ${accessToken.sendToken}` };
    expect((await send(server.app, 'lock', { fields: {} }, queued)).status).toBe(200);
    await server.settled();
    const events = await server.db.select().from(auditTrail).where(eq(auditTrail.customerId, ana.id));
    expect(events.map(({ event }) => event)).toContain('session-renewed');
  });

  test('[D57] outlives a lock, which comes before every unlock', async () => {
    await send(server.app, 'lock', { fields: {} }, { Authorization: `Bearer ${ana.send}` });
    const { headers } = await renewed(ana.renewal);
    expect(await isIn(headers)).toBe(true);
  });

  test('lies at the server as a hash only, and goes on for 90 days from each exchange', async () => {
    const { next } = await renewed(ana.renewal);
    const stored = JSON.stringify(await server.db.select().from(renewals));
    for (const token of [ana.renewal, next]) for (const part of token.split('.')) expect(stored).not.toContain(part);
    now += 89 * DAY_MS;
    const { next: later } = await renewed(next);
    now += 89 * DAY_MS;
    const { next: last } = await renewed(later);
    now += 91 * DAY_MS;
    expect(await told(last)).toBe('unauthorised');
    await sweep(server.db, () => new Date(now));
    expect(await server.db.$count(renewals)).toBe(0);
  });

  test('that was made up gets nothing and ends nothing', async () => {
    const [family = ''] = ana.renewal.split('.');
    for (const made of ['x', 'x.y', '.', `${'x'.repeat(43)}.${ana.renewal.split('.')[1]}`]) {
      expect(await told(made)).toBe('unauthorised');
    }
    // A family is known to those only who had a token of it.
    expect(await told(`${family}.made-up`)).toBe('session-ended');
  });

  test('leaves no pile of send-only tokens, and never ends the one that came last', async () => {
    let token = ana.renewal;
    for (let times = 0; times < 12; times += 1) {
      now += HOUR_MS;
      const { next, accessToken } = await renewed(token);
      const queued = { Authorization: `Bearer ${accessToken.sendToken}` };
      expect((await send(server.app, 'lock', { fields: {} }, queued)).status).toBe(200);
      token = next;
    }
    const sends = await server.db.select().from(tokens).where(eq(tokens.kind, 'send'));
    expect(sends.length).toBeLessThanOrEqual(3);
  });
});

describe('[S26] a renewal token that is shown twice', () => {
  test('after its next one was used ends the sign-in, and says so to every token of it', async () => {
    const other = await server.signIn(ANA);
    const noted = () => server.db.$count(auditTrail, eq(auditTrail.event, 'renewal-reused'));
    const before = await noted();
    const { next } = await renewed(ana.renewal);
    const { headers, next: last } = await renewed(next);
    expect(await told(ana.renewal)).toBe('session-ended');
    expect([await told(last), await told(next), await isIn(headers)]).toEqual([
      'session-ended',
      'session-ended',
      false,
    ]);
    const asked = await send(server.app, 'tickets', { fields: { idUsuario: ana.id } }, headers);
    expect(asked.body.code).toBe('session-ended');
    expect([await isIn(other.headers), await told(other.renewal)]).toEqual([true, 'renewed']);
    expect((await noted()) - before).toBe(1);
  });

  test('however long ago it was exchanged', async () => {
    let token = ana.renewal;
    for (let times = 0; times < 5; times += 1) {
      now += 20 * DAY_MS;
      token = (await renewed(token)).next;
    }
    expect(await told(ana.renewal)).toBe('session-ended');
    expect(await told(token)).toBe('session-ended');
  });

  test('because its answer was lost gives the same next one, and both answers are good', async () => {
    const first = await renewed(ana.renewal);
    now += LOST_ANSWER_MS;
    const again = await renewed(ana.renewal);
    expect(again.next).toBe(first.next);
    expect([await isIn(first.headers), await isIn(again.headers)]).toEqual([true, true]);
    expect(await told(first.next)).toBe('renewed');
  });

  test('by two tabs at the same moment loses nothing', async () => {
    const both = await Promise.all([renewed(ana.renewal), renewed(ana.renewal)]);
    expect(both[0].next).toBe(both[1].next);
    expect(await Promise.all(both.map(({ headers }) => isIn(headers)))).toEqual([true, true]);
  });

  test('long after an answer that was lost is refused, and ends nothing', async () => {
    const { next, headers } = await renewed(ana.renewal);
    now += LOST_ANSWER_MS + 1_000;
    expect(await told(ana.renewal)).toBe('unauthorised');
    expect([await isIn(headers), await told(next)]).toEqual([true, 'renewed']);
  });

  test('gives the same next one again, though the clock was set back since', async () => {
    const { next } = await renewed(ana.renewal);
    now -= 20 * MINUTE_MS;
    expect((await renewed(ana.renewal)).next).toBe(next);
  });

  test('while the clock of the server is set back is refused at most', async () => {
    const { next } = await renewed(ana.renewal);
    now -= 2 * DAY_MS;
    expect(await told(ana.renewal)).toBe('unauthorised');
    expect(await told(next)).toBe('renewed');
  });
});

describe('[S26] exchanges of one sign-in', () => {
  test('are limited while its answer may have been lost: sixty repeats leave few tokens', async () => {
    const [device] = await server.db.select().from(devices);
    await renewed(ana.renewal);
    const answers = [];
    for (let times = 0; times < 60; times += 1) answers.push(await renew(ana.renewal));
    const held = answers.filter(({ status }) => status === 429);
    expect(held.length).toBeGreaterThan(25);
    expect(Number(held[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await server.db.$count(tokens, eq(tokens.deviceId, device?.id ?? ''))).toBeLessThan(110);
    now += 1_000;
    expect(await told(ana.renewal)).toBe('renewed');
  });

  test('are limited one after the other, and one that two hold ends the sign-in all the same', async () => {
    let token = ana.renewal;
    for (let times = 0; times < attemptRules.renewalPerDevice.free; times += 1) token = (await renewed(token)).next;
    expect(await told(token)).toBe('rate-limited');
    expect(await told(ana.renewal)).toBe('session-ended');
  });

  test('never wait for who unlocks the device whenever it locked, all day', async () => {
    let token = ana.renewal;
    for (let times = 0; times < 100; times += 1) {
      now += INACTIVITY_MS;
      token = (await renewed(token)).next;
    }
  });

  test('are counted for no family that is made up', async () => {
    const before = await server.db.$count(attempts);
    expect(await told('x.y')).toBe('unauthorised');
    expect(await server.db.$count(attempts)).toBe(before);
  });
});

describe('[D76] a renewal token ends', () => {
  test('with a sign-out', async () => {
    await send(server.app, 'logout', { fields: { idUsuario: ana.id } }, ana.headers);
    expect(await told(ana.renewal)).toBe('unauthorised');
  });

  test('[D83] when its owner closes the session elsewhere, and is told so', async () => {
    const here = await server.signIn(ANA);
    await send(server.app, 'endSessions', { fields: { idUsuario: ana.id } }, here.headers);
    expect([await told(ana.renewal), await told(here.renewal)]).toEqual(['session-ended', 'renewed']);
  });

  test('[D83] and says that what lies there is to be erased', async () => {
    const here = await server.signIn(ANA);
    const fields = { idUsuario: ana.id, borrar: true, password: 'Amparo2026' };
    await send(server.app, 'endSessions', { fields }, here.headers);
    expect((await renew(ana.renewal)).body).toMatchObject({ code: 'session-ended', borrar: true });
  });

  test('[D84] with a changed password, also where it was changed', async () => {
    const other = await server.signIn(ANA);
    const fields = { id: ana.id, current: 'Amparo2026', new: 'Amparo2026', confirm: 'Amparo2026' };
    expect((await send(server.app, 'changePassword', { fields }, ana.headers)).status).toBe(200);
    expect([await told(other.renewal), await told(ana.renewal)]).toEqual(['session-ended', 'unauthorised']);
    expect(await isIn(ana.headers)).toBe(true);
  });

  test('[D84] with a password that was set by mail', async () => {
    await send(server.app, 'forgotPassword', { fields: { email: ANA } });
    await server.settled();
    const link = /\/restablecer\/[\w-]+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const body = new URLSearchParams({ nueva: 'Amparo2026', repetida: 'Amparo2026' });
    const set = await server.app.request(ORIGIN + link, { method: 'POST', body });
    expect(set.status).toBe(200);
    expect(await told(ana.renewal)).toBe('session-ended');
  });

  test('[S19] on other devices with a passkey that is removed, which they would not ask for', async () => {
    const [phone, here] = [new Authenticator(ORIGIN), await server.signIn(ANA)];
    const asked = { idUsuario: ana.id, password: 'Amparo2026' };
    const question = await send(server.app, 'passkeyQuestion', { fields: asked }, here.headers);
    const respuesta = phone.create(question.body as unknown as PasskeyQuestion);
    const fields = { idUsuario: ana.id, nombre: 'Teléfono', respuesta };
    expect((await send(server.app, 'addPasskey', { fields }, here.headers)).status).toBe(200);
    const removal = { fields: { idUsuario: ana.id, credencial: phone.id } };
    expect((await send(server.app, 'removePasskey', removal, here.headers)).status).toBe(200);
    expect([await told(ana.renewal), await told(here.renewal)]).toEqual(['unauthorised', 'renewed']);
  });

  test('with a newer sign-in of the same browser', async () => {
    const instalacion = 'a'.repeat(64);
    const enter = async () => {
      const fields = { email: ANA, password: 'Amparo2026', instalacion };
      const { usuario } = (await send(server.app, 'login', { fields })).body as unknown as AnswerOf<'login'>;
      const internal = { 'Amparo-Internal-Token': usuario.token };
      await send(server.app, 'accessToken', { fields: { cedula: usuario.nif } }, internal);
      return usuario.renovacion ?? '';
    };
    const [before, after] = [await enter(), await enter()];
    expect([await told(before), await told(after)]).toEqual(['unauthorised', 'renewed']);
  });

  test('with an account that may no longer sign in', async () => {
    const end = (erased: Date | null) => server.db.update(customers).set({ erased }).where(eq(customers.id, ana.id));
    await end(new Date(now));
    expect(await told(ana.renewal)).toBe('unauthorised');
    await end(null);
    expect(await told(ana.renewal)).toBe('renewed');
  });

  test('with an erasure, and nothing of it stays but the name of its family', async () => {
    const luis = await server.signIn(LUIS);
    const [person] = await peopleOf(server.db, { document: luis.nif });
    if (!person) throw new Error('nobody to erase');
    await erasePerson(server.db, { clock: () => new Date(now), uuid: thisMachine.uuid }, person);
    expect(await told(luis.renewal)).toBe('session-ended');
    const [family = ''] = luis.renewal.split('.');
    const kept = await server.db
      .select()
      .from(endedTokens)
      .where(eq(endedTokens.hash, hashOf(family)));
    expect(kept).toHaveLength(1);
  });
});
