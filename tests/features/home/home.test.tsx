// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Payment, Policy } from '#contract/policies.ts';
import { bills, dependents, policies, refunds, type Wanted } from '#mirror/collections.ts';
import { nameOf, partOf } from '#mirror/plan.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { newRefundDraft } from '#requests/open-drafts.ts';
import { caseStatus } from '#rules/case-status.ts';
import { addDays, daysBetween, longDate, shortDate, today } from '#rules/dates.ts';
import { demoToday } from '#server/demo/demo-day.ts';
import { named } from '#tests/named.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, resized, sees, title, until } from '../reading.tsx';

/** The day that the demo's dates are counted from. */
const day = demoToday(() => new Date());
/** Until the grace period ends, 38 days after the demo's day. The device counts them from its own day. */
const daysLeft = daysBetween(today(new Date()), addDays(day, 38));
let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(cleanup);
afterAll(() => server.close());

const front = () => document.querySelector('[aria-current=true] article') as HTMLElement;
const links = () => [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'));
const plainly = (element: Element) => element.textContent?.replace(/\s+/g, ' ');
const plain = () => pageText().replace(/[\u00a0\u202f]/g, ' ');

describe('the greeting', () => {
  test('[H2.18][H2.2] home greets the customer by name and links to the settings', async () => {
    await openAt(device, '/app');
    await until(() => expect(title()).toBe('María Fernanda'));
    const settings = screen.getByRole('link', { name: 'Gestiona tu cuenta' });
    expect([settings.getAttribute('href'), settings.textContent]).toEqual(['#/app/configuraciones', 'MF']);
  });
});

describe('the policies', () => {
  test('[H1.2][H2.22][H9.8] each policy shows product, number, coverage, premium with frequency, status and last payment', async () => {
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    const card = within(front());
    expect(card.getByText('Póliza CR-SAL-0098114')).toBeTruthy();
    expect(front().textContent?.replace(/[\u00a0\u202f]/g, ' ')).toMatch(/CoberturaUS\$500 000DeducibleUS\$2 500/);
    expect(front().textContent).toMatch(/Prima US\$214,60 al mes.*Último pago/);
    expect(card.getByText('Activa')).toBeTruthy();
  });

  test('[H2.19] the address names the chosen policy; a button moves to the next one', async () => {
    const { router } = await openAt(device, '/app?poliza=1');
    await until(() => expect(front().textContent).toContain('Vida Universal Flexible'));
    await press('Póliza siguiente');
    await until(() => expect(router.state.location.search).toMatchObject({ poliza: '2' }));
    expect(front().textContent).toContain('Vida Entera Protección');
  });

  test('[H2.19] a screen reader hears which policy came to the front, and nothing of the first one', async () => {
    await openAt(device, '/app?poliza=1');
    await until(() => expect(front().textContent).toContain('Vida Universal Flexible'));
    const said = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
    expect(said().join()).not.toContain('Póliza 2 de 3');
    await press('Póliza siguiente');
    await until(() => expect(said()).toContain('Póliza 3 de 3: Vida Entera Protección'));
  });

  test('[H2.19] on a desk the focus goes from the pressed tile to the policy that it brought to the front', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (asked) =>
        ({
          matches: asked.includes('min-width: 1100px'),
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    await openAt(device, '/app?poliza=0');
    const tile = await waitFor(() => screen.getByRole('button', { name: /Vida Universal Flexible/ }), {
      timeout: 6000,
    });
    tile.focus();
    await act(async () => tile.click());
    await until(() => expect(front().textContent).toContain('Vida Universal Flexible'));
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Póliza 2 de 3: Vida Universal Flexible' }));
    vi.restoreAllMocks();
  });

  test('[H2.19] choosing a policy while another screen loads does not lead back to home', async () => {
    const { router } = await openAt(device, '/app?poliza=1');
    await until(() => expect(front().textContent).toContain('Vida Universal Flexible'));
    await act(async () => {
      void router.navigate({ to: '/app/documentos/1' as never });
      screen.getByRole('button', { name: 'Póliza siguiente' }).click();
    });
    expect(router.state.location.pathname).toBe('/app/documentos/1');
  });

  test.each(['999', '-1', 'x', ''])('[H2.19] the address parameter %j still shows a policy', async (bad) => {
    await openAt(device, `/app?poliza=${bad}`);
    await until(() => expect(front()?.textContent).toBeTruthy());
  });

  test('[H2.19] the address also says that the list is open, and a choice brings that policy to the front', async () => {
    const { router } = await openAt(device, '/app?showing=true');
    const dialog = await until(() => screen.getByRole('dialog', { name: 'Tus pólizas' }));
    const rows = within(dialog as unknown as HTMLElement).getAllByRole('option');
    expect(rows).toHaveLength(3);
    expect(rows[0]?.textContent).toBe('Salud Global PlusCR-SAL-0098114Activa');
    expect(rows[2]?.textContent).toMatch(/En impago$/);
    await act(async () => void fireEvent.click(rows[2] as HTMLElement));
    await until(() => expect(router.state.location.search).toEqual({ poliza: '2' }));
  });

  test('[H2.19] two presses on a row of the list on a slow device go back one step only', async () => {
    const { router, history } = await openAt(device, '/app');
    await until(() => expect(front().textContent).toBeTruthy());
    const { key } = history.location.state;
    fireEvent.click(screen.getByRole('button', { name: 'Ver las 3 pólizas' }));
    const dialog = await until(() => screen.getByRole('dialog', { name: 'Tus pólizas' }));
    expect(router.state.location.search).toMatchObject({ showing: 'true' });
    const rows = within(dialog as unknown as HTMLElement).getAllByRole('option');
    const go = vi.spyOn(window.history, 'go');
    // Both presses are handled before the first one's step back ends.
    await act(async () => {
      for (const _ of ['first', 'second']) fireEvent.click(rows[2] as HTMLElement);
    });
    await until(() => expect(router.state.location.search).toEqual({ poliza: '2' }));
    expect(go).toHaveBeenCalledExactlyOnceWith(-1);
    go.mockRestore();
    // Nothing is left above: the list's entry was gone back over.
    expect(history.location.state.__TSR_index).toBe(0);
    expect(key).toBeTruthy();
  });

  test('[H2.19] Back closes the list, and its address opens it again', async () => {
    const { router } = await openAt(device, '/app');
    await until(() => expect(front().textContent).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Ver las 3 pólizas' }));
    await until(() => screen.getByRole('dialog', { name: 'Tus pólizas' }));
    await act(async () => window.history.back());
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({});
    await act(async () => window.history.forward());
    await until(() => screen.getByRole('dialog', { name: 'Tus pólizas' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  test('[H2.19] two quick presses move on by two policies; Alt with an arrow is left to the browser', async () => {
    const { router } = await openAt(device, '/app?poliza=0');
    await until(() => expect(front().textContent).toContain('Salud Global Plus'));
    const next = screen.getByRole('button', { name: 'Póliza siguiente' });
    await act(async () => {
      next.click();
      next.click();
    });
    await until(() => expect(router.state.location.search).toEqual({ poliza: '2' }));
    const strip = screen.getByRole('list', { name: 'Tus pólizas' });
    expect(fireEvent.keyDown(strip, { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect(fireEvent.keyDown(strip, { key: 'ArrowLeft', shiftKey: true })).toBe(true);
    expect(fireEvent.keyDown(strip, { key: 'ArrowLeft' })).toBe(false);
    await until(() => expect(router.state.location.search).toEqual({ poliza: '1' }));
  });

  test('[H4.1][H4.2][H4.3] arrears show their start, how long the grace period lasts, and the bill', async () => {
    await openAt(device, '/app?poliza=2');
    await until(() => expect(front().querySelector('[data-good=false]')).toBeTruthy());
    expect(front().dataset.kind).toBe('arrears');
    expect(front().textContent).toContain(`En impago desde el ${longDate(addDays(day, -22))}`);
    expect(pageText()).toContain(`El periodo de gracia termina el ${longDate(addDays(day, 38))}`);
    expect(pageText().match(new RegExp(`quedan ${daysLeft} días`, 'gi')), 'the days left are told once').toHaveLength(
      1,
    );
    const bill = screen.getByRole('link', { name: /^Factura impagada/ });
    expect(bill.getAttribute('href')).toContain(`/facturas/520023/VTUSA/${addDays(day, -22)}/`);
  });

  test('[H4.2] an ended grace period says when the policy expired; without one amount, several bills are named', async () => {
    const rafael = await deviceOf(server, 'dominicana@demo.test');
    await openAt(rafael, '/app?poliza=1');
    await sees('Facturas impagadas');
    expect(pageText()).toContain(`Tu póliza venció el ${longDate(addDays(day, -15))}`);
  });

  test('[H2.23][H2.24] a coverage of one million is shown in a column, and an offshore policy explains itself', async () => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    await openAt(ixchel, '/app');
    await sees(/la compañía local no la comercializa ni la regula/);
    expect(front().querySelector('dl')?.className).toContain('column');
    await press('Póliza siguiente');
    await until(() => expect(missing(/la compañía local no la comercializa/)).toBe(true));
  });

  test('[H2.19][H7.9] Back to home shows the policy that was chosen, also when another one has come before it meanwhile', async () => {
    const { router } = await openAt(device, '/app?poliza=2');
    await until(() => expect(front().textContent).toContain('Vida Entera Protección'));
    const rows = (await device.mirror.read(policies)).groups?.[0]?.rows ?? [];
    await act(() => router.navigate({ to: `/app/documentos/${rows[2]?.Policy}` }));
    await until(() => expect(title()).not.toBe('María Fernanda'));
    const newest = { ...rows[0], Policy: '9', PolicyNumber: 'CR-9' };
    answerWith(device, 'individualPolicyDetail', [newest, ...rows]);
    await act(async () => void (await device.mirror.pull(policies)));
    expect((await device.mirror.read(policies)).groups?.[0]?.rows).toHaveLength(4);
    await act(async () => router.history.back());
    await until(() => expect(front()?.textContent).toContain('Vida Entera Protección'));
    await until(() => expect(router.state.location.search).toMatchObject({ poliza: '3' }));
    expect(front().textContent).toContain('Vida Entera Protección');
  });

  test('[H7.8][H7.9] policies are synchronized once in the background, and the policy in front stays in front', async () => {
    keepFreshHere(device);
    const { router } = await openAt(device, '/app?poliza=2');
    await until(() => expect(front().textContent).toContain('Vida Entera Protección'));
    const syncCalls = () => device.paths().filter((path) => path.endsWith('dbPoliciesSynchronization')).length;
    await until(() => expect(syncCalls()).toBe(1));
    const { groups } = await device.mirror.read(policies);
    const reversed = [...(groups?.[0]?.rows ?? [])].reverse();
    device.network.instead = (path) => {
      // Each list is asked for by itself.
      if (path.endsWith('/lecturas')) return Response.json({}, { status: 404 });
      return path.endsWith('individualPolicyDetail') ? Response.json(reversed) : null;
    };
    const inFront = new Set<string | null | undefined>();
    const watch = new window.MutationObserver(() => inFront.add(front().querySelector('h2')?.textContent));
    watch.observe(document.body as never, { subtree: true, childList: true, attributes: true });
    // The button ignores presses during a refresh, so the test presses again.
    await until(() => {
      screen.getByRole('button', { name: 'Actualizar' }).click();
      expect(router.state.location.search).toMatchObject({ poliza: '0' });
    });
    await until(() => expect(front().textContent).toContain('Vida Entera Protección'));
    watch.disconnect();
    expect([...inFront], 'no other policy comes to the front in between').toEqual(['Vida Entera Protección']);
    expect(syncCalls()).toBe(1);
  });

  test('[D90][F64] "Actualizar" asks for every part that home shows', async () => {
    const stop = keepFreshHere(device);
    const watched = vi.spyOn(device.mirror.bringing, 'watch');
    await openAt(device, '/app');
    await sees('Actualizado hace un momento');
    await sees('3 personas aseguradas contigo');
    await until(() => expect(device.mirror.bringing.progress.now()).toMatchObject({ complete: true }));
    stop();
    const named = (wanted: readonly Wanted[]) => new Set(wanted.map((one) => nameOf(partOf(one))));
    const shown = named(watched.mock.calls.map(([wanted]) => wanted));
    const tables = new Set([...shown].map((name) => name.split(' ')[0]));
    expect([...tables].sort()).toEqual(['bills', 'dependents', 'policies', 'refunds']);
    const asked = vi.spyOn(device.mirror.bringing, 'ask');
    await press('Actualizar');
    expect([...named(asked.mock.lastCall?.[0] ?? [])]).toEqual(expect.arrayContaining([...shown]));
    await sees('Actualizado hace un momento');
  });

  test('[H7.9] a failed synchronization is tried again when the connection returns, and a new one follows the next sign-in', async () => {
    const syncCalls = () => device.paths().filter((path) => path.endsWith('dbPoliciesSynchronization')).length;
    device.network.instead = (path) =>
      path.endsWith('dbPoliciesSynchronization') ? new Response(null, { status: 503 }) : null;
    const stop = keepFreshHere(device);
    await openAt(device, '/app');
    await until(() => expect(syncCalls()).toBe(1));
    device.network.instead = null;
    await until(() => {
      window.dispatchEvent(new window.Event('online'));
      expect(syncCalls()).toBe(2);
    });
    await act(async () => void window.dispatchEvent(new window.Event('online')));
    cleanup();
    await openAt(device, '/app');
    await until(() => expect(front().textContent).not.toBe(''));
    expect(syncCalls()).toBe(2);

    stop();
    keepFreshHere(device);
    await until(() => expect(syncCalls()).toBe(3));
  });
});

describe('the actions of a policy', () => {
  const cases = [
    [
      '[H2.20] health of the US instance',
      'costarica@demo.test',
      0,
      ['carnet', 'reembolsos', 'pagos', 'documentos', 'dependientes'],
    ],
    ['[H2.20] life of the US instance', 'costarica@demo.test', 1, ['pagos', 'documentos', 'beneficiarios']],
    ['[H6.4] health issued in Ecuador', 'ecuador@demo.test', 0, ['carnet', 'documentos', 'dependientes']],
    ['[H9.7] life of the Ecuadorian instance', 'ecuador@demo.test', 1, ['documentos', 'beneficiarios']],
    [
      '[D31] health of the Ecuadorian instance issued elsewhere',
      'dominicana@demo.test',
      2,
      ['carnet', 'reembolsos', 'documentos', 'dependientes'],
    ],
  ] as const;
  test.each(cases)('%s', async (_, email, index, expected) => {
    const other = await deviceOf(server, email);
    await openAt(other, `/app?poliza=${index}`);
    await until(() => expect(front()?.textContent).toBeTruthy());
    const id = (await other.mirror.read(policies)).groups?.[0]?.rows[index]?.Policy;
    const found = links().flatMap((href) => new RegExp(`^#/app/([a-z]+)/${id}$`).exec(href ?? '')?.[1] ?? []);
    expect([...new Set(found)].sort()).toEqual([...expected].sort());
  });

  test('[H2.21] the card says how many people there are, once they are loaded', async () => {
    await openAt(device, '/app');
    await sees('3 personas aseguradas contigo');
    await press('Póliza siguiente');
    await sees('3 personas designadas');
  });

  test('[D90] on a desk "Actualizar" is reached before the policies and what is beside them, as it is drawn', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    keepFreshHere(device);
    await openAt(device, '/app');
    await until(() => screen.getByRole('region', { name: 'Lo que sigue' }));
    const update = screen.getByRole('button', { name: 'Actualizar' });
    const others = [...screen.getByRole('main').querySelectorAll('a[href], button')].filter(
      (one) => one !== update && !one.closest('header'),
    );
    expect(update.compareDocumentPosition(others[0] as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('[H2.21][H4.5] on a desk cards beside the policies say the next bill, the refunds under way and who the people are', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    const { groups } = await device.mirror.read(policies);
    const health = groups?.[0]?.rows[0]?.Policy ?? '';
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    drafts.save(newRefundDraft(health), { type: 'accidente', step: 3, texts: { tipoGasto: 'Farmacia' } });
    await drafts.flush();
    keepFreshHere(device);
    await openAt(device, '/app');
    const beside = () => plainly(screen.getByRole('region', { name: 'Lo que sigue' })) ?? '';
    await until(() =>
      expect(beside()).toMatch(/Próxima factura.*US\$[\d,]+Salud Global Plus · vence el \d+ de [a-z]+/),
    );
    await until(() => expect(beside()).toMatch(/Reembolsos en curso.*Honorarios médicos Matías · R-.* En trámite/));
    expect(beside()).toContain('Farmacia sin enviar Seguir paso 3 de 4');
    const side = () => plainly(screen.getByRole('region', { name: 'Lo que sigue' }).parentElement as Element) ?? '';
    await until(() => expect(side()).toMatch(/en curso.*Personas.*José P\..*Valentina.*Matías/));
    // It is no part of what comes next, whose heading is before it.
    expect(screen.getByRole('heading', { name: 'Personas' }).tagName).toBe('H2');
    const all = screen.getByRole('link', { name: named('Ver las 3') });
    expect(all.getAttribute('href')).toBe(`#/app/dependientes/${health}`);
  });

  test('[H2.21] on a desk many people are counted, and nobody is told of where the policy has none', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    const { groups } = await device.mirror.read(policies);
    const [health] = groups?.[0]?.rows ?? [];
    const people = Array.from({ length: 6 }, (_, at) => ({
      ...{ ClientName: `HIJO ${at} MORA`, Role: 'Dependent', Status: 'Activo' },
    }));
    answerWith(device, 'getDependents', people);
    await device.mirror.pull(dependents, health?.Policy);
    await openAt(device, '/app');
    await until(() => screen.getByRole('link', { name: named('Ver las 6') }));
    expect(screen.getAllByText('Hijo')).toHaveLength(4);
    answerWith(device, 'getDependents', []);
    await act(async () => void (await device.mirror.pull(dependents, health?.Policy)));
    await sees('Nadie más está asegurado');
  });

  test('[H2.21] a policy without dependents says that nobody else is insured by it', async () => {
    await openAt(await deviceOf(server, 'guatemala@demo.test'), '/app?poliza=1');
    await sees('Nadie más está asegurado');
  });
});

describe('what is due', () => {
  test('[H4.2] money owed on any policy is shown first, with the days left and a link to pay', async () => {
    await openAt(device, '/app');
    await until(() => expect(front().textContent).toContain('Salud Global Plus'));
    const line = screen.getByRole('region', { name: 'En impago' });
    expect(plainly(line)).toContain(
      `Vida Entera Protección · te quedan ${daysLeft} días US$412,50 para que no caduque`,
    );
    const pay = within(line as never).getByRole('link', { name: 'Pagar: Vida Entera Protección' });
    expect(pay.getAttribute('href')).toContain(`/facturas/520023/VTUSA/${addDays(day, -22)}/`);
    expect(line.compareDocumentPosition(front()) & 4, 'above the cards').toBe(4);
  });

  test('[H4.2] two policies of one product in arrears have lines and buttons of their own', async () => {
    const { groups } = await device.mirror.read(policies);
    const rows = groups?.[0]?.rows ?? [];
    const owed = rows.find(({ Policy }) => Policy === '520023');
    answerWith(device, 'individualPolicyDetail', [...rows, { ...owed, Policy: '9', PolicyNumber: 'CR-VID-9' }]);
    await device.mirror.pull(policies);
    await openAt(device, '/app');
    await until(() => screen.getByRole('link', { name: 'Pagar: Vida Entera Protección · CR-VID-9' }));
    screen.getByRole('link', { name: `Pagar: Vida Entera Protección · ${owed?.PolicyNumber}` });
    const line = screen.getByRole('region', { name: 'En impago' });
    expect(plainly(line)).toContain('Vida Entera Protección · CR-VID-9 · te queda');
  });

  test('[H4.2] of four policies in arrears three have lines, and the list shows the other', async () => {
    const { groups } = await device.mirror.read(policies);
    const owed = groups?.[0]?.rows.find(({ Policy }) => Policy === '520023');
    answerWith(
      device,
      'individualPolicyDetail',
      ['1', '2', '3', '4'].map((Policy) => ({ ...owed, Policy, PolicyNumber: `CR-${Policy}` })),
    );
    await device.mirror.pull(policies);
    await openAt(device, '/app');
    await until(() => expect(screen.getAllByRole('link', { name: /^Pagar: / })).toHaveLength(3));
    await press('Y 1 póliza más en impago');
    expect(screen.getByText('Y 1 póliza más')).toBeTruthy();
    await until(() => screen.getByRole('dialog', { name: 'Tus pólizas' }));
  });

  test('[H4.2] nothing is said about arrears when nothing is owed', async () => {
    const { groups } = await device.mirror.read(policies);
    const paid = (groups?.[0]?.rows ?? []).map((policy) => ({ ...policy, GracePeriodDate: null }));
    answerWith(device, 'individualPolicyDetail', paid);
    await device.mirror.pull(policies);
    await openAt(device, '/app');
    await until(() => expect(front()?.textContent).toContain('Salud Global Plus'));
    await until(() => expect(screen.queryByRole('region', { name: 'En impago' })).toBeNull());
  });

  test('[H2.29] no bill is named as the next one before the bills of every policy are known', async () => {
    const { groups } = await device.mirror.read(policies);
    const ids = groups?.[0]?.rows.map(({ Policy }) => Policy) ?? [];
    const last = ids.at(-1) ?? '';
    device.network.instead = async (path, init) => {
      // Each is asked for by itself.
      if (path.endsWith('/lecturas')) return Response.json({}, { status: 404 });
      const refused = path.endsWith('/getPendingBills') && String(init.body).includes(`"${last}"`);
      return refused ? new Response(null, { status: 503 }) : null;
    };
    keepFreshHere(device);
    await openAt(device, '/app');
    await until(async () => expect((await device.mirror.read(bills, ids[0])).groups).not.toBeNull());
    await new Promise((drawn) => setTimeout(drawn, 300));
    expect(document.body.textContent).not.toContain('Próxima factura');
    device.network.instead = null;
    await act(async () => void (await device.mirror.pull(bills, last)));
    await until(() => expect(document.body.textContent).toContain('Próxima factura'));
  });

  test('[D22][H2.29] the next bill is in the currency of its policy, as on its own screen', async () => {
    const { groups } = await device.mirror.read(policies);
    const colombian = { IssuingCompany: 'AMPARO COLOMBIA', PolicyValuesType: '' };
    keepFreshHere(device);
    await openAt(device, '/app');
    await until(() => expect(plain()).toMatch(/Próxima factura.{0,80}\d/));
    answerWith(
      device,
      'individualPolicyDetail',
      (groups?.[0]?.rows ?? []).map((policy) => ({ ...policy, ...colombian })),
    );
    await act(async () => void (await device.mirror.pull(policies)));
    await until(() => expect(plain()).toMatch(/Próxima factura.{0,80}\d COP/));
    expect(plain()).not.toMatch(/\d USD/);
  });

  test('[H2.29][H4.5] the next bill and the refunds under way are shown, also without a connection', async () => {
    keepFreshHere(device);
    const opened = await openAt(device, '/app');
    const next = () => screen.getByRole('region', { name: 'Lo que sigue' });
    await until(() => expect(plainly(next())).toMatch(/Próxima factura Salud Global Plus US\$[\d,]+ vence el \d/));
    const { groups } = await device.mirror.read(policies);
    const health = groups?.[0]?.rows[0]?.Policy ?? '';
    await act(async () => void (await device.mirror.pull(refunds, health)));
    // Left what and whose, right how much and where it stands.
    const line = /[A-Z][a-zé ]+ \S+( [A-Z]\.)? · R-\d{4}-\d+ \S+ ?[\d ,]+ En trámite/;
    await until(() => expect(plainly(next())).toMatch(line));
    opened.unmount();
    device.network.up = false;
    setOnline(false);
    await openAt(device, '/app');
    await until(() => expect(plainly(next())).toMatch(line));
    await until(() => expect(plainly(next())).toMatch(/En trámite.*Próxima factura.* vence el \d/));
    setOnline(true);
    await act(
      async () =>
        void fireEvent.click(within(next() as never).getAllByRole('button', { name: /R-\d{4}-\d+/ })[0] as never),
    );
  });

  test.each([
    ['a phone', 390],
    ['a desk', 1280],
  ])(
    '[H2.21][H4.5] on %s refunds under way of several policies are counted for each, beside its history',
    async (_, width) => {
      resized({ width, height: 844 });
      onTestFinished(() => resized({ width: 390, height: 844 }));
      const [health] = (await device.mirror.read(policies)).groups?.[0]?.rows ?? [];
      const { Policy: id = '' } = health ?? {};
      await device.mirror.pull(refunds, id);
      const rows = (await device.mirror.read(refunds, id)).groups?.flatMap((group) => group.rows) ?? [];
      const one = rows.find(({ idEstado }) => caseStatus(idEstado).text === 'En trámite');
      const other = { ...health, Policy: '9', PolicyNumber: 'CR-9', ProductName: 'Salud Básica' };
      answerWith(device, 'individualPolicyDetail', [health, other]);
      await device.mirror.pull(policies);
      for (const [policyId, day, count] of [
        [id, '2026-03-09', 4],
        ['9', '2026-03-08', 2],
      ] as const) {
        const open = Array.from({ length: count }, (_, at) => ({ ...one, id: `${policyId}-${at}`, created: day }));
        answerWith(device, 'reembolsos/getByPolicy', open);
        await device.mirror.pull(refunds, policyId);
      }
      device.network.up = false;
      await openAt(device, '/app');
      const counts = () =>
        within(screen.getByRole('region', { name: 'Lo que sigue' }))
          .queryAllByRole('link', { name: /en curso/ })
          .map((line) => [plainly(line)?.trim(), line.getAttribute('href')]);
      await until(() =>
        expect(counts()).toEqual([
          [`Y 1 reembolso más en curso ${health?.ProductName}`, `#/app/reembolsos/${id}`],
          ['Y 2 reembolsos más en curso Salud Básica', '#/app/reembolsos/9'],
        ]),
      );
    },
  );

  test.each([
    [335, 'with'],
    [30, 'without'],
  ])('[D91] a bill that is due in %i days is told %s its year', async (days, year) => {
    const here = today(new Date());
    const [EffectiveFrom, EffectiveTo] = [addDays(here, 2), addDays(here, days)];
    answerWith(device, 'getPendingBills', [{ BillNumber: 'F-1', DuePremium: 100, EffectiveFrom, EffectiveTo }]);
    const { groups } = await device.mirror.read(policies);
    for (const { Policy } of groups?.[0]?.rows ?? []) await device.mirror.pull(bills, Policy);
    await openAt(device, '/app');
    const day = year === 'with' ? shortDate(EffectiveTo) : shortDate(EffectiveTo).replace(/ \d{4}$/, '');
    const next = await until(() => screen.getByRole('region', { name: 'Lo que sigue' }));
    expect(plainly(next as unknown as Element)).toMatch(
      new RegExp(`Próxima factura Salud\\D*[\\d,]+ vence el ${day}$`),
    );
  });

  test('[H2.29][F12] two policies of one product are told apart beside the next bill and a draft', async () => {
    const { groups } = await device.mirror.read(policies);
    const [health] = groups?.[0]?.rows ?? [];
    answerWith(device, 'individualPolicyDetail', [health, { ...health, Policy: '9', PolicyNumber: 'CR-SAL-9' }]);
    await device.mirror.pull(policies);
    const soon = addDays(today(new Date()), 5);
    answerWith(device, 'getPendingBills', [
      { BillNumber: 'F-1', DuePremium: 100, EffectiveFrom: soon, EffectiveTo: soon },
    ]);
    for (const id of [health?.Policy, '9']) await device.mirror.pull(bills, id);
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    drafts.save(newRefundDraft('9'), { type: 'accidente', step: 3, texts: { diagnostico: 'Esguince' } });
    await drafts.flush();
    await openAt(device, '/app');
    const next = () => plainly(screen.getByRole('region', { name: 'Lo que sigue' }));
    await until(() =>
      expect(next()).toContain('Reembolso sin enviar Accidente · Salud Global Plus · CR-SAL-9 Seguir paso 3 de 4'),
    );
    await until(() => expect(next()).toMatch(/Próxima factura.*Salud Global Plus · CR-SAL-0098114/));
  });

  test.each([
    ['its type', {}, 3, 'Reembolso sin enviar Accidente Seguir paso 3 de 4'],
    [
      'its kind and its patient',
      { tipoGasto: 'Farmacia', paciente: '["SOLIS ROJAS, VALENTINA","Dependent","520021"]' },
      4,
      'Reembolso sin enviar Farmacia · Valentina Seguir paso 4 de 4',
    ],
    ['no patient where the answer is none', { paciente: '{"a":1}' }, 0, 'Reembolso sin enviar Accidente Seguir'],
    ['that it is to be looked over', {}, 5, 'Reembolso sin enviar Accidente Seguir por revisar'],
  ])('[F12] a refund’s draft can be resumed, and shows %s and how far it is', async (_, answers, step, line) => {
    const { groups } = await device.mirror.read(policies);
    const health = groups?.[0]?.rows[0]?.Policy ?? '';
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    drafts.save(newRefundDraft(health), { type: 'accidente', step, texts: { diagnostico: 'Esguince', ...answers } });
    await drafts.flush();
    await openAt(device, '/app');
    const link = await until(() => screen.getByRole('link', { name: /^Reembolso sin enviar/ }));
    expect(plainly(link as unknown as Element)?.trim()).toBe(line);
    expect(links()).toContain(`#/app/reembolsos/añadir/${health}`.replace('añadir', encodeURIComponent('añadir')));
    expect(pageText()).not.toContain('Esguince');
  });
});

describe('an extra contribution', () => {
  const open = async () => {
    await openAt(device, '/app?poliza=1');
    await until(() => screen.getByRole('button', { name: 'Aportación extra' }));
    await press('Aportación extra');
    await until(() => screen.getByRole('dialog'));
  };
  const type = (text: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText('Importe'), { target: { value: text } }));

  test('[H2.25][H1.7] an extra contribution is offered only for policies that take one', async () => {
    await openAt(device, '/app?poliza=0');
    await until(() => expect(front()?.textContent).toBeTruthy());
    expect(screen.queryByRole('button', { name: 'Aportación extra' })).toBeNull();
  });

  test('[H5.5][D19][D74] the dialog asks for the amount, then leads to the payment page', async () => {
    await open();
    await press('Continuar');
    await sees(/^Escribe un importe mayor que cero, por ejemplo US\$150,00$/);
    await type('150,5');
    await press('Continuar');
    const link = await until(() => screen.getByRole('link', { name: /Ir a pagar/ }));
    expect((link as unknown as HTMLAnchorElement).textContent).toContain('US$150,50');
    expect((link as unknown as HTMLAnchorElement).getAttribute('href')).toContain('/pagar/');
  });

  test('[D93] a payment that may be the contribution says so, and nothing of bills', async () => {
    const card = { CardHolder: '', PaymentType: '', CardType: '', CardNumber: '', CardExpiration: '' };
    const sums = { Total: 150, Amount: 150, Transaction_Fee: 0 };
    const day = { ParsedCompletedDate: new Date().toISOString(), OrderNumber: '', Status: 'Aceptado' };
    const payment: Payment = { ID: 'P', ...card, ...sums, ...day };
    const left = { billNo: null, amount: 150, currency: 'USD', at: Date.now(), known: null };
    const paying = vi.spyOn(device.mirror.paying, 'outcomesAt');
    paying.mockResolvedValue([{ ...left, state: 'open', payments: [payment] }]);
    onTestFinished(() => paying.mockRestore());
    await open();
    await sees('Aún no sabemos si es tu aportación extra: espera unos minutos antes de hacer otra.');
    expect(missing(/de qué factura es/)).toBe(true);
  });

  test('[H5.5] a tablet that is turned keeps the dialog, its amount and the way to the payment', async () => {
    resized({ width: 1000, height: 1280 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    await open();
    await type('150');
    await press('Continuar');
    await until(() => screen.getByRole('link', { name: /Ir a pagar/ }));
    await act(async () => resized({ width: 1280, height: 1000 }));
    // Only a desk has it.
    await sees('Reembolsos en curso');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect((screen.getByLabelText('Importe') as unknown as HTMLInputElement).value).toBe('150');
    expect(screen.getByRole('link', { name: /Ir a pagar/ })).toBeTruthy();
  });

  test('[H5.5] an amount that was read otherwise than typed, or with another currency, is told before it is paid', async () => {
    await open();
    await type('150');
    expect(screen.queryByText(/^Son /)).toBeNull();
    await type('$.50');
    await sees('Son US$50,00');
    await type('1.500');
    await sees(/^Son US\$1\s500,00$/);
    await type('12.000 CRC');
    await sees(/^Son US\$12\s000,00\. Escribiste CRC: revisa la divisa\.$/);
    await type('1234.567');
    expect(screen.queryByText(/^Son /)).toBeNull();
  });

  test('[D19] a customer who went to pay sees the payment’s state, and no button to pay again', async () => {
    await open();
    await type('150,5');
    await press('Continuar');
    const link = await until(() => screen.getByRole('link', { name: /Ir a pagar/ }));
    await act(async () => (link as unknown as HTMLAnchorElement).click());
    await sees('Esperamos la confirmación del pago');
    expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
    expect(screen.queryByLabelText('Importe')).toBeNull();
    await press('No llegué a pagar');
    await until(() => screen.getByLabelText('Importe'));
  });

  test('[D19] Enter in the amount field asks for the link as well', async () => {
    await open();
    await act(() => userEvent.type(screen.getByLabelText('Importe'), '20{Enter}'));
    await until(() => screen.getByRole('link', { name: /Ir a pagar/ }));
  });

  test('[H8.1] a missing payment address is reported', async () => {
    await open();
    answerWith(device, 'getPaymentLink', { paymentUrl: '' });
    await type('10');
    await press('Continuar');
    await sees('No se encontró la URL de pago');
  });
});

describe('the savings plan', () => {
  test('[H2.27][H9.9][H9.12] the plans of the country are shown, with the customer’s own marked, and a link to the store', async () => {
    const rafael = await deviceOf(server, 'dominicana@demo.test');
    await openAt(rafael, '/app');
    await sees('Planes de ahorro');
    expect(plain()).toMatch(/Básico10,00020,000.*Óptimo.*Tu plan.*20,00040,000.*Completo40,00080,000/);
    const store = screen.getByRole('link', { name: 'Ver BMI Ahorro en la tienda' });
    expect(store.getAttribute('href')).toMatch(/^https:\/\/play\.google\.com\/store\/.*BMI%20Ahorro.*gl=do$/);
    expect(store.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('[H8.2][D47] in a country without a store, pressing the button says so', async () => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    const { groups } = await ixchel.mirror.read(policies);
    const saving = { ...(groups?.[0]?.rows[0] as Policy), ProductName: 'Mi AHORRO' };
    answerWith(ixchel, 'individualPolicyDetail', [saving]);
    await ixchel.mirror.pull(policies);
    await openAt(ixchel, '/app');
    await sees('Planes de ahorro');
    await press('Ver BMI Ahorro en la tienda');
    await sees('BMI Ahorro aún no está disponible en tu país');
  });
});

describe('when there is nothing to show', () => {
  test('[H2.26][D39] a customer without policies gets a welcome and a mail address', async () => {
    const lucia = await deviceOf(server, 'internacional@demo.test');
    await openAt(lucia, '/app');
    await sees('Parece que no tienes pólizas activas');
    expect(pageText()).toContain('Te damos la bienvenida');
    expect(screen.getByRole('link', { name: 'Contáctanos' }).getAttribute('href')).toMatch(/^mailto:/);
    cleanup();
    await openAt(lucia, '/app?showing=true');
    await sees('No hay polizas para mostrar.');
  });

  test('[D70] policies that never came are said to be not here, and come with the connection', async () => {
    await device.db.policies.clear();
    await device.db.pulls.clear();
    device.network.up = false;
    setOnline(false);
    await openAt(device, '/app');
    await sees('Esto aún no está en este teléfono');
    await sees('Llegará cuando vuelva la conexión.');
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    keepFreshHere(device);
    device.network.up = true;
    act(() => setOnline(true));
    await sees('Salud Global Plus');
  });

  test('[D29] home opens without a connection with what the sign-in loaded', async () => {
    device.network.up = false;
    await openAt(device, '/app');
    await sees('Salud Global Plus');
  });
});

test('[S2] hostile, missing, zero, negative and huge values are shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)>\u202E';
  const fields = Object.keys((await device.mirror.read(policies)).groups?.[0]?.rows[0] ?? {});
  answerWith(device, 'individualPolicyDetail', [
    { ...Object.fromEntries(fields.map((field) => [field, evil])), Policy: '../../x?#' },
    { Policy: '2' },
    {
      Policy: '3',
      ProductName: 'A'.repeat(10_000),
      LineOfBusinessType: 'Health',
      HealthCoverage: -1,
      HealthDeductible: 0,
    },
    {
      Policy: '4',
      LineOfBusinessType: 'Life',
      InsuredAmount: 1e300,
      GracePeriodDate: '2026-01-01',
      GracePeriodDays: 1e12,
    },
  ]);
  await device.mirror.pull(policies);
  await openAt(device, '/app');
  await until(() => expect(document.querySelectorAll('article')).toHaveLength(4));
  expect(document.querySelector('img')).toBeNull();
  expect(links().every((href) => !href?.includes('../') && !/^(javascript|data):/i.test(href ?? ''))).toBe(true);
});
