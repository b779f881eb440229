// @module-tag depth
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules, openAttempts } from '#server/accounts/attempts.ts';
import { sealPassword } from '#server/accounts/passwords.ts';
import { type AppParts, createApp } from '#server/app.ts';
import { rowsOf } from '#server/database/rows.ts';
import { customers, identityFiles, mailQueue } from '#server/database/schema.ts';
import { demoPolicies } from '#server/demo/schema.ts';
import { networksOf } from '#server/http/address.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openMailQueue } from '#server/mail/queue.ts';
import { registration, send } from './requests.ts';
import { callerFrom, createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp, unasked } from './test-app.ts';

const start = new Date('2026-11-21T15:00:00Z').getTime();
let now = start;
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: ['costarica@demo.test', 'ecuador@demo.test'] });
}, 60_000);
afterAll(() => server.close());

const policies = (who: { id: string; nif: string }, headers: Record<string, string>) =>
  send(server.app, 'policies', { fields: { cedula: who.nif, idUsuario: who.id } }, headers);
const signInAs = (email: string, password: string, address = '192.0.2.1') =>
  send(server.app, 'login', { fields: { email, password } }, { 'x-test-address': address });

describe('[S8] [D27] tokens', () => {
  test('an access token ends after 30 days, an internal and a send-only one after 90', async () => {
    const who = await server.signIn('costarica@demo.test');
    const bearer = { Authorization: `Bearer ${who.access}` };
    now = start + 30 * DAY_MS - MINUTE_MS;
    expect((await policies(who, bearer)).status).toBe(200);
    now = start + 30 * DAY_MS + MINUTE_MS;
    expect((await policies(who, bearer)).status).toBe(401);
    const internal = { 'Amparo-Internal-Token': who.internal };
    const renew = { fields: { cedula: who.nif } };
    expect((await send(server.app, 'accessToken', renew, internal)).status).toBe(200);
    now = start + 90 * DAY_MS + MINUTE_MS;
    expect((await send(server.app, 'accessToken', renew, internal)).status).toBe(401);
    const receipt = { fields: { clave: crypto.randomUUID() } };
    expect((await send(server.app, 'receipt', receipt, { Authorization: `Bearer ${who.send}` })).status).toBe(401);
    now = start;
  });

  test('an altered token, a token of another kind and a pair from two sign-ins are refused', async () => {
    const [one, two] = [await server.signIn('costarica@demo.test'), await server.signIn('costarica@demo.test')];
    const last = one.access.at(-1) === 'A' ? 'B' : 'A';
    expect((await policies(one, { Authorization: `Bearer ${one.access.slice(0, -1)}${last}` })).status).toBe(401);
    expect((await policies(one, { Authorization: `Bearer ${one.internal}` })).status).toBe(401);
    expect((await policies(one, { Authorization: `Bearer ${one.send}` })).status).toBe(401);
    const mixed = { ...one.headers, 'Amparo-Internal-Token': two.internal };
    expect((await policies(one, mixed)).status).toBe(401);
    expect((await policies(one, one.headers)).status).toBe(200);
  });

  test('[D57] a new access token ends the one before it; the send-only tokens stay valid', async () => {
    const who = await server.signIn('costarica@demo.test');
    const internal = { 'Amparo-Internal-Token': who.internal };
    expect((await send(server.app, 'accessToken', { fields: { cedula: who.nif } }, internal)).status).toBe(200);
    expect((await policies(who, { Authorization: `Bearer ${who.access}` })).status).toBe(401);
    const unknown = { fields: { clave: crypto.randomUUID() } };
    expect((await send(server.app, 'receipt', unknown, { Authorization: `Bearer ${who.send}` })).status).toBe(404);
  });

  test('[D57] a locked device ends its own access token with its send-only token, which gains no other right', async () => {
    const [who, other] = [await server.signIn('costarica@demo.test'), await server.signIn('costarica@demo.test')];
    const bearer = { Authorization: `Bearer ${who.send}` };
    expect((await send(server.app, 'lock', { fields: {} }, bearer)).status).toBe(200);
    expect((await policies(who, { Authorization: `Bearer ${who.access}` })).status).toBe(401);
    expect((await policies(who, bearer)).status).toBe(401);
    expect((await send(server.app, 'lock', { fields: {} }, bearer)).status).toBe(200);
    expect((await policies(other, other.headers)).status).toBe(200);
  });

  test('logging out ends every token of this device and none of another device', async () => {
    const [one, two] = [await server.signIn('costarica@demo.test'), await server.signIn('costarica@demo.test')];
    await send(server.app, 'logout', { fields: { idUsuario: one.id } }, one.headers);
    expect((await policies(one, { Authorization: `Bearer ${one.access}` })).status).toBe(401);
    const internal = { 'Amparo-Internal-Token': one.internal };
    expect((await send(server.app, 'accessToken', { fields: { cedula: one.nif } }, internal)).status).toBe(401);
    const receipt = { fields: { clave: crypto.randomUUID() } };
    expect((await send(server.app, 'receipt', receipt, { Authorization: `Bearer ${one.send}` })).status).toBe(401);
    expect((await policies(two, two.headers)).status).toBe(200);
  });

  test('a renewed internal token ends the old one at its first use, not before', async () => {
    const who = await server.signIn('costarica@demo.test');
    const cedula = { fields: { cedula: who.nif } };
    const { body } = await send(server.app, 'renewInternalToken', { fields: { idUsuario: who.id } }, who.headers);
    const [old, fresh] = [who.internal, String(body.token)].map((token) => ({ 'Amparo-Internal-Token': token }));
    expect((await send(server.app, 'accessToken', cedula, old)).status).toBe(200);
    expect((await send(server.app, 'accessToken', cedula, fresh)).status).toBe(200);
    expect((await send(server.app, 'accessToken', cedula, old)).status).toBe(401);
  });

  test('no table holds a token or a password in the clear, but for what mails on their way say', async () => {
    const who = await server.signIn('costarica@demo.test');
    const key = crypto.randomUUID();
    const sent = await registration('clara@demo.test', '1710345677');
    const headers = { 'Idempotency-Key': key };
    const made = [await send(server.app, 'register', sent, headers), await send(server.app, 'register', sent, headers)];
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    const given = made.flatMap(({ body }) => {
      const { accessToken, token, renovacion } = body as unknown as AnswerOf<'register'>;
      return [accessToken.access_token, accessToken.sendToken, token, renovacion];
    });
    const secrets = [who.access, who.internal, who.send, who.renewal, ...given, 'Amparo2026', 'Secreta2026'];
    expect(secrets.filter((one) => typeof one !== 'string' || one.length < 10)).toEqual([]);
    const tables = await rowsOf<{ name: string }>(
      server.db,
      sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables.filter(({ name }) => name !== 'mail_queue')) {
      const rows = JSON.stringify(await rowsOf(server.db, sql.raw(`select to_jsonb(one) as row from "${name}" one`)));
      for (const secret of secrets) expect(rows.includes(String(secret)), `${name} holds ${secret}`).toBe(false);
    }
  });

  test('the send-only token may send queued requests and may read nothing', async () => {
    const who = await server.signIn('costarica@demo.test');
    const sender = { Authorization: `Bearer ${who.send}` };
    const ticket = { idUsuario: who.id, idTipoTicket: '1', descripcion: 'Hola', poliza: '520021' };
    const clave = crypto.randomUUID();
    const made = await send(server.app, 'createTicket', { fields: ticket }, { ...sender, 'Idempotency-Key': clave });
    expect(made.status).toBe(200);
    // Not what the insurer answered either, and no receipt without it, by which a device would settle the request.
    for (const name of ['receipt', 'withdraw'] as const) {
      const asked = (headers: Record<string, string>) => send(server.app, name, { fields: { clave } }, headers);
      expect((await asked(sender)).status).toBe(401);
      const { body } = await asked(who.headers);
      expect(body).toEqual({ estado: 'recibido', recibo: made.body.recibo, resultado: made.body });
    }
    const never = await send(server.app, 'withdraw', { fields: { clave: crypto.randomUUID() } }, sender);
    expect(never.body).toEqual({ estado: 'anulado' });
    expect((await send(server.app, 'tickets', { fields: { idUsuario: who.id } }, sender)).status).toBe(401);
    expect((await send(server.app, 'personalInformation', { fields: { id: who.id } }, sender)).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (who: { id: string }, current: string, next: string, confirm = next) => ({
    fields: { id: who.id, current, new: next, confirm },
  });

  test('[H7.20] [S8] ends all other sign-ins and keeps this one', async () => {
    const [here, there] = [await server.signIn('ecuador@demo.test'), await server.signIn('ecuador@demo.test')];
    expect(
      (await send(server.app, 'changePassword', change(here, 'Amparo2026', 'Otra2026x'), here.headers)).status,
    ).toBe(200);
    expect((await policies(here, here.headers)).status).toBe(200);
    expect((await policies(there, there.headers)).status).toBe(401);
    expect((await signInAs('ecuador@demo.test', 'Amparo2026')).status).toBe(401);
    const back = change(here, 'Otra2026x', 'Amparo2026');
    expect((await send(server.app, 'changePassword', back, here.headers)).status).toBe(200);
  });

  test('[H5.7] a wrong current password is refused at its field, and so are two new passwords that differ', async () => {
    const who = await server.signIn('ecuador@demo.test');
    const wrong = await send(server.app, 'changePassword', change(who, 'no', 'Otra2026x'), who.headers);
    expect(wrong).toMatchObject({ status: 422, body: { fields: { current: 'La contraseña actual no es correcta' } } });
    const differ = await send(server.app, 'changePassword', change(who, 'Amparo2026', 'a', 'b'), who.headers);
    expect(differ.body.message).toBe('Las contraseñas no coinciden');
  });
});

/** Tries to set it at the change, at a registration and by a recovery link; each time it is refused with the text. */
async function refusedEverywhere(weak: string, text: string, email: string) {
  const who = await server.signIn(email);
  const change = { id: who.id, current: 'Amparo2026', new: weak, confirm: weak };
  const changed = await send(server.app, 'changePassword', { fields: change }, who.headers);
  expect(changed).toMatchObject({ status: 422, body: { message: text, fields: { new: text } } });
  const { fields, files } = await registration('debil@demo.test', '1710345677');
  const registered = await send(server.app, 'register', { fields: { ...fields, password: weak }, files });
  expect(registered).toMatchObject({ status: 422, body: { fields: { password: text } } });
  await send(server.app, 'forgotPassword', { fields: { email } });
  const body = new URLSearchParams({ nueva: weak, repetida: weak });
  const recovered = await server.app.request(await linkOf(), { method: 'POST', body });
  expect([recovered.status, (await recovered.text()).includes(text)]).toEqual([422, true]);
  expect((await signInAs(email, 'Amparo2026')).status).toBe(200);
}

test.each(['corta1A', 'sinmayuscula1', 'SINMINUSCULA1', 'SinNumeros'])(
  '[S15] [V5.11] %s is refused wherever a password is set',
  (weak) =>
    refusedEverywhere(
      weak,
      'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)',
      'ecuador@demo.test',
    ),
);

test('[S33] one of the commonest passwords is refused in all three places', () =>
  refusedEverywhere(
    'Contraseña1',
    'Esta contraseña es de las más usadas y se adivina enseguida. Elige otra',
    'costarica@demo.test',
  ));

describe('[S5] guessing passwords', () => {
  test('an unknown account and a wrong password get the same answer', async () => {
    const wrong = await signInAs('costarica@demo.test', 'nope', '198.51.100.1');
    const unknown = await signInAs('quien@demo.test', 'nope', '198.51.100.1');
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong).toMatchObject({ status: 401, body: { code: 'bad-credentials' } });
  });

  test.each(['costarica@demo.test', 'quien2@demo.test'])(
    'the wait for %s grows with each failed sign-in, whichever address tries',
    async (email) => {
      now = start + DAY_MS;
      const waits: number[] = [];
      for (let tries = 0; tries < 9; tries += 1) {
        const refused = await signInAs(email, 'nope', `198.51.100.${tries + 10}`);
        if (refused.status !== 429) continue;
        const wait = Number(refused.headers.get('retry-after'));
        waits.push(wait);
        expect(refused.body).toMatchObject({
          code: 'rate-limited',
          error: expect.stringContaining('Demasiados intentos'),
        });
        now += wait * 1000;
      }
      expect(waits.slice(0, 2)).toEqual([1, 2]);
      now = start;
    },
  );

  test('[S16] a device that signed in before may still sign in while strangers try; its own failures count apart', async () => {
    now = start + 8 * DAY_MS;
    const browser = { email: 'ecuador@demo.test', password: 'Amparo2026', instalacion: 'a'.repeat(64) };
    const { usuario } = (await send(server.app, 'login', { fields: browser })).body;
    const { dispositivo } = usuario as { dispositivo: string };
    for (let tries = 0; tries < attemptRules.signInPerAccount.free + 2; tries += 1) {
      await signInAs('ecuador@demo.test', 'nope', `198.51.100.${tries + 41}`);
    }
    const stranger = await signInAs('ecuador@demo.test', 'Amparo2026', '198.51.100.50');
    expect(stranger.status).toBe(429);
    const known = (password: string, shown = dispositivo, email = 'ecuador@demo.test') => {
      const fields = { email, password, dispositivo: shown };
      return send(server.app, 'login', { fields }, { 'x-test-address': '198.51.100.50' });
    };
    expect((await known('Amparo2026')).status).toBe(200);
    const altered = `${dispositivo.slice(0, -1)}${dispositivo.endsWith('A') ? 'B' : 'A'}`;
    for (const bad of [altered, '', '.', 'x.y.z.w', '....']) expect((await known('Amparo2026', bad)).status).toBe(429);
    // A device of another customer counts as unknown here.
    for (let tries = 0; tries < attemptRules.signInPerAccount.free; tries += 1) {
      await signInAs('costarica@demo.test', 'nope', `198.51.100.${tries + 61}`);
    }
    expect((await known('Amparo2026', dispositivo, 'costarica@demo.test')).status).toBe(429);
    for (let tries = 0; tries < attemptRules.signInPerDevice.free; tries += 1)
      expect((await known('nope')).status).toBe(401);
    expect((await known('Amparo2026')).status).toBe(429);
    now = start + 8 * DAY_MS + 366 * DAY_MS;
    for (let tries = 0; tries < attemptRules.signInPerAccount.free; tries += 1) {
      await signInAs('ecuador@demo.test', 'nope', `198.51.100.${tries + 71}`);
    }
    expect((await known('Amparo2026')).status).toBe(429);
    now = start;
  });

  test('a password hashed at another cost is hashed again at the next sign-in that succeeds, and only then', async () => {
    const costOf = async () => {
      const [row] = await server.db.select().from(customers).where(eq(customers.email, 'ecuador@demo.test'));
      return row?.password.split('$')[1];
    };
    now = start + 400 * DAY_MS;
    const password = await sealPassword('Amparo2026', 512, []);
    await server.db.update(customers).set({ password }).where(eq(customers.email, 'ecuador@demo.test'));
    expect((await signInAs('ecuador@demo.test', 'nope', '198.51.100.80')).status).toBe(401);
    expect(await costOf()).toBe('512');
    expect((await signInAs('ecuador@demo.test', 'Amparo2026', '198.51.100.80')).status).toBe(200);
    expect(await costOf()).toBe('1024');
    expect((await signInAs('ecuador@demo.test', 'Amparo2026', '198.51.100.80')).status).toBe(200);
    now = start;
  });

  test('a server clock that is set back locks nobody out for days', async () => {
    now = start + 2 * DAY_MS;
    for (let tries = 0; tries < attemptRules.signInPerAccount.free + 1; tries += 1) {
      await signInAs('ecuador@demo.test', 'nope', '198.51.100.60');
    }
    now = start;
    expect((await signInAs('ecuador@demo.test', 'Amparo2026', '198.51.100.61')).status).toBe(200);
  });

  test('sign-ins that fail at the same time are each counted', async () => {
    now = start + 3 * DAY_MS;
    const all = await Promise.all(
      Array.from({ length: 12 }, () => signInAs('ecuador@demo.test', 'nope', '198.51.100.70')),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(attemptRules.signInPerAccount.free);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(12 - attemptRules.signInPerAccount.free);
    now = start;
  });

  test('dozens of successful sign-ins from one address are not delayed', async () => {
    now = start + 5 * DAY_MS;
    for (let tries = 0; tries < attemptRules.signInPerAddress.free + 10; tries += 1) {
      expect((await signInAs('costarica@demo.test', 'Amparo2026', '198.51.100.90')).status).toBe(200);
    }
    now = start;
  });
});

describe('[S36] the tries of a network', () => {
  test('come back in the time of the rule though somebody there always tries; those of an account do not', async () => {
    let at = start;
    const strict = { free: 6, delay: 2 * MINUTE_MS, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS };
    const { take } = openAttempts(
      server.db,
      async () => () => new Date(at),
      (_, text) => `[S36] drained ${text}`,
      { ...attemptRules, signInPerAddress: strict, signInPerAccount: strict },
    );
    const office = networksOf('203.0.113.77');
    const waits = { office: 0, account: 0 };
    // One every eleven minutes: six an hour are free. Between two of them less than two tries come back.
    for (let times = 0; times < 40; times += 1, at += 11 * MINUTE_MS) {
      if ((await take('signInPerAddress', office)) > 0) waits.office += 1;
      if ((await take('signInPerAccount', 'rosa@correo.test')) > 0) waits.account += 1;
    }
    expect(waits).toEqual({ office: 0, account: expect.any(Number) });
    expect(waits.account).toBeGreaterThan(10);
    // All at once, as many go as one hour has.
    const burst = [];
    for (let times = 0; times < 8; times += 1) burst.push(await take('signInPerAddress', office));
    expect(burst.filter((wait) => wait === 0)).toHaveLength(6);
    // One a minute: what is not yet a whole try is not lost.
    at += 5 * 60 * MINUTE_MS;
    let free = 0;
    for (let minute = 0; minute < 5 * 60; minute += 1, at += MINUTE_MS) {
      if ((await take('signInPerAddress', office)) === 0) free += 1;
    }
    expect(free).toBeGreaterThanOrEqual(30);
    expect(free).toBeLessThan(40);
  }, 30_000);
});

describe('[S36] the networks of one IPv6 site', () => {
  const rule = { free: 3, delay: MINUTE_MS, longest: MINUTE_MS, memory: 10 * MINUTE_MS };
  const networkOf = (number: number) => networksOf(`2001:db8:1:${number.toString(16)}:0:0:0:1`);

  test('have four times the tries of one together in a /56, and sixteen times in a /48; other sites have their own', async () => {
    const { take } = openAttempts(
      server.db,
      async () => () => new Date(start),
      (_, text) => `[S36] ${text}`,
      {
        ...attemptRules,
        lookupPerAddress: rule,
      },
    );
    const free = async (networks: number[]) => {
      const waits = [];
      for (const number of networks) waits.push(await take('lookupPerAddress', networkOf(number)));
      return waits.filter((wait) => wait === 0).length;
    };
    expect(await free([1, 1, 1, 1])).toBe(3);
    expect(await free(Array.from({ length: 30 }, (_, at) => at + 2))).toBe(9);
    expect(await free(Array.from({ length: 60 }, (_, at) => (at + 1) * 256))).toBe(36);
    expect(await take('lookupPerAddress', networksOf('2001:db8:2:0:0:0:0:1'))).toBe(0);
  });

  test('get their tries back at each of them after a correct sign-in', async () => {
    const { take, giveBack } = openAttempts(
      server.db,
      async () => () => new Date(start),
      (_, text) => `[S36] back ${text}`,
      {
        ...attemptRules,
        signInPerAddress: rule,
      },
    );
    for (let number = 0; number < 100; number += 1) {
      expect(await take('signInPerAddress', networkOf(number))).toBe(0);
      await giveBack('signInPerAddress', networkOf(number));
    }
  });

  test('do not stand in each other’s way when their tries come at the same moment', async () => {
    const { take } = openAttempts(
      server.db,
      async () => () => new Date(start),
      (_, text) => `[S36] at once ${text}`,
      attemptRules,
    );
    const all = Array.from({ length: 48 }, (_, at) => take('lookupPerAddress', networkOf(at % 6)));
    expect(await Promise.all(all)).toEqual(all.map(() => 0));
  });
});

describe('[S6] nobody learns who is registered', () => {
  test('[V7.10] [H7.2] forgot password answers the same for any address, and mails only one that has an account', async () => {
    const before = server.mails.length;
    const known = await send(server.app, 'forgotPassword', { fields: { email: 'COSTARICA@demo.test' } });
    const unknown = await send(server.app, 'forgotPassword', { fields: { email: 'nadie@demo.test' } });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await server.settled();
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual(['costarica@demo.test']);
  });

  test.each([
    ['cannot be written down', 1, () => Promise.reject(new Error('no route to costarica@demo.test'))],
    ['waits for a mail server that hangs', 0, waitingMail],
  ])('forgot password gives the same answer at once when the mail %s', async (_, failures, mail) => {
    const lines: string[] = [];
    const app = await createBeside({ mail, log: (line) => void lines.push(line) });
    const [known, unknown] = [
      await send(app, 'forgotPassword', { fields: { email: 'costarica@demo.test' } }),
      await send(app, 'forgotPassword', { fields: { email: 'nadie@demo.test' } }),
    ];
    expect([known.status, known.body]).toEqual([200, {}]);
    expect([unknown.status, unknown.body]).toEqual([200, {}]);
    // It is told behind the answer.
    await expect.poll(() => lines.filter((line) => 'error' in JSON.parse(line)).length).toBe(failures);
    expect(lines.join()).not.toContain('@demo.test');
    await server.db.delete(mailQueue);
  });

  /** Queues the mail and sends it at once to a mail server that never answers. */
  async function waitingMail(...[message, tx]: Parameters<Mail>): Promise<void> {
    const transport = () => new Promise<never>(() => {});
    const queue = openMailQueue({
      uuid: thisMachine.uuid,
      db: server.db,
      clock: () => new Date(now),
      jobs: unasked,
      transport,
    });
    await queue.mail(message, tx);
    void queue.sendDue();
  }

  test('checks of emails and document numbers are limited per address', async () => {
    const rule = { free: 2, delay: MINUTE_MS, longest: MINUTE_MS, memory: MINUTE_MS };
    const app = await createBeside({ attempts: { lookupPerAddress: rule } });
    const ask = () => send(app, 'checkEmail', { fields: { email: 'quien@demo.test' } });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
    const nif = await send(app, 'checkNif', { fields: { nif: '1' } });
    expect([nif.status, nif.body.code]).toEqual([429, 'rate-limited']);
  });

  /** Another server process on the same database, made with other parts. */
  async function createBeside(parts: Partial<AppParts>) {
    return createApp({
      machine: thisMachine,
      db: server.db,
      clock: () => new Date(now),
      core: server.core,
      demo: true,
      mail: async () => {},
      publicOrigin: ORIGIN,
      callerOf: () => callerFrom('203.0.113.5'),
      ...parts,
    });
  }

  test('[D83] the link in the mail sets a new password once and ends every session, which is told so', async () => {
    now = start + 7 * DAY_MS;
    const who = await server.signIn('costarica@demo.test');
    await send(server.app, 'forgotPassword', { fields: { email: 'costarica@demo.test' } });
    const link = await linkOf();
    const page = await server.app.request(link);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const fill = (nueva: string, repetida = nueva) =>
      server.app.request(link, { method: 'POST', body: new URLSearchParams({ nueva, repetida }) });
    expect((await fill('corta')).status).toBe(422);
    expect((await fill('Distinta2026', 'Distinta2027')).status).toBe(422);
    expect((await fill('Recuperada2026')).status).toBe(200);
    // A used link neither shows the form nor sets a password.
    expect((await fill('Recuperada2027')).status).toBe(410);
    expect((await server.app.request(link)).status).toBe(410);
    const ended = await policies(who, who.headers);
    expect([ended.status, ended.body.code]).toEqual([401, 'session-ended']);
    expect((await signInAs('costarica@demo.test', 'Recuperada2026')).status).toBe(200);
    const password = await sealPassword('Amparo2026', 1024, []);
    await server.db.update(customers).set({ password }).where(eq(customers.email, 'costarica@demo.test'));
    now = start;
  });
});

describe('the link in a recovery mail', () => {
  const ask = async (headers = {}) => {
    await send(server.app, 'forgotPassword', { fields: { email: 'ecuador@demo.test' } }, headers);
    return await linkOf();
  };

  test('leads to the address of the settings, whichever host the request names', async () => {
    const link = await ask({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    expect(link).toMatch(/^http:\/\/localhost:4173\/restablecer\/[\w-]{43}$/);
  });

  test('is valid for two hours; a page opened before that sets no password afterwards', async () => {
    const link = await ask();
    now = start + 2 * 60 * MINUTE_MS - 1;
    expect((await server.app.request(link)).status).toBe(200);
    now += 2;
    const late = await server.app.request(link, {
      method: 'POST',
      body: new URLSearchParams({ nueva: 'Tardia2026', repetida: 'Tardia2026' }),
    });
    now = start;
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('El enlace ya no es válido');
    expect((await signInAs('ecuador@demo.test', 'Amparo2026')).status).toBe(200);
  });

  test.each(['no-existe', '%00', '%F0%9F', '%2e%2e%2fhealth', 'a'.repeat(5000), "'--"])(
    'says that it is no longer valid when its token is cut or made up (%s)',
    async (token) => {
      const page = await server.app.request(`${ORIGIN}/restablecer/${token}`);
      expect(page.status).toBe(410);
      expect(await page.text()).toContain('Pide otro');
    },
  );
});

/** The first link of the last mail; empty when there is none. */
const linkOf = async () => {
  await server.settled();
  return /http\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '';
};

describe('registering', () => {
  test('[V7.2] [V7.3] [V5.8] [D30] [D6] a taken email or document number is told as taken, whatever its case or separators', async () => {
    const email = await send(server.app, 'checkEmail', { fields: { email: ' CostaRica@Demo.test' } });
    expect(email).toMatchObject({
      status: 409,
      body: { code: 'taken', message: 'El correo electrónico ya está registrado' },
    });
    const nif = await send(server.app, 'checkNif', { fields: { nif: '1-1234-0567' } });
    expect(nif).toMatchObject({ status: 409, body: { message: 'El número de documento ya está registrado' } });
    expect((await send(server.app, 'checkNif', { fields: { nif: '777777777' } })).body).toEqual({});
  });

  test('[V7.4] [V3.10] registering makes an account with its photos; a document number the insurer knows brings its policies', async () => {
    const { status, body } = await send(server.app, 'register', await registration('Rosa@Demo.test', '010.203.0400'));
    expect(status).toBe(200);
    const photos = await server.db
      .select()
      .from(identityFiles)
      .where(eq(identityFiles.customerId, String(body.insertedId)));
    expect(photos.map(({ side }) => side).sort()).toEqual(['frontal', 'reverso']);
    const who = await server.signIn('rosa@demo.test', 'Secreta2026');
    expect(who.polizas.map((one) => one.PolicyNumber)).toEqual(['EC-SAL-0610011', 'EC-VID-0610012']);
    expect(who.nif).toBe('0102030400');
  });

  test('an interrupted registration that is sent again under its key makes one account and issues new tokens', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const sent = await registration('otravez@demo.test', '1309876546');
    const [first, second] = [
      await send(server.app, 'register', sent, key),
      await send(server.app, 'register', sent, key),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.insertedId).toBe(first.body.insertedId);
    expect(second.body.token).not.toBe(first.body.token);
    expect(JSON.stringify(await server.db.execute(sql`select * from commands`))).not.toContain(
      String(first.body.token),
    );
    const other = { ...sent, fields: { ...sent.fields, nombre: 'Eva' } };
    expect((await send(server.app, 'register', other, key)).body.code).toBe('key-reused');
  });

  test('two simultaneous registrations of one email make one account', async () => {
    const both = await Promise.all([
      send(server.app, 'register', await registration('carrera@demo.test', '1710345677')),
      send(server.app, 'register', await registration('carrera@demo.test', '1712345675')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('[V5.10] [V5.11] a weak password, a bad email and a missing photo are refused at their fields', async () => {
    const sent = await registration('x', '1710345677');
    const fields = { ...sent.fields, password: 'debil' };
    const { status, body } = await send(server.app, 'register', { fields });
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      email: 'Ingresa un correo electrónico válido',
      password: 'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)',
      frontal: 'Por favor, introduce un valor válido',
      reverso: 'Por favor, introduce un valor válido',
    });
  });

  test('a refused registration leaves no account', async () => {
    const before = await server.db.$count(customers);
    await send(server.app, 'register', await registration('costarica@demo.test', '1710345677'));
    expect(await server.db.$count(customers)).toBe(before);
  });
});

describe('personal information', () => {
  test('[H7.19] [H2.67] editable fields change, read-only fields stay, and null empties a field', async () => {
    const who = await server.signIn('ecuador@demo.test');
    const change = { id: who.id, ciudad: 'Samborondón', ingresosAdicOrig: null, nombre: 'Otra', nif: '1', pep: 'Sí' };
    const { body } = await send(server.app, 'updatePersonalInformation', { fields: change }, who.headers);
    expect(body).toMatchObject({
      ciudad: 'Samborondón',
      ingresosAdicOrig: '',
      nombre: 'Gabriela',
      nif: '0926687856',
      pep: 'No',
    });
    const read = await send(server.app, 'personalInformation', { fields: { id: who.id } }, who.headers);
    expect(read.body).toEqual(body);
  });

  test.each([
    ['a canton that does not exist', { canton: 'Marte' }, 'canton'],
    ['a province without its canton', { provincia: 'Limón' }, 'canton'],
    ['a phone in letters', { telefono: 'abc' }, 'telefono'],
    ['a phone of another country', { telefono: '+34600123456' }, 'telefono'],
    ['an email longer than any mail path', { email: `${'a'.repeat(300)}@b.test` }, 'email'],
    ['an email without a domain', { email: 'maria@' }, 'email'],
    ['no email at all', { email: null }, 'email'],
    ['a profession of no list', { profesion: 'Astronauta de agua dulce' }, 'profesion'],
    ['an activity of no list', { actEco: 'x' }, 'actEco'],
    ['an income of another country', { ingresosPrinc: 'DOP 0-24999' }, 'ingresosPrinc'],
    ['a civil status that is none', { estadoCivil: 'Complicado' }, 'estadoCivil'],
    ['funds from nowhere', { paisFondos: 'Atlántida' }, 'paisFondos'],
    ['assets below zero, though Costa Rica does not ask', { valorActivos: '-1e5' }, 'valorActivos'],
    ['a country of phones that is none', { paisTelefono: 'Narnia' }, 'paisTelefono'],
    ['a street of 200 letters', { domicilio: 'a'.repeat(200) }, 'domicilio'],
  ] as const)('[H2.67][H5.9] personal information refuses %s, at its field', async (_, change, field) => {
    const who = await server.signIn('costarica@demo.test');
    const read = async () =>
      (await send(server.app, 'personalInformation', { fields: { id: who.id } }, who.headers)).body;
    const before = await read();
    const sent = { fields: { id: who.id, ...change } };
    const { status, body } = await send(server.app, 'updatePersonalInformation', sent, who.headers);
    expect([status, Object.keys(body.fields ?? {})[0]]).toEqual([422, field]);
    expect(Object.values(body.fields ?? {}).every((words) => /[a-záéíóúñ] /i.test(String(words)))).toBe(true);
    expect(await read()).toEqual(before);
  });

  test('[H2.67][D55] personal information is stored as the form writes it, and only the questions of the country', async () => {
    const who = await server.signIn('costarica@demo.test');
    const change = {
      telefono: '50688887777',
      provincia: 'Heredia',
      canton: 'Barva',
      distrito: 'Barva',
      sector: 'Norte',
    };
    const sent = { fields: { id: who.id, ...change } };
    const { status, body } = await send(server.app, 'updatePersonalInformation', sent, who.headers);
    expect([status, body.telefono, body.canton, body.sector]).toEqual([200, '+50688887777', 'Barva', '']);
  });

  test('[H2.67][D54] a district stored under its earlier name does not block a save, and gets its present name when sent', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { db } = server;
    const [before] = await db.select().from(customers).where(eq(customers.id, who.id));
    const moved = { provincia: 'Guanacaste', canton: 'Nicoya', distrito: 'La Mansión' };
    const personal = { ...before?.personal, ...moved };
    await db.update(customers).set({ personal }).where(eq(customers.id, who.id));
    const save = async (fields: object) => {
      const sent = { fields: { id: who.id, ...fields } };
      const { status, body } = await send(server.app, 'updatePersonalInformation', sent, who.headers);
      return [status, body.domicilio, body.distrito];
    };
    expect(await save({ domicilio: 'Calle 7' })).toEqual([200, 'Calle 7', 'La Mansión']);
    expect(await save({ ...moved, domicilio: 'Calle 8' })).toEqual([200, 'Calle 8', 'Mansión']);
    expect((await save({ ...moved, distrito: 'Otra Mansión' }))[0]).toBe(422);
    if (before) await db.update(customers).set({ personal: before.personal }).where(eq(customers.id, who.id));
  });

  test('[H2.67] two devices that save different fields at once both keep their change', async () => {
    const [one, other] = [await server.signIn('ecuador@demo.test'), await server.signIn('ecuador@demo.test')];
    const save = (who: typeof one, fields: object) =>
      send(server.app, 'updatePersonalInformation', { fields: { id: who.id, ...fields } }, who.headers);
    const answers = await Promise.all([
      save(one, { numeroDomicilio: '12-B' }),
      save(other, { referencia: 'Junto al parque' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const read = await send(server.app, 'personalInformation', { fields: { id: one.id } }, one.headers);
    expect(read.body).toMatchObject({ numeroDomicilio: '12-B', referencia: 'Junto al parque' });
  });

  test('an email that two accounts take at once goes to one; the other is refused', async () => {
    const email = 'la-misma@demo.test';
    const put = (who: SignedIn, fields: Record<string, string>) =>
      send(server.app, 'updatePersonalInformation', { fields: { id: who.id, ...fields } }, who.headers);
    const waiting: { who: SignedIn; codigo: string }[] = [];
    for (const current of ['ecuador@demo.test', 'costarica@demo.test']) {
      const who = await server.signIn(current);
      expect((await put(who, { email, password: 'Amparo2026' })).status).toBe(200);
      const text = server.mails.findLast(({ to }) => to === email)?.text ?? '';
      waiting.push({ who, codigo: /\b\d{6}\b/.exec(text)?.[0] ?? '' });
    }
    const answers = await Promise.all(waiting.map(({ who, codigo }) => put(who, { codigo })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // The tests after this one need the account under its first email.
    const taker = answers[0]?.status === 200 ? 'ecuador@demo.test' : 'costarica@demo.test';
    await server.db.update(customers).set({ email: taker }).where(eq(customers.email, email));
  });

  test('an email that another account has is refused', async () => {
    const who = await server.signIn('ecuador@demo.test');
    const change = { id: who.id, email: 'costarica@demo.test' };
    const { status, body } = await send(server.app, 'updatePersonalInformation', { fields: change }, who.headers);
    expect([status, body.message]).toEqual([409, 'El correo electrónico ya está registrado']);
  });
});

describe('[S10] requests from other sites', () => {
  const login = (headers: Record<string, string>) =>
    server.app.request(ORIGIN + pathOf('login'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Host: 'localhost:4173', ...headers },
      body: JSON.stringify({ email: 'costarica@demo.test', password: 'Amparo2026' }),
    });

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://localhost:4173.evil.example' }, 403],
    [{ Origin: 'http://localhost:4173' }, 200],
    [{ Origin: 'https://localhost:4173' }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:4173' }, 200],
    [{}, 200],
  ])('sent with %j give %i', async (headers, status) => {
    expect((await login(headers as Record<string, string>)).status).toBe(status);
  });
});

test('[S11] no log line carries an email, a number, a name or a token', async () => {
  const who = await server.signIn('costarica@demo.test');
  await send(server.app, 'checkEmail', { fields: { email: 'costarica@demo.test' } });
  await send(server.app, 'withdraw', { fields: { clave: crypto.randomUUID() } }, who.headers);
  const log = server.logs.join('\n');
  expect(server.logs.length).toBeGreaterThan(50);
  for (const secret of ['@demo.test', who.nif, who.id, who.access, 'María', 'Amparo2026'])
    expect(log).not.toContain(secret);
  expect(JSON.parse(server.logs.at(-1) ?? '')).toMatchObject({
    method: 'DELETE',
    route: '/api/recibos/:clave',
    status: 200,
  });
});

test('an internal error gives 500 in Spanish without a trace, and one log line without its message', async () => {
  const broken = await createBroken();
  const who = await server.signIn('costarica@demo.test');
  const { status, body, headers } = await send(
    broken.app,
    'policies',
    { fields: { cedula: who.nif, idUsuario: who.id } },
    who.headers,
  );
  expect(status).toBe(500);
  const text = expect.stringMatching(/^El servicio no está disponible.+ dinos este código: [\dA-Z]{4}-[\dA-Z]{4}$/);
  expect(body).toEqual({ code: 'unavailable', message: text, error: text });
  const id = headers.get('x-request-id') ?? '';
  expect(body.message).toContain(id);
  expect(broken.lines.map((line) => JSON.parse(line).id)).toEqual([id, id]);
  expect(broken.lines.join()).not.toContain('112340567');
  expect(JSON.parse(broken.lines[0] ?? '')).toMatchObject({
    error: 'Error',
    route: '/api/integraciones/individualPolicyDetail',
  });
});

async function createBroken() {
  const lines: string[] = [];
  const core = {
    ...server.core,
    policiesOf: () => Promise.reject(new Error('policies of 112340567 could not be read')),
  };
  const app = await createApp({
    machine: thisMachine,
    db: server.db,
    clock: () => new Date(now),
    core,
    demo: true,
    mail: async () => {},
    publicOrigin: ORIGIN,
    log: (line) => void lines.push(line),
  });
  return { app, lines };
}

test('demo policies belong to document numbers, not to accounts', async () => {
  const rows = await server.db.select().from(demoPolicies).where(eq(demoPolicies.ownerNif, '0102030400'));
  expect(rows).toHaveLength(2);
});
