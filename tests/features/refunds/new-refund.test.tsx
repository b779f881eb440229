// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadLists } from '#countries/load-lists.ts';
import { policies } from '#mirror/collections.ts';
import type { EnqueueResult } from '#outbox/enqueue.ts';
import { askedAbout, refundSteps } from '#rules/refund-form.ts';
import { fingerAt } from '#tests/finger.ts';
import { compressesTo, pdfBytes, photo, picked } from '#tests/forms/files.ts';
import { isOff } from '#tests/is-off.ts';
import { refundFields, refundFilesOf } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, choose, close, field, goOn, openAt, pick, press, said, title, type, until } from './open.tsx';

vi.mock('#countries/load-lists.ts', async (original) => {
  const lists = await original<typeof import('#countries/load-lists.ts')>();
  return { ...lists, loadLists: vi.fn(lists.loadLists) };
});

withHouse();
afterEach(() => void vi.useRealTimers());

let path: string;
beforeAll(async () => {
  path = `/app/reembolsos/añadir/${house.policyId}`;
});

const isAt = (heading: string) => until(() => expect(title()).toBe(heading));

/** Fills in an outpatient request from the choice of type to the review. */
async function fillIn(diagnosis: string) {
  await pickType('Ambulatorio');
  await goOn('¿Quién recibió la atención?');
  await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
  await choose('Paciente', /Titular/);
  await type('Diagnóstico', diagnosis);
  await goOn('¿Cuándo te atendieron?');
  await type('Inicio de los síntomas', '01-03-2026');
  await type('Fecha del diagnóstico', '02-03-2026');
  await type('Fecha del servicio', '02-03-2026');
  await pick('historia.pdf');
  await goOn('¿Dónde te atendieron?');
  await until(() => expect(screen.getByRole('combobox', { name: 'País' })).toHaveProperty('disabled', false));
  await choose('País', 'Costa Rica');
  await type('Ciudad', 'San José');
  await type('Hospital o centro médico', 'Clínica Norte');
  await type('Médico tratante', 'Dra. Mora');
  await goOn('¿Cuánto pagaste?');
  await pick('factura.pdf');
  await choose('Tipo de gasto', 'Farmacia');
  await type('Importe', '86.40');
  await choose('Divisa', /USD/);
  await goOn('Revisa y envía');
}

/** Leaves the draft that `fillIn` makes: everything but the last press. */
async function leaveDraft(diagnostico: string, step = 5, without: readonly string[] = [], more = {}) {
  const { paciente, ...texts } = refundFields(house, diagnostico);
  const dates = { fechaInicioSintomas: '01-03-2026', fechaDiagnostico: '02-03-2026', fechaServicio: '02-03-2026' };
  const patient = JSON.stringify([paciente, 'Titular', '']);
  const id = `refund/${house.policyId}`;
  for (const [part, file] of Object.entries(refundFilesOf(diagnostico))) {
    if (!without.includes(part)) await page.drafts.saveFile(id, part, file);
  }
  page.drafts.save(id, { type: 'ambulatorio', step, texts: { ...texts, ...dates, paciente: patient, ...more } });
  await page.drafts.flush();
}

/** Opens the review with the refund's draft. The first hand-in waits for `keep`, and ends in `refusal` if there is one. */
async function openHeld(refusal?: EnqueueResult) {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const enqueue = page.outbox.enqueue.bind(page.outbox);
  vi.spyOn(page.outbox, 'enqueue').mockImplementationOnce(async (...given) => {
    await kept;
    return refusal ?? enqueue(...given);
  });
  const { history } = await openAt(page, path);
  await isAt('Revisa y envía');
  await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
  return { history, keep: () => keep() };
}

/** Replaces the invoice with another file. */
async function pickInvoice(name: string, size: number) {
  const file = picked(pdfBytes(size), name, 'application/pdf');
  const input = document.querySelector('[data-field="documentoFactura"] input[type="file"]');
  await act(async () => void fireEvent.change(input as HTMLInputElement, { target: { files: [file] } }));
  await until(() => screen.getByText(name));
}

