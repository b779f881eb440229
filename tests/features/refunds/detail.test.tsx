// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { ok } from '#contract/result.ts';
import { cards, policies, refunds } from '#mirror/collections.ts';
import type { Mirrored } from '#mirror/mirror.ts';
import { newRefundDraft } from '#requests/open-drafts.ts';
import { namedMoney } from '#rules/money.ts';
import { refundMeaning, refundNext } from '#rules/refunds.ts';
import { refunds as rowsOfRefunds } from '#server/database/schema.ts';
import { contactEmail } from '#settings/settings.ts';
import { compressesTo, pdfBytes, photo, picked } from '#tests/forms/files.ts';
import { isOff } from '#tests/is-off.ts';
import { type Page, refundFields, refundFilesOf } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, close, openAt, pick, press, said, title, until } from './open.tsx';

const PATH = '/app/reembolsos/detalles';
const DENIED = 'Si tienes más información, añade el documento aquí';

withHouse();

let refund: Refund;
beforeEach(async () => {
  await page.mirror.pull(refunds, house.policyId);
  const { groups } = await page.mirror.read(refunds, house.policyId);
  const found = groups?.flatMap((group) => group.rows).find(({ documentos }) => documentos.length > 0);
  if (!found) throw new Error('the demo customer has no refund with documents');
  refund = found;
});

const open = (on: Page = page) => openAt(on, PATH, { refund: { policyId: house.policyId, refundId: refund.id } });
/** The file field with this label. */
const slot = (label: string) => screen.getByText(label).closest('[data-field]') as HTMLElement;
const addDocument = async () => {
  await until(() => expect(button(/^Añadir un documento/).textContent).toContain('PDF o foto, menos de 6 MB'));
  await press(/^Añadir un documento/);
};
const sendButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Enviar documento' });

async function pickInto(fileField: HTMLElement, name: string) {
  const input = fileField.querySelector('input[type="file"]') as HTMLInputElement;
  const file = picked(pdfBytes(), name, 'application/pdf');
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }));
  await until(() => expect(fileField.textContent).toContain(name));
}

/** Records every text the page shows from now on. */
function noted() {
  const texts = [document.body.textContent ?? ''];
  const observer = new MutationObserver(() => texts.push(document.body.textContent ?? ''));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return {
    all: () => {
      observer.disconnect();
      return texts;
    },
  };
}

const shown = () => until(() => expect(screen.getByText('Información médica')).toBeTruthy());

