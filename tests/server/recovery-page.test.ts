// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptRules } from '#server/accounts/attempts.ts';
import { openRoom, reserve } from '#server/database/room.ts';
import { customers, recoveries } from '#server/database/schema.ts';
import { send } from './requests.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Whether every place for a derivation is taken, and what happens while one waits for a place. */
const line = vi.hoisted(() => ({ isFull: false, meanwhile: async () => {} }));
vi.mock('#server/accounts/passwords.ts', async (original) => {
  const real = await original<typeof import('#server/accounts/passwords.ts')>();
  const { Overloaded } = await import('#server/overload.ts');
  const sealPassword = async (...given: Parameters<typeof real.sealPassword>) => {
    if (line.isFull) throw new Overloaded(7);
    await line.meanwhile();
    return real.sealPassword(...given);
  };
  return { ...real, sealPassword };
});

const EMAIL = 'costarica@demo.test';
let free = Number.POSITIVE_INFINITY;
let server: TestApp;
let link: string;
beforeAll(async () => {
  const often = { ...attemptRules.recoveryPerAccount, free: 100 };
  server = await createTestApp({
    seed: [EMAIL],
    room: openRoom(() => free),
    attempts: { recoveryPerAccount: often },
  });
}, 60_000);
beforeEach(async () => {
  await send(server.app, 'forgotPassword', { fields: { email: EMAIL } });
  await server.settled();
  link = /http\S+\/restablecer\/\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? expect.fail('no link');
});
afterEach(() => {
  Object.assign(line, { isFull: false, meanwhile: async () => {} });
  free = Number.POSITIVE_INFINITY;
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const post = (nueva = 'Recuperada2026') =>
  server.app.request(link, { method: 'POST', body: new URLSearchParams({ nueva, repetida: nueva }) });
/** What the answer shows: its status, the wait, and the text in which a reader is told. */
async function shown(answer: Response) {
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await answer.text();
  const [, alert] = /role="alert">([^<]*)</.exec(text) ?? [];
  return { status: answer.status, wait: answer.headers.get('retry-after'), alert, form: text.includes('name="nueva"') };
}
/** The database is not reached by the next call that reads. */
function loseDatabase(code: string) {
  vi.spyOn(server.db, 'select').mockImplementationOnce(() => {
    throw Object.assign(new Error('terminating connection'), { code });
  });
}
const LATER = 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos';

describe('the page of a new password', () => {
  test('says over its form that too many wait, and its link stays good', async () => {
    line.isFull = true;
    expect(await shown(await post())).toEqual({ status: 503, wait: '7', alert: LATER, form: true });
    line.isFull = false;
    expect((await post()).status).toBe(200);
  });

  test('says over its form that the database is away, and without one where none was typed', async () => {
    loseDatabase('57P01');
    expect(await shown(await post())).toEqual({ status: 503, wait: '10', alert: LATER, form: true });
    loseDatabase('57P01');
    const page = await server.app.request(link);
    expect(await shown(page.clone())).toEqual({ status: 503, wait: '10', alert: undefined, form: false });
    expect(await page.text()).toContain(LATER);
    expect((await post()).status).toBe(200);
  });

  test('says over its form what broke, with the code under which the log has it', async () => {
    loseDatabase('42P01');
    const { status, alert, form } = await shown(await post());
    expect([status, form, alert]).toEqual([
      500,
      true,
      expect.stringMatching(/dinos este código: [\dA-Z]{4}-[\dA-Z]{4}$/),
    ]);
  });

  test('says over its form that a body is too large', async () => {
    const { status, alert, form } = await shown(await post(`A1${'a'.repeat(20_000)}`));
    expect([status, form, alert]).toEqual([413, true, 'Lo que enviaste es demasiado grande']);
  });

  test('[S29] sets none by a link that was used up while the password was being sealed', async () => {
    const stored = () => server.db.select({ password: customers.password }).from(customers);
    const before = await stored();
    line.meanwhile = async () => void (await server.db.delete(recoveries));
    expect((await post('OtraVez2026')).status).toBe(410);
    expect(await stored()).toEqual(before);
  });

  test('[F33] sets none on a disk with hardly any room, and says so over its form', async () => {
    free = reserve.least;
    expect(await shown(await post())).toEqual({ status: 507, wait: '60', alert: LATER, form: true });
    free = Number.POSITIVE_INFINITY;
    expect((await post()).status).toBe(200);
  });
});
