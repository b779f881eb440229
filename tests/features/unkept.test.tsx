// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { personalInformation, policies, refunds, ticketTypes } from '#mirror/collections.ts';
import { pdfBytes, picked } from '#tests/forms/files.ts';
import { hurried, noTimers } from '#tests/machine.ts';
import { fillDevice } from '#tests/outbox/full-device.ts';
import { refundFields, refundFilesOf } from '#tests/outbox/house.ts';
import { openAt } from './account.tsx';
import { device, house, page, withHouse } from './at-house.ts';
import { choose, field, goOn, openAt as openRefundsAt, press, title, type, until } from './refunds/open.tsx';

/** Every form of the signed-in area on a full device, with real drafts. */

// Drafts that found no room try again after seconds.
withHouse({ timers: { ...noTimers, after: hurried(10).after } });

const FULL = /No queda espacio en este teléfono para guardar lo último que escribiste/;
const isTold = () => until(() => screen.getByText(FULL));
/** The drafts try again only after some seconds. */
const isTakenBack = () => waitFor(() => expect(screen.queryByText(FULL)).toBeNull(), { timeout: 15_000 });

async function pickInto(name: string, filename: string) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`[data-field="${name}"] input[type="file"]`);
    if (!found) throw new Error('no place for it');
    return found;
  });
  const file = picked(pdfBytes(), filename, 'application/pdf');
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }));
  // A file that is still being prepared is not told as unkept, since it is not kept yet.
  await until(() => expect(document.querySelector(`[data-field="${name}"] [data-state="ready"]`)).not.toBeNull());
  screen.getByText(filename);
}

test('[F36] a refund form says that texts and files are not stored, and stops saying so once they are', async () => {
  const path = `/app/reembolsos/añadir/${house.policyId}`;
  await openRefundsAt(page, path);
  await until(() => expect(title()).toBe('Solicitar reembolso'));
  await act(async () => screen.getByRole<HTMLInputElement>('radio', { name: /Ambulatorio/ }).click());
  await goOn('¿Quién recibió la atención?');
  await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
  await choose('Paciente', /Titular/);
  await page.drafts.flush();
  const lift = fillDevice(page.db);
  await type('Diagnóstico', 'Sin espacio');
  await isTold();
  await goOn('¿Cuándo te atendieron?');
  await pickInto('documentoHistoriaClinica', 'historia.pdf');
  await isTold();
  // The page still holds everything when the form is opened again.
  await press('Volver');
  await until(() => expect(field('Diagnóstico').value).toBe('Sin espacio'));
  close();
  await openRefundsAt(page, path);
  await until(() => expect(field('Diagnóstico').value).toBe('Sin espacio'));
  await isTold();

  lift();
  await isTakenBack();
  const kept = await device.page().drafts.load(`refund/${house.policyId}`);
  expect(kept?.form).toMatchObject({ texts: { diagnostico: 'Sin espacio' } });
  expect(Object.keys(kept?.files ?? {})).toEqual(['documentoHistoriaClinica']);
}, 60_000);

test('[F36] a ticket form says that its text is not stored, and stops saying so once it is', async () => {
  await Promise.all([page.mirror.pull(policies), page.mirror.pull(ticketTypes)]);
  await openAt(page, '/app/configuraciones/ayuda/crear');
  await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  const lift = fillDevice(page.db);
  await type('Cuéntanos un poco más', 'No cabe');
  await isTold();
  lift();
  await isTakenBack();
  expect((await device.page().drafts.load('ticket'))?.form).toMatchObject({ descripcion: 'No cabe' });
}, 60_000);

test('[F36] a document for a refund says that it is not stored, and stops saying so once it is', async () => {
  await page.mirror.pull(refunds, house.policyId);
  const { groups } = await page.mirror.read(refunds, house.policyId);
  const refund = groups?.flatMap(({ rows }) => rows)[0];
  if (!refund) throw new Error('no refund');
  await openRefundsAt(page, '/app/reembolsos/detalles', {
    refund: { policyId: house.policyId, refundId: refund.id },
  });
  const lift = fillDevice(page.db);
  await until(() => screen.getByRole('button', { name: /^Añadir un documento/ }));
  await act(async () => screen.getByRole('button', { name: /^Añadir un documento/ }).click());
  await pickInto('documento', 'informe.pdf');
  await isTold();
  lift();
  await isTakenBack();
  expect((await device.db.drafts.toArray()).map(({ part }) => part).sort()).toEqual(['documento', 'form']);
}, 60_000);

test('[F36] an editor of personal information says that it is not stored, and stops saying so once it is', async () => {
  await page.mirror.pull(personalInformation);
  await openAt(page, '/app/configuraciones/informacionPersonal');
  await until(() => screen.getByRole('button', { name: /^(Editar|Añadir) domicilio/ }));
  await press(/^(Editar|Añadir) domicilio/);
  await until(() => screen.getByRole('dialog'));
  await until(() => screen.getByLabelText('Dirección exacta'));
  const lift = fillDevice(page.db);
  await type('Dirección exacta', 'Avenida Sin Espacio');
  await isTold();
  lift();
  await isTakenBack();
  expect((await device.page().drafts.load('personal-information'))?.form).toMatchObject({ card: 'domicilio' });
}, 60_000);

