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

const root = createRootRoute({ component: Root, notFoundComponent: StartRoute });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: StartRoute,
  beforeLoad: async () => {
    if (await leaveStart()) throw redirect({ to: '/app' });
  },
});

const later = lazyRouteComponent(() => import('./later-screen.tsx'), 'LaterScreen');

const residence = createRoute({ getParentRoute: () => root, path: '/registro/residencia', component: later });
const registration = createRoute({ getParentRoute: () => root, path: '/registro', component: later });
const created = createRoute({ getParentRoute: () => root, path: '/registro/creada', component: later });

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  component: lazyRouteComponent(() => import('./signed-in/layout.tsx'), 'SignedInLayout'),
  beforeLoad: async ({ location }) => {
    const entered = await enterSignedIn(location.href);
    if (!entered) throw redirect({ to: '/' });
  },
});

/** A bad value in the address shows the screen with its usual choice, never an error. */
const homeSearch = v.object({
  poliza: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))), undefined),
  showing: v.fallback(v.optional(v.literal('true')), undefined),
  /** Where a shortcut of the installed app leads. */
  ir: v.fallback(v.optional(v.string()), undefined),
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
const documents = createRoute({
  getParentRoute: () => app,
  path: '/documentos/$policyId',
  component: lazyRouteComponent(() => import('#features/documents/documents-screen.tsx'), 'DocumentsScreen'),
});
const settings = createRoute({ getParentRoute: () => app, path: '/configuraciones', component: later });
const personal = createRoute({
  getParentRoute: () => app,
  path: '/configuraciones/informacionPersonal',
  component: later,
});
const help = createRoute({ getParentRoute: () => app, path: '/configuraciones/ayuda', component: later });
const newTicket = createRoute({ getParentRoute: () => app, path: '/configuraciones/ayuda/crear', component: later });
const password = createRoute({ getParentRoute: () => app, path: '/configuraciones/password', component: later });

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      residence,
      registration,
      created,
      app.addChildren([
        home,
        invoices,
        refunds,
        newRefund,
        refundDetail,
        beneficiaries,
        dependents,
        healthCard,
        payments,
        documents,
        settings,
        personal,
        help,
        newTicket,
        password,
      ]),
    ]),
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedScreen,
    defaultPreload: 'intent',
    // A screen's data is on the device; a pending state would only flash.
    defaultPendingMs: 1000,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
