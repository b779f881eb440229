// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOff } from '#tests/is-off.ts';
import { EMAIL, PASSWORD, ticketFields } from '#tests/outbox/house.ts';
import { isAt, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, close, press, type, until } from '../refunds/open.tsx';

const PENDING = '/app/configuraciones/pendientes';
const NEXT = 'Nueva2026';

withHouse();
/** Changes the password elsewhere, so that each device of a test still has the first one. */
beforeAll(async () => {
  const other = await house.device();
  expect(await other.page().session.changePassword(PASSWORD, NEXT)).toMatchObject({ ok: true });
  await other.close();
}, 60_000);

const write = (text: string) => page.outbox.enqueue('ticket.create', ticketFields(house, text));
const enter = () => page.session.signIn(EMAIL, NEXT);
const section = () => screen.queryByRole('region', { name: /contraseña anterior/ });

describe('requests under an earlier password', () => {
  test('[D25] a wrong earlier password changes nothing; the right one recovers the requests, and they are sent', async () => {
    await write('Una de antes');
    await write('Otra de antes');
    await enter();
    await openAt(page, PENDING);
    await until(shows('Tienes 2 solicitudes guardadas con tu contraseña anterior'));
    expect(isOff(button('Recuperarlas'))).toBe(true);
    expect(screen.queryByText('No tienes nada pendiente')).toBeNull();
    await type('Contraseña anterior', 'equivocada');
    await press('Recuperarlas');
    await until(shows('La contraseña anterior no es correcta'));
    expect(await page.session.sealedQueue()).toEqual({ waiting: 2, drafts: 0 });
    await type('Contraseña anterior', PASSWORD);
    await press('Recuperarlas');
    await until(shows(/Recuperamos 2 solicitudes/));
    await until(() => expect(section()).toBeNull());
    await until(() => expect(screen.getByRole('region', { name: 'Comprobantes' })).toBeTruthy());
    expect(await house.ticketsWith('Una de antes')).toBe(1);
  });

  test('[D25] drafts without requests are listed in settings and here, and can be recovered', async () => {
    page.drafts.save('ticket', { poliza: '', idTipoTicket: '', descripcion: 'A medio escribir' });
    await page.drafts.flush();
    await enter();
    await openAt(page, '/app/configuraciones');
    await until(shows('1 borrador por recuperar'));
    close();
    await openAt(page, PENDING);
    await until(shows('Tienes 1 borrador guardado con tu contraseña anterior'));
    await type('Contraseña anterior', PASSWORD);
    await press('Recuperarlo');
    await until(shows('Recuperamos tu borrador'));
    await until(() => expect(section()).toBeNull());
    expect((await page.drafts.load('ticket'))?.form).toMatchObject({ descripcion: 'A medio escribir' });
  });

  test('[F54] documents saved on the device and receipts are told of, and a passkey of before opens them too', async () => {
    const bytes = new TextEncoder().encode('%PDF la póliza').buffer as ArrayBuffer;
    const document = { policyId: house.policyId, category: 'Póliza', createdOn: null, place: 0 };
    const { owner = '' } = (await page.session.customer()) ?? {};
    await page.mirror.saved.save(document, { name: 'poliza.pdf', type: 'application/pdf', bytes }, owner);
    await enter();
    const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(8) };
    const row = { credential: 'c', owner, salt: new Uint8Array(32), read: sealed, send: sealed, renew: sealed };
    await device.db.vault.put({ id: 'passkey:c', ...row });
    const byPasskey = vi.spyOn(page.session, 'openSealedByPasskey');
    byPasskey.mockImplementation(() => page.session.openSealedQueue(PASSWORD));
    await openAt(page, '/app/configuraciones');
    await until(shows('1 documento por recuperar'));
    close();
    await openAt(page, PENDING);
    await until(shows('Tienes 1 documento guardado con tu contraseña anterior'));
    await press('Con tu huella o rostro');
    await until(shows('Recuperamos 1 documento'));
    await until(() => expect(section()).toBeNull());
    expect(await page.mirror.saved.list()).toHaveLength(1);
    byPasskey.mockRestore();
  });

  test('[D25] sealed requests are discarded only after confirmation', async () => {
    await write('No la quiero');
    await enter();
    await openAt(page, PENDING);
    await until(shows('Tienes 1 solicitud guardada con tu contraseña anterior'));
    await press('Descartarla');
    await until(shows('¿Descartar la solicitud?'));
    await pressInDialog('Conservar');
    expect(await page.session.sealedQueue()).toEqual({ waiting: 1, drafts: 0 });
    await press('Descartarla');
    await until(shows('¿Descartar la solicitud?'));
    await pressInDialog('Descartar');
    await until(() => expect(section()).toBeNull());
    expect(await device.rows()).toEqual([]);
  });

  test('damaged requests are reported and can be discarded', async () => {
    await write('Rota');
    const [row] = await device.rows();
    await device.db.outbox.update(row?.key ?? '', { data: new ArrayBuffer(32) });
    await enter();
    await openAt(page, PENDING);
    await until(shows(/solicitud guardada/));
    await type('Contraseña anterior', PASSWORD);
    await press('Recuperarla');
    await until(shows(/está dañado/));
    await press('Descartarla');
    await until(shows('¿Descartar la solicitud?'));
    await pressInDialog('Descartar');
    await until(() => expect(section()).toBeNull());
    expect(await device.rows()).toEqual([]);
  });

  test('[D25] the settings count sealed requests among what waits', async () => {
    await write('Contada');
    await enter();
    await openAt(page, '/app/configuraciones');
    await until(shows('1 solicitud por enviar'));
  });

  describe('signing out with its data', () => {
    const ERASE = { name: /^Borrar los datos/ };
    const erase = async () => {
      await openAt(page, '/app/configuraciones');
      await press('Cerrar sesión');
      await until(() => screen.getByRole('checkbox', ERASE));
      await act(async () => void fireEvent.click(screen.getByRole('checkbox', ERASE)));
    };
    beforeEach(async () => {
      await write('Una de antes');
      await write('Otra de antes');
      await enter();
    });

    test('[D26] the dialog tells of the requests under an earlier password that are deleted', async () => {
      await erase();
      await until(shows(/^También se borran las 2 solicitudes sin enviar/));
      expect(screen.queryByText(/^Tienes 2 solicitudes sin enviar/)).toBeNull();
      await pressInDialog('Cerrar sesión');
      await until(isAt('Entrada'));
      expect(await device.rows()).toEqual([]);
    });
  });

  test('a customer without sealed requests sees no such section', async () => {
    await enter();
    await openAt(page, PENDING);
    await until(shows('No tienes nada pendiente'));
    expect(section()).toBeNull();
  });
});

describe('a browser that may erase the queue', () => {
  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const before = navigator.userAgent;
  const pretend = (userAgent: string) =>
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
  afterEach(() => pretend(before));

  test('[F26] Safari’s limit is explained where something waits, with how to install', async () => {
    pretend(SAFARI);
    await enter();
    await write('Espera');
    await openAt(page, PENDING);
    await until(shows(/7 días sin usar Amparo/));
    expect(screen.getByText(/toca Compartir y elige «Agregar a inicio»/)).toBeTruthy();
  });

  test('[F26] nothing is said where nothing waits, or in another browser', async () => {
    pretend(SAFARI);
    await enter();
    await openAt(page, PENDING);
    await until(shows('No tienes nada pendiente'));
    expect(screen.queryByText(/7 días/)).toBeNull();
    close();
    pretend('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    await write('Espera aquí');
    await openAt(page, PENDING);
    await until(shows('Por enviar'));
    await until(shows('Pendiente de envío'));
    expect(screen.queryByText(/7 días/)).toBeNull();
  });
});
