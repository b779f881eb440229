// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cards, policies } from '#mirror/collections.ts';
import { refundFields as asked, REVIEW, refundSteps } from '#rules/refund-form.ts';
import { demoPersons } from '#server/demo/schema.ts';
import { isOff } from '#tests/is-off.ts';
import { refundFields } from '#tests/outbox/house.ts';
import { pdf } from '#tests/outbox/props.ts';
import { house, page, withHouse } from '../at-house.ts';
import { button, choose, close, field, goOn, openAt, press, title, until } from './open.tsx';

withHouse();

const MARIA = 'ROJAS MORA, MARIA FERNANDA';
const [OWNER, CHILD] = ['Maria Fernanda Rojas Mora, Titular', 'Maria Fernanda Rojas Mora, Dependiente'];

/** Everybody insured by the policy has one name, so only roles tell them apart. */
beforeAll(async () => {
  const { db } = house.app;
  for (const { id, list, fields } of await db.select().from(demoPersons))
    if (list === 'insured')
      await db
        .update(demoPersons)
        .set({ fields: { ...fields, ClientName: MARIA } })
        .where(eq(demoPersons.id, id));
});

const isAt = (heading: string) => until(() => expect(title()).toBe(heading));

/** Leaves the draft of an accident at its last step: everything but the last press. */
async function leaveDraft(role = 'Titular', over: Record<string, string> = {}, policyId = house.policyId) {
  const { paciente = '', ...texts } = refundFields(house, 'Esguince');
  const of = { paciente: JSON.stringify([paciente, role, '']), tipoAccidente: 'Caída', lugarAccidente: 'Casa' };
  const dates = { fechaAccidente: '01-03-2026', fechaInicioSintomas: '01-03-2026', fechaDiagnostico: '02-03-2026' };
  const all = { ...texts, ...of, ...dates, detallesAccidente: 'Resbalé en la escalera', ...over };
  const draft = `refund/${policyId}`;
  for (const part of ['documentoHistoriaClinica', 'reportePolicial', 'documentoFactura'])
    await page.drafts.saveFile(draft, part, pdf(part));
  page.drafts.save(draft, { type: 'accidente', step: 5, texts: all });
  await page.drafts.flush();
}

async function open(policyId = house.policyId) {
  await openAt(page, `/app/reembolsos/añadir/${policyId}`);
  await isAt('Revisa y envía');
  await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
}

/** What the review shows, by the names of the fields that each row stands for. */
const shown = () => {
  const review = screen.getByRole('region', { name: 'Tus respuestas' });
  return Object.fromEntries(
    [...review.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
      row.dataset.row ?? '',
      row.textContent ?? '',
    ]),
  );
};
const fieldsShown = () => Object.keys(shown()).flatMap((names) => names.split(' '));

describe('[H2.45] a police report that was attached', () => {
  const tick = async () => {
    await press(/^Reporte policial/);
    await isAt('¿Qué pasó?');
    await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'No hubo reporte' })));
    await goOn('Revisa y envía');
  };

  test('and then withdrawn is in the review no longer, but the statement is; and nothing is sent that it does not show', async () => {
    await leaveDraft();
    await open();
    expect(shown()).toMatchObject({ reportePolicial: expect.stringContaining('PDF') });
    expect(shown()).not.toHaveProperty('sinReportePolicial');
    await tick();
    expect(shown()).toMatchObject({ sinReportePolicial: expect.stringContaining('No hubo reporte') });
    expect(shown()).not.toHaveProperty('reportePolicial');
    const review = fieldsShown();
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    const [item] = await page.outbox.list();
    const sent = [...Object.keys(item?.fields ?? {}), ...(item?.files ?? []).map(({ field }) => field)];
    expect(sent.filter((name) => name in asked).sort()).toEqual(review.sort());
  });

  test('is in the review again once the statement is withdrawn', async () => {
    await leaveDraft('Titular', { sinReportePolicial: 'si' });
    await open();
    expect(shown()).not.toHaveProperty('reportePolicial');
    await tick();
    expect(shown()).toMatchObject({ reportePolicial: expect.stringContaining('PDF') });
    expect(shown()).not.toHaveProperty('sinReportePolicial');
  });
});

describe('[H2.42] of two insured persons with one name', () => {
  test.each([
    ['Titular', OWNER],
    ['Dependiente', CHILD],
  ])('the review, the queued request and its detail say that it is %s', async (role, named) => {
    await page.mirror.pull(cards, house.policyId);
    await leaveDraft(role);
    const { history } = await openAt(page, `/app/reembolsos/añadir/${house.policyId}`);
    await isAt('Revisa y envía');
    await until(() => expect(shown()['paciente diagnostico']).toContain(named));
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    const [item] = await page.outbox.list();
    expect(item?.label).toMatchObject({ nombrePaciente: named });
    await act(async () =>
      history.push('/app/reembolsos/detalles', { refund: { policyId: house.policyId, key: item?.key ?? '' } } as never),
    );
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await until(() => expect(screen.getByText('Paciente').nextElementSibling?.textContent).toBe(named));
  });
});

