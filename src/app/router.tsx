import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import * as v from 'valibot';
import type { MirrorTable } from '#database/rows.ts';
import { addresses } from '#rules/screens.ts';
import { FailedScreen } from './failed-screen.tsx';
import { HomeRoute, keptHome } from './home-part.ts';
import { lazyScreen } from './lazy-screen.ts';
import { Root } from './root.tsx';
import { createRouterHistory } from './router-history.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { enterSignedIn, leaveStart } from './session-gate.ts';
import { StartRoute } from './start-route.tsx';

const root = createRootRoute({ component: Root });

/** An unknown address, mistyped or of an older version: home for a signed-in customer, else the start page. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => root,
  path: addresses.start,
  component: StartRoute,
  beforeLoad: async ({ preload }) => {
    if (!preload && (await leaveStart())) throw redirect({ to: '/app' });
  },
});

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: lazyScreen(() => import('./visitor/layout.tsx'), 'VisitorLayout'),
});

/** Loads the module of the named screen, when it is visited. */
type Load<N extends string> = () => Promise<Record<N, RouteComponent>>;

/** A screen for visitors. */
const visit = <A extends string, N extends string>(path: A, load: Load<NoInfer<N>>, name: N) =>
  createRoute({ getParentRoute: () => visitor, path, component: lazyScreen(load, name) });

const app = createRoute({
  getParentRoute: () => root,
  path: addresses.home,
  component: lazyScreen(() => import('./signed-in/layout.tsx'), 'SignedInLayout'),
  beforeLoad: async ({ location, preload }) => {
    // A preload is not a visit, so the session is not checked.
    if (preload) return;
    const entered = await enterSignedIn(location.href, location.state);
    if (!entered) throw redirect({ to: '/' });
  },
});

/** A bad value in the address shows the screen with its default choice, never an error. */
const homeSearch = v.object({
  poliza: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))), undefined),
  showing: v.fallback(v.optional(v.literal('true')), undefined),
  /** The shortcut of the installed app that was used. */
  ir: v.fallback(v.optional(v.string()), undefined),
  /** From a tapped push: its subject, the policy and the refund. */
  aviso: v.fallback(v.optional(v.string()), undefined),
  de: v.fallback(v.optional(v.string()), undefined),
  caso: v.fallback(v.optional(v.string()), undefined),
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  validateSearch: homeSearch,
  component: HomeRoute,
  // Read anew at each visit, which waits for it. By itself the router shows home of a moment ago, or of a pointer over its link, at once.
  preloadStaleTime: 0,
  loader: {
    staleReloadMode: 'blocking',
    handler: ({ location }: { location: { search: { poliza?: string | undefined } } }) =>
      import('./device.ts').then(({ openHome }) => openHome(location.search.poliza, () => keptHome.is)),
  },
});

/**
 * A screen of the signed-in area. Its `rows` are opened in memory while the customer points at its link, and what was begun in its form
 * while it comes. A visited screen reads by itself, so that navigation does not wait here.
 */
const screen = <P extends string, N extends string>(
  address: `${typeof addresses.home}${P}`,
  load: Load<NoInfer<N>>,
  name: N,
  rows?: MirrorTable | 'begun',
) =>
  createRoute({
    getParentRoute: () => app,
    // The layout of the signed-in area has read the beginning of the address.
    path: address.slice(addresses.home.length) as P,
    component: lazyScreen(load, name),
    // As a function without parameters: the address alone says which ones a route has.
    beforeLoad: ownOnly as () => Promise<void>,
    loader: rows && openAhead(rows),
  });

interface Visit {
  preload: boolean;
  /** Names the policy, where the screen is about one. */
  params: { policyId?: string; policy?: string };
}

/** Leads home from an address of another customer: one in the path, or a refund's in the history entry's state. */
async function ownOnly({
  preload,
  params,
  location,
}: Omit<Visit, 'params'> & { params: object; location: { state: object } }) {
  const { policyId, policy } = params as Visit['params'];
  const { refund } = location.state as { refund?: { policyId?: string } };
  const named = policyId ?? policy ?? refund?.policyId;
  if (preload || !named) return;
  const { isOwnPolicy } = await import('./own-address.ts');
  if (!(await isOwnPolicy(named))) throw redirect({ to: '/app', replace: true });
}

