// @module-tag depth
import { DAY_MS } from '#contract/age.ts';
import '#tests/page.ts';

import { act, screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { shortDate, today } from '#rules/dates.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { isOff } from '#tests/is-off.ts';
import { refundFields, refundFilesOf, ticketFields } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { isAt, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, press, type, until } from '../refunds/open.tsx';

const PENDING = '/app/configuraciones/pendientes';

withHouse();

const drained = () => act(async () => void (await page.outbox.drain()));
const askFor = (diagnosis: string) =>
  page.outbox.enqueue('refund.create', refundFields(house, diagnosis), refundFilesOf(diagnosis), {
    label: { paciente: 'ROJAS MORA, ANA', tipoGasto: 'Farmacia', importe: '86.40', divisa: 'USD' },
    policy: house.policyId,
  });
const write = (text: string) =>
  page.outbox.enqueue(
    'ticket.create',
    ticketFields(house, text),
    {},
    {
      label: { tipo: 'Reembolsos', numeroPoliza: 'CR-SAL-1' },
    },
  );

describe('Pendientes', () => {
  test('an empty queue says that nothing waits', async () => {
    await openAt(page, PENDING);
    await until(isAt('Pendientes'));
    await until(shows('No tienes nada pendiente'));
    expect(screen.queryByText('Comprobantes')).toBeNull();
  });

  test('[D45] what was begun of a case stands there, opens its form, and can be discarded', async () => {
    const { policyId } = house;
    const file = { bytes: new ArrayBuffer(9), name: 'receta.pdf', type: 'application/pdf' };
    const document = 'refund-document/R-1';
    page.drafts.save(document, { poliza: policyId, idReembolso: 'R-1', CaseNumber: 'R-2026-1' });
    await page.drafts.saveFile(document, 'documento', file);
    page.drafts.save('ticket/R-1', { poliza: policyId, idTipoTicket: '', descripcion: 'Sobre mi reembolso: ¿y?' });
    // Home lists these, and a picked file that was taken out again is nothing.
    page.drafts.save('ticket', { poliza: policyId, idTipoTicket: '', descripcion: 'Otra' });
    page.drafts.save(`refund/${policyId}`, { type: 'ambulatorio', step: 1, texts: { diagnostico: 'x' } });
    page.drafts.save('refund-document/R-2', { poliza: policyId });
    // Of a refund that waits itself, and one of a version that noted nothing.
    page.drafts.save('refund-document/k-1', { poliza: policyId, paciente: 'Ana Rojas Mora' });
    page.drafts.save('refund-document/R-3', {});
    for (const id of ['k-1', 'R-3']) await page.drafts.saveFile(`refund-document/${id}`, 'documento', file);
    // The chosen policy is not the case's, and an older draft of none says not of which it is.
    page.drafts.save('ticket/R-4', { poliza: '', caso: policyId, idTipoTicket: '', descripcion: 'De otra' });
    page.drafts.save('ticket/R-5', { poliza: '', idTipoTicket: '', descripcion: 'De ninguna' });
    await page.drafts.flush();
    await openAt(page, PENDING);
    await until(() => expect(screen.getAllByText('Documento sin enviar')).toHaveLength(3));
    expect(screen.queryByText('No tienes nada pendiente')).toBeNull();
    const begun = `empezado el ${shortDate(today(new Date(page.db.machine.clock())))}`;
    const listed = within(screen.getByRole('region', { name: 'Sin enviar' })).getAllByRole('listitem');
    expect(listed.map((one) => one.textContent?.replaceAll('\u00a0', ' ')).sort()).toEqual(
      [
        'Consulta sin enviarSobre mi reembolso: ¿y?Seguir: Sobre mi reembolso: ¿y?Descartar: Sobre mi reembolso: ¿y?',
        'Consulta sin enviarDe ningunaDescartar: De ninguna',
        'Consulta sin enviarDe otraSeguir: De otraDescartar: De otra',
        `Documento sin enviarE${begun.slice(1)}Descartar: E${begun.slice(1)}`,
        `Documento sin enviarAna Rojas Mora · ${begun}Seguir: Ana Rojas Mora · ${begun}Descartar: Ana Rojas Mora · ${begun}`,
        'Documento sin enviarR-2026-1Seguir: R-2026-1Descartar: R-2026-1',
      ].sort(),
    );
    await press(/^Descartar.*R-2026-1/);
    await pressInDialog('Descartar');
    await until(() => expect(screen.getAllByText('Documento sin enviar')).toHaveLength(2));
    expect(await page.drafts.peek(document)).toBeNull();
    await press(/^Seguir.*Sobre mi/);
    await until(() => expect(screen.getByDisplayValue('Sobre mi reembolso: ¿y?')).toBeTruthy());
  });

  test('every kind of request is listed with its subject, and one press sends all', async () => {
    await askFor('Gripe');
    await write('Una duda');
    await openAt(page, PENDING);
    await until(shows('Reembolso · Farmacia'));
    expect(screen.getByText(/Ana Rojas Mora · .*86[.,]40/)).toBeTruthy();
    expect(screen.getByText('Consulta · Reembolsos')).toBeTruthy();
    await press('Enviar todo ahora');
    await drained();
    await until(shows('No tienes nada pendiente'));
    expect(await house.refundsWith('Gripe')).toBe(1);
    expect(await house.ticketsWith('Una duda')).toBe(1);
    // Queue and receipts are two live queries, and the second may answer a moment later.
    const receipts = () => within(screen.getByRole('region', { name: 'Comprobantes' })).getAllByRole('listitem');
    await until(() => expect(receipts()).toHaveLength(2));
  });

  test('[D29] offline, the screen says when requests will be sent, and offers no action that needs the network', async () => {
    await write('Después');
    setOnline(false);
    await openAt(page, PENDING);
    await until(shows('En cola: se enviará cuando vuelva la conexión.'));
    expect(screen.queryByRole('button', { name: /^Enviar ahora/ })).toBeNull();
    expect(isOff(button(/^Editar/))).toBe(false);
  });

  test("[F9] 'Enviar ahora' stays while it sends, busy and with the focus", async () => {
    await write('Sale ahora');
    await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    device.network.next('hang-after');
    const send = button(/^Enviar ahora/);
    send.focus();
    await press(/^Enviar ahora/);
    await until(shows('Enviando'));
    expect(document.activeElement).toBe(send);
    expect(send.getAttribute('aria-busy')).toBe('true');
    device.network.letPass();
    await drained();
  });

  test.each([
    ['refund.create', 'Solicitar reembolso', () => askFor('Otitis')],
    ['ticket.create', 'Corregir consulta', () => write('Corregirme')],
  ] as const)('editing a %s opens the form it came from', async (_, heading, queue) => {
    await page.mirror.pull(policies);
    const queued = await queue();
    const { router } = await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    await press(/^Editar/);
    await until(isAt(heading));
    const key = queued.ok ? queued.value.key : '';
    expect(JSON.stringify(router.state.location.state)).toContain(key);
  });

  test('an item with an unfinished correction says that it waits, and can be sent uncorrected', async () => {
    await page.mirror.pull(policies);
    await write('A medio corregir');
    const { history } = await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    await press(/^Editar/);
    await until(() => expect(screen.getByDisplayValue('A medio corregir')).toBeTruthy());
    history.back();
    await until(shows('La estás corrigiendo: no saldrá hasta que la envíes de nuevo.'));
    expect(screen.queryByRole('button', { name: /^Enviar ahora/ })).toBeNull();
    await press('Enviar como estaba');
    await until(shows('No tienes nada pendiente'));
    expect(await house.ticketsWith('A medio corregir')).toBe(1);
  });

  test('[F4][F9] sending an item uncorrected asks first when its correction has changes, and drops the correction', async () => {
    await page.mirror.pull(policies);
    await write('Como estaba');
    const { history } = await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    await press(/^Editar/);
    await until(() => screen.getByDisplayValue('Como estaba'));
    await type('Cuéntanos un poco más', 'Corregida');
    await act(async () => void (await page.drafts.flush()));
    history.back();
    await until(shows('La estás corrigiendo: no saldrá hasta que la envíes de nuevo.'));
    await press('Enviar como estaba');
    await until(shows('¿Enviarla sin tus correcciones?'));
    await pressInDialog('No enviar todavía');
    expect(await page.outbox.list()).toMatchObject([{ withdrawn: true }]);
    expect(await device.db.drafts.count()).toBe(1);

    await press('Enviar como estaba');
    await until(shows('¿Enviarla sin tus correcciones?'));
    await pressInDialog('Enviar como estaba');
    await until(shows('No tienes nada pendiente'));
    expect(await house.ticketsWith('Como estaba')).toBe(1);
    expect(await house.ticketsWith('Corregida')).toBe(0);
    expect(await device.db.drafts.count()).toBe(0);
  });

  test.each(['Sí, conservarla', 'Enviar todo ahora'])(
    "[F16][F26] '%s' on a full device says once that it is full, and keeps everything",
    async (action) => {
      await write('Antigua');
      device.clock.move(8 * DAY_MS);
      await write('Nueva');
      await openAt(page, PENDING);
      await until(shows(/¿Sigues queriendo enviarla/));
      onTestFinished(atQuota(page.db));
      await press(new RegExp(`^${action}`));
      await until(shows(/^No queda espacio en este teléfono/));
      expect(screen.getAllByText(/^No queda espacio en este teléfono/)).toHaveLength(1);
      expect(await page.outbox.list()).toHaveLength(2);
    },
  );

  test("[F16] 'Enviar ahora' of a request that was taken back says on a full device that it is full, and keeps it", async () => {
    await write('Sin espacio');
    const [item] = await page.outbox.list();
    expect(await page.outbox.beginEdit(item?.key ?? '')).toMatchObject({ ok: true });
    await openAt(page, PENDING);
    await until(shows('La estás corrigiendo: no saldrá hasta que la envíes de nuevo.'));
    const full = vi.spyOn(page.db.outbox, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await press('Enviar como estaba');
    await until(shows('No queda espacio en este teléfono. Sigue guardada: libera espacio e inténtalo de nuevo.'));
    full.mockRestore();
    expect((await page.outbox.list()).map(({ key }) => key)).toEqual([item?.key]);
    await press('Enviar como estaba');
    await until(shows('No tienes nada pendiente'));
    expect(await house.ticketsWith('Sin espacio')).toBe(1);
  });

  test('[F9] discarding an item drops its correction too', async () => {
    await page.mirror.pull(policies);
    await write('Se descarta');
    const [item] = await page.outbox.list();
    page.drafts.save(`ticket-edit/${item?.key}`, { descripcion: 'Corregida' });
    await page.drafts.flush();
    await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    await press(/^Descartar/);
    await until(shows('¿Descartar esta consulta?'));
    await pressInDialog('Descartar');
    await until(shows('No tienes nada pendiente'));
    await vi.waitFor(async () => expect(await device.db.drafts.count()).toBe(0));
  });

  test('[D71] a question about an item stays open while another goes, and discards its own item', async () => {
    await write('Se va');
    await write('Se pregunta');
    await openAt(page, PENDING);
    await until(() => expect(screen.getAllByRole('button', { name: /^Descartar/ })).toHaveLength(2));
    await act(async () => screen.getAllByRole('button', { name: /^Descartar/ })[1]?.click());
    await until(shows('¿Descartar esta consulta?'));
    const dialog = screen.getByRole('dialog');
    const [first] = await page.outbox.list();
    await act(async () => void (await page.outbox.discard(first?.key ?? '')));
    await until(() => expect(document.querySelectorAll('[data-index]')).toHaveLength(1));
    expect(screen.getByRole('dialog')).toBe(dialog);
    await pressInDialog('Descartar');
    await until(shows('No tienes nada pendiente'));
  });

  test('the buttons of two requests of one title say which of them they are about', async () => {
    await write('La primera');
    await write('La segunda');
    await openAt(page, PENDING);
    await until(() => expect(screen.getAllByRole('button', { name: /^Descartar/ })).toHaveLength(2));
    const names = screen.getAllByRole('button').map(({ textContent, title }) => textContent || title);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Descartar: Consulta · Reembolsos, 2 de 2');
  });

  test('an item is discarded only after confirmation', async () => {
    await askFor('Anginas');
    await openAt(page, PENDING);
    await until(shows('Pendiente de envío'));
    await press(/^Descartar/);
    await until(shows('¿Descartar esta solicitud?'));
    await pressInDialog('Conservar');
    expect(await page.outbox.list()).toHaveLength(1);
    await press(/^Descartar/);
    await until(shows('¿Descartar esta solicitud?'));
    await pressInDialog('Descartar');
    await until(shows('No tienes nada pendiente'));
    expect(await page.outbox.list()).toEqual([]);
  });

  test('[F29] after an unclear attempt, edit and discard are disabled offline, with the reason', async () => {
    await write('Quizá llegó');
    device.network.next('after');
    await page.outbox.drain();
    setOnline(false);
    await openAt(page, PENDING);
    await until(shows(/Puede que ya la hayamos recibido/));
    expect(isOff(button(/^Editar/))).toBe(true);
    expect(isOff(button(/^Descartar/))).toBe(true);
    await act(async () => setOnline(true));
    await until(() => expect(isOff(button(/^Descartar/))).toBe(false));
    await press(/^Descartar/);
    await until(shows('¿Descartar esta consulta?'));
    await pressInDialog('Descartar');
    await until(shows('Ya la recibimos: no hace falta hacer nada más.'));
    expect(await house.ticketsWith('Quizá llegó')).toBe(1);
  });

  test('[F9] a refused item shows the server’s reason', async () => {
    await askFor('Laringitis');
    device.network.next(422);
    await page.outbox.drain();
    await openAt(page, PENDING);
    await until(shows('Necesita tu atención'));
    expect(screen.getByText(/Escribe el nombre completo/)).toBeTruthy();
    // Sending it unchanged would be refused again, so only correcting is offered.
    expect(button(/^Editar/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull();
  });

  test('[F26] an item older than a week asks once whether to keep it, and stays', async () => {
    await write('Vieja');
    device.clock.move(8 * DAY_MS);
    await openAt(page, PENDING);
    await until(shows(/¿Sigues queriendo enviarla/));
    await press('Sí, conservarla');
    await until(() => expect(screen.queryByText(/¿Sigues queriendo enviarla/)).toBeNull());
    expect(await page.outbox.list()).toHaveLength(1);
  });
});

describe('Comprobantes', () => {
  test('a receipt shows number, time and request, can be printed, and Back leads to the list', async () => {
    await askFor('Bronquitis');
    await page.outbox.drain();
    const { history } = await openAt(page, PENDING);
    await until(shows('Comprobantes'));
    const [receipt] = await page.outbox.receipts();
    await press(new RegExp(receipt?.recibo.numero ?? ''));
    await until(isAt('Comprobante'));
    // The address stays the same, so the router does not move the focus.
    expect(document.activeElement?.textContent).toBe('Comprobante');
    await until(shows(receipt?.recibo.numero ?? ''));
    expect(screen.getByText('Ana Rojas Mora')).toBeTruthy();
    expect(button('Imprimir o guardar en PDF')).toBeTruthy();
    await act(async () => history.back());
    await until(isAt('Pendientes'));
  });

  test('a receipt that is not on this device says so', async () => {
    await openAt(page, PENDING, { receipt: '6f1c2b7e-3f0a-4a55-9d0e-0a4c6a5b8f11' });
    await until(shows('Este comprobante no está en este teléfono'));
  });
});
