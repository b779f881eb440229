import '#tests/page.ts';

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createAppTree } from '#app/tree.tsx';
import { type Destination, addresses as declared, screens } from '#rules/screens.ts';

import { createAppRouter } from '../../src/app/router.tsx';
import { parseSearch, stringifySearch } from '../../src/app/search.ts';

const root = resolve(import.meta.dirname, '../..');

/** Each address of the requirements, with the route that answers it and the screen that it draws; '' for the start page and home. */
const addresses = [
  ['[V2.1]', '/', '/', ''],
  ['[V2.2]', '/registro/residencia', '/registro/residencia', 'ResidenceScreen'],
  ['[V2.3]', '/registro', '/registro', 'WizardScreen'],
  ['[V2.4]', '/registro/creada', '/registro/creada', 'WatchedCreated'],
  ['[S20]', '/registro/fotos/2/AbC123', '/registro/fotos/$sides/$code', 'RelayScreen'],
  ['[H2.2]', '/app', '/app/', ''],
  ['[H2.3]', '/app/facturas/P-1/VTUSA/null/AMPARO%20COSTA%20RICA/0', '/facturas/$policy', 'InvoicesScreen'],
  ['[H2.4]', '/app/reembolsos/P-1', '/app/reembolsos/$policyId', 'RefundHistoryScreen'],
  ['[H2.5]', '/app/reembolsos/añadir/P-1', '/app/reembolsos/añadir/$policyId', 'NewRefundScreen'],
  ['[H2.5]', '/app/reembolsos/a%C3%B1adir/P-1', '/app/reembolsos/añadir/$policyId', 'NewRefundScreen'],
  ['[H2.6]', '/app/reembolsos/detalles', '/app/reembolsos/detalles', 'RefundDetailScreen'],
  ['(ours)', '/app/compartido', '/app/compartido', 'ReceivedScreen'],
  ['[H2.7]', '/app/beneficiarios/P-1', '/app/beneficiarios/$policyId', 'BeneficiariesScreen'],
  ['[H2.8]', '/app/dependientes/P-1', '/app/dependientes/$policyId', 'DependentsScreen'],
  ['[H2.9]', '/app/carnet/P-1', '/app/carnet/$policyId', 'HealthCardScreen'],
  ['[H2.10]', '/app/pagos/P-1', '/app/pagos/$policyId', 'PaymentsScreen'],
  ['[H2.10]', '/app/pagos/P-1/resumen/2026', '/app/pagos/$policyId/resumen/$year', 'StatementScreen'],
  ['[D61]', '/app/novedades', '/app/novedades', 'NewsScreen'],
  ['[H2.11]', '/app/documentos/P-1', '/app/documentos/$policyId', 'DocumentsScreen'],
  ['[H2.12]', '/app/configuraciones', '/app/configuraciones', 'SettingsScreen'],
  [
    '[H2.13]',
    '/app/configuraciones/informacionPersonal',
    '/app/configuraciones/informacionPersonal',
    'PersonalInformationScreen',
  ],
  ['[H2.14]', '/app/configuraciones/ayuda', '/app/configuraciones/ayuda', 'HelpScreen'],
  ['[H2.15]', '/app/configuraciones/ayuda/crear', '/app/configuraciones/ayuda/crear', 'NewTicketScreen'],
  ['[H2.16]', '/app/configuraciones/password', '/app/configuraciones/password', 'PasswordScreen'],
  ['[D56]', '/app/configuraciones/huella', '/app/configuraciones/huella', 'PasskeysScreen'],
  ['(ours)', '/app/configuraciones/sesiones', '/app/configuraciones/sesiones', 'SessionsScreen'],
  ['(ours)', '/app/configuraciones/pendientes', '/app/configuraciones/pendientes', 'PendingScreen'],
] as const;

const written = readFileSync(resolve(root, 'src/app/router.tsx'), 'utf8');
/** The screen that each address is declared with. */
const drawn = new Map(
  [...written.matchAll(/addresses\.(\w+),\s+\(\) => import\('[^']+'\),\s+'(\w+)'/g)].map(([, name, component]) => [
    declared[name as keyof typeof declared] as string,
    component,
  ]),
);

