// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import { bills, dependents, documents, payments, policies, roles } from '#mirror/collections.ts';
import { addDays, shortly, today } from '#rules/dates.ts';
import { addresses } from '#rules/screens.ts';
import { demoToday } from '#server/demo/demo-day.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, openAt, resized, title, until } from '../features/reading.tsx';

const HEALTH = '520021';
const LIFE = '520022';
const LATE = '520023';
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
const day = today(new Date());
const demoDay = demoToday(() => new Date());

let server: TestApp;
let device: Device;
let own: Policy[];
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
  own = (await device.mirror.read(policies)).groups?.flatMap(({ rows }) => rows) ?? [];
});
afterEach(() => {
  cleanup();
  resized(phone);
});
afterAll(() => server.close());

const button = () => until(() => screen.getByRole('combobox', { name: 'Póliza' }));
const list = () => until(() => screen.getByRole('listbox', { name: 'Póliza' }));
const options = () => screen.getAllByRole('option').map((one) => one.textContent);
const open = async () => {
  fireEvent.click(await button());
  return list();
};
const path = () => window.location.hash.slice(1);
const invoices = (policy: string) => `/app/facturas/${policy}/VTUSA/null/AMPARO/0`;

/** Gives the customer these policies. */
async function withPolicies(some: Policy[]) {
  answerWith(device, 'individualPolicyDetail', some);
  await device.mirror.pull(policies);
  device.network.instead = null;
}

