import '#ui/base/tokens.css';
import '#ui/base/base.css';
import '#ui/base/shapes.css';
import '#ui/base/shapes-inside.css';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { Payment, Policy } from '#contract/policies.ts';
import { fail, ok } from '#contract/result.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { PaymentsScreen } from '#features/payments/payments-screen.tsx';
import { payments } from '#mirror/collections.ts';
import { createMirror } from '#mirror/create-mirror.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { addDays } from '#rules/dates.ts';
import { sessionKeys } from '#session/door.ts';
import { SessionContext } from '#session/hooks.ts';
import type { Session } from '#session/session.ts';
import { createSecrets } from '#vault/keys.ts';
import { rawStore } from '../device/raw.ts';
import { growth } from './growth-page.ts';

const OWNER = 'bench';
const POLICIES = ['grande', 'chica', 'pagos10000', 'pagos100000'];
const who = { owner: OWNER, idUsuario: '1', cedula: '1', nombre: '', residence: 'Costa Rica', email: '' } as const;
/** The answers by policy, since the network is not measured. */
const answers = new Map<string, Payment[]>();

const db = createDatabase('amparo-bench');
const mirrorOf = (database: Database): Mirror => createMirror({ db: database, session, clock: Date.now });

const session = {
  customer: async () => who,
  lastCustomer: () => who,
  over: async () => false,
  pull: async (name: string, input: { policyId?: string }, etag: string | null) => {
    if (name === 'policies') return ok({ unchanged: false, value: POLICIES.map(policyOf), etag: 'p' });
    const rows = answers.get(input.policyId ?? '');
    // The histories of the growth measurements are mirrored already and never change.
    if (input.policyId?.startsWith('pagos')) return ok({ unchanged: true });
    if (!rows) return fail('not-found');
    if (etag === 'same') return ok({ unchanged: true });
    return ok({ unchanged: false, value: [{ year: 2026, payments: rows }], etag: 'same' });
  },
} as unknown as Session;

/** Prepares what the measurements need: keys, and two histories in the mirror. */
async function prepare(): Promise<void> {
  const { readKey, nameKey, secrets } = await sessionKeys(OWNER, createSecrets());
  await db.vault.put({ id: 'reading', owner: OWNER, readKey, nameKey, secrets });
  answers.set('grande', paymentsOf(10_000));
  answers.set('chica', paymentsOf(100));
  const mirror = mirrorOf(db);
  await mirror.seedPolicies(POLICIES.map(policyOf));
  await mirror.pull(payments, 'chica');
  await mirror.pull(payments, 'grande');
}

/** Milliseconds to bring 10,000 payments from the answer into the mirror. */
async function pullWhole(): Promise<number> {
  const mirror = mirrorOf(db);
  await db.pulls.clear();
  const from = performance.now();
  await mirror.pull(payments, 'grande');
  return performance.now() - from;
}

/** Milliseconds to put the same rows into a raw object store, one record each. */
async function putSingly(): Promise<number> {
  const raw = await rawStore('amparo-bench-raw', 'ID');
  const rows = answers.get('grande') ?? [];
  const from = performance.now();
  const transaction = raw.transaction('rows', 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore('rows');
  store.clear();
  for (const row of rows) store.put(row);
  await new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onerror = failed;
  });
  const took = performance.now() - from;
  raw.close();
  return took;
}

/** The number of writes to mirrored records when nothing changed. */
async function writesWhenUnchanged(): Promise<number> {
  let writes = 0;
  const count = () => {
    writes += 1;
  };
  db.payments.hook('creating', count);
  db.payments.hook('updating', count);
  db.payments.hook('deleting', count);
  const mirror = mirrorOf(db);
  await mirror.pull(payments, 'chica');
  for (const event of ['creating', 'updating', 'deleting'] as const) db.payments.hook(event).unsubscribe(count);
  return writes;
}

/** Starts an app with one real screen and two bare ones. Its mirror has opened nothing yet, as after a start. */
async function startApp() {
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, path: '/app', component: Outlet });
  const bare = (path: string) =>
    createRoute({ getParentRoute: () => app, path, component: () => <h1 className="bare">{path}</h1> });
  const screen = createRoute({ getParentRoute: () => app, path: '/pagos/$policyId', component: PaymentsScreen });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([bare('/una'), bare('/otra'), screen])]),
    history: createMemoryHistory({ initialEntries: ['/app/una'] }),
  });
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const tree = createRoot(container);
  await router.load();
  tree.render(
    <SessionContext value={session}>
      <MirrorProvider mirror={mirrorOf(db)}>
        <RouterProvider router={router as never} />
      </MirrorProvider>
    </SessionContext>,
  );
  await shown('.bare');
  return { go: (href: string) => router.history.push(href), stop: () => tree.unmount() };
}

/** Milliseconds from the press to the first paint of a history, after a start. */
async function open(policyId: string): Promise<number> {
  const app = await startApp();
  await idle();
  const from = performance.now();
  app.go(`/app/pagos/${policyId}`);
  await shown('[role=listitem]');
  const took = performance.now() - from;
  app.stop();
  return took;
}