async function pickType(label: string) {
  await isAt('Solicitar reembolso');
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(label) });
  await act(async () => radio.click());
}

test('[H2.43] the country of the residence comes first in the list, and each country is there once', async () => {
  page.drafts.save(`refund/${house.policyId}`, { type: 'ambulatorio', step: 3, texts: { diagnostico: 'Gripe' } });
  await page.drafts.flush();
  await openAt(page, path);
  await isAt('¿Dónde te atendieron?');
  await until(() => expect(screen.getByRole('combobox', { name: 'País' })).toHaveProperty('disabled', false));
  await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'País' })));
  await until(() => screen.getByRole('option', { name: 'Costa Rica' }));
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect([names[0], names.length > 100, new Set(names).size]).toEqual(['Costa Rica', true, names.length]);
});

test('[H2.41] Enter on the first screen of a refund leads on once a type is chosen', async () => {
  await openAt(page, path);
  await isAt('Solicitar reembolso');
  const enter = () =>
    act(async () => void fireEvent.submit(screen.getAllByRole('radio')[0]?.closest('form') as HTMLFormElement));
  await enter();
  await isAt('Solicitar reembolso');
  await pickType('Ambulatorio');
  await enter();
  await until(() => expect(document.querySelector('h1')?.textContent).not.toBe('Solicitar reembolso'));
});

describe('the list of countries', () => {
  const country = () => screen.queryByRole<HTMLButtonElement>('combobox', { name: 'País' });
  const openPlace = async (texts: object = {}) => {
    const form = { type: 'ambulatorio', step: 3, texts: { diagnostico: 'Gripe', ...texts } };
    page.drafts.save(`refund/${house.policyId}`, form);
    await page.drafts.flush();
    await openAt(page, path);
    await isAt('¿Dónde te atendieron?');
  };

  test('[H2.43] is told to be loading, and what the draft has is shown meanwhile', async () => {
    vi.mocked(loadLists).mockReturnValueOnce(new Promise(() => {}));
    await openPlace();
    expect([country()?.disabled, country()?.textContent]).toEqual([true, 'Cargando la lista…']);
    close();
    vi.mocked(loadLists).mockReturnValueOnce(new Promise(() => {}));
    await openPlace({ pais: 'Ecuador' });
    expect([country()?.disabled, country()?.textContent]).toEqual([true, 'Ecuador']);
  });

  test('[H2.43] that did not come says so, and a second try brings it', async () => {
    vi.mocked(loadLists).mockRejectedValueOnce(new Error('no chunk'));
    await openPlace();
    await until(() => screen.getByText('No pudimos cargar la lista de países'));
    expect(country()).toBeNull();
    await press('Reintentar');
    await until(() => expect(country()?.disabled).toBe(false));
    expect(screen.queryByText('No pudimos cargar la lista de países')).toBeNull();
    await choose('País', 'Ecuador');
    expect(country()?.textContent).toBe('Ecuador');
  });

  test('[H2.43] that did not come leaves the country of the draft in sight', async () => {
    vi.mocked(loadLists).mockRejectedValueOnce(new Error('no chunk'));
    await openPlace({ pais: 'Ecuador' });
    await until(() => screen.getByText('No pudimos cargar la lista de países'));
    expect([country()?.disabled, country()?.textContent]).toEqual([true, 'Ecuador']);
  });
});

