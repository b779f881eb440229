import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { FailedScreen } from './failed-screen.tsx';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { enterSignedIn, leaveStart } from './session-gate.ts';
import { StartRoute } from './start-route.tsx';

const root = createRootRoute({ component: Root });

/** An address that leads nowhere, mistyped or of an older version: home for whoever is signed in, else the start page. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: StartRoute,
  beforeLoad: async () => {
    if (await leaveStart()) throw redirect({ to: '/app' });
  },
});

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: lazyRouteComponent(() => import('./visitor/layout.tsx'), 'VisitorLayout'),
});
const residence = createRoute({
  getParentRoute: () => visitor,
  path: '/registro/residencia',
  component: lazyRouteComponent(() => import('#features/registration/residence-screen.tsx'), 'ResidenceScreen'),
});
const registration = createRoute({
  getParentRoute: () => visitor,
  path: '/registro',
  component: lazyRouteComponent(() => import('#features/registration/wizard-screen.tsx'), 'WizardScreen'),
});
const created = createRoute({
  getParentRoute: () => visitor,
  path: '/registro/creada',
  component: lazyRouteComponent(() => import('#features/registration/created-screen.tsx'), 'CreatedScreen'),
});
/** The screen that a desk's code opens on a phone. The address is behind the '#', so no request carries the key in it. */
const relay = createRoute({
  getParentRoute: () => visitor,
  path: '/registro/fotos/$sides/$code',
  component: lazyRouteComponent(() => import('#features/registration/relay-screen.tsx'), 'RelayScreen'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  component: lazyRouteComponent(() => import('./signed-in/layout.tsx'), 'SignedInLayout'),
  beforeLoad: async ({ location }) => {
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
  component: lazyRouteComponent(() => import('#features/home/home-screen.tsx'), 'HomeScreen'),
});
const invoices = createRoute({
  getParentRoute: () => app,
  path: '/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
  component: lazyRouteComponent(() => import('#features/invoices/invoices-screen.tsx'), 'InvoicesScreen'),
});
const refunds = createRoute({
  getParentRoute: () => app,
  path: '/reembolsos/$policyId',
  component: lazyRouteComponent(() => import('#features/refunds/history-screen.tsx'), 'RefundHistoryScreen'),
});
const newRefund = createRoute({
  getParentRoute: () => app,
  path: '/reembolsos/añadir/$policyId',
  component: lazyRouteComponent(() => import('#features/refunds/new-refund-screen.tsx'), 'NewRefundScreen'),
});
const refundDetail = createRoute({
  getParentRoute: () => app,
  path: '/reembolsos/detalles',
  component: lazyRouteComponent(() => import('#features/refunds/detail-screen.tsx'), 'RefundDetailScreen'),
});
const received = createRoute({
  getParentRoute: () => app,
  path: '/compartido',
  component: lazyRouteComponent(() => import('#features/received/received-screen.tsx'), 'ReceivedScreen'),
});
const beneficiaries = createRoute({
  getParentRoute: () => app,
  path: '/beneficiarios/$policyId',
  component: lazyRouteComponent(
    () => import('#features/beneficiaries/beneficiaries-screen.tsx'),
    'BeneficiariesScreen',
  ),
});
const dependents = createRoute({
  getParentRoute: () => app,
  path: '/dependientes/$policyId',
  component: lazyRouteComponent(() => import('#features/dependents/dependents-screen.tsx'), 'DependentsScreen'),
});
const healthCard = createRoute({
  getParentRoute: () => app,
  path: '/carnet/$policyId',
  component: lazyRouteComponent(() => import('#features/health-card/health-card-screen.tsx'), 'HealthCardScreen'),
});
const payments = createRoute({
  getParentRoute: () => app,
  path: '/pagos/$policyId',
  component: lazyRouteComponent(() => import('#features/payments/payments-screen.tsx'), 'PaymentsScreen'),
});
const statement = createRoute({
  getParentRoute: () => app,
  path: '/pagos/$policyId/resumen/$year',
  component: lazyRouteComponent(() => import('#features/payments/statement-screen.tsx'), 'StatementScreen'),
});
const documents = createRoute({
  getParentRoute: () => app,
  path: '/documentos/$policyId',
  component: lazyRouteComponent(() => import('#features/documents/documents-screen.tsx'), 'DocumentsScreen'),
});
const news = createRoute({
  getParentRoute: () => app,
  path: '/novedades',
  component: lazyRouteComponent(() => import('#features/news/news-screen.tsx'), 'NewsScreen'),
});
const settings = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones',
  component: lazyRouteComponent(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
});
const personal = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/informacionPersonal',
  component: lazyRouteComponent(
    () => import('#features/personal-information/personal-information-screen.tsx'),
    'PersonalInformationScreen',
  ),
});
const help = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/ayuda',
  component: lazyRouteComponent(() => import('#features/help/help-screen.tsx'), 'HelpScreen'),
});
const newTicket = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/ayuda/crear',
  component: lazyRouteComponent(() => import('#features/help/new-ticket-screen.tsx'), 'NewTicketScreen'),
});
const passkeys = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/huella',
  component: lazyRouteComponent(() => import('#features/passkeys/passkeys-screen.tsx'), 'PasskeysScreen'),
});
const sessions = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/sesiones',
  component: lazyRouteComponent(() => import('#features/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});
const password = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/password',
  component: lazyRouteComponent(() => import('#features/password/password-screen.tsx'), 'PasswordScreen'),
});
const pending = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/pendientes',
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
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedScreen,
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