describe('a refund the insurer has', () => {
  test('[D45 H2.48] a document that was picked and not sent stands in Pendientes, which opens it here', async () => {
    await open();
    await addDocument();
    await pickInto(slot('Añadir un documento'), 'receta.pdf');
    await act(async () => void (await page.drafts.flush()));
    cleanup();
    await openAt(page, '/app/configuraciones/pendientes');
    await until(() => expect(screen.getByText('Documento sin enviar')).toBeTruthy());
    expect(screen.getByText(refund.CaseNumber)).toBeTruthy();
    await press(/^Seguir/);
    await until(() => expect(slot('Añadir un documento').textContent).toContain('receta.pdf'));
  });

  test('[H2.47] the detail shows status with meaning, documents, doctor, refund and medical facts', async () => {
    await open();
    await shown();
    const next = refundNext(refund, 'escríbenos desde Ayuda');
    for (const text of [
      refundMeaning(refund),
      next,
      refund.medico,
      refund.hospital,
      refund.ciudad,
      refund.diagnostico,
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
    const amount = namedMoney(refund.importe, refund.divisa, 'es-CR').replace('\u00a0', ' ');
    expect(screen.getAllByText(amount).length).toBeGreaterThan(0);
    for (const { filename } of refund.documentos) expect(screen.getAllByText(filename)).not.toHaveLength(0);
  });

  test('[D50] the insurer’s note is shown line by line, and no heading without a note', async () => {
    await house.db.update(rowsOfRefunds).set({ notes: '' }).where(eq(rowsOfRefunds.id, refund.id));
    await page.mirror.pull(refunds, house.policyId);
    const { unmount } = await open();
    await shown();
    expect(screen.queryByText('Nota de Amparo')).toBeNull();
    unmount();

    const notes = 'Falta la factura de la farmacia.\nEnvíala desde aquí.';
    await house.db.update(rowsOfRefunds).set({ notes }).where(eq(rowsOfRefunds.id, refund.id));
    await page.mirror.pull(refunds, house.policyId);
    await open();
    await until(() => expect(screen.getByText('Nota de Amparo').nextElementSibling?.textContent).toBe(notes));
  });

  test('[H2.63][H6.3] who has no Ayuda is not sent there with a denied refund', async () => {
    await page.mirror.pull(policies);
    const rows = (await page.mirror.read(policies)).groups?.flatMap((group) => group.rows) ?? [];
    await page.mirror.seedPolicies(rows.map((policy) => ({ ...policy, IssuingCompany: 'AMPARO COLOMBIA' })));
    await house.db.update(rowsOfRefunds).set({ idEstado: 7 }).where(eq(rowsOfRefunds.id, refund.id));
    await page.mirror.pull(refunds, house.policyId);
    const { unmount } = await open();
    await shown();
    await until(() => expect(screen.getByText(`${DENIED} o escríbenos a ${contactEmail}.`)).toBeTruthy());
    unmount();
    await page.mirror.seedPolicies(rows);
    await open();
    await until(() => expect(screen.getByText(`${DENIED} o escríbenos desde Ayuda.`)).toBeTruthy());
  });

  test('[D44] without ids in the history state the screen leads to home', async () => {
    await openAt(page, PATH);
    await until(() => expect(title()).toBe('Inicio'));
  });

  test('[H2.49][D48] the address is fetched first; then a link opens the document once', async () => {
    await open();
    await shown();
    const [button] = screen.getAllByRole('button', { name: /^Descargar/ });
    const region = button?.parentElement?.querySelector('[role="status"]');
    expect(region?.textContent).toBe('');
    await act(async () => button?.click());
    await until(() => expect(screen.getByRole('link', { name: /^Abrir/ })).toBeTruthy());
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Abrir/ });
    expect(document.activeElement).toBe(link);
    expect(region?.contains(link)).toBe(true);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    const address = new URL(link.getAttribute('href') ?? '');
    expect(address.origin).toBe('http://localhost:4173');
    const file = await house.app.app.request(address.href);
    expect(file.status).toBe(200);
    link.addEventListener('click', (event) => event.preventDefault());
    await act(async () => link.click());
    await until(() => expect(screen.queryByRole('link', { name: /^Abrir/ })).toBeNull());
  });

  test('[D48] a middle click uses the address of a document up too', async () => {
    await open();
    await shown();
    await act(async () => screen.getAllByRole('button', { name: /^Descargar/ })[0]?.click());
    await until(() => expect(screen.getByRole('link', { name: /^Abrir/ })).toBeTruthy());
    const link = screen.getByRole('link', { name: /^Abrir/ });
    await act(async () => void fireEvent(link, new MouseEvent('auxclick', { button: 1, bubbles: true })));
    await until(() => expect(screen.queryByRole('link', { name: /^Abrir/ })).toBeNull());
  });

  test('[H8.7] a failed download is reported', async () => {
    await open();
    await shown();
    device.network.fate = ({ path }) => (path.includes('downloadDocument') ? 500 : 'pass');
    await act(async () => screen.getAllByRole('button', { name: /^Descargar/ })[0]?.click());
    await until(() => expect(screen.getAllByText('Ocurrió un error al descargar el documento')).toHaveLength(2));
    expect(said('Ocurrió un error al descargar el documento')).toBe(1);
  });

  test('[H8.7][F65] a download that the device could not begin is reported, and begins on another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open();
    await shown();
    vi.spyOn(page.session, 'customer').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
    const download = () => act(async () => screen.getAllByRole('button', { name: /^Descargar/ })[0]?.click());
    await download();
    await until(() => expect(screen.getAllByText('Ocurrió un error al descargar el documento')).toHaveLength(2));
    await download();
    await until(() => expect(screen.getByRole('link', { name: /^Abrir/ })).toBeTruthy());
  });

  test('[S3] a foreign address is never turned into a link', async () => {
    const call = async () => ok({ url: 'javascript:alert(1)' });
    await open({ ...page, session: { ...page.session, call: call as never } });
    await shown();
    await act(async () => screen.getAllByRole('button', { name: /^Descargar/ })[0]?.click());
    await until(() => expect(screen.getAllByText('Ocurrió un error al descargar el documento')).toHaveLength(2));
    expect(screen.queryByRole('link', { name: /^Abrir/ })).toBeNull();
  });

  test('[H2.48][H5.4][H8.6] a document can be sent once chosen; offline it waits, and the message follows the sending', async () => {
    await open();
    await shown();
    await addDocument();
    await until(() => expect(isOff(button('Enviar documento'))).toBe(true));
    // Several photos of one paper may be picked at once, as in every slot (D87).
    expect(document.querySelector<HTMLInputElement>('[data-field="documento"] input[type="file"]')?.multiple).toBe(
      true,
    );
    await pick('receta.pdf');
    setOnline(false);
    await press('Enviar documento');
    await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
    expect(screen.queryByText('Documento enviado correctamente')).toBeNull();
    setOnline(true);
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Documento enviado correctamente')).toBeTruthy());
    expect(await house.documentsNamed('receta.pdf')).toBe(1);
    const list = within(screen.getByRole('region', { name: 'Documentos' }));
    await until(() => expect(list.getByText('receta.pdf')).toBeTruthy());
  });
});