describe('the choice of the type', () => {
  test('[H2.41][H9.3] three types are offered, and the chosen one says what it needs before the first step', async () => {
    await openAt(page, path);
    await isAt('Solicitar reembolso');
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(isOff(button('Continuar'))).toBe(true);
    await pickType('Accidente');
    expect(screen.getAllByText('Reporte policial en PDF de menos de 6 MB, o en foto, si lo hubo')).not.toHaveLength(0);
    expect(
      screen.getAllByRole('status').map(({ textContent }) => textContent),
      'one sentence, not the whole list after each arrow key',
    ).toContain('Qué necesitas: 7 documentos y datos.');
    expect(screen.getAllByText('Qué pasó y dónde').every((one) => one.closest('[aria-live]') === null)).toBe(true);
    await pickType('Ambulatorio');
    expect(screen.queryByText('Reporte policial en PDF de menos de 6 MB, o en foto, si lo hubo')).toBeNull();
    await goOn('¿Quién recibió la atención?');
    expect(screen.getByText('Paso 1 de 4 · Ambulatorio')).toBeTruthy();
  });
});

test("[H2.42] a tick of 'Qué necesitas' stands only beside what the form has, from the step in which it was given", async () => {
  const ticked = () => {
    const [needs] = screen.getAllByRole('region', { name: 'Qué necesitas' });
    return [...(needs?.querySelectorAll('li') ?? [])].map((line) => line.querySelector('svg') !== null);
  };
  await openAt(page, path);
  await pickType('Ambulatorio');
  expect(ticked()).toEqual([false, false, false, false, false]);
  await goOn('¿Quién recibió la atención?');
  await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
  await choose('Paciente', /Titular/);
  expect(ticked()).toEqual([false, false, false, false, false]);
  await type('Diagnóstico', 'Gripe');
  await until(() => expect(ticked()).toEqual([true, false, false, false, false]));
  await goOn('¿Cuándo te atendieron?');
  await pick('historia.pdf');
  await until(() => expect(ticked()).toEqual([true, false, true, false, false]));
});

