import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { policies, ticketTypes } from '#mirror/collections.ts';
import { ticketFields } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { at, link, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, choose, close, field, press, type, until } from '../refunds/open.tsx';

const HELP = '/app/configuraciones/ayuda';
const NEW = '/app/configuraciones/ayuda/crear';

withHouse();

const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
const queue = (text: string) =>
  page.outbox.enqueue('ticket.create', ticketFields(house, text), {}, { label: { tipo: 'Pagos y facturas' } });

/** What a finger does, always at the same place, `at` milliseconds of the page's clock; it may be heard later. */
const pressAt = (name: string, at = performance.now()) =>
  act(async () => {
    const place = { clientX: 195, clientY: 660 };
    const down = new PointerEvent('pointerdown', { ...place, bubbles: true });
    Object.defineProperty(down, 'timeStamp', { value: at });
    fireEvent(button(name), down);
    fireEvent.click(button(name), { ...place, detail: 1 });
  });

const drained = () => act(async () => void (await page.outbox.drain()));

/** Both lists a new ticket chooses from, as a device has them that was here before. */
const pulled = () => Promise.all([page.mirror.pull(policies), page.mirror.pull(ticketTypes)]);

async function fillIn(text: string) {
  await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  await choose('Póliza', /CR-SAL/);
  await choose('Tema', 'Pagos y facturas');
  await type('Cuéntanos un poco más', text);
  await until(() => expect(button('Enviar mi solicitud').disabled).toBe(false));
}

describe('the history', () => {
  test('[H2.77][H2.78][H3.11][H7.22] stands by year, years descending, and opens a ticket to show its notes', async () => {
    await openAt(page, HELP);
    await until(shows(/^Actualizado hace/));
    const years = headings();
    expect(years).toEqual([...years].sort().reverse());
    const [first] = screen.getAllByRole('article');
    const head = within(first as HTMLElement).getByRole('button');
    expect(head.textContent).toMatch(/Caso C-/);
    expect(first?.textContent).not.toContain('Notas');
    await press(head.textContent ? new RegExp(head.textContent.match(/Caso (\S+\d)/)?.[1] ?? '') : '');
    expect(head.getAttribute('aria-expanded')).toBe('true');
    expect(first?.textContent).toContain('Notas');
    expect(link('Nueva consulta').getAttribute('href')).toBe('#/app/configuraciones/ayuda/crear');
  });

  test('[D50] an answer shows its author and its time', async () => {
    await openAt(page, HELP);
    await until(shows(/^Actualizado hace/));
    const answered = screen.getAllByRole('article').find((one) => !/Nuevo/.test(one.textContent ?? ''));
    await press(new RegExp(answered?.textContent?.match(/Caso (\S+\d)/)?.[1] ?? ''));
    const reply = within(answered as HTMLElement).getByText(/^Respuesta de/);
    expect(reply.textContent).toMatch(/^Respuesta de Lucía Vargas, Atención al cliente · \d+ de [a-z]+ de \d{4}$/);
    expect(answered?.textContent).toContain('Gracias por escribirnos.');
  });

  test('[H4.5][H9.6] says the status of each in words', async () => {
    await openAt(page, HELP);
    for (const status of ['Nuevo', 'En trámite', 'Aprobado', 'Negado']) await until(shows(status));
  });

  test('[D37] when loading fails it says so, and a retry brings them', async () => {
    device.network.fate = ({ path }) => (path.includes('getTicketsByPoliza') ? 500 : 'pass');
    await openAt(page, HELP);
    await until(shows('No tienes tickets de ayuda'));
    expect(screen.getByText(/No pudimos actualizar/)).toBeTruthy();
    device.network.fate = () => 'pass';
    await press('Reintentar');
    await until(shows(/^Actualizado hace/));
  });

  test('an unsent ticket stands first, is sent at a press, and then stands among the others', async () => {
    await queue('¿Puedo pagar en cuotas?');
    await openAt(page, HELP);
    await until(() => expect(headings()[0]).toBe('Por enviar'));
    await press('Enviar ahora');
    await drained();
    await until(shows('Tu ticket ha sido creado con éxito'));
    await until(() => expect(headings()).not.toContain('Por enviar'));
    expect(await house.ticketsWith('¿Puedo pagar en cuotas?')).toBe(1);
  });

  test('an unsent ticket is discarded only after a question', async () => {
    await queue('Nada');
    await openAt(page, HELP);
    await until(shows('Pendiente de envío'));
    await press('Descartar');
    await until(shows('¿Descartar esta consulta?'));
    expect(await page.outbox.list()).toHaveLength(1);
    await pressInDialog('Descartar');
    await until(shows('Consulta descartada'));
    expect(await page.outbox.list()).toEqual([]);
  });
});