describe('the next steps of a refund', () => {
  test('[D50] the status is shown with its date and the next step', async () => {
    await open();
    await shown();
    const stops = within(screen.getByRole('region', { name: 'Estado' })).getAllByRole('listitem');
    expect(stops[0]?.textContent).toMatch(/^(Recibida: Hecho|Nuevo: Ahora)\d+ \w+ \d{4}/);
    expect(stops.filter((stop) => stop.getAttribute('aria-current') === 'step').length).toBeLessThanOrEqual(1);
  });

  test('[H6.3] a question about this case opens a ticket with policy, subject and case; the history holds ids only', async () => {
    await page.mirror.pull(policies);
    const { history } = await open();
    await shown();
    await until(() => button('Preguntar por este caso'));
    await press('Preguntar por este caso');
    expect(history.location.pathname).toBe('/app/configuraciones/ayuda/crear');
    expect(history.location.state).toMatchObject({
      ticketAbout: { policyId: house.policyId, refundId: refund.id },
    });
  });

  test('[H2.41] repeating a refund fills in what the same illness shares and leaves the rest empty', async () => {
    await page.mirror.pull(cards, house.policyId);
    await open();
    await shown();
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByText('Llenamos lo que se repite.')).toBeTruthy());
    const kept = await page.drafts.load(newRefundDraft(house.policyId));
    const { texts } = (kept?.form ?? {}) as { texts: Record<string, string> };
    expect(texts).toMatchObject({
      diagnostico: refund.diagnostico,
      hospital: refund.hospital,
      medico: refund.medico,
      pais: refund.pais,
    });
    expect(texts.paciente).toContain(refund.paciente);
    for (const name of ['importe', 'divisa', 'fechaServicio', 'fechaIngreso', 'fechaAlta'])
      expect(texts[name]).toBeUndefined();
    expect(kept?.files).toEqual({});
  });

  test('[H2.41] another policy’s request, which a link of the repeated one leads to, is not said to be filled in', async () => {
    const other = newRefundDraft('otra');
    page.drafts.save(other, { type: 'ambulatorio', step: 1, texts: { diagnostico: 'Gripe' } });
    await page.drafts.flush();
    const { history } = await open();
    await shown();
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByText('Llenamos lo que se repite.')).toBeTruthy());
    await act(async () => history.push('/app/reembolsos/añadir/otra'));
    await until(() => expect(screen.getByText('Seguimos donde lo dejaste.')).toBeTruthy());
  });

  test('[F65] a repeated refund that the device could not read says so, and is filled in on another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open();
    await shown();
    vi.spyOn(page.drafts, 'peek').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByRole('alert').textContent).toMatch(/^No pudimos preparar tu solicitud/));
    await press('Reintentar');
    await until(() => expect(screen.getByText('Llenamos lo que se repite.')).toBeTruthy());
  });

  /** From now on the mirror reads so, until something is pulled. */
  function readsAs(otherwise: (known: Mirrored<Refund>) => Partial<Mirrored<Refund>>) {
    const { read, pull } = page.mirror;
    const now = vi.spyOn(page.mirror, 'read').mockImplementation((async (...given: Parameters<typeof read>) => {
      const known = (await read(...given)) as Mirrored<Refund>;
      return { ...known, ...otherwise(known) };
    }) as typeof read);
    vi.spyOn(page.mirror, 'pull').mockImplementation((...given) => {
      now.mockImplementation(read);
      return pull(...given);
    });
  }

  test('[F65] a repeated refund that has left the device says so, and is brought again by another try', async () => {
    await open();
    await shown();
    // A full device lets mirrored lists go.
    readsAs(() => ({ groups: null }));
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByRole('alert').textContent).toMatch(/^No pudimos preparar tu solicitud/));
    await press('Reintentar');
    await until(() => expect(screen.getByText('Llenamos lo que se repite.')).toBeTruthy());
  });

  test('[F65] a repeated refund that the whole list lacks is told as gone, and no empty form opens', async () => {
    await open();
    await shown();
    readsAs(({ groups }) => ({ groups: groups?.map((group) => ({ ...group, rows: [] })) ?? null }));
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByText('Ya no encontramos este reembolso')).toBeTruthy());
    expect(screen.getByRole('link', { name: 'Ver mis reembolsos' })).toBeTruthy();
  });

  test('[F12] repeating a refund asks before it replaces a draft', async () => {
    page.drafts.save(newRefundDraft(house.policyId), {
      type: 'hospitalario',
      step: 1,
      texts: { diagnostico: 'Ya empezado' },
    });
    await page.drafts.flush();
    await open();
    await shown();
    await press('Repetir este reembolso');
    await until(() => expect(screen.getByText('Ya tenías una solicitud empezada.')).toBeTruthy());
    await press('Seguir con la que empecé');
    await until(() => expect(screen.getByLabelText<HTMLInputElement>('Diagnóstico').value).toBe('Ya empezado'));
  });

  test('[F12][H2.41] a draft is replaced once however often that is pressed, and who has gone back stays there', async () => {
    page.drafts.save(newRefundDraft(house.policyId), {
      type: 'hospitalario',
      step: 1,
      texts: { diagnostico: 'Antes' },
    });
    await page.drafts.flush();
    const { history } = await open();
    await shown();
    await press('Repetir este reembolso');
    await until(() => screen.getByText('Ya tenías una solicitud empezada.'));
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const { discard } = page.drafts;
    const discarded = vi.spyOn(page.drafts, 'discard').mockImplementation((id) => slow.then(() => discard(id)));
    const replace = button('Borrarla y repetir el reembolso');
    for (let times = 0; times < 2; times += 1) await act(async () => void fireEvent.click(replace));
    expect(discarded).toHaveBeenCalledTimes(1);
    await act(async () => history.back());
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await act(async () => goOn());
    await until(async () => {
      const draft = await page.drafts.peek(newRefundDraft(house.policyId));
      expect(draft?.form).toMatchObject({ texts: { diagnostico: refund.diagnostico } });
    });
    await act(async () => {});
    expect(title()).toBe('Detalle del reembolso');
    expect(history.location.pathname).toBe(PATH);
  });
});