describe('the steps', () => {
  test.each([
    ['Titular', '¿Cuándo te atendieron?'],
    ['Dependiente', '¿Cuándo atendieron a Matías?'],
  ])('[D77] the steps of a refund for a patient who is %s ask %s', async (role, question) => {
    const paciente = JSON.stringify(['MATÍAS SOLÍS VEGA', role, '']);
    page.drafts.save(`refund/${house.policyId}`, { type: 'ambulatorio', step: 2, texts: { paciente } });
    await page.drafts.flush();
    await openAt(page, path);
    await isAt(question);
    expect(refundSteps.accidente.map((step) => askedAbout(step, { paciente: 'MATÍAS SOLÍS', role }))[2]).toBe(
      question.replace('Cuándo', 'Cuándo y dónde'),
    );
  });

  test('[H2.46] Back goes one step, from the first step to the type, and from there to the screen before', async () => {
    const { history } = await openAt(page, path);
    await pickType('Hospitalario');
    await goOn('¿Quién recibió la atención?');
    await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
    await choose('Paciente', /Titular/);
    await type('Diagnóstico', 'Apendicitis');
    await goOn('¿Cuándo te atendieron?');
    await press('Volver');
    await isAt('¿Quién recibió la atención?');
    expect(field('Diagnóstico').value).toBe('Apendicitis');
    // The browser's own Back does the same.
    await act(async () => history.back());
    await isAt('Solicitar reembolso');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Hospitalario/ }).checked).toBe(true);
    await press('Volver');
    await isAt('Inicio');
  });

  test('[H4.4] Continuar is enabled only when every field is valid, and each problem stands at its field', async () => {
    await openAt(page, path);
    await pickType('Ambulatorio');
    await goOn('¿Quién recibió la atención?');
    expect(isOff(button('Continuar'))).toBe(true);
    await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
    await choose('Paciente', /Titular/);
    expect(isOff(button('Continuar'))).toBe(true);
    await type('Diagnóstico', 'Gripe');
    await goOn('¿Cuándo te atendieron?');
    const known = screen.getAllByRole('button', { name: /^(Hoy|Ayer)/ }).map(({ textContent }) => textContent);
    expect(new Set(known).size, 'each says for which date it is').toBe(known.length);
    expect(known).toContain('Hoy: Fecha del servicio');
    const groups = screen.getAllByRole('group').map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(new Set(groups).size, 'so does each group').toBe(groups.length);
    expect(groups).toContain('Hoy o ayer: Fecha del servicio');
    await type('Inicio de los síntomas', '05-03-2026');
    await type('Fecha del diagnóstico', '01-03-2026');
    // The disabled button says what is wrong and what is missing, in the order of the fields.
    await until(() =>
      screen.getByText('Revisa: fecha del diagnóstico. Faltan: fecha del servicio e historia clínica.'),
    );
    const text = 'El diagnóstico no puede ser anterior al inicio de los síntomas';
    await until(() => expect(screen.getByText(text)).toBeTruthy());
    expect(field('Fecha del diagnóstico').getAttribute('aria-invalid')).toBe('true');
    await type('Fecha del diagnóstico', '06-03-2026');
    await until(() => expect(screen.queryByText(text)).toBeNull());
    await type('Fecha del servicio', '06-03-2026');
    await until(() => screen.getByText('Falta: historia clínica.'));
    expect(isOff(button('Continuar'))).toBe(true);
    await pick('historia.pdf');
    await until(() => expect(isOff(button('Continuar'))).toBe(false));
  });

  test('[H2.43] Hoy is the day of the press, also on a screen that stood open over midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 25, 23, 58) });
    await openAt(page, path);
    await pickType('Ambulatorio');
    await goOn('¿Quién recibió la atención?');
    await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
    await choose('Paciente', /Titular/);
    await type('Diagnóstico', 'Gripe');
    await goOn('¿Cuándo te atendieron?');
    vi.setSystemTime(new Date(2026, 10, 26, 0, 3));
    await press(/^Hoy.*servicio/);
    expect(field('Fecha del servicio').value).toBe('26-11-2026');
    await press(/^Ayer.*diagnóstico/);
    expect(field('Fecha del diagnóstico').value).toBe('25-11-2026');
  });

  test('[H8.3] a failed load of the patients is reported, and a retry loads them', async () => {
    device.network.fate = ({ path: called }) => (called.includes('getPolicyCards') ? 500 : 'pass');
    await openAt(page, path);
    await pickType('Ambulatorio');
    await goOn('¿Quién recibió la atención?');
    await until(() => expect(screen.getAllByText(/^Error al cargar los pacientes/)).toHaveLength(2));
    expect(said(/^Error al cargar los pacientes/)).toBe(1);
    device.network.fate = () => 'pass';
    await press('Reintentar');
    await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
  });
});

describe('the draft', () => {
  test('[F12][F27] a draft comes back at its step with answers and files, and can be dropped', async () => {
    await openAt(page, path);
    await pickType('Ambulatorio');
    await goOn('¿Quién recibió la atención?');
    await until(() => expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('disabled', false));
    await choose('Paciente', /Titular/);
    await type('Diagnóstico', 'Otitis');
    await goOn('¿Cuándo te atendieron?');
    await type('Inicio de los síntomas', '01-0');
    await pick('otitis.pdf');
    await page.drafts.flush();
    close();

    // A new page, as after a killed tab, has nothing but the database.
    const { history } = await openAt(device.page(), path);
    await isAt('¿Cuándo te atendieron?');
    expect(screen.getByText('Seguimos donde lo dejaste.')).toBeTruthy();
    expect(field('Inicio de los síntomas').value).toBe('01-0');
    expect(screen.getByText('otitis.pdf')).toBeTruthy();
    await act(async () => history.back());
    await isAt('¿Quién recibió la atención?');
    expect(field('Diagnóstico').value).toBe('Otitis');
    await act(async () => history.forward());
    await isAt('¿Cuándo te atendieron?');

    await press('Empezar de nuevo');
    // The safe answer stands where the pressed button was, because a second tap lands there.
    const [first, second] = within(screen.getByRole('alert')).getAllByRole('button');
    expect([first?.textContent, second?.textContent]).toEqual(['Seguir con esta', 'Borrar y empezar de nuevo']);
    await press('Borrar y empezar de nuevo');
    await isAt('Solicitar reembolso');
    await until(() => expect(isOff(button('Continuar'))).toBe(true));
    await expect.poll(() => device.db.drafts.count()).toBe(0);
  });
});

