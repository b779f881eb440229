// @module-tag depth
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { attempts, customers, mailQueue, recoveries } from '#server/database/schema.ts';
import { htmlOf, textOf } from '#server/mail/html.ts';
import { type MailQueue, openMailQueue } from '#server/mail/queue.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import { listUndelivered } from '#server/outgoing/desk.ts';
import { demandAddress, readSettings } from '#server/settings.ts';
import { startProblem } from '#server/start-problem.ts';
import { send } from './requests.ts';
import { createTestApp, ORIGIN, type TestApp, unasked } from './test-app.ts';

const FROM = 'Amparo <no-responder@aseguradora.test>';

/** How the mail server treats one mail. */
type Mood = 'take' | 'refuse' | 'later' | 'drop' | 'refuse sender' | { at: 'RCPT' | 'DATA'; reply: string };
let mood: (session: SMTPServerSession) => Mood = () => 'take';
let tries = 0;
const taken: { from: string; to: string[]; raw: string }[] = [];

/** The mood's own reply, where it is given at this command. */
function refusedAt(at: 'RCPT' | 'DATA', now: Mood): Error | undefined {
  if (typeof now === 'string' || now.at !== at) return undefined;
  return Object.assign(new Error(now.reply.slice(4)), { responseCode: Number(now.reply.slice(0, 3)) });
}

let smtp: SMTPServer;
let server: TestApp;
let queue: MailQueue;
let maria: string;
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onMailFrom(_address: SMTPServerAddress, session: SMTPServerSession, done: (error?: Error) => void) {
      const refused = mood(session) === 'refuse sender';
      done(refused ? Object.assign(new Error('Sender rejected'), { responseCode: 553 }) : undefined);
    },
    onRcptTo(_address: SMTPServerAddress, session: SMTPServerSession, done: (error?: Error) => void) {
      tries += 1;
      const now = mood(session);
      if (now === 'refuse') return done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      if (now === 'later') return done(Object.assign(new Error('Greylisted'), { responseCode: 451 }));
      done(refusedAt('RCPT', now));
    },
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null) => void) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk;
      });
      stream.on('end', () => {
        if (mood(session) === 'drop') {
          for (const connection of (smtp as unknown as { connections: Set<{ close(): void }> }).connections)
            connection.close();
          return;
        }
        const refused = refusedAt('DATA', mood(session));
        if (refused) return done(refused);
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const { port } = smtp.server.address() as { port: number };
  const transport = await smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM, tls: false });
  let open: MailQueue['mail'] = async () => {};
  server = await createTestApp({ seed: ['costarica@demo.test'], mail: (message, tx) => open(message, tx) });
  queue = openMailQueue({ uuid: thisMachine.uuid, db: server.db, clock: () => new Date(), jobs: unasked, transport });
  open = queue.mail;
  const [customer] = await server.db.select({ id: customers.id }).from(customers);
  maria = customer?.id ?? 'nobody';
}, 60_000);
afterAll(async () => {
  await server.close();
  await new Promise<void>((closed) => smtp.close(closed));
});
afterEach(async () => {
  await server.db.delete(mailQueue);
  await server.db.delete(attempts);
  mood = () => 'take';
  tries = 0;
  taken.length = 0;
});

const waiting = () => server.db.select().from(mailQueue);
const pass = (milliseconds: number) =>
  server.db.update(mailQueue).set({ due: sql`${mailQueue.due} - ${`${milliseconds} ms`}::interval` });
const forgot = async () => {
  const answer = await send(server.app, 'forgotPassword', { fields: { email: 'costarica@demo.test' } });
  expect(answer.status).toBe(200);
  await server.settled();
};
/** The mail with its quoted-printable parts decoded. */
const readable = (raw: string): string =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (signs) => Buffer.from(signs.replaceAll('=', ''), 'hex').toString());
const idOf = (raw: string) => /^Message-ID: <(.+)>/im.exec(raw)?.[1];
const mail = (message: Parameters<MailQueue['mail']>[0]) => server.db.transaction((tx) => queue.mail(message, tx));

