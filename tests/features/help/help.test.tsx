// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TicketType } from '#contract/tickets.ts';
import { underWayWords } from '#features/help/known-first.tsx';
import { cards, policies, refunds, tickets, ticketTypes } from '#mirror/collections.ts';
import { NEW_TICKET_DRAFT } from '#requests/open-drafts.ts';
import { ticketTypesOffered } from '#server/tickets/ticket-types.ts';
import { fingerAt } from '#tests/finger.ts';
import { isOff } from '#tests/is-off.ts';
import { ticketFields } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { isAt, link, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { nameToCall } from '../phones.ts';
import { button, choose, close, field, press, type, until } from '../refunds/open.tsx';

const HELP = '/app/configuraciones/ayuda';
const NEW = '/app/configuraciones/ayuda/crear';

withHouse();

const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
const queue = (text: string) =>
  page.outbox.enqueue('ticket.create', ticketFields(house, text), {}, { label: { tipo: 'Pagos y facturas' } });

/** Gives the window another size. */
const resized = (size: { width: number; height: number }) =>
  (window as unknown as { happyDOM: { setViewport(to: typeof size): void } }).happyDOM.setViewport(size);

const drained = () => act(async () => void (await page.outbox.drain()));

/** Both lists that a new ticket chooses from, as an earlier visit leaves them. */
const pulled = () => Promise.all([page.mirror.pull(policies), page.mirror.pull(ticketTypes)]);

async function fillIn(text: string) {
  await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  await choose('Póliza', /CR-SAL/);
  await choose('Tema', 'Pagos y facturas');
  await type('Cuéntanos un poco más', text);
  await until(() => expect(isOff(button('Enviar mi solicitud'))).toBe(false));
}

test('[D62] whom to call stands beside a new ticket where the build names somebody', async () => {
  onTestFinished(
    nameToCall({ country: 'Costa Rica', emergency: '+506 000 0001', centre: '+506 000 0002', sample: true }),
  );
  await openAt(page, NEW);
  await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  expect(
    screen.getByText('Te respondemos en tu historial; lo verás en Novedades. Si es urgente, llámanos.'),
  ).toBeTruthy();
  expect(link(/^Emergencias/).getAttribute('href')).toBe('tel:+5060000001');
});

// It comes first: the tests below ask tickets that no answer stands under.
test('on a desk the newest tickets stand beside the form, with their last answer', async () => {
  resized({ width: 1280, height: 800 });
  onTestFinished(() => resized({ width: 390, height: 844 }));
  await Promise.all([pulled(), page.mirror.pull(tickets)]);
  await openAt(page, NEW);
  await until(shows('Historial de ayuda'));
  const beside = screen.getByRole('region', { name: 'Historial de ayuda' });
  await until(() => expect(within(beside).getAllByRole('listitem')).toHaveLength(3));
  expect(beside.textContent).toContain('Gracias por escribirnos.');
  expect(link(/^Ver todo/).getAttribute('href')).toBe(`#${HELP}`);
});

test('a ticket about the beneficiaries knows its policy and its subject, and asks for the rest', async () => {
  await pulled();
  const { history } = await openAt(page, HELP);
  await until(shows('Nueva consulta'));
  const ticketAbout = { policyId: house.policyId, beneficiaries: true } as const;
  await act(async () => history.push(NEW, { ticketAbout } as object as typeof history.location.state));
  await until(() => screen.getByLabelText('Cuéntanos un poco más'));
  expect((screen.getByLabelText('Cuéntanos un poco más') as HTMLTextAreaElement).value).toBe(
    'Quiero cambiar mis beneficiarios: ',
  );
  expect(screen.getByRole('combobox', { name: 'Póliza' }).textContent).toMatch(/CR-SAL/);
  expect((screen.getByRole('radio', { name: 'Cambio de beneficiarios' }) as HTMLInputElement).checked).toBe(true);
  expect(isOff(button('Enviar mi solicitud'))).toBe(true);
});

test('[H6.3] a ticket about another refund begins with its own words, also when the history leads there at once', async () => {
  await Promise.all([pulled(), page.mirror.pull(refunds, house.policyId)]);
  const { groups } = await page.mirror.read(refunds, house.policyId);
  const [one, other] = groups?.flatMap(({ rows }) => rows) ?? [];
  const { history } = await openAt(page, HELP);
  await until(shows('Nueva consulta'));
  const ask = async (about: typeof one) => {
    const ticketAbout = { policyId: house.policyId, refundId: about?.id };
    await act(async () => history.push(NEW, { ticketAbout } as object as typeof history.location.state));
    await until(() => {
      const { value } = screen.getByLabelText<HTMLTextAreaElement>('Cuéntanos un poco más');
      expect(value).toContain(`Sobre mi reembolso ${about?.CaseNumber} `);
    });
  };
  await ask(one);
  await ask(other);
});

describe('the history', () => {
  test('[H2.77][H2.78][H3.11][H7.22] tickets are listed by year, newest first, and an opened ticket shows its notes', async () => {
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

  test('[H4.5][H9.6] each ticket shows its status as text', async () => {
    await openAt(page, HELP);
    for (const status of ['Nuevo', 'En trámite', 'Aprobado', 'Negado']) await until(shows(status));
  });

  test('[H2.77] on a desk the search keeps the focus while nothing matches what is typed', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    await openAt(page, HELP);
    const beside = () => screen.queryByRole('region', { name: 'Consulta' });
    await until(() => field('Busca por tema, caso o palabra'));
    const search = field('Busca por tema, caso o palabra');
    expect(beside()).toBeTruthy();
    await act(async () => search.focus());
    await act(async () => void fireEvent.input(search, { target: { value: 'nada de esto' } }));
    await until(shows('Nada coincide con lo que buscas'));
    expect(beside()).toBeNull();
    expect(document.activeElement).toBe(search);
  });

  test('[D70] a failed load is reported, and a retry loads the tickets', async () => {
    device.network.fate = ({ path }) => (path.includes('getTicketsByPoliza') ? 500 : 'pass');
    await openAt(page, HELP);
    await until(shows('No pudimos cargar tus consultas'));
    expect(screen.getByText(/Esto aún no está en este teléfono. No pudimos actualizar/)).toBeTruthy();
    device.network.fate = () => 'pass';
    await press('Reintentar');
    await until(shows(/^Actualizado hace/));
  });

  test('an unsent ticket is listed first, is sent on a press, and then joins the others', async () => {
    await queue('¿Puedo pagar en cuotas?');
    await openAt(page, HELP);
    await until(() => expect(headings()[0]).toBe('Por enviar'));
    await press(/^Enviar ahora/);
    await drained();
    await until(shows('Tu ticket ha sido creado con éxito'));
    await until(() => expect(headings()).not.toContain('Por enviar'));
    expect(await house.ticketsWith('¿Puedo pagar en cuotas?')).toBe(1);
  });

  test('an unsent ticket is discarded only after confirmation', async () => {
    await queue('Nada');
    await openAt(page, HELP);
    await until(shows('Pendiente de envío'));
    await press(/^Descartar/);
    await until(shows('¿Descartar esta consulta?'));
    expect(await page.outbox.list()).toHaveLength(1);
    await pressInDialog('Descartar');
    await until(shows('Consulta descartada'));
    expect(await page.outbox.list()).toEqual([]);
  });
});

describe('a new ticket', () => {
  test('[H2.79][H5.8][H7.21] the form needs policy, subject and text, and offers no Colombian policy', async () => {
    await openAt(page, NEW);
    await until(isAt('¿Cómo te podemos ayudar?'));
    await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
    expect(isOff(button('Enviar mi solicitud'))).toBe(true);
    await choose('Póliza', /CR-SAL/);
    await choose('Tema', 'Reembolsos');
    expect(isOff(button('Enviar mi solicitud'))).toBe(true);
    await type('Cuéntanos un poco más', '   ');
    expect(isOff(button('Enviar mi solicitud'))).toBe(true);
    await type('Cuéntanos un poco más', 'Una duda');
    await until(() => expect(isOff(button('Enviar mi solicitud'))).toBe(false));
  });

  test('[H1.10][H2.80][H4.7][H7.23][H8.12] a sent ticket is confirmed with its number, and offers home and another ticket', async () => {
    await pulled();
    await openAt(page, NEW);
    await fillIn('¿Cuándo vence mi factura?');
    await press('Enviar mi solicitud');
    await until(isAt('Consulta guardada'));
    // The toast closes after three seconds, on a slow machine before the drain has ended.
    await Promise.all([drained(), until(shows('Tu ticket ha sido creado con éxito'))]);
    await until(shows('Comprobante'));
    expect(link('Volver al inicio').getAttribute('href')).toBe('#/app');
    expect(await house.ticketsWith('¿Cuándo vence mi factura?')).toBe(1);
    await press('Hacer otra consulta');
    await until(isAt('¿Cómo te podemos ayudar?'));
    await until(() => expect(field('Cuéntanos un poco más').value).toBe(''));
  });

  test('[D29] an offline ticket is queued, and nothing says that it was sent', async () => {
    await pulled();
    setOnline(false);
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await until(shows(/Puedes escribirla ahora/));
    await fillIn('Sin conexión');
    await press('Enviar mi solicitud');
    await until(shows('En cola: se enviará cuando vuelva la conexión'));
    expect(screen.queryByText('Tu ticket ha sido creado con éxito')).toBeNull();
    // What its card and its receipt will say it is.
    const label = { tipo: 'Pagos y facturas', numeroPoliza: expect.stringMatching(/^CR-SAL/) };
    expect(await page.outbox.list()).toEqual([expect.objectContaining({ label })]);
    expect(await house.ticketsWith('Sin conexión')).toBe(0);
  });

  test('[D64][F23] while the server does not answer, the confirmation says how the ticket will leave, as Pendientes does', async () => {
    await pulled();
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await fillIn('Con señal, sin servidor');
    await press('Enviar mi solicitud');
    await until(isAt('Consulta guardada'));
    await drained();
    await until(shows(/^Abre Amparo con conexión para que salga\. En una ventana privada/));
    button('Recordármelo mañana en mi calendario');
  });

  test('[H2.80] a ticket discarded on its confirmation is no longer shown as on its way', async () => {
    await pulled();
    device.network.fate = () => 'before';
    await openAt(page, NEW);
    await fillIn('Mejor no');
    const pressed = performance.now();
    await fingerAt(button('Enviar mi solicitud'), pressed);
    await until(isAt('Consulta guardada'));
    expect(document.activeElement?.textContent).toBe('Consulta guardada');
    // The link to another ticket appears where the button was. Unguarded, a double press would skip the confirmation.
    await fingerAt(button('Hacer otra consulta'), pressed + 120);
    expect(isAt('Consulta guardada')).not.toThrow();
    await until(shows('Descartar'));
    await press(/^Descartar/);
    await until(shows('¿Descartar esta consulta?'));
    await pressInDialog('Descartar');
    await until(shows('Esta consulta ya no está pendiente'));
    expect(screen.queryByText('Consulta guardada')).toBeNull();
    expect(link('Ver mi historial de ayuda').getAttribute('href')).toBe(`#${HELP}`);
    await press('Hacer otra consulta');
    await until(isAt('¿Cómo te podemos ayudar?'));
    expect(document.activeElement?.textContent).toBe('¿Cómo te podemos ayudar?');
  });

  test('[H2.80] a customer who leaves the form while the ticket is being queued is not brought back', async () => {
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
    await until(isAt('Inicio'));
    keep();
    await until(async () => expect(await page.outbox.list()).toHaveLength(1));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(isAt('Inicio')).not.toThrow();
    expect(history.location.pathname).toBe('/app');
  });

  test('[F56] a form that is opened again while its ticket is being queued begins empty', async () => {
    await pulled();
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
    await fillIn('Una sola vez');
    await press('Enviar mi solicitud');
    await act(async () => history.push('/app'));
    await until(isAt('Inicio'));
    await act(async () => history.push(NEW));
    await until(() => screen.getByText('Preparando tu consulta...'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await act(async () => keep());
    await until(() => expect(field('Cuéntanos un poco más').value).toBe(''));
    expect(await page.outbox.list()).toHaveLength(1);
  });

  test('[F12][F27] typed text comes back, also after a lock, until the form is started anew', async () => {
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
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Reembolsos' }).checked).toBe(true);
    // One slip erases nothing.
    await press('Empezar de nuevo');
    expect(field('Cuéntanos un poco más').value).toBe('A medio escribir');
    expect(screen.getByRole('alert').textContent).toMatch(/^¿Empezar de nuevo\? Se borrará de este/);
    await press('Seguir con esta');
    expect(field('Cuéntanos un poco más').value).toBe('A medio escribir');
    await press('Empezar de nuevo');
    await press('Borrar y empezar de nuevo');
    expect(field('Cuéntanos un poco más').value).toBe('');
    expect(screen.queryByText('Recuperamos lo que escribiste.')).toBeNull();
  });

  test('[F12][H5.8] a policy and a subject of a draft that are gone are cleared, and each says so', async () => {
    await pulled();
    page.drafts.save(NEW_TICKET_DRAFT, { poliza: 'id-1234', idTipoTicket: 'id-99', descripcion: 'A medio escribir' });
    await page.drafts.flush();
    await openAt(page, NEW);
    await until(shows('La póliza que habías elegido ya no está entre las tuyas. Elige otra.'));
    expect(screen.getByText('El tema que habías elegido ya no se ofrece. Elige otro.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('id-');
    expect(isOff(button('Enviar mi solicitud'))).toBe(true);
    await fillIn('Ya elegida');
  });

  test('[F9][H8.12] a refused ticket opens in its form with the server’s words, and is sent under a new key', async () => {
    await pulled();
    const queued = await queue('Con un error');
    device.network.next(422);
    await drained();
    await openAt(page, HELP);
    await until(shows('Necesita tu atención'));
    await press(/^Editar/);
    await until(isAt('Corregir consulta'));
    await until(() => expect(field('Cuéntanos un poco más').value).toBe('Con un error'));
    await type('Cuéntanos un poco más', 'Ya sin error');
    await until(() => expect(isOff(button('Enviar mi solicitud'))).toBe(false));
    await press('Enviar mi solicitud');
    await until(isAt('Consulta guardada'));
    await drained();
    await until(shows('Comprobante'));
    expect(await house.ticketsWith('Ya sin error')).toBe(1);
    expect(await house.ticketsWith('Con un error')).toBe(0);
    expect(queued.ok && (await page.outbox.receipt(queued.value.key))).toBeNull();
    // The refused ticket must be gone, or the customer would be asked to correct it again.
    expect(await device.rows()).toEqual([]);
  });

  test('[F9] words about a text that was corrected since are not said again when its form is opened later', async () => {
    await pulled();
    const queued = await queue('Con un error');
    const ticketEditing = queued.ok ? queued.value.key : '';
    const beginEdit: typeof page.outbox.beginEdit = async (key) => {
      const opened = await page.outbox.beginEdit(key);
      const problem = { code: 'invalid', fields: { descripcion: 'No se entiende' } } as const;
      return opened.ok ? { ...opened, value: { ...opened.value, problem } } : opened;
    };
    const told = { ...page, outbox: { ...page.outbox, beginEdit } };
    await openAt(told, NEW, { ticketEditing });
    await until(shows('No se entiende'));
    expect(isOff(button('Enviar mi solicitud'))).toBe(true);
    await type('Cuéntanos un poco más', 'Ya sin error');
    await page.drafts.flush();
    close();
    await openAt(told, NEW, { ticketEditing });
    await until(() => expect(field('Cuéntanos un poco más').value).toBe('Ya sin error'));
    expect(screen.queryByText('No se entiende')).toBeNull();
    expect(isOff(button('Enviar mi solicitud'))).toBe(false);
  });

  test('[D81][H4.7] a ticket refused while one looks goes back to its form, with the text and the reasons', async () => {
    await pulled();
    const queued = await queue('Con un error');
    await openAt(page, NEW, { ticketSent: queued.ok ? queued.value.key : '' });
    await until(isAt('Consulta guardada'));
    device.network.next(422);
    await drained();
    await until(isAt('Corregir consulta'));
    await until(() => expect(field('Cuéntanos un poco más').value).toBe('Con un error'));
    expect(document.body.textContent).toContain('Revisa los datos. Escribe el nombre completo');
  });

  test('[F29] editing after a lost answer finds that the ticket had arrived', async () => {
    await pulled();
    const queued = await queue('Llegó igual');
    const key = queued.ok ? queued.value.key : '';
    device.network.next('after');
    await drained();
    await openAt(page, NEW, { ticketEditing: key });
    await until(isAt('Consulta recibida'));
    await until(shows('Comprobante'));
    expect(await house.ticketsWith('Llegó igual')).toBe(1);
  });

  test('[H2.79] subjects are all in sight; after Reembolsos those under way are told of, and no other subject tells of them', async () => {
    await pulled();
    await Promise.all([page.mirror.pull(refunds, '520021'), page.mirror.pull(cards, '520021')]);
    await openAt(page, NEW);
    await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
    const subjects = within(screen.getByRole('group', { name: 'Tema' })).getAllByRole('radio');
    expect(subjects).toHaveLength(7);
    await choose('Tema', 'Otro');
    await choose('Póliza', /CR-SAL/);
    expect(screen.queryByText(/en curso/)).toBeNull();
    await choose('Tema', 'Reembolsos');
    await until(shows(/^\d+ reembolsos$/));
    await press('Verlos');
    await until(isAt('Historial de reembolsos'));
  });

  test('[H2.79] of several policies with refunds none is told of before one is chosen, and then only its own', async () => {
    await pulled();
    await Promise.all([page.mirror.pull(refunds, '520021'), page.mirror.pull(cards, '520021')]);
    const { groups } = await page.mirror.read(policies);
    const all = groups?.flatMap(({ rows }) => rows) ?? [];
    const health = all.filter(({ Policy }) => Policy === '520021');
    await page.mirror.seedPolicies([
      ...all,
      ...health.map((one) => ({ ...one, Policy: '520099', PolicyNumber: 'CR-SAL-0520099' })),
    ]);
    await openAt(page, NEW);
    await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
    await choose('Tema', 'Reembolsos');
    const told = () => screen.queryByText(/^\d+ reembolsos$/);
    await act(() => new Promise((read) => setTimeout(read, 100)));
    expect(told()).toBeNull();
    await choose('Póliza', /CR-SAL-0098114/);
    await until(() => expect(told()).toBeTruthy());
    await choose('Póliza', /CR-SAL-0520099/);
    await until(() => expect(told()).toBeNull());
  });

  test('[H2.79] with more subjects than a glance takes in they are a list', async () => {
    const offered = ticketTypesOffered as TicketType[];
    const more = Array.from({ length: 5 }, (_, at) => ({ id: `more-${at}`, nombre: `Tema ${at}` }));
    offered.push(...more);
    try {
      await pulled();
      await openAt(page, NEW);
      await until(() => screen.getByRole('combobox', { name: 'Tema' }));
      await choose('Tema', 'Tema 4');
    } finally {
      offered.splice(-more.length);
    }
  });

  test.each([
    [1, 'está por revisarse. Lo pediste el 16 de noviembre.'],
    [3, 'está en trámite. Lo pediste el 16 de noviembre.'],
  ])('[H4.5] a refund of state %s under way is told in a sentence', (idEstado, stands) => {
    const refund = { tipoGasto: 'Honorarios médicos', tipoReembolso: 'AMB', idEstado, created: '2026-11-16T09:00:00Z' };
    expect(underWayWords(refund, 'Matías', '2026-11-24')).toEqual({
      what: 'Honorarios médicos\u00a0· Matías',
      stands,
    });
    expect(underWayWords({ ...refund, created: 'ayer' }, 'Matías', '2026-11-24').stands).not.toContain('pediste');
  });

  test('[D39][H6.3] a customer without a policy to ask about gets a mail address', async () => {
    await page.mirror.seedPolicies([]);
    await openAt(page, NEW);
    await until(() => expect(link('Contáctanos').getAttribute('href')).toMatch(/^mailto:/));
  });
});