describe('a photo whose step was left while it was prepared', () => {
  const invoice = () =>
    document.querySelector('[data-field="documentoFactura"] input[type="file"]') as HTMLInputElement;

  /** Takes a photo of the invoice, and leaves its step and comes back. The photo is ready with `finish`. */
  async function takenAndBack() {
    await leaveDraft('Foto lenta', 4, ['documentoFactura']);
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const made = compressesTo(5000);
    const compress: typeof made.compress = async (one) => {
      await gate;
      return made.compress(one);
    };
    const { history } = await openAt(page, path, {}, null, { ...made, compress });
    await isAt('¿Cuánto pagaste?');
    await act(async () => void fireEvent.change(invoice(), { target: { files: [photo('lenta.jpg')] } }));
    await until(() => screen.getByText('lenta.jpg'));
    await act(async () => history.back());
    await isAt('¿Dónde te atendieron?');
    await goOn('¿Cuánto pagaste?');
    return { finish: () => act(async () => finish()) };
  }

  /** The name of the invoice that is queued. */
  async function sentInvoice() {
    await goOn('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    const [item] = await page.outbox.list();
    return item?.files.find(({ field }) => field === 'documentoFactura')?.name;
  }

  test('[F25] does not take the place of a paper that was attached instead', async () => {
    const { finish } = await takenAndBack();
    await pickInvoice('buena.pdf', 2000);
    await finish();
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(screen.getByText('buena.pdf')).toBeTruthy();
    expect(await sentInvoice()).toBe('buena.pdf');
  });

  test('[D73] [F25] is waited for by the review: nothing is sent beside a photo that may take its place', async () => {
    const { finish } = await takenAndBack();
    await pickInvoice('buena.pdf', 2000);
    await goOn('Revisa y envía');
    expect(isOff(button('Enviar solicitud'))).toBe(true);
    await press('Enviar solicitud');
    await until(() => screen.getByText('Un momento: estamos revisando lo que adjuntaste.'));
    expect(await page.outbox.list()).toEqual([]);
    await finish();
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
  });

  test('[F25] is shown in the step that is open again, and stays while one types', async () => {
    const { finish } = await takenAndBack();
    await finish();
    await until(() => screen.getByText('lenta.jpg'));
    await type('Importe', '90');
    expect(await sentInvoice()).toBe('lenta.jpg');
  });
});

describe('what does not count as a draft', () => {
  test('[F12] a draft begins with the first answer; a chosen type alone is not restored as a draft', async () => {
    await openAt(page, path);
    await pickType('Accidente');
    await goOn('¿Quién recibió la atención?');
    await page.drafts.flush();
    close();

    const { history } = await openAt(device.page(), path);
    await isAt('Solicitar reembolso');
    expect(screen.queryByText('Seguimos donde lo dejaste.')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Accidente/ }).checked).toBe(true);
    await goOn('¿Quién recibió la atención?');
    // An answer makes a draft; removing it ends the draft.
    await type('Diagnóstico', 'Esguince');
    await type('Diagnóstico', '');
    await page.drafts.flush();
    // A reload stays at the step and says nothing about a draft.
    close();
    const reloaded = device.page();
    await openAt(reloaded, path, history.location.state);
    await isAt('¿Quién recibió la atención?');
    expect(screen.queryByText('Seguimos donde lo dejaste.')).toBeNull();
    await type('Diagnóstico', 'Esguince');
    await reloaded.drafts.flush();
    close();
    await openAt(device.page(), path);
    await isAt('¿Quién recibió la atención?');
    expect(screen.getByText('Seguimos donde lo dejaste.')).toBeTruthy();
  });

  test('[F4] a step whose draft was sent from another tab leads back to the choice of type', async () => {
    // Here the history entry before this one stands for the choice of type.
    await openAt(page, path, { refundStep: 1 });
    await isAt('Inicio');
  });
});