describe('[D73][F9] a correction whose refusal names', () => {
  const refusedFor = async (fields: Record<string, string>, text?: string) => {
    await leaveDraft();
    await open();
    await press('Enviar solicitud');
    await isAt('Solicitud guardada');
    const [queued] = await page.outbox.list();
    close();
    const beginEdit: typeof page.outbox.beginEdit = async (key) => {
      const opened = await page.outbox.beginEdit(key);
      return opened.ok
        ? { ...opened, value: { ...opened.value, problem: { code: 'invalid', fields, ...(text && { text }) } } }
        : opened;
    };
    const told = { ...page, outbox: { ...page.outbox, beginEdit } };
    await openAt(told, `/app/reembolsos/añadir/${house.policyId}`, { refundEditing: queued?.key ?? '' });
    await isAt('Revisa y envía');
  };

  test('what no row stands for can be sent again, and its words are said', async () => {
    await refusedFor({ role: 'No reconocemos a esta persona' });
    expect(screen.getByText(/No reconocemos a esta persona/)).toBeTruthy();
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
  });

  test('a row says the words of the whole refusal once, and what no row could say stands above', async () => {
    const tooMuch = 'Desde la app se piden hasta US$500';
    await refusedFor({ importe: tooMuch }, tooMuch);
    expect(screen.getAllByText(tooMuch, { exact: false })).toHaveLength(1);
    close();
    const noStay = 'La fecha de ingreso no es válida';
    await refusedFor({ fechaIngreso: noStay }, noStay);
    expect(screen.getAllByText(noStay, { exact: false })).toHaveLength(1);
  });

  test.each([
    ['the amount', 'importe', /^Farmacia/, '¿Cuánto pagaste?', 'Divisa', /EUR/],
    ['the currency', 'divisa', /^Dónde/, '¿Cuándo y dónde te atendieron?', 'País', 'Ecuador'],
  ])('%s can be sent once what it was compared with is corrected', async (_, name, row, step, label, option) => {
    await refusedFor({ [name]: 'Revisa el importe y la divisa de la factura' });
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(true));
    await press(row);
    await isAt(step);
    await until(() => expect(screen.getByRole('combobox', { name: label })).toHaveProperty('disabled', false));
    await choose(label, option);
    await goOn('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
  });

  test('the report can be sent once there was none', async () => {
    await refusedFor({ reportePolicial: 'No se puede leer' });
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(true));
    await press(/^Reporte policial/);
    await isAt('¿Qué pasó?');
    await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'No hubo reporte' })));
    await goOn('Revisa y envía');
    await until(() => expect(isOff(button('Enviar solicitud'))).toBe(false));
  });
});

test('[H4.4] what is refused as an amount is shown as it was typed, before and after a look at its step', async () => {
  await leaveDraft('Titular', { importe: '12,34,56' });
  await openAt(page, `/app/reembolsos/añadir/${house.policyId}`);
  await isAt('Revisa y envía');
  const amount = () => expect(shown()['importe divisa tipoGasto']).toContain('12,34,56');
  await until(amount);
  await press(/^Farmacia/);
  await isAt('¿Cuánto pagaste?');
  expect(field('Importe').value).toBe('12,34,56');
  await act(async () => history.back());
  await isAt('Revisa y envía');
  amount();
});

test('the review lies behind the steps of every type', () => {
  for (const steps of Object.values(refundSteps)) expect(steps).toHaveLength(REVIEW - 1);
});

describe('[S18] what the device learned of the policy after the form was checked', () => {
  /** The screen knows nothing of the policies, and the mirror does: they came between the check and the press. */
  async function learnedLate() {
    await page.mirror.pull(policies);
    const { peek, readAt } = page.mirror;
    vi.spyOn(page.mirror, 'peek').mockImplementation(
      (of, id) => (of.table === 'policies' ? null : peek(of, id)) as never,
    );
    vi.spyOn(page.mirror, 'readAt').mockImplementation(async (place, part) => {
      const read = await readAt(place, part);
      return (place.table === 'policies' ? { ...read, groups: null } : read) as never;
    });
  }

  test.each([
    ['a currency', { divisa: 'DOP' }, /^En Costa Rica no se paga en DOP/],
    ['an amount', { importe: '600000' }, /^Desde la app se piden hasta US\$500/],
  ])('%s that it does not take is refused at its field, and nothing is queued', async (_, over, words) => {
    await learnedLate();
    await leaveDraft('Titular', over);
    await open();
    await press('Enviar solicitud');
    await until(() => expect(screen.getAllByText(words)).not.toEqual([]));
    expect(await page.outbox.list()).toEqual([]);
  });

  test('a life policy is refused, and nothing is queued', async () => {
    await learnedLate();
    await leaveDraft('Titular', {}, '520022');
    await open('520022');
    await press('Enviar solicitud');
    await until(() => expect(screen.getAllByText(/^Esta póliza no es de salud/)).not.toEqual([]));
    expect(await page.outbox.list()).toEqual([]);
  });
});