/** Milliseconds from the press to the first paint, for a screen visited before or for a bare change of route. */
async function change(kind: 'mirrored' | 'bare'): Promise<number> {
  const app = await startApp();
  if (kind === 'mirrored') {
    app.go('/app/pagos/chica');
    await shown('[role=listitem]');
    app.go('/app/una');
    await shown('.bare');
  }
  await idle();
  const from = performance.now();
  app.go(kind === 'mirrored' ? '/app/pagos/chica' : '/app/otra');
  if (kind === 'mirrored') await shown('[role=listitem]');
  else await gone('/una');
  const took = performance.now() - from;
  app.stop();
  return took;
}

let whole: Awaited<ReturnType<typeof startApp>> | null = null;

/** Opens a history and waits until all its years are listed. */
async function openWhole(policyId = 'grande', count = 10_000): Promise<void> {
  whole = await startApp();
  whole.go(`/app/pagos/${policyId}`);
  await until(() => document.querySelector('[role=listitem]')?.getAttribute('aria-setsize') === `${count}`);
  await idle();
}
function closeWhole(): void {
  whole?.stop();
  whole = null;
}

/** Scrolls 10,000 payments from end to end, by half a window per frame. */
async function scrollThrough(): Promise<{ frames: number; last: string }> {
  let frames = 0;
  for (let end = 0; end < 3; frames += 1) {
    window.scrollBy(0, window.innerHeight / 2);
    await new Promise((next) => requestAnimationFrame(next));
    performance.mark('frame');
    const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
    end = left < 2 ? end + 1 : 0;
  }
  await idle();
  const items = document.querySelectorAll('[role=listitem]');
  const last = items[items.length - 1]?.getAttribute('aria-posinset') ?? '';
  whole?.stop();
  window.scrollTo(0, 0);
  return { frames, last };
}

/** Resolves after the first frame with the element has been painted. */
function shown(selector: string): Promise<void> {
  return until(() => document.querySelector(selector) !== null);
}
function gone(text: string): Promise<void> {
  return until(() => document.querySelector('.bare')?.textContent !== text);
}
/** Longer than any screen takes. What never comes would keep the whole bench waiting without a word. */
const LONGEST_MS = 60_000;

async function until(there: () => boolean): Promise<void> {
  if (!there()) {
    await new Promise<void>((done, failed) => {
      const observer = new MutationObserver(() => {
        if (!there()) return;
        observer.disconnect();
        clearTimeout(timer);
        done();
      });
      const timer = setTimeout(() => failed(new Error(`not drawn: ${there}`)), LONGEST_MS);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }
  await painted();
}
/** Resolves after the next paint. A frame callback runs before its paint, and a message posted from it arrives after. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(null);
    });
  });
}
const idle = (): Promise<void> => new Promise((done) => requestIdleCallback(() => done(), { timeout: 2000 }));

function paymentsOf(count: number, everyDays = 0.438): Payment[] {
  return Array.from({ length: count }, (_, index) => ({
    ID: `grande-${index}`,
    ParsedCompletedDate: addDays('2026-11-20', -Math.floor(index * everyDays)),
    Total: 219.97 + (index % 40),
    Amount: 214.6,
    Transaction_Fee: 5.37,
    OrderNumber: `ORD-560001-${String(count - index).padStart(5, '0')}`,
    CardHolder: 'Carlos Alberto Valverde Araya',
    PaymentType: 'Tarjeta de crédito',
    CardType: 'Visa',
    CardNumber: '**** **** **** 4242',
    CardExpiration: '09/29',
    Status: index % 23 === 0 ? 'Rechazado' : 'Aceptado',
  }));
}

function policyOf(id: string): Policy {
  return {
    Policy: id,
    PolicyNumber: `CR-SAL-${id}`,
    ProductName: 'Salud Global Plus',
    LineOfBusinessType: 'Health',
    VisualTimeInstance: 'VTUSA',
    IssuingCompany: 'AMPARO COSTA RICA',
    OffshoreIndicator: '0',
    ProducerName: '',
    GracePeriodDate: null,
    GracePeriodDays: null,
    MainInsuredName: '',
    IdentificationNumber: '',
    IdentificationType: '',
    EffectiveDate: null,
    InsuredAmount: null,
    HealthCoverage: null,
    HealthDeductible: null,
    BalanceInquiry: null,
    PolicyValuesType: '',
    ModalPremium: null,
    PaymentFrequency: '',
    LastPaidDate: null,
    PolicyOwnerName: '',
    AmountAvoidLapsingPolicy: null,
  };
}

const bench = {
  prepare,
  pullWhole,
  putSingly,
  writesWhenUnchanged,
  open,
  change,
  openWhole,
  closeWhole,
  scrollThrough,
  ...growth({ db, who, paymentsOf }),
};
export type Bench = typeof bench;
Object.assign(window, { bench });
