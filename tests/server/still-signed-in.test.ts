// @module-tag depth
import { createCipheriv, randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { sealPassword } from '#server/accounts/passwords.ts';
import { customers, tokens } from '#server/database/schema.ts';
import { erasePerson } from '#server/person/erase.ts';
import { hashOf, openKeyedHash } from '#server/secrets.ts';
import { Authenticator } from './authenticator.ts';
import { callsOf } from './calls.ts';
import { registration, requestFor, type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const clock = () => new Date('2026-11-21T15:00:00Z');
const MARIA = 'costarica@demo.test';
const LUIS = 'ecuador@demo.test';
const PASSWORD = 'Amparo2026';

let server: TestApp;
/** What goes on behind an answer, here only when it is asked for: so that its transactions are not counted as the call's. */
const behind: (() => Promise<void>)[] = [];
async function settled(): Promise<void> {
  for (let work = behind.shift(); work; work = behind.shift()) await work();
  // What was told to devices goes out beside it, and fails once the name of the push service was looked up.
  await server.settled();
}
const later = { start: (work: () => Promise<void>) => void behind.push(work), settled };
/** A call that succeeds, for each endpoint, and changes something where the endpoint writes. */
let sent: Record<EndpointName, Sent>;
beforeAll(async () => {
  const often = { ...attemptRules.recoveryPerAccount, free: 1000 };
  const limits = {
    ...{ recoveryPerAccount: often, signInPerAccount: often, signInPerDevice: often },
    ...{ codePerAccount: often, codePerTarget: often, renewalPerDevice: often },
  };
  server = await createTestApp({ clock, seed: [MARIA, LUIS], attempts: limits, later });
  sent = await calls();
}, 120_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const signedInRows = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const row: Endpoint = endpoints[name];
  return row.bearer === 'required' || row.internal === 'required';
});

/** The ways a sign-in ends before its time. */
const ends: Record<string, (own: SignedIn) => Promise<unknown>> = {
  'signed out': (own) => succeed('logout', { fields: { idUsuario: own.id } }, own),
  locked: (own) => succeed('lock', { fields: {} }, own),
  'closed from another device': async (own) =>
    succeed('endSessions', { fields: { idUsuario: own.id } }, await server.signIn(MARIA)),
  'ended by a password changed on another device': async (own) => {
    const fields = { id: own.id, current: PASSWORD, new: PASSWORD, confirm: PASSWORD };
    return succeed('changePassword', { fields }, await server.signIn(MARIA));
  },
  'ended by a recovery': () => recover(PASSWORD),
  'ended by an erasure': async (own) => {
    const [person] = await server.db.select().from(customers).where(eq(customers.id, own.id));
    if (!person) throw new Error('Nobody to erase');
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, person)).toEqual({
      bookings: expect.any(Number),
    });
  },
};

async function recover(password: string, email = MARIA): Promise<void> {
  await succeed('forgotPassword', { fields: { email } });
  await settled();
  const [link] = /\/restablecer\/[\w-]+/.exec(server.mails.at(-1)?.text ?? '') ?? [];
  const body = new URLSearchParams({ nueva: password, repetida: password });
  const set = await server.app.request(`${ORIGIN}${link}`, { method: 'POST', body, headers: { Origin: ORIGIN } });
  expect(set.status).toBe(200);
}

async function succeed(name: EndpointName, sent: Sent, by?: SignedIn): Promise<void> {
  const { status, body } = await send(server.app, name, sent, by?.headers);
  expect({ name, status, body: status === 200 ? '' : body }).toEqual({ name, status: 200, body: '' });
}

async function calls(): Promise<Record<EndpointName, Sent>> {
  const who = await server.signIn(MARIA);
  const usual = await callsOf(server, who, '520021');
  const listed = await send(server.app, 'passkeys', usual.passkeys, who.headers);
  const { credencial } = (listed.body as unknown as { credencial: string }[]).at(-1) ?? {};
  return {
    ...usual,
    renamePasskey: { fields: { ...usual.renamePasskey.fields, credencial } },
    removePasskey: { fields: { ...usual.removePasskey.fields, credencial } },
    withdraw: { fields: { clave: crypto.randomUUID() } },
    choosePush: { fields: { idUsuario: who.id, tema: 'facturas', activo: false } },
  };
}

/** What adds the passkey of this authenticator, which was asked for it. */
async function additionOf(who: SignedIn, phone = new Authenticator(ORIGIN), password = PASSWORD): Promise<Sent> {
  const idUsuario = who.id;
  const asked = await send(server.app, 'passkeyQuestion', { fields: { idUsuario, password } }, who.headers);
  const respuesta = phone.create(asked.body as unknown as PasskeyQuestion);
  return { fields: { idUsuario, nombre: 'Un móvil', respuesta } };
}