describe('a new ticket', () => {
  test('[H2.79][H5.8][H7.21] needs policy, subject and text, and offers no Colombian policy', async () => {
    await openAt(page, NEW);
    await until(at('¿Cómo te podemos ayudar?'));
    await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
    expect(button('Enviar mi solicitud').disabled).toBe(true);
    await choose('Póliza', /CR-SAL/);
    await choose('Tema', 'Reembolsos');
    expect(button('Enviar mi solicitud').disabled).toBe(true);
    await type('Cuéntanos un poco más', '   ');
    expect(button('Enviar mi solicitud').disabled).toBe(true);
    await type('Cuéntanos un poco más', 'Una duda');
    await until(() => expect(button('Enviar mi solicitud').disabled).toBe(false));
  });

  test('[H1.10][H2.80][H4.7][H7.23][H8.12] is received with its number, and both ways on', async () => {
    await pulled();
    await openAt(page, NEW);
    await fillIn('¿Cuándo vence mi factura?');
    await press('Enviar mi solicitud');
    await until(at('Consulta guardada'));
    // The toast goes again by itself after three seconds, on a slow machine before the drain has come back.
    await Promise.all([drained(), until(shows('Tu ticket ha sido creado con éxito'))]);
    await until(shows('Comprobante'));
    expect(link('Volver al inicio').getAttribute('href')).toBe('#/app');
    expect(await house.ticketsWith('¿Cuándo vence mi factura?')).toBe(1);
    await press('Hacer otra consulta');
    await until(at('¿Cómo te podemos ayudar?'));
    await until(() => expect(field('Cuéntanos un poco más').value).toBe(''));
  });

  test('[D29] offline it is queued, and nothing more than that is said', async () => {
    await pulled();
    setOnline(false);
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await until(shows(/Puedes escribirla ahora/));
    await fillIn('Sin conexión');
    await press('Enviar mi solicitud');
    await until(shows('En cola: se enviará cuando vuelva la conexión'));
    expect(screen.queryByText('Tu ticket ha sido creado con éxito')).toBeNull();
    expect(await page.outbox.list()).toHaveLength(1);
    expect(await house.ticketsWith('Sin conexión')).toBe(0);
  });

  test('[D64][F23] while the server does not answer, it says what to do so that it leaves, as Pendientes does', async () => {
    await pulled();
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await fillIn('Con señal, sin servidor');
    await press('Enviar mi solicitud');
    await until(at('Consulta guardada'));
    await drained();
    await until(shows(/^Abre Amparo con conexión para que salga\. En una ventana privada/));
    button('Recordármelo mañana en mi calendario');
  });

  test('[H2.80] one that is discarded on its confirmation is not said to be on its way', async () => {
    await pulled();
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await fillIn('Mejor no');
    const pressed = performance.now();
    await pressAt('Enviar mi solicitud', pressed);
    await until(at('Consulta guardada'));
    expect(document.activeElement?.textContent).toBe('Consulta guardada');
    // The second half of a double press: the way to another ticket came up there, and the confirmation would go unseen.
    await pressAt('Hacer otra consulta', pressed + 120);
    expect(at('Consulta guardada')).not.toThrow();
    await until(shows('Descartar'));
    await press('Descartar');
    await until(shows('¿Descartar esta consulta?'));
    await pressInDialog('Descartar');
    await until(shows('Esta consulta ya no está pendiente'));
    expect(screen.queryByText('Consulta guardada')).toBeNull();
    expect(link('Ver mi historial de ayuda').getAttribute('href')).toBe(`#${HELP}`);
    await press('Hacer otra consulta');
    await until(at('¿Cómo te podemos ayudar?'));
    expect(document.activeElement?.textContent).toBe('¿Cómo te podemos ayudar?');
  });

  test('[H2.80] a customer who leaves the form while it is being queued is not brought back', async () => {
    await pulled();
    setOnline(false);
    let keep = () => {};
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const enqueue = page.outbox.enqueue.bind(page.outbox);
    vi.spyOn(page.outbox, 'enqueue').mockImplementation(async (...given) => {
      await kept;
      return enqueue(...given);
    });
    const { history } = await openAt(page, NEW);
    await fillIn('Mientras tanto');
    await press('Enviar mi solicitud');
    await act(async () => history.push('/app'));
    await until(at('Inicio'));
    keep();
    await until(async () => expect(await page.outbox.list()).toHaveLength(1));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(at('Inicio')).not.toThrow();
    expect(history.location.pathname).toBe('/app');
  });

  test('[F12][F27] what was typed comes back, also after a lock, until it is started anew', async () => {
    await pulled();
    await openAt(page, NEW);
    await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
    await choose('Tema', 'Reembolsos');
    await type('Cuéntanos un poco más', 'A medio escribir');
    await page.drafts.flush();
    close();
    await page.session.lock();
    await page.session.signIn('costarica@demo.test', 'Amparo2026');
    await openAt(page, NEW);
    await until(shows('Recuperamos lo que escribiste.'));
    expect(field('Cuéntanos un poco más').value).toBe('A medio escribir');
    expect(screen.getByRole('combobox', { name: 'Tema' }).textContent).toContain('Reembolsos');
    await press('Empezar de nuevo');
    expect(field('Cuéntanos un poco más').value).toBe('');
  });

  test('[F9][H8.12] a refused one opens as the form it came from, with the server’s words, and goes under a new key', async () => {
    await pulled();
    const queued = await queue('Con un error');
    device.network.next(422);
    await drained();
    await openAt(page, HELP);
    await until(shows('Necesita tu atención'));
    await press('Editar');
    await until(at('Corregir consulta'));
    await until(() => expect(field('Cuéntanos un poco más').value).toBe('Con un error'));
    await type('Cuéntanos un poco más', 'Ya sin error');
    await until(() => expect(button('Enviar mi solicitud').disabled).toBe(false));
    await press('Enviar mi solicitud');
    await until(at('Consulta guardada'));
    await drained();
    await until(shows('Comprobante'));
    expect(await house.ticketsWith('Ya sin error')).toBe(1);
    expect(await house.ticketsWith('Con un error')).toBe(0);
    expect(queued.ok && (await page.outbox.receipt(queued.value.key))).toBeNull();
    // The refused one is gone with it, or the customer would be asked to correct it again.
    expect(await device.rows()).toEqual([]);
  });

  test('[F29] after an answer that was lost, editing finds that it had arrived', async () => {
    await pulled();
    const queued = await queue('Llegó igual');
    const key = queued.ok ? queued.value.key : '';
    device.network.next('after');
    await drained();
    await openAt(page, NEW, { ticketEditing: key });
    await until(at('Consulta recibida'));
    await until(shows('Comprobante'));
    expect(await house.ticketsWith('Llegó igual')).toBe(1);
  });

  test('[D39][H6.3] a customer without a policy to ask about gets a mail address', async () => {
    await page.mirror.takeOver(policies, []);
    await openAt(page, NEW);
    await until(() => expect(link('Contáctanos').getAttribute('href')).toMatch(/^mailto:/));
  });
});