test('[H2.48][F4] a document that cannot be queued says why in the words of the other requests', async () => {
  const answers = [
    ['signed-out', {}, /^Tu sesión terminó\. Ingresa de nuevo: lo que escribiste sigue guardado/],
    ['being-sent', {}, /^Este documento se está enviando ahora\. .* revisa tu historial de reembolsos\./],
    ['elsewhere', {}, /^Este documento ya se envió o se descartó .* si aun así quieres enviarlo, envíalo de nuevo\./],
    ['storage-full', {}, /^No queda espacio en este teléfono para guardar el documento\./],
    [
      'invalid',
      { fields: { idReembolso: 'Ese reembolso ya no existe' } },
      /enviar el documento\. Ese reembolso ya no existe/,
    ],
    ['invalid', { fields: { documento: 'Elige otro archivo' } }, /^Elige otro archivo$/],
  ] as const;
  const left = answers.map(([code, more]) => ({ ok: false, code, ...more }) as never);
  await open({ ...page, outbox: { ...page.outbox, enqueue: async () => left.shift() as never } });
  await shown();
  await addDocument();
  await pick('receta-tres.pdf');
  for (const [, , words] of answers) {
    await until(() => expect(isOff(sendButtons()[0])).toBe(false));
    await press('Enviar documento');
    await until(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0));
  }
});