const openAhead = (rows: MirrorTable | 'begun') => {
  const open = ({ preload, params: { policyId, policy } }: Visit) => {
    if (!preload && rows !== 'begun') return;
    const opened = import('./device.ts').then((device) =>
      rows === 'begun' ? device.openBegunAhead(policyId) : device.openAhead(rows, policyId ?? policy),
    );
    // The screen itself tells of what cannot be read, and waits for nothing here.
    return preload ? opened : void opened.catch(() => undefined);
  };
  // As a loader without parameters: the address alone says which ones a route has.
  return open as () => ReturnType<typeof open>;
};

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      nowhere,
      visitor.addChildren([
        visit(addresses.residence, () => import('#features/registration/residence-screen.tsx'), 'ResidenceScreen'),
        visit(addresses.registration, () => import('#features/registration/wizard-screen.tsx'), 'WizardScreen'),
        visit(addresses.created, () => import('./visitor/created.tsx'), 'WatchedCreated'),
        visit(addresses.relay, () => import('#features/registration/relay-screen.tsx'), 'RelayScreen'),
      ]),
      app.addChildren([
        home,
        screen(addresses.invoices, () => import('#features/invoices/invoices-screen.tsx'), 'InvoicesScreen', 'bills'),
        screen(
          addresses.refunds,
          () => import('#features/refunds/history-screen.tsx'),
          'RefundHistoryScreen',
          'refunds',
        ),
        screen(
          addresses.newRefund,
          () => import('#features/refunds/new-refund-screen.tsx'),
          'NewRefundScreen',
          'begun',
        ),
        screen(addresses.refundDetail, () => import('#features/refunds/detail-screen.tsx'), 'RefundDetailScreen'),
        screen(addresses.received, () => import('#features/received/received-screen.tsx'), 'ReceivedScreen'),
        screen(
          addresses.beneficiaries,
          () => import('#features/people/people-screens.tsx'),
          'BeneficiariesScreen',
          'roles',
        ),
        screen(
          addresses.dependents,
          () => import('#features/people/people-screens.tsx'),
          'DependentsScreen',
          'dependents',
        ),
        screen(
          addresses.healthCard,
          () => import('#features/health-card/health-card-screen.tsx'),
          'HealthCardScreen',
          'cards',
        ),
        screen(
          addresses.payments,
          () => import('#features/payments/payments-screen.tsx'),
          'PaymentsScreen',
          'payments',
        ),
        screen(
          addresses.paidYear,
          () => import('#features/payments/statement-screen.tsx'),
          'StatementScreen',
          'payments',
        ),
        screen(
          addresses.documents,
          () => import('#features/documents/documents-screen.tsx'),
          'DocumentsScreen',
          'documents',
        ),
        screen(addresses.news, () => import('#features/news/news-screen.tsx'), 'NewsScreen'),
        screen(addresses.settings, () => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
        screen(
          addresses.personalInformation,
          () => import('#features/personal-information/personal-information-screen.tsx'),
          'PersonalInformationScreen',
          'personalInformation',
        ),
        screen(addresses.help, () => import('#features/help/help-screen.tsx'), 'HelpScreen', 'tickets'),
        screen(addresses.newTicket, () => import('#features/help/new-ticket-screen.tsx'), 'NewTicketScreen', 'begun'),
        screen(addresses.passkeys, () => import('#features/passkeys/passkeys-screen.tsx'), 'PasskeysScreen'),
        screen(addresses.sessions, () => import('#features/sessions/sessions-screen.tsx'), 'SessionsScreen'),
        screen(addresses.password, () => import('#features/password/password-screen.tsx'), 'PasswordScreen'),
        screen(addresses.pending, () => import('#features/pending/pending-screen.tsx'), 'PendingScreen'),
      ]),
    ]),
    history: createRouterHistory(),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedScreen,
    // A mail client that cuts a link within a percent code leaves an address that names no screen and cannot be read.
    defaultNotFoundComponent: () => <Navigate to="/" replace />,
    defaultPreload: 'intent',
    // A screen's data is on the device, so a pending state would only flash.
    defaultPendingMs: 1000,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