/** The call with a passkey that was just added. */
async function withPasskey(name: 'renamePasskey' | 'removePasskey'): Promise<Sent> {
  const [who, phone] = [await server.signIn(MARIA), new Authenticator(ORIGIN)];
  await succeed('addPasskey', await additionOf(who, phone), who);
  return { fields: { ...sent[name].fields, credencial: phone.id } };
}

/** Calls that need something which an end of before has taken away. */
const anew: Partial<Record<EndpointName, () => Promise<Sent>>> = {
  // A question to an authenticator ends with the password, and a recovery removes what was added.
  addPasskey: async () => additionOf(await server.signIn(MARIA)),
  renamePasskey: () => withPasskey('renamePasskey'),
  removePasskey: () => withPasskey('removePasskey'),
  // The session that was named may have been ended.
  nameSession: async () => (await calls()).nameSession,
  endSessions: async () => {
    await server.signIn(MARIA);
    return sent.endSessions;
  },
  unsubscribePush: async () => {
    await succeed('subscribePush', sent.subscribePush, await server.signIn(MARIA));
    return sent.unsubscribePush;
  },
};

/** What is not the account's: counts of tries, and the trail, which may tell of them. */
const beside = ['attempts', 'audit_trail'];

/** Every row of every table. No test makes a table, so they are asked for once. */
let allRows: SQL | undefined;
async function rowsOfAll(): Promise<SQL> {
  const tables = await server.db
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_tables`)
    // The months of a table are read with the table.
    .where(sql`schemaname = 'public' and not (select relispartition from pg_class where oid = tablename::regclass)`);
  const rows = tables
    .filter(({ name }) => !beside.includes(name))
    .map(({ name }) => sql`select ${name} as name, t::text as row from ${sql.identifier(name)} as t`);
  return sql`(${sql.join(rows, sql` union all `)}) as everything`;
}

/** Everything the database holds, one text for each table. */
async function everything(): Promise<Record<string, string>> {
  await settled();
  allRows ??= await rowsOfAll();
  const found = await server.db
    .select({ name: sql<string>`name`, rows: sql<string>`string_agg(row, E'\n' order by row)` })
    .from(allRows)
    .groupBy(sql`name`);
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}

/**
 * Sends the call; before its transaction of this number the sign-in ends.
 *
 * @returns `start`, what was there before the call, as one text; `before`, what was there when the sign-in had ended, which is
 *   null when the call had no such transaction, or had had its effect before it
 */
async function endedBefore(
  transaction: number,
  name: EndpointName,
  sent: Sent,
  headers: Record<string, string>,
  end: () => unknown,
) {
  const start = JSON.stringify(await everything());
  const begin = server.db.transaction.bind(server.db);
  let begun = 0;
  let before: Record<string, string> | null = null;
  const spy = vi.spyOn(server.db, 'transaction').mockImplementation((async (...args: Parameters<typeof begin>) => {
    begun += 1;
    if (begun === transaction) {
      spy.mockRestore();
      if (JSON.stringify(await everything()) === start) {
        await end();
        before = await everything();
      }
    }
    return begin(...args);
  }) as typeof begin);
  const { status } = await send(server.app, name, sent, headers);
  await settled();
  spy.mockRestore();
  return { status, start, before: before as Record<string, string> | null };
}

/** A request whose body stops after its first half. */
async function heldRequest(name: EndpointName, sent: Sent, headers: Record<string, string>) {
  const whole = requestFor(name, sent, headers);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const half = Math.floor(bytes.length / 2);
  const [began, begin] = signal();
  const [released, release] = signal();
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(bytes.slice(0, half));
        begin();
        await released;
        controller.enqueue(bytes.slice(half));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: whole.method, headers: whole.headers, body, duplex: 'half' } as const;
  const answer = Promise.resolve(server.app.fetch(new Request(whole.url, init)));
  await Promise.race([began, answer]);
  return { answer, release };
}

function signal(): [Promise<void>, () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}

describe('[S29] a sign-in that ends between the last look and a write', () => {
  /** Rows that write nothing of the account: what is read, tried, or asked of the insurer. */
  const writesNothing: readonly EndpointName[] = [
    'sessions',
    'passkeys',
    'passkeyQuestion',
    'paymentLink',
    'syncPolicies',
    'downloadRefundDocument',
    'receipt',
  ];
  const writing = signedInRows.filter(
    (name) => !(endpoints[name] as Endpoint).readsOnly && !writesNothing.includes(name),
  );

  test.each(writesNothing)('%s writes nothing of the account, so it has nothing to lose', async (name) => {
    const own = await server.signIn(MARIA);
    const before = await everything();
    await succeed(name, sent[name], own);
    expect(await everything()).toEqual(before);
  });

  test('a call answers 401 and changes nothing when only one of its tokens ended', async () => {
    const own = await server.signIn(MARIA);
    const end = () => server.db.delete(tokens).where(eq(tokens.hash, hashOf(own.internal)));
    const { status, before } = await endedBefore(2, 'createTicket', sent.createTicket, own.headers, end);
    expect(status).toBe(401);
    expect(await everything()).toEqual(before);
  });

  /** Every end but the erasure, which leaves nobody for the next endpoint. */
  const repeatable = Object.entries(ends).filter(([name]) => !name.includes('erasure'));

  /** A run by hand ends the sign-in in one way before each transaction, the next one in turn; a check before landing in all. */
  const waysAt = (name: EndpointName, transaction: number) => {
    const turn = (writing.indexOf(name) + transaction) % repeatable.length;
    return process.env.CI ? repeatable : repeatable.slice(turn, turn + 1);
  };

  test.each(writing)('%s answers 401 and has changed nothing, however the sign-in ended', async (name) => {
    for (let transaction = 1; ; transaction += 1) {
      for (const [how, end] of waysAt(name, transaction)) {
        const call = (await anew[name]?.()) ?? sent[name];
        const own = await server.signIn(MARIA);
        const { status, start, before } = await endedBefore(transaction, name, call, own.headers, () => end(own));
        const after = await everything();
        if (before === null) {
          // Each of its transactions was tried. This call had none left, and shows that it does write.
          expect({ status, wrote: JSON.stringify(after) !== start }).toEqual({
            status: 200,
            wrote: true,
          });
          return;
        }
        expect({ how, transaction, status }).toEqual({ how, transaction, status: 401 });
        expect(after).toEqual(before);
      }
    }
  });
});

describe('[S29] a proof that ends while it is looked at', () => {
  /** Sends the call again and again, and ends its proof before one transaction after the other, until none is left. */
  async function never(name: EndpointName, begin: (round: number) => Promise<Proved>, refusals: readonly number[]) {
    for (let transaction = 1; ; transaction += 1) {
      const { call, headers = {}, end } = await begin(transaction);
      const { status, before } = await endedBefore(transaction, name, call, headers, end);
      if (before === null) {
        expect(transaction).toBeGreaterThan(2);
        return expect(status).toBe(200);
      }
      expect(refusals).toContain(status);
      expect(await everything()).toEqual(before);
    }
  }
  const usual = async () =>
    void (await server.db.update(customers).set({ password: await sealPassword(PASSWORD, 1024, []) }));
  afterEach(usual);

  interface Proved {
    call: Sent;
    headers?: Record<string, string>;
    end(): Promise<unknown>;
  }

  test('a password that a recovery replaced meanwhile signs nobody in', async () => {
    let password = PASSWORD;
    const begin = async (round: number) => ({
      call: { fields: { email: MARIA, password } },
      end: () => {
        password = `Nueva${round}2026`;
        return recover(password);
      },
    });
    await never('login', begin, [401]);
  });

  test('a registration that is sent again signs nobody in when a recovery replaced its password meanwhile', async () => {
    const EMAIL = 'nueva@correo.test';
    const call = await registration(EMAIL, '1710345693');
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    expect((await send(server.app, 'register', call, headers)).status).toBe(200);
    const begin = async (round: number) => {
      const password = await sealPassword(String(call.fields.password), 1024, []);
      await server.db.update(customers).set({ password }).where(eq(customers.email, EMAIL));
      return { call, headers, end: () => recover(`Nueva${round}2026`, EMAIL) };
    };
    await never('register', begin, [401]);
  });

  test('a passkey that was removed meanwhile signs nobody in', async () => {
    const begin = async () => {
      const own = await server.signIn(MARIA);
      const phone = new Authenticator(ORIGIN);
      await succeed('addPasskey', await additionOf(own, phone), own);
      const question = await send(server.app, 'passkeySignInQuestion', sent.passkeySignInQuestion);
      return {
        call: { fields: { respuesta: phone.get(question.body as unknown as PasskeyQuestion) } },
        end: () => succeed('removePasskey', { fields: { idUsuario: own.id, credencial: phone.id } }, own),
      };
    };
    await never('passkeySignIn', begin, [401, 404]);
  });

  test.each(['changePassword', 'addPasskey', 'updatePersonalInformation', 'endSessions'] as const)(
    '%s does nothing with a password that the same sign-in replaced meanwhile',
    async (name) => {
      const [id, idUsuario] = [sent.changePassword.fields.id, sent.passkeys.fields.idUsuario];
      let password = PASSWORD;
      const begin = async (round: number) => {
        const own = await server.signIn(MARIA, password);
        const changed = (to: string) => ({ fields: { id, current: password, new: to, confirm: to } });
        const made: Partial<Record<EndpointName, Sent>> = {
          changePassword: changed('DelLadron2026'),
          addPasskey: await additionOf(own, new Authenticator(ORIGIN), password),
          endSessions: { fields: { idUsuario, borrar: true, password } },
          updatePersonalInformation: { fields: { id, email: `otra${round}@demo.test`, password } },
        };
        return {
          call: made[name] ?? sent[name],
          headers: own.headers,
          end: async () => {
            const next = changed(`Nueva${round}2026`);
            await succeed('changePassword', next, own);
            password = next.fields.new;
          },
        };
      };
      await never(name, begin, [401]);
    },
  );

  test('a password that another sign-in sealed at a new cost meanwhile still signs in', async () => {
    const own = eq(customers.email, MARIA);
    const sealAgain = async () => {
      await server.db
        .update(customers)
        .set({ password: await sealPassword(PASSWORD, 2048, []) })
        .where(own);
    };
    const call = { fields: { email: MARIA, password: PASSWORD } };
    expect((await endedBefore(3, 'login', call, {}, sealAgain)).status).toBe(200);
  });
});

describe('[S29] [D83] the address of a file', () => {
  const documentsOf = async (who: SignedIn) => {
    const fields = { ...sent.documents.fields, policyId: who.polizas[0]?.Policy };
    const { status, body } = await send(server.app, 'documents', { fields }, who.headers);
    expect(status).toBe(200);
    return (body as unknown as { PhysicalPath: string }[]).map(({ PhysicalPath }) => PhysicalPath);
  };
  const opened = async (path = '') => (await server.app.request(ORIGIN + path)).status;

  test.each(Object.entries(ends))('opens nothing once its sign-in was %s', async (how, end) => {
    // Nobody else may be erased: the tests below go on.
    const own = await server.signIn(how.includes('erasure') ? LUIS : MARIA);
    const [one, other] = await documentsOf(own);
    expect(await opened(one)).toBe(200);
    await end(own);
    expect(await opened(other)).toBe(404);
  });

  test('opens while its sign-in has other tokens than those it was asked with', async () => {
    const own = await server.signIn(MARIA);
    const [one] = await documentsOf(own);
    await succeed('accessToken', { fields: { cedula: own.nif } }, own);
    expect(await opened(one)).toBe(200);
  });

  test('opens as before when a version made it that noted no sign-in', async () => {
    const own = await server.signIn(MARIA);
    const documents = await server.core.documents(own.polizas[0]?.Policy ?? '');
    const id = documents.ok ? documents.value[0]?.id : '';
    const reference = { kind: 'policy', policyId: own.polizas[0]?.Policy, id };
    const hash = await openKeyedHash(server.db);
    const nonce = randomBytes(16);
    const key = Buffer.from(hash('address', nonce.toString('hex')), 'base64url');
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12));
    const text = JSON.stringify({ expires: clock().getTime() + 60_000, reference });
    const sealed = [nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()];
    expect(await opened(`/archivos/${Buffer.concat(sealed).toString('base64url')}`)).toBe(200);
  });
});

describe('[S29] a request whose body ends after its sign-in', () => {
  const withBody = signedInRows.filter((name) => endpoints[name].carries !== 'query');

  test('[F30] was locked still arrives when it was sent with the send-only token', async () => {
    const own = await server.signIn(MARIA);
    const queued = withBody.filter((name) => (endpoints[name] as Endpoint).queued);
    const headers = { Authorization: `Bearer ${own.send}` };
    const held = await Promise.all(queued.map((name) => heldRequest(name, sent[name], headers)));
    await ends.locked?.(own);
    for (const { release } of held) release();
    const statuses = await Promise.all(held.map(async ({ answer }) => (await answer).status));
    expect(statuses).toEqual(queued.map(() => 200));
    expect(queued.length).toBeGreaterThan(2);
  });

  test.each(Object.entries(ends))(
    'was %s is answered 401 by every endpoint, and nothing has changed',
    async (_, end) => {
      const own = await server.signIn(MARIA);
      const held = await Promise.all(
        withBody.map(async (name) => ({ name, ...(await heldRequest(name, sent[name], own.headers)) })),
      );
      await end(own);
      const before = await everything();
      for (const { release } of held) release();
      const answers = await Promise.all(held.map(async ({ name, answer }) => [name, (await answer).status]));
      expect(answers).toEqual(withBody.map((name) => [name, 401]));
      expect(await everything()).toEqual(before);
    },
  );
});