describe('a document the server refused', () => {
  test('[F9] a refusal shows the server’s reason and the file; a replacement is sent once', async () => {
    await open();
    await shown();
    await addDocument();
    await until(() => expect(screen.getByText('Elige primero el archivo que quieres enviar.')).toBeTruthy());
    expect(slot('Añadir un documento').contains(document.activeElement), 'the form takes the focus of its row').toBe(
      true,
    );
    await pick('escaneo.pdf');
    device.network.next(413);
    await press('Enviar documento');
    await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText(/El archivo es demasiado grande\. Elige uno más pequeño/)).toBeTruthy());

    expect(document.activeElement?.textContent).toContain('Añadir un documento');
    button(/^Cambiar archivo/).focus();
    await press(/^Cambiar archivo/);
    await until(() => slot('Cambiar el documento'));
    const change = slot('Cambiar el documento');
    expect(document.activeElement?.contains(change) && document.activeElement !== document.body).toBe(true);
    expect(change.textContent).toContain('escaneo.pdf');
    await until(() => expect(change.textContent).toContain('El archivo es demasiado grande'));
    await pickInto(change, 'menor.pdf');
    await until(() => expect(isOff(sendButtons()[0])).toBe(false));
    await act(async () => sendButtons()[0]?.click());
    await until(() => expect(screen.queryByText('Cambiar el documento')).toBeNull());
    await act(async () => void (await page.outbox.drain()));
    expect(await house.documentsNamed('menor.pdf')).toBe(1);
    expect(await house.documentsNamed('escaneo.pdf')).toBe(0);
    expect(await page.outbox.list()).toEqual([]);
    expect(await device.db.drafts.count()).toBe(0);
  });

  test('[F29] an unsent document is sent unchanged when its correction is cancelled', async () => {
    await open();
    await shown();
    setOnline(false);
    await addDocument();
    await pick('receta-dos.pdf');
    await press('Enviar documento');
    await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
    await press(/^Cambiar archivo/);
    await until(() => slot('Cambiar el documento'));
    expect((await page.outbox.list())[0]).toMatchObject({ withdrawn: true });
    const sendNow = vi.spyOn(page.outbox, 'sendNow');
    for (const _ of ['once', 'twice']) fireEvent.click(button(/^Cancelar/));
    await until(async () =>
      expect((await page.outbox.list())[0]).toMatchObject({ withdrawn: false, state: 'waiting' }),
    );
    expect(sendNow, 'a second press finds the document on its way').toHaveBeenCalledOnce();
    setOnline(true);
    await act(async () => void (await page.outbox.drain()));
    expect(await house.documentsNamed('receta-dos.pdf')).toBe(1);
  });
});