test('[F4] a ticket sent from another tab says so at once, and is sent from here only as a new one', async () => {
  await Promise.all([page.mirror.pull(policies), page.mirror.pull(ticketTypes)]);
  const other = device.page();
  await openAt(page, '/app/configuraciones/ayuda/crear');
  await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  await choose('Póliza', /CR-SAL/);
  await choose('Tema', 'Pagos y facturas');
  await type('Cuéntanos un poco más', 'En dos pestañas');
  await act(async () => void (await page.drafts.flush()));
  const draft = await other.drafts.load('ticket');
  const regions = screen.getAllByRole('status');
  other.drafts.save('ticket', { ...(draft?.form as object), descripcion: 'Cambiada en la otra' });
  await act(async () => void (await other.drafts.flush()));
  await until(() => screen.getByText(/también se cambió en otra pestaña/));
  const told = screen.getByText(/también se cambió en otra pestaña/);
  expect(regions, 'a region that was there before').toContain(told.closest('[role="status"]'));
  await press('Traer los cambios de la otra pestaña');
  await until(() => screen.getByDisplayValue('Cambiada en la otra'));
  expect(screen.queryByText(/en otra pestaña/)).toBeNull();

  const fields = { ...(draft?.form as Record<string, string>), idUsuario: house.idUsuario };
  const { corrected: _, ...sent } = { ...fields, descripcion: 'Cambiada en la otra' } as Record<string, string>;
  await act(async () => void (await other.outbox.enqueue('ticket.create', sent, {}, { draftId: 'ticket' })));
  await until(() => screen.getByText(/ya se envió o se descartó en otra pestaña/));
  await press('Enviar mi solicitud');
  await until(() => screen.getByText(/Revisa tu historial de ayuda/));
  expect(await device.rows()).toHaveLength(1);
  await press('Seguir aquí con otra');
  await until(() => expect(screen.queryByText(/no se guarda hasta que elijas seguir/)).toBeNull());
  await act(async () => void (await page.drafts.flush()));
  expect((await device.page().drafts.load('ticket'))?.form).toMatchObject({ descripcion: 'Cambiada en la otra' });
}, 60_000);

test('[F4] a refund changed and sent in another tab says so, and makes a second one only after a choice', async () => {
  const path = `/app/reembolsos/añadir/${house.policyId}`;
  const draftId = `refund/${house.policyId}`;
  await openRefundsAt(page, path);
  await until(() => expect(title()).toBe('Solicitar reembolso'));
  await act(async () => screen.getByRole<HTMLInputElement>('radio', { name: /Ambulatorio/ }).click());
  await goOn('¿Quién recibió la atención?');
  await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
  await choose('Paciente', /Titular/);
  await type('Diagnóstico', 'De esta pestaña');
  await act(async () => void (await page.drafts.flush()));
  const other = device.page();
  const draft = (await other.drafts.load(draftId))?.form as { texts: object };
  other.drafts.save(draftId, { ...draft, texts: { ...draft.texts, diagnostico: 'De la otra' } });
  await act(async () => void (await other.drafts.flush()));
  await until(() => screen.getByText('Esta solicitud también se cambió en otra pestaña.'));
  expect(field('Diagnóstico').value).toBe('De esta pestaña');
  await press('Traer los cambios de la otra pestaña');
  await until(() => expect(field('Diagnóstico').value).toBe('De la otra'));
  expect(screen.queryByText(/en otra pestaña/)).toBeNull();

  const sent = refundFields(house, 'De la otra');
  const queued = await other.outbox.enqueue('refund.create', sent, refundFilesOf('De la otra'), { draftId });
  expect(queued.ok).toBe(true);
  await until(() => screen.getByText('Esta solicitud ya se envió o se descartó en otra pestaña.'));
  await type('Diagnóstico', 'Después de enviada');
  await goOn('¿Cuándo te atendieron?');
  await act(async () => void (await page.drafts.flush()));
  expect(await device.db.drafts.count()).toBe(0);
  await press('Seguir aquí con otra');
  await until(() => expect(screen.queryByText(/en otra pestaña/)).toBeNull());
  await act(async () => void (await page.drafts.flush()));
  expect((await device.page().drafts.load(draftId))?.form).toMatchObject({
    texts: { diagnostico: 'Después de enviada' },
  });
  expect(await device.rows()).toHaveLength(1);
}, 60_000);

test('[F4][F12] personal information edited in another tab says so; once saved there, this tab’s answers are kept', async () => {
  await page.mirror.pull(personalInformation);
  await openAt(page, '/app/configuraciones/informacionPersonal');
  await until(() => screen.getByRole('button', { name: /^(Editar|Añadir) domicilio/ }));
  await press(/^(Editar|Añadir) domicilio/);
  await until(() => screen.getByLabelText('Dirección exacta'));
  await type('Dirección exacta', 'Calle de esta');
  await act(async () => void (await page.drafts.flush()));
  const other = device.page();
  await other.drafts.load('personal-information');
  other.drafts.save('personal-information', { card: 'contacto', answers: { email: 'otra@demo.test' } });
  await act(async () => void (await other.drafts.flush()));
  await until(() => screen.getByText(/^También estás cambiando tu información en otra pestaña/));
  await other.drafts.discard('personal-information');
  const kept = async () => (await device.page().drafts.load('personal-information'))?.form;
  await until(() => expect(screen.queryByText(/en otra pestaña/)).toBeNull());
  await act(async () => void (await page.drafts.flush()));
  expect(await kept()).toMatchObject({ card: 'domicilio', answers: { domicilio: 'Calle de esta' } });
  await type('Dirección exacta', 'Calle de después');
  await act(async () => void (await page.drafts.flush()));
  expect(await kept()).toMatchObject({ answers: { domicilio: 'Calle de después' } });
  await press('Cancelar');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await until(async () => expect(await kept()).toBeUndefined());
}, 60_000);