describe('sending a refund', () => {
  test('[H1.8][H2.41][H8.4][D18][D34] offline, a refund is queued; once it is sent, number and receipt appear', async () => {
    await openAt(page, path);
    await fillIn('Gastritis');
    await act(async () => setOnline(false));
    // No worker is here that would send it with the app closed.
    expect(screen.getByText(/se guarda aquí y sale al abrir Amparo/)).toBeTruthy();
    expect(screen.getByText('Sale al abrir Amparo con conexión.')).toBeTruthy();
    expect(screen.getByText('2 de marzo de 2026')).toBeTruthy();
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    expect(screen.getByText('En cola: se enviará cuando vuelva la conexión')).toBeTruthy();
    expect(screen.queryByText('Reembolso creado correctamente')).toBeNull();
    expect(await house.refundsWith('Gastritis')).toBe(0);
    expect(await device.db.drafts.count()).toBe(0);
    expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('#/app');

    await act(async () => setOnline(true));
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Comprobante')).toBeTruthy());
    expect(screen.getByText(/^R-\d{4}-\d+$/)).toBeTruthy();
    await until(() => expect(screen.getByText('Reembolso creado correctamente')).toBeTruthy());
    expect(await house.refundsWith('Gastritis')).toBe(1);
  });

  test('[D64][D49] a refund that waits for a sign-in is not said to leave with the connection', async () => {
    await openAt(page, path);
    await fillIn('Gastritis');
    await act(async () => setOnline(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    const leaves = 'Abre Amparo con conexión para que salga. Aquí aparecerá su número.';
    await until(() => expect(screen.getByText(leaves)).toBeTruthy());
    await act(async () => void (await device.db.outbox.toCollection().modify({ state: 'parked' })));
    await until(() => expect(screen.getByText(/Saldrá cuando ingreses de nuevo/)).toBeTruthy());
    expect(screen.queryByText(leaves)).toBeNull();
    await act(async () => setOnline(true));
  });

  test('[S18] a currency that the operator left out is not offered, unless the form has it', async () => {
    await page.mirror.pull(policies);
    const rows = (await page.mirror.read(policies)).groups?.flatMap((group) => group.rows) ?? [];
    await page.mirror.seedPolicies(rows.map((policy) => ({ ...policy, RefundLimits: { USD: 500, EUR: 450 } })));
    await leaveDraft('Migraña', 4, [], { divisa: 'CRC' });
    await openAt(page, path);
    await isAt('¿Cuánto pagaste?');
    await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'Divisa' })));
    await until(() => screen.getByRole('option', { name: /USD/ }));
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent?.slice(0, 3));
    expect(offered).toEqual(['CRC', 'USD', 'EUR']);
  });

  test('[S18] what the server refuses by the policy stands at its field before it is queued', async () => {
    await page.mirror.pull(policies);
    await leaveDraft('Cefalea');
    await openAt(page, path);
    await isAt('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press(/^Farmacia\s· Ambulatorio/);
    await isAt('¿Cuánto pagaste?');
    await choose('Divisa', /DOP/);
    await until(() => expect(screen.getByText(/^En Costa Rica no se paga en DOP/)).toBeTruthy());
    expect(isOff(button('Continuar'))).toBe(true);
    await choose('Divisa', /USD/);
    await type('Importe', '600000');
    await until(() => expect(screen.getByText(/^Desde la app se piden hasta US\$500/)).toBeTruthy());
    expect(await page.outbox.list()).toEqual([]);
    close();
    await openAt(page, '/app/reembolsos/añadir/520022');
    await until(() => expect(screen.getByText(/^Esta póliza no es de salud/)).toBeTruthy());
    expect(screen.queryAllByRole('radio')).toEqual([]);
  });

  test('[D73] a double tap on the last step does not send what nobody has looked at', async () => {
    await leaveDraft('Doble toque', 4);
    await openAt(page, path);
    await isAt('¿Cuánto pagaste?');
    await until(() => expect(isOff(button('Continuar'))).toBe(false));
    const first = performance.now();
    await fingerAt(button('Continuar'), first);
    await isAt('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await fingerAt(button('Enviar solicitud'), first + 150);
    expect(title()).toBe('Revisa y envía');
    expect(await page.outbox.list()).toEqual([]);
    await fingerAt(button('Enviar solicitud'), performance.now() + 1000);
    await isAt('Solicitud guardada');
  });

  test('[H2.46] after sending, Back does not lead into the steps again', async () => {
    await leaveDraft('Faringitis');
    const { history } = await openAt(page, path);
    await isAt('Revisa y envía');
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    await until(() => expect(history.location.state).toMatchObject({ refundSent: expect.any(String) }));
    await act(async () => history.back());
    await isAt('Inicio');
  });

  test('[F56][D73] Back while a refund is being queued still ends at its confirmation, and nothing is left to send again', async () => {
    await leaveDraft('Vuelta atrás');
    const { history, keep } = await openHeld();
    await press('Enviar solicitud');
    await act(async () => history.back());
    await until(() => expect(history.location.state).toMatchObject({ refundStep: 4 }));
    // No step takes answers that would not be sent.
    expect(title()).toBe('Revisa y envía');
    await act(async () => keep());
    await isAt('Solicitud guardada');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await page.drafts.peek(`refund/${house.policyId}`)).toBeNull();
    expect(await page.outbox.list()).toHaveLength(1);
    await act(async () => history.back());
    await isAt('Inicio');
  });

  test('[F56][F16] Back while a refund is being queued leads to its step when the device cannot take it', async () => {
    await leaveDraft('No cabe');
    const { history, keep } = await openHeld({ ok: false, code: 'storage-full' });
    await press('Enviar solicitud');
    await act(async () => history.back());
    await act(async () => keep());
    await isAt('¿Cuánto pagaste?');
    expect(field('Importe').value).toBe('86,40');
    await goOn('Revisa y envía');
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    expect(await page.outbox.list()).toHaveLength(1);
  });

  test('[F56] a refund that is opened again while it is being queued begins empty', async () => {
    await leaveDraft('Otra vez abierta');
    const { history } = await openAt(page, path);
    await isAt('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    let goOnReading = () => {};
    const held = new Promise<void>((resolve) => {
      goOnReading = resolve;
    });
    const { read } = page.mirror;
    vi.spyOn(page.mirror, 'read').mockImplementationOnce(async (...given) => {
      await held;
      return read(...given);
    });
    await press('Enviar solicitud');
    await act(async () => history.push('/app'));
    await isAt('Inicio');
    await act(async () => history.push(path));
    await until(() => screen.getByText('Preparando tu solicitud...'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await act(async () => goOnReading());
    await isAt('Solicitar reembolso');
    expect(document.querySelector('input:checked')).toBeNull();
    expect(await page.outbox.list()).toHaveLength(1);
  });

  test('[F16] on a full device the form stays open with its answers and says so', async () => {
    const full = {
      ...page,
      outbox: { ...page.outbox, enqueue: async () => ({ ok: false, code: 'storage-full' }) as const },
    };
    await leaveDraft('Bronquitis');
    await openAt(full, path);
    await isAt('Revisa y envía');
    await press('Enviar solicitud');
    await until(() => expect(screen.getByText(/No queda espacio en este teléfono/)).toBeTruthy());
    expect(title()).toBe('Revisa y envía');
    await press(/^Farmacia\s· Ambulatorio/);
    await isAt('¿Cuánto pagaste?');
    expect(field('Importe').value).toBe('86,40');
    expect(screen.getByText('factura-Bronquitis.pdf')).toBeTruthy();
  });

  test('[D73][F9] a refused request opens in its form with its files and the server’s words at the field', async () => {
    await leaveDraft('Sinusitis');
    await openAt(page, path);
    await isAt('Revisa y envía');
    device.network.next(422);
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Error al crear el reembolso')).toBeTruthy());
    const [item] = await page.outbox.list();
    close();

    const { history } = await openAt(page, path, { refundEditing: item?.key ?? '' });
    await isAt('Revisa y envía');
    expect(screen.getByText('Estás corrigiendo una solicitud pendiente.')).toBeTruthy();
    const refusedRow = button(/^Dónde.*Escribe el nombre completo.*Cambiar$/);
    expect(isOff(button('Enviar solicitud'))).toBe(true);
    expect(screen.getByText('Revisa: médico tratante.')).toBeTruthy();
    await act(async () => void refusedRow.click());
    await isAt('¿Dónde te atendieron?');
    await until(() => expect(document.activeElement).toBe(field('Médico tratante')));
    await until(() => expect(field('Médico tratante').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Ciudad').value).toBe('San José');
    await type('Médico tratante', 'Dra. Lucía Mora');
    // One change leads straight back, to the row that it was about.
    await goOn('Revisa y envía');
    await until(() => expect(document.activeElement).toBe(button(/^Dónde.*Dra. Lucía Mora/)));
    expect(screen.queryByText('Escribe el nombre completo')).toBeNull();
    // After a reload or a lock the page has only the history entry's state, and still corrects the same request.
    await page.drafts.flush();
    close();
    const reloaded = device.page();
    await openAt(reloaded, path, history.location.state);
    await isAt('Revisa y envía');
    expect(screen.getByText('Estás corrigiendo una solicitud pendiente.')).toBeTruthy();
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    await act(async () => void (await reloaded.outbox.drain()));
    await until(() => expect(screen.getByText('Comprobante')).toBeTruthy());
    expect(await house.refundsWith('Sinusitis')).toBe(1);
    expect(await reloaded.outbox.list()).toEqual([]);
  });

  test('[F9] a size refused by a proxy is shown at the largest file, with what to do', async () => {
    await leaveDraft('Cefalea');
    await openAt(page, path);
    await isAt('Revisa y envía');
    await press(/^Factura/);
    await isAt('¿Cuánto pagaste?');
    await pickInvoice('escaneo.pdf', 40_000);
    await goOn('Revisa y envía');
    device.network.next(413);
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    await act(async () => void (await page.outbox.drain()));
    const [item] = await page.outbox.list();
    close();

    await openAt(page, path, { refundEditing: item?.key ?? '' });
    await isAt('Revisa y envía');
    await until(() => expect(screen.getByText(/Elige uno más pequeño o tómale una foto aquí/)).toBeTruthy());
    expect(isOff(button('Enviar solicitud'))).toBe(true);
    await press(/^Factura/);
    await isAt('¿Cuánto pagaste?');
    expect(screen.getByText('escaneo.pdf')).toBeTruthy();
    expect(isOff(button('Continuar'))).toBe(true);
    await pickInvoice('menor.pdf', 900);
    await goOn('Revisa y envía');
    expect(screen.queryByText(/Elige uno más pequeño/)).toBeNull();
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    await act(async () => void (await page.outbox.drain()));
    await until(() => expect(screen.getByText('Comprobante')).toBeTruthy());
    expect(await house.refundsWith('Cefalea')).toBe(1);
  });
});