describe('a refund that still waits', () => {
  test('[H2.48] a document added to a waiting refund is sent after it, and both show as the insurer has them', async () => {
    const queued = await page.outbox.enqueue(
      'refund.create',
      refundFields(house, 'Dermatitis'),
      refundFilesOf('Dermatitis'),
      { policy: house.policyId },
    );
    const key = queued.ok ? queued.value.key : '';
    await openAt(page, PATH, { refund: { policyId: house.policyId, key } });
    await shown();
    expect(screen.getAllByText('Pendiente de envío').length).toBeGreaterThan(1);
    await addDocument();
    await pick('dermatologo.pdf');
    await press('Enviar documento');
    await until(() =>
      expect(screen.getByText('Saldrá en cuanto se envíe la solicitud a la que pertenece.')).toBeTruthy(),
    );
    await act(async () => void (await page.outbox.drain()));
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Número de caso')).toBeTruthy());
    expect(await house.refundsWith('Dermatitis')).toBe(1);
    expect(await house.documentsNamed('dermatologo.pdf')).toBe(1);
  });

  test('[H2.48] [F25] a document whose camera was open while its refund was sent comes to the field that asked for it', async () => {
    const queued = await page.outbox.enqueue('refund.create', refundFields(house, 'Otitis'), refundFilesOf('Otitis'), {
      policy: house.policyId,
    });
    await openAt(page, PATH, { refund: { policyId: house.policyId, key: queued.ok ? queued.value.key : '' } });
    await shown();
    await addDocument();
    const input = slot('Añadir un documento').querySelector('input[type="file"]') as HTMLInputElement;
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.queryByText('Pendiente de envío')).toBeNull());
    const file = picked(pdfBytes(), 'tarde.pdf', 'application/pdf');
    await act(async () => void fireEvent.change(input, { target: { files: [file] } }));
    await until(() => expect(slot('Añadir un documento').textContent).toContain('tarde.pdf'));
    expect(screen.queryByRole('button', { name: /^(Descartar|Editar)/ })).toBeNull();
    await press('Enviar documento');
    await until(() => expect(screen.getByText('Número de caso')).toBeTruthy());
    await act(async () => void (await page.outbox.drain()));
    expect(await house.documentsNamed('tarde.pdf')).toBe(1);
  });

  test('[H2.48] [F25] a photo for a document that is ready after the screen was left stands in Pendientes', async () => {
    let finish = () => {};
    const ready = new Promise<void>((resolve) => (finish = resolve));
    const usual = compressesTo(200 * 1024);
    const compress = async (...given: Parameters<typeof usual.compress>) => ready.then(() => usual.compress(...given));
    const photos = { ...usual, compress };
    await openAt(page, PATH, { refund: { policyId: house.policyId, refundId: refund.id } }, null, photos);
    await shown();
    await addDocument();
    const input = slot('Añadir un documento').querySelector('input[type="file"]') as HTMLInputElement;
    await act(async () => void fireEvent.change(input, { target: { files: [photo('receta.jpg')] } }));
    cleanup();
    finish();
    await until(async () => expect((await page.drafts.named()).length).toBe(1));
    await openAt(page, '/app/configuraciones/pendientes');
    await until(() => expect(screen.getByText('Documento sin enviar')).toBeTruthy());
  });

  test('[H2.47] a waiting refund is never reported as gone while its receipt arrives', async () => {
    const queued = await page.outbox.enqueue('refund.create', refundFields(house, 'Asma'), refundFilesOf('Asma'), {
      policy: house.policyId,
    });
    // The history was open before, so the detail first shows the refunds it held then.
    await openAt(page, `/app/reembolsos/${house.policyId}`);
    await until(() => expect(screen.getByText(/^Actualizado/)).toBeTruthy());
    close();
    await openAt(page, PATH, { refund: { policyId: house.policyId, key: queued.ok ? queued.value.key : '' } });
    await shown();
    const seen = noted();
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Número de caso')).toBeTruthy());
    expect(seen.all().filter((text) => text.includes('Ya no encontramos'))).toEqual([]);
  });

  test('[H2.47] a refund of an earlier year is never reported as gone while only the latest year is read', async () => {
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const earlier = groups?.at(-1)?.rows[0];
    expect(groups?.length).toBeGreaterThan(1);
    const seen = noted();
    await openAt(device.page(), PATH, { refund: { policyId: house.policyId, refundId: earlier?.id ?? '' } });
    await shown();
    expect(seen.all().filter((text) => text.includes('Ya no encontramos'))).toEqual([]);
  });

  test('[D70] a refund that is not here is not said to be gone before the server was asked', async () => {
    const gone = { refund: { policyId: house.policyId, refundId: 'no-such-refund' } };
    const isHere = 'Este reembolso no está en este teléfono';
    device.network.fate = () => 'before';
    setOnline(false);
    const seen = noted();
    await openAt(page, PATH, gone);
    await until(() => expect(screen.getByText(isHere)).toBeTruthy());
    device.network.fate = () => 503;
    await act(async () => setOnline(true));
    await until(() => expect(screen.getByText('Ha ocurrido un error recuperando los reembolsos')).toBeTruthy());
    expect(seen.all().filter((text) => text.includes('Ya no encontramos'))).toEqual([]);
    device.network.fate = () => 'pass';
    await press('Reintentar');
    await until(() => expect(screen.getByText('Ya no encontramos este reembolso')).toBeTruthy());
  });

  test('[F18] a refund that could not be looked for on the device is not looked for without end', async () => {
    let isLost = true;
    const lost = async () => Promise.reject(new DOMException('lost', 'UnknownError'));
    const read = ((...given: Parameters<typeof page.mirror.read>) =>
      isLost ? lost() : page.mirror.read(...given)) as typeof page.mirror.read;
    await openAt({ ...page, mirror: { ...page.mirror, read } }, PATH, {
      refund: { policyId: house.policyId, refundId: 'no-such-refund' },
    });
    await until(() => expect(screen.getByText('Ha ocurrido un error recuperando los reembolsos')).toBeTruthy());
    isLost = false;
    // The screen's own refresh may be drawn over the button for a moment.
    await until(() => {
      for (const again of screen.queryAllByRole('button', { name: 'Reintentar' })) fireEvent.click(again);
      expect(screen.getByText('Ya no encontramos este reembolso')).toBeTruthy();
    });
  });

  test('a refund that is gone says so', async () => {
    await openAt(page, PATH, {
      refund: { policyId: house.policyId, key: '6f1c2b7e-3f0a-4a55-9d0e-0a4c6a5b8f11' },
    });
    await until(() => expect(screen.getByText('Ya no encontramos este reembolso')).toBeTruthy());
  });
});