describe('the addresses', () => {
  test.each(addresses)('%s %s has its screen', (_id, address, route, component) => {
    const router = createAppRouter();
    const matches = router.matchRoutes(
      router.parseLocation({ ...router.history.location, pathname: address, href: address }),
    );
    const answered = matches.at(-1)?.fullPath ?? '';
    expect(answered).toContain(route);
    expect(drawn.get(answered) ?? '').toBe(component);
  });

  test('are all in the table above', () => {
    const router = createAppRouter();
    const tried = addresses.map(([, address]) => {
      const location = router.parseLocation({ ...router.history.location, pathname: address, href: address });
      return router
        .matchRoutes(location)
        .at(-1)
        ?.fullPath.replace(/(.)\/$/, '$1');
    });
    expect(Object.values(declared).filter((address) => !tried.includes(address))).toEqual([]);
  });

  test.each(['/app/nada', '/app/configuraciones/nada', '/nada'])(
    '[D38] %s has no screen and leads to the fallback',
    (address) => {
      const router = createAppRouter();
      const matches = router.matchRoutes(
        router.parseLocation({ ...router.history.location, pathname: address, href: address }),
      );
      expect(matches.at(-1)?.routeId).toBe('/$');
    },
  );

  test('[V2.5][H2.1] every screen below /app is inside the layout that watches over inactivity', () => {
    const router = createAppRouter();
    for (const [, address] of addresses.filter(([, address]) => address.startsWith('/app'))) {
      const matches = router.matchRoutes(
        router.parseLocation({ ...router.history.location, pathname: address, href: address }),
      );
      expect(matches.map(({ routeId }) => routeId)).toContain('/app');
    }
  });

  test.each(['/app/documentos/%', '/registro/fotos/%E0%A4%A/x'])(
    'an address that a mail client cut within a percent code leads to the start: %s',
    async (address) => {
      localStorage.clear();
      history.replaceState(null, '', `#${address}`);
      render(await createAppTree());
      await waitFor(() => expect(location.hash).toBe('#/'));
      expect(screen.queryByText('Not Found')).toBeNull();
      cleanup();
    },
  );

  test('[V2.6] addresses are behind the hash', () => {
    expect(createAppRouter().history.createHref('/app/pagos/1')).toContain('#/app/pagos/1');
  });

  test('every screen that a route names is a file with that component', () => {
    const named = [...written.matchAll(/import\('([^']+)'\),\s*'(\w+)'/g)];
    expect(named.length).toBeGreaterThan(18);
    for (const [, specifier = '', component = ''] of named) {
      const file = specifier.startsWith('#')
        ? specifier.replace('#', 'src/')
        : `src/app/${specifier.replace('./', '')}`;
      expect(existsSync(resolve(root, file)), file).toBe(true);
      const declared = new RegExp(`export (function ${component}\\b|const ${component} = [a-z]\\w+Screen\\b)`);
      expect(readFileSync(resolve(root, file), 'utf8')).toMatch(declared);
    }
  });
});

describe('a link under the pointer', () => {
  test('opens the rows of its screen in memory, without checking the session or remembering the address', async () => {
    const openAhead = vi.fn(async () => undefined);
    vi.doMock('../../src/app/device.ts', () => ({ openAhead }));
    const gate = { enterSignedIn: vi.fn(), leaveStart: vi.fn() };
    vi.doMock('../../src/app/session-gate.ts', () => gate);
    vi.resetModules();
    const { createAppRouter: create } = await import('../../src/app/router.tsx');
    await create().preloadRoute(screens.beneficiaries('520022'));
    expect(openAhead.mock.calls).toEqual([['roles', '520022']]);
    expect(gate.enterSignedIn).not.toHaveBeenCalled();
    vi.doUnmock('../../src/app/device.ts');
    vi.doUnmock('../../src/app/session-gate.ts');
  });

  test('[F12] reads what was begun in its form, as a visit does while the form comes', async () => {
    const openBegunAhead = vi.fn(async () => undefined);
    vi.doMock('../../src/app/device.ts', () => ({ openBegunAhead }));
    vi.doMock('../../src/app/session-gate.ts', () => ({ enterSignedIn: async () => true, leaveStart: vi.fn() }));
    vi.doMock('../../src/app/own-address.ts', () => ({ isOwnPolicy: async () => true }));
    vi.resetModules();
    const { createAppRouter: create } = await import('../../src/app/router.tsx');
    const router = create();
    await router.preloadRoute(screens.newTicket);
    expect(openBegunAhead.mock.calls).toEqual([[undefined]]);
    await router.navigate(screens.newRefund('520022') as never);
    await vi.waitFor(() => expect(openBegunAhead.mock.calls).toEqual([[undefined], ['520022']]));
    for (const path of ['device', 'session-gate', 'own-address']) vi.doUnmock(`../../src/app/${path}.ts`);
  });

  test('[V2.6] has its address behind the hash, with encoded parameters', () => {
    const { buildLocation, history } = createAppRouter();
    const hrefOf = (to: Destination) => history.createHref(buildLocation(to as never).publicHref);
    expect(hrefOf(screens.payments('../1'))).toBe('#/app/pagos/..%2F1');
    expect(hrefOf(screens.home)).toBe('#/app');
    expect(decodeURI(hrefOf(screens.newRefund('1')))).toBe('#/app/reembolsos/añadir/1');
  });
});

test('[F50][F12] home is read before it is shown, also on the way back, which asks then whether it still stands drawn', async () => {
  const read: (() => void)[] = [];
  const openHome = vi.fn(
    (_index: string | undefined, _isKept: () => boolean) => new Promise<void>((done) => read.push(done)),
  );
  vi.doMock('../../src/app/device.ts', () => ({ openHome }));
  vi.doMock('../../src/app/session-gate.ts', () => ({
    enterSignedIn: async () => true,
    leaveStart: async () => false,
  }));
  vi.resetModules();
  const [{ createAppRouter: create }, { keptHome }] = await Promise.all([
    import('../../src/app/router.tsx'),
    import('../../src/app/home-part.ts'),
  ]);
  const router = create();
  const shown = () => router.state.matches.at(-1)?.routeId;
  const go = (path: string) => {
    router.history.push(path);
    return router.load();
  };
  for (const visit of [1, 2]) {
    const going = go('/app?poliza=1');
    await vi.waitFor(() => expect(read).toHaveLength(visit));
    await new Promise((soon) => setTimeout(soon, 20));
    expect(shown(), `before it is read on visit ${visit}`).not.toBe('/app/');
    read.at(-1)?.();
    await going;
    expect(shown()).toBe('/app/');
    await go('/');
    expect(shown()).toBe('/');
  }
  const pointed = router.preloadRoute({ to: '/app' });
  await vi.waitFor(() => expect(read).toHaveLength(3));
  read.at(-1)?.();
  await pointed;
  void go('/app?poliza=1');
  await vi.waitFor(() => expect(read, 'after a pointer over its link').toHaveLength(4));
  const [index, isKept] = openHome.mock.lastCall ?? [];
  expect(index).toBe('1');
  for (const kept of [true, false]) {
    keptHome.is = kept;
    expect(isKept?.()).toBe(kept);
  }
  vi.doUnmock('../../src/app/device.ts');
  vi.doUnmock('../../src/app/session-gate.ts');
});

describe('the start', () => {
  test('opens the screen whose address was set while the first screen loads', async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    location.hash = '#/';
    const making = createAppTree();
    location.hash = '#/registro/residencia';
    window.dispatchEvent(new PopStateEvent('popstate'));
    render(await making);
    expect(
      await screen.findByRole('heading', { level: 1, name: '¿Cuál es tu país de residencia fiscal?' }),
    ).toBeDefined();
  });
});

test('the router listens to no `beforeunload`, which would delay each reload', () => {
  const listen = vi.spyOn(window, 'addEventListener');
  createAppRouter();
  const types = listen.mock.calls.map(([type]) => type as string);
  expect(types).not.toContain('beforeunload');
});

describe('search parameters', () => {
  test('[H2.19] stay texts both ways, without quotes', () => {
    expect(parseSearch('?poliza=1&showing=true')).toEqual({ poliza: '1', showing: 'true' });
    expect(stringifySearch({ poliza: '1', showing: undefined })).toBe('?poliza=1');
    expect(stringifySearch({})).toBe('');
  });
});

describe('the way to register', () => {
  test('[D23] leads to the choice of residence, or to the registration site that the build names', async () => {
    const read = async () => {
      vi.resetModules();
      return import('../../src/app/prerender/register-address.ts');
    };
    expect((await read()).wideRegisterHref).toBe('#/registro/residencia');
    vi.doMock('#settings/settings.ts', () => ({ registerUrl: 'https://registro.example/' }));
    const named = await read();
    expect(named.wideRegisterHref).toBe('https://registro.example/');
    expect(named.registerHref).toBe('#/registro/residencia');
    vi.doUnmock('#settings/settings.ts');
  });
});