describe('[F39] mails', () => {
  test('are sent as text and HTML, with links to the public address', async () => {
    await forgot();
    expect(await waiting()).toHaveLength(1);
    await queue.sendDue();
    const [letter] = taken;
    expect([letter?.from, letter?.to]).toEqual(['no-responder@aseguradora.test', ['costarica@demo.test']]);
    const raw = readable(letter?.raw ?? '');
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
    expect(raw).toContain('Content-Type: text/html; charset=utf-8');
    expect(raw.match(new RegExp(`${ORIGIN}/restablecer/`, 'g'))?.length).toBeGreaterThanOrEqual(3);
    expect(raw).toContain('Restablecer contraseña</a>');
    expect(await waiting()).toEqual([]);
  });

  test('are queued in the transaction that causes them', async () => {
    const before = await server.db.$count(recoveries);
    await server.db.execute(sql`alter table mail_queue add constraint broken check (subject = '') not valid`);
    await forgot();
    await server.db.execute(sql`alter table mail_queue drop constraint broken`);
    expect(await server.db.$count(recoveries)).toBe(before);
  });

  test('that are refused for now are sent again later, once, with the same Message-ID', async () => {
    mood = () => 'later';
    await forgot();
    await queue.sendDue();
    expect(await waiting()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    mood = () => 'take';
    await queue.sendDue();
    expect(tries).toBe(1);
    await pass(MINUTE_MS);
    const [row] = await waiting();
    await queue.sendDue();
    await queue.sendDue();
    expect(taken.map(({ raw }) => idOf(raw))).toEqual([`${row?.id}@aseguradora.test`]);
  });

  test('that are refused for good are set aside, with the reply of the mail server and without the address', async () => {
    mood = () => 'refuse';
    await forgot();
    await queue.sendDue();
    await pass(HOUR_MS);
    await queue.sendDue();
    expect(tries).toBe(1);
    const [left] = await listUndelivered(server.db);
    expect(left).toMatchObject({ kind: 'mail', state: 'refused' });
    expect(left?.problem).toContain('550');
    expect(left?.problem).not.toContain('costarica');
  });

  test('whose sender is refused are sent again: that is for whoever runs the server to mend', async () => {
    mood = () => 'refuse sender';
    await forgot();
    await queue.sendDue();
    expect(await waiting()).toMatchObject([{ state: 'waiting', attempts: 1, problem: expect.stringContaining('553') }]);
    mood = () => 'take';
    await pass(MINUTE_MS);
    await queue.sendDue();
    expect(taken).toHaveLength(1);
  });

  test.each<[string, 'RCPT' | 'DATA', string, 'waiting' | 'refused']>([
    ['a sender that is refused late', 'RCPT', '554 5.7.1 Sender address rejected: Access denied', 'waiting'],
    ['a sender that is refused late, without a number', 'RCPT', '553 Sender address rejected', 'waiting'],
    ['a sender whose domain is not known', 'RCPT', '550 5.1.8 Sender address rejected: Domain not found', 'waiting'],
    ['a relay that does not know us', 'RCPT', '554 5.7.1 Relay access denied', 'waiting'],
    ['a relay that does not know us, in the words of Exim', 'RCPT', '550 relay not permitted', 'waiting'],
    ['a sender that Exim cannot verify', 'RCPT', '550 Sender verify failed', 'waiting'],
    ['an authentication that is missing, without a number', 'RCPT', '550 Authentication required', 'waiting'],
    ['a list of addresses like ours, without a number', 'RCPT', '550 192.0.2.7 is blocked by zen', 'waiting'],
    ['a policy, without a number', 'RCPT', '550 Administrative prohibition', 'waiting'],
    ['no such mailbox, as Exim says it', 'RCPT', '550 Unrouteable address', 'refused'],
    ['a sender that is not verified', 'DATA', '554 Message rejected: Email address is not verified', 'waiting'],
    ['a policy', 'DATA', '550 5.7.1 Blocked', 'waiting'],
    ['no such mailbox', 'RCPT', '550 5.1.1 User unknown', 'refused'],
    ['no such mailbox, as a large provider says it', 'RCPT', '550 5.1.10 Recipient not found', 'refused'],
    ['no such mailbox, without a number', 'RCPT', '550 No such user', 'refused'],
    ['a mailbox that is closed', 'DATA', '554 5.2.1 Mailbox disabled', 'refused'],
    ['the form of the letter', 'DATA', '554 5.6.0 Malformed', 'refused'],
  ])(
    'that are refused for %s are tried again, or are not, by what the reply speaks of',
    async (_, at, reply, state) => {
      mood = () => ({ at, reply });
      await forgot();
      await queue.sendDue();
      expect(await waiting()).toMatchObject([{ state, attempts: 1, problem: expect.stringContaining(reply) }]);
      mood = () => 'take';
      await pass(MINUTE_MS);
      await queue.sendDue();
      expect(taken).toHaveLength(state === 'waiting' ? 1 : 0);
    },
  );

  test.each<[string, 'waiting' | 'refused']>([
    ['550 <jblackwood@policia.gob.do>: User unknown', 'refused'],
    ['550 User unknown at Policia.gob.do', 'refused'],
    ['550 <jblackwood@policia.gob.do>: relay not permitted', 'waiting'],
  ])('[F39] whose refusal quotes their address, as %s, are judged by its other words', async (reply, state) => {
    mood = () => ({ at: 'RCPT', reply });
    await mail({ customerId: maria, to: 'JBlackwood@policia.gob.do', subject: 'Uno', text: 'Hola' });
    await queue.sendDue();
    expect(await waiting()).toMatchObject([{ state, attempts: 1 }]);
  });

  test('whose connection breaks are sent again', async () => {
    mood = () => 'drop';
    await forgot();
    await queue.sendDue();
    expect(await waiting()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    mood = () => 'take';
    await pass(MINUTE_MS);
    await queue.sendDue();
    expect(taken).toHaveLength(1);
  });

  test('are sent once when two processes send at the same time', async () => {
    for (const _ of [1, 2, 3]) await mail({ customerId: maria, to: 'a@b.test', subject: 'Uno', text: 'Hola' });
    await Promise.all([queue.sendDue(), queue.sendDue()]);
    expect(taken).toHaveLength(3);
  });

  test('[S32] go with their customer, whatever address they were to be sent to', async () => {
    const [row] = await server.db.select().from(customers);
    const person = { ...(row ?? expect.fail('nobody')), id: crypto.randomUUID(), email: 'otra@demo.test', nif: '1' };
    await server.db.insert(customers).values(person);
    await mail({ customerId: person.id, to: 'de-antes@b.test', subject: 'Uno', text: 'Hola' });
    await server.db.delete(customers).where(eq(customers.id, person.id));
    expect(await waiting()).toEqual([]);
  });

  test('are not sent after their useful time', async () => {
    await mail({ customerId: maria, to: 'a@b.test', subject: '123456', text: 'Tu código', usefulFor: -1 });
    await queue.sendDue();
    expect([taken, await waiting()]).toEqual([[], []]);
  });

  test('say that a machine wrote them, so that no absence note comes back (RFC 3834)', async () => {
    await mail({ customerId: maria, to: 'a@b.test', subject: 'Uno', text: 'Hola' });
    await queue.sendDue();
    expect(taken[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  test('[S34] go to one mailbox: what an account of before has is handed over as one address, and never read as a list', async () => {
    const odd = [
      'a@b.test, c@b.test',
      '<a@b.test>',
      '"z" <a@b.test>',
      'g:a@b.test;',
      '(uno)a@b.test',
      'a@b.test;c@b.test',
    ];
    for (const to of odd) await mail({ customerId: maria, to, subject: 'Uno', text: 'Hola' });
    await mail({ customerId: maria, to: 'niño@b.test', subject: 'Uno', text: 'Hola' });
    await queue.sendDue();
    expect(taken.map(({ to }) => to)).toEqual([['niño@b.test']]);
    expect((await waiting()).map(({ state, problem }) => [state, problem])).toEqual(
      odd.map(() => ['refused', 'the address is not one mailbox']),
    );
  });

  test('say the same in HTML and in text', () => {
    const words = fc.constantFrom('Hola, <María> & Ana:', 'Vale por una hora.', 'Ve a https://a.test/y?a=1&b=2 hoy.');
    const paragraph = fc.oneof(words, fc.constant('https://a.test/x?codigo=1'), fc.constant('Uno\nDos'));
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 6 }), fc.boolean(), (paragraphs, hasCode) => {
        const text = [...paragraphs, 'Tu código es 123456.'].join('\n\n');
        const link = 'https://a.test/x?codigo=1';
        const html = htmlOf({ subject: 'Amparo', text, link, ...(hasCode && { code: '123456' }) });
        const page = new Window().document;
        page.body.innerHTML = html.slice(html.indexOf('<body'));
        // These texts exist in the HTML only: the sender's name, the large code, and the labels of buttons.
        for (const one of page.querySelectorAll('.name, .code, .button')) one.remove();
        for (const line of page.querySelectorAll('br')) line.replaceWith(' ');
        for (const piece of page.querySelectorAll('p')) piece.append(' ');
        const plain = (said: string | null) => (said ?? '').replace(/\s+/g, ' ').trim();
        expect(plain(page.body.textContent)).toBe(plain(textOf({ text })));
      }),
    );
  });

  test('[S4] escape what a customer typed, and link no address but ours', () => {
    const html = htmlOf({
      subject: 'x</title><script>',
      text: 'Hola, <img src=x onerror=alert(1)>:\n\nTu código es 123456.\n\nhttps://a.test/x?a=1&b="2\n\nVe a https://a.test/y hoy.\n\nhttps://b.test',
      link: 'https://a.test/y',
      code: '123456',
    });
    expect(html).not.toMatch(/<script|<img|"2/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html.match(/ href="[^"]*"/g)).toEqual([' href="https://a.test/y"']);
    expect(html.match(/123456/g)).toHaveLength(2);
  });
});

describe('settings for mail', () => {
  const base = { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://amparo.example' };
  test.each([
    [{ AMPARO_SMTP_URL: 'smtp://correo.example' }, 'AMPARO_MAIL_FROM'],
    [{ AMPARO_SMTP_URL: 'https://correo.example', AMPARO_MAIL_FROM: FROM }, 'AMPARO_SMTP_URL'],
    [{ AMPARO_SMTP_URL: 'smtp://correo.example', AMPARO_MAIL_FROM: 'nadie' }, 'AMPARO_MAIL_FROM'],
    [{ AMPARO_SMTP_URL: 'smtp://correo.example', AMPARO_MAIL_FROM: 'A <a@b.c>\r\nBcc: x@y.z' }, 'AMPARO_MAIL_FROM'],
    // By its query nodemailer would let go of TLS, of the certificate, and of its patience.
    [{ AMPARO_SMTP_URL: 'smtp://correo.example?requireTLS=false', AMPARO_MAIL_FROM: FROM }, 'AMPARO_SMTP_URL'],
    [
      { AMPARO_SMTP_URL: 'smtps://correo.example/?tls.rejectUnauthorized=false', AMPARO_MAIL_FROM: FROM },
      'AMPARO_SMTP_URL',
    ],
    [{ AMPARO_SMTP_URL: 'smtp://correo.example#a', AMPARO_MAIL_FROM: FROM }, 'AMPARO_SMTP_URL'],
  ])('that are invalid, %o, end the start with an error that names %s', (env, name) => {
    expect(() => readSettings({ ...base, ...env })).toThrow(name);
  });

  test('demand TLS for a mail server on another machine, except in the demo', () => {
    const read = (env: NodeJS.ProcessEnv) => readSettings({ ...base, AMPARO_MAIL_FROM: FROM, ...env }).mailServer?.tls;
    expect(read({ AMPARO_SMTP_URL: 'smtp://correo.example:587' })).toBe(true);
    expect(read({ AMPARO_SMTP_URL: 'smtp://localhost:25' })).toBe(false);
    expect(read({ AMPARO_SMTP_URL: 'smtp://correo:25', AMPARO_DEMO: '1' })).toBe(false);
  });

  test('[S9] demand the public address outside the demo, with TLS but on this machine, in one line', () => {
    const start = (env: NodeJS.ProcessEnv) => {
      try {
        demandAddress(readSettings(env));
        return '';
      } catch (error) {
        return startProblem(error);
      }
    };
    expect(start({ AMPARO_DEMO: '0' })).toBe('Amparo no pudo arrancar (AMP-03): falta el ajuste AMPARO_ADDRESS');
    expect([start(base), start({})]).toEqual(['', '']);
    expect(start({ ...base, AMPARO_ADDRESS: 'http://amparo.example' })).toBe(
      'Amparo no pudo arrancar (AMP-05): el ajuste AMPARO_ADDRESS debe empezar por https://',
    );
    expect(start({ ...base, AMPARO_ADDRESS: 'http://localhost:4173' })).toBe('');
    expect(start({ AMPARO_ADDRESS: 'http://amparo.example' })).toBe('');
  });
});
