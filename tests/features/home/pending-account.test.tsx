// @module-tag depth
import { ok } from '#contract/result.ts';
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personalInformation, policies } from '#mirror/collections.ts';
import type { Claim } from '#server/core/port.ts';
import { customers, mailCodes } from '#server/database/schema.ts';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { deviceOf, missing, openAt, pageText, press, sees, until } from '../reading.tsx';

const EMAIL = 'ecuador@demo.test';
let server: TestApp;
let device: Device;
let answer: Claim;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
  server.core.claim = async () => ok(answer);
}, SERVER_START_MS);
beforeEach(async () => {
  answer = { answer: 'yes' };
  server.mails.length = 0;
  await server.db.delete(mailCodes);
});
afterEach(() => {
  cleanup();
  setOnline(true);
});
afterAll(() => server.close());

/** Opens home for a customer with this much proved. */
async function openPending(claim: Claim, emailVerified: Date | null, instead: Device['network']['instead'] = null) {
  answer = claim;
  await server.db.update(customers).set({ claim: claim.answer, emailVerified }).where(eq(customers.email, EMAIL));
  device = await deviceOf(server, EMAIL);
  device.network.instead = instead;
  await openAt(device, '/app');
}
const codeIn = (index: number) => /\b\d{6}\b/.exec(server.mails.at(index)?.text ?? '')?.[0] ?? '';
const typeCode = (code: string) =>
  act(async () => fireEvent.input(screen.getByLabelText(/Código de 6 dígitos/), { target: { value: code } }));
/** The button waits until typing has ended. */
async function confirm() {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirmar' });
  await until(() => expect(isOff(button())).toBe(false));
  await press('Confirmar');
}

test('[D60][S14] home asks for the email’s code, reports a wrong one, and shows the policies after the right one', async () => {
  await openPending({ answer: 'yes' }, null);
  await sees('Confirma tu correo para ver tus pólizas');
  expect(pageText()).toContain(EMAIL);
  expect(pageText()).not.toContain('Salud Familiar');
  await press('Enviar otro código');
  await sees(/Te enviamos otro código/);
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Enviar otro código' })));
  expect(missing(/Te enviamos otro código/)).toBe(true);
  await sees(/Te enviamos otro código/);
  const code = codeIn(-1);
  await typeCode(code === '000000' ? '000001' : '000000');
  await confirm();
  await sees('El código no es correcto');
  expect(missing(/Te enviamos otro código/)).toBe(true);
  await typeCode(`${code.slice(0, 3)} ${code.slice(3)}`);
  await confirm();
  await sees('Salud Familiar');
});

test('[D60] offline, home says from stored data what is missing, and keeps the typed code', async () => {
  await openPending({ answer: 'yes' }, null);
  await sees('Confirma tu correo para ver tus pólizas');
  cleanup();
  setOnline(false);
  device.network.up = false;
  await openAt(device, '/app');
  await sees('Confirma tu correo para ver tus pólizas');
  await sees(/necesitas conexión/);
  await typeCode('123456');
  await confirm();
  await sees(/No pudimos conectarnos/);
  expect(screen.getByLabelText<HTMLInputElement>(/Código de 6 dígitos/).value).toBe('123456');
});

test('[D60] the code goes to the address the insurer has, which is masked on screen', async () => {
  await openPending({ answer: 'code', email: 'gabriela@verdadera.test' }, new Date());
  await sees('Confirma que eres tú');
  expect(pageText()).toContain('g•••@verdadera.test');
  expect(pageText()).not.toContain('gabriela@');
  await press('Enviar otro código');
  await until(() => expect(server.mails.at(-1)?.to).toBe('gabriela@verdadera.test'));
  await typeCode(codeIn(-1));
  await confirm();
  await sees('Salud Familiar');
});

test('[D60] where the insurer’s address is not known, nothing stands in its place', async () => {
  await openPending({ answer: 'code', email: 'gabriela@verdadera.test' }, new Date());
  await sees('Confirma que eres tú');
  const [info] = (await device.mirror.read(personalInformation)).groups?.[0]?.rows ?? [];
  const owner = (await device.session.customer())?.owner ?? '';
  await act(
    async () =>
      info && void (await device.mirror.amend(personalInformation, () => [{ ...info, correoAseguradora: '' }], owner)),
  );
  await sees(/^Para mostrarte tus pólizas enviamos un código al correo que tenemos de ti\. Si ya no lo usas/);
});

test('[D60] a customer who must visit a branch is told so; one unknown to the insurer is told whom to write to', async () => {
  await openPending({ answer: 'branch' }, new Date());
  await sees('Falta comprobar tu identidad');
  await sees(/Acércate a una sucursal/);
  cleanup();
  await openPending({ answer: 'no' }, new Date());
  await sees('Parece que no tienes pólizas activas');
});

describe('[D60] while the personal information is not here', () => {
  const WELCOME = 'Parece que no tienes pólizas activas';
  /** Each list is asked for by itself, and this becomes of the personal information. */
  const informationIs =
    (become: () => Response | null | Promise<Response | null>): Device['network']['instead'] =>
    (path) => {
      if (path.endsWith('/lecturas')) return Response.json({}, { status: 404 });
      return path.endsWith('/getPersonalInformation') ? become() : null;
    };
  const policiesAreHere = () =>
    until(async () => expect((await device.mirror.read(policies)).groups?.flatMap(({ rows }) => rows)).toEqual([]));

  test('a customer who waits for a proof is not told that there are no policies while it loads', async () => {
    let arrive = () => {};
    const held = new Promise<null>((resolve) => {
      arrive = () => resolve(null);
    });
    await openPending(
      { answer: 'yes' },
      null,
      informationIs(() => held),
    );
    await policiesAreHere();
    await act(() => new Promise((later) => setTimeout(later, 100)));
    expect(pageText()).not.toContain(WELCOME);
    await sees('Cargando tus pólizas...');
    arrive();
    await sees('Confirma tu correo para ver tus pólizas');
  });

  test('a customer who waits for a proof is told that it did not load, and may try again', async () => {
    let isDown = true;
    await openPending(
      { answer: 'yes' },
      null,
      informationIs(() => (isDown ? Response.json({}, { status: 503 }) : null)),
    );
    await policiesAreHere();
    await until(() => screen.getByRole('alert'));
    expect(pageText()).not.toContain(WELCOME);
    isDown = false;
    await press('Reintentar');
    await sees('Confirma tu correo para ver tus pólizas');
  });
});