/** So many policies, of one product each but for the second, which is another one. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...(own.find(({ Policy }) => Policy === LIFE) as Policy),
    Policy: at === 0 ? LIFE : `9${at}`,
    PolicyNumber: `CR-VID-00${at}`,
    ProductName: at === 1 ? 'Protección Óptima' : 'Vida Universal',
  }));

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('on %s', (_, size) => {
  beforeEach(() => resized(size));

  test('[H2.20] the policy of Pagos is changed by keyboard, Back leads to the one before, and the focus stays on it', async () => {
    const user = userEvent.setup();
    await openAt(device, `/app/pagos/${HEALTH}`);
    const opener = await button();
    expect(opener.textContent).toBe('Salud Global Plus · CR-SAL-0098114');
    act(() => opener.focus());
    await user.keyboard('{ArrowDown}');
    await list();
    expect(options()).toHaveLength(3);
    expect(screen.getByRole('option', { selected: true }).textContent).toMatch(/^Salud Global Plus/);
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('listbox'));
    await user.keyboard('{ArrowDown}{Enter}');
    await until(() => expect(path()).toBe(`/app/pagos/${LIFE}`));
    await until(async () => expect((await button()).textContent).toMatch(/^Vida Universal Flexible/));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect((await button()).hasAttribute('data-takes-focus')).toBe(true);
    await act(async () => window.history.back());
    await until(() => expect(path()).toBe(`/app/pagos/${HEALTH}`));
    expect((await button()).textContent).toMatch(/^Salud Global Plus/);
  });

  test('[H2.20] Escape closes the list, leads nowhere and gives the focus back', async () => {
    const user = userEvent.setup();
    await openAt(device, `/app/pagos/${HEALTH}`);
    const opener = await button();
    act(() => opener.focus());
    await user.keyboard('{Enter}');
    await list();
    await user.keyboard('{Escape}');
    await until(() => expect(screen.queryByRole('listbox')).toBeNull());
    await until(() => expect(document.activeElement).toBe(opener));
    expect(path()).toBe(`/app/pagos/${HEALTH}`);
  });
});

test('[H2.20] the policy that is there already leads nowhere: Back leaves the screen', async () => {
  await openAt(device, `/app/pagos/${HEALTH}`);
  const before = window.history.state.__TSR_index;
  fireEvent.click(within(await open()).getByRole('option', { selected: true }));
  await until(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(path()).toBe(`/app/pagos/${HEALTH}`);
  expect(window.history.state.__TSR_index).toBe(before);
});

test('[H2.20] the only policy with a section is named and is no button', async () => {
  await withPolicies(own.filter(({ Policy }) => Policy === HEALTH));
  await openAt(device, `/app/pagos/${HEALTH}`);
  await until(() => expect(screen.queryByText('Salud Global Plus')?.closest('main')).toBeTruthy());
  // What was read before is painted first.
  await until(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(document.querySelector('main')?.textContent).toContain('Salud Global Plus · CR-SAL-0098114');
});

test('[H2.55] the card of another health policy is one choice away', async () => {
  const health = own.filter(({ Policy }) => Policy === HEALTH);
  await withPolicies([...health, ...health.map((one) => ({ ...one, Policy: '9', PolicyNumber: 'CR-SAL-2' }))]);
  await openAt(device, `/app/carnet/${HEALTH}`);
  fireEvent.click(within(await open()).getByRole('option', { name: /CR-SAL-2/ }));
  await until(() => expect(path()).toBe('/app/carnet/9'));
});

test('[H2.20] policies without a section are not offered in it', async () => {
  await withPolicies(own.map((one) => (one.Policy === LIFE ? { ...one, VisualTimeInstance: 'VTECU' } : one)));
  await openAt(device, `/app/pagos/${HEALTH}`);
  await open();
  await until(() => expect(options().map((one) => one?.slice(0, 12))).toEqual(['Salud Global', 'Vida Entera ']));
});

describe('a search', () => {
  test('is there from eight policies on', async () => {
    await withPolicies(many(7));
    await openAt(device, `/app/pagos/${LIFE}`);
    await open();
    await until(() => expect(options()).toHaveLength(7));
    expect(screen.queryByRole('combobox', { name: 'Buscar: Póliza' })).toBeNull();
  });

  test('[D54] ignores accents, finds by number, marks what matched and counts', async () => {
    const user = userEvent.setup();
    await withPolicies(many(8));
    await openAt(device, `/app/pagos/${LIFE}`);
    await open();
    const field = await until(() => screen.getByRole('combobox', { name: 'Buscar: Póliza' }));
    await user.type(field, 'OPTIMA prote');
    expect(options()).toHaveLength(1);
    const [found] = screen.getAllByRole('option');
    expect([...(found?.querySelectorAll('mark') ?? [])].map((one) => one.textContent)).toEqual(['Prote', 'Óptima']);
    expect(screen.getByText('1 de 8').getAttribute('role')).toBe('status');
    await user.clear(field);
    await user.type(field, 'universal 007');
    expect(options()).toHaveLength(1);
    await user.keyboard('{Enter}');
    await until(() => expect(path()).toBe('/app/pagos/97'));
  });
});

describe('what tells policies apart', () => {
  const ends = async () => {
    await open();
    return until(() => {
      const said = screen.getAllByRole('option').map((one) => one.lastElementChild?.textContent ?? '');
      expect(said.every((one) => /^[\p{Ll}\d]/u.test(one))).toBe(true);
      return said;
    });
  };

  test('[H2.31] in Facturas is when the next bill is due, or that a policy is in arrears', async () => {
    await device.mirror.pull(bills, LIFE);
    await openAt(device, invoices(HEALTH));
    await until(() => expect(title()).toBe('Próximas facturas'));
    await until(() => expect(document.querySelector('main')?.textContent).toMatch(/Actualizado/));
    expect(await ends()).toEqual([
      `vence ${shortly(addDays(demoDay, 39), day)}`,
      `vence ${shortly(addDays(demoDay, 46), day)}`,
      'en impago',
    ]);
  });

  test('[H2.31] in Facturas is that there are none only where the list is empty', async () => {
    const undated = { BillNumber: 'F-9', DuePremium: 10, EffectiveFrom: null, EffectiveTo: null };
    answerWith(device, 'getPendingBills', [undated]);
    await device.mirror.pull(bills, HEALTH);
    answerWith(device, 'getPendingBills', []);
    await device.mirror.pull(bills, LIFE);
    await openAt(device, invoices(LIFE));
    await until(() => expect(title()).toBe('Próximas facturas'));
    await open();
    const said = () => screen.getAllByRole('option').map((one) => one.lastElementChild?.textContent ?? '');
    await until(() => expect(said()).toContain('sin facturas'));
    expect(said()[0]).not.toBe('sin facturas');
    // What was due yesterday is overdue, unless it is nothing.
    for (const DuePremium of [10, 0]) {
      const due = addDays(demoDay, -1);
      answerWith(device, 'getPendingBills', [{ ...undated, DuePremium, EffectiveFrom: due, EffectiveTo: due }]);
      await act(async () => void (await device.mirror.pull(bills, HEALTH)));
      cleanup();
      await openAt(device, invoices(LIFE));
      await open();
      await until(() => expect(said()).toContain('sin facturas'));
      expect(said()[0] === 'vencida', `${DuePremium}`).toBe(DuePremium > 0);
    }
  });

  test('[H2.3] in Facturas leads from unpaid bills to what is to come, and back', async () => {
    await openAt(device, invoices(HEALTH));
    fireEvent.click(within(await open()).getByRole('option', { name: /Vida Entera/ }));
    await until(() => expect(path()).toMatch(/^\/app\/facturas\/520023\/VTUSA\/\d{4}-\d\d-\d\d\//));
    await until(() => expect(screen.queryByRole('listbox')).toBeNull());
    fireEvent.click(within(await open()).getByRole('option', { name: /Vida Universal/ }));
    await until(() => expect(path()).toMatch(/^\/app\/facturas\/520022\/VTUSA\/null\//));
  });

  test('[H2.22] in Pagos is the last payment, and no payments are read for it', async () => {
    await openAt(device, `/app/pagos/${HEALTH}`);
    expect(await ends()).toEqual(
      [-21, -14, -128].map((ago) => `último pago ${shortly(addDays(demoDay, ago), day)}`.toLowerCase()),
    );
    expect(device.mirror.peekAside(payments, [LIFE])).toBeNull();
  });

  test('[H2.59] in Documentos is how many there are', async () => {
    await device.mirror.pull(documents, LIFE);
    answerWith(device, 'getDocuments', []);
    await device.mirror.pull(documents, LATE);
    device.network.instead = null;
    await openAt(device, `/app/documentos/${HEALTH}`);
    await until(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(3));
    expect(await ends()).toEqual(['16 documentos', '9 documentos', 'sin documentos']);
  });

  test('[H2.50][H2.52] in Personas is how many people there are, and each leads to those of its kind', async () => {
    await device.mirror.pull(dependents, HEALTH);
    await device.mirror.pull(roles, LATE);
    await openAt(device, `/app/beneficiarios/${LIFE}`);
    await until(() => expect(screen.getAllByText('José Pablo Solís Vargas').length).toBeGreaterThan(0));
    expect(await ends()).toEqual(['3 personas', '3 personas', '1 persona']);
    fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement);
    await until(() => expect(path()).toBe(addresses.dependents.replace('$policyId', HEALTH)));
    await until(() => expect(title()).toBe('Dependientes'));
  });

  test('[D70] is left out where it is not on this device', async () => {
    await openAt(device, `/app/documentos/${HEALTH}`);
    await until(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(3));
    await open();
    await until(() => expect(options()[0]).toMatch(/16 documentos$/));
    expect(options()[1]).toBe('Vida Universal FlexibleCR-VID-0031450');
    expect(device.paths().filter((one) => one.endsWith('getDocuments'))).toHaveLength(1);
  });
});
