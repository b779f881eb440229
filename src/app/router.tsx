import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import * as v from 'valibot';
import type { MirrorTable } from '#database/rows.ts';
import { addresses } from '#rules/screens.ts';
import { FailedScreen } from './failed-screen.tsx';
import { Root } from './root.tsx';
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
  component: lazyRouteComponent(() => import('./visitor/layout.tsx'), 'VisitorLayout'),
});
const residence = createRoute({
  getParentRoute: () => visitor,
  path: addresses.residence,
  component: lazyRouteComponent(() => import('#features/registration/residence-screen.tsx'), 'ResidenceScreen'),
});
const registration = createRoute({
  getParentRoute: () => visitor,
  path: addresses.registration,
  component: lazyRouteComponent(() => import('#features/registration/wizard-screen.tsx'), 'WizardScreen'),
});
const created = createRoute({
  getParentRoute: () => visitor,
  path: addresses.created,
  component: lazyRouteComponent(() => import('#features/registration/created-screen.tsx'), 'CreatedScreen'),
});
const relay = createRoute({
  getParentRoute: () => visitor,
  path: addresses.relay,
  component: lazyRouteComponent(() => import('#features/registration/relay-screen.tsx'), 'RelayScreen'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: addresses.home,
  component: lazyRouteComponent(() => import('./signed-in/layout.tsx'), 'SignedInLayout'),
  beforeLoad: async ({ location, preload }) => {
    // A preload is not a visit, so the session is not checked.
    if (preload) return;
    const entered = await enterSignedIn(location.href, location.state);
    if (!entered) throw redirect({ to: '/' });
  },
});

type Inside<A extends string> = A extends `${typeof addresses.home}${infer Rest}` ? Rest : never;
/** The part of an address that the layout of the signed-in area has not read yet. */
const inside = <A extends string>(address: A) => address.slice(addresses.home.length) as Inside<A>;

/**
 * Opens a screen's rows in memory while the customer points at its link. A visited screen reads by itself, so that
 * navigation does not wait here.
 */
const openAhead = (name: MirrorTable, policyId?: string) =>
  import('./device.ts').then((device) => device.openAhead(name, policyId));

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
  component: lazyRouteComponent(() => import('#features/home/home-screen.tsx'), 'HomeScreen'),
});
const invoices = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.invoices),
  loader: ({ preload, params }) => (preload ? openAhead('bills', params.policy) : undefined),
  component: lazyRouteComponent(() => import('#features/invoices/invoices-screen.tsx'), 'InvoicesScreen'),
});
const refunds = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.refunds),
  loader: ({ preload, params }) => (preload ? openAhead('refunds', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/refunds/history-screen.tsx'), 'RefundHistoryScreen'),
});
const newRefund = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.newRefund),
  component: lazyRouteComponent(() => import('#features/refunds/new-refund-screen.tsx'), 'NewRefundScreen'),
});
const refundDetail = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.refundDetail),
  component: lazyRouteComponent(() => import('#features/refunds/detail-screen.tsx'), 'RefundDetailScreen'),
});
const received = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.received),
  component: lazyRouteComponent(() => import('#features/received/received-screen.tsx'), 'ReceivedScreen'),
});
const beneficiaries = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.beneficiaries),
  loader: ({ preload, params }) => (preload ? openAhead('roles', params.policyId) : undefined),
  component: lazyRouteComponent(
    () => import('#features/beneficiaries/beneficiaries-screen.tsx'),
    'BeneficiariesScreen',
  ),
});
const dependents = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.dependents),
  loader: ({ preload, params }) => (preload ? openAhead('dependents', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/dependents/dependents-screen.tsx'), 'DependentsScreen'),
});
const healthCard = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.healthCard),
  loader: ({ preload, params }) => (preload ? openAhead('cards', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/health-card/health-card-screen.tsx'), 'HealthCardScreen'),
});
const payments = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.payments),
  loader: ({ preload, params }) => (preload ? openAhead('payments', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/payments/payments-screen.tsx'), 'PaymentsScreen'),
});
const statement = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.paidYear),
  loader: ({ preload, params }) => (preload ? openAhead('payments', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/payments/statement-screen.tsx'), 'StatementScreen'),
});
const documents = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.documents),
  loader: ({ preload, params }) => (preload ? openAhead('documents', params.policyId) : undefined),
  component: lazyRouteComponent(() => import('#features/documents/documents-screen.tsx'), 'DocumentsScreen'),
});
const news = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.news),
  component: lazyRouteComponent(() => import('#features/news/news-screen.tsx'), 'NewsScreen'),
});
const settings = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.settings),
  component: lazyRouteComponent(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
});
const personal = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.personalInformation),
  loader: ({ preload }) => (preload ? openAhead('personalInformation') : undefined),
  component: lazyRouteComponent(
    () => import('#features/personal-information/personal-information-screen.tsx'),
    'PersonalInformationScreen',
  ),
});
const help = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.help),
  loader: ({ preload }) => (preload ? openAhead('tickets') : undefined),
  component: lazyRouteComponent(() => import('#features/help/help-screen.tsx'), 'HelpScreen'),
});
const newTicket = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.newTicket),
  component: lazyRouteComponent(() => import('#features/help/new-ticket-screen.tsx'), 'NewTicketScreen'),
});
const passkeys = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.passkeys),
  component: lazyRouteComponent(() => import('#features/passkeys/passkeys-screen.tsx'), 'PasskeysScreen'),
});
const sessions = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.sessions),
  component: lazyRouteComponent(() => import('#features/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});
const password = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.password),
  component: lazyRouteComponent(() => import('#features/password/password-screen.tsx'), 'PasswordScreen'),
});
const pending = createRoute({
  getParentRoute: () => app,
  path: inside(addresses.pending),
  component: lazyRouteComponent(() => import('#features/pending/pending-screen.tsx'), 'PendingScreen'),
});

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      nowhere,
      visitor.addChildren([residence, registration, created, relay]),
      app.addChildren([
        home,
        invoices,
        refunds,
        newRefund,
        refundDetail,
        received,
        beneficiaries,
        dependents,
        healthCard,
        payments,
        statement,
        documents,
        news,
        settings,
        personal,
        help,
        newTicket,
        passkeys,
        sessions,
        password,
        pending,
      ]),
    ]),
    history: hashHistory(),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedScreen,
    defaultPreload: 'intent',
    // A screen's data is on the device, so a pending state would only flash.
    defaultPendingMs: 1000,
    scrollRestoration: true,
  });
}

/** Writes links with the hash only, like the pages outside the router. */
function hashHistory() {
  const history = createHashHistory({ window: withoutBeforeUnload() });
  history.createHref = (href) => `#${href}`;
  return history;
}

/**
 * The window as the history uses it, without its listener for `beforeunload`: no screen keeps anyone from leaving. The browser
 * asks a page that has such a listener before each reload, and the reload waits for the answer.
 */
function withoutBeforeUnload() {
  const { document, history, location } = window;
  return {
    document,
    history,
    location,
    addEventListener(type: string, heard: EventListener) {
      if (type !== 'beforeunload') window.addEventListener(type, heard);
    },
    removeEventListener: (type: string, heard: EventListener) => window.removeEventListener(type, heard),
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
