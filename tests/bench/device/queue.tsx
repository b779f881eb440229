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
import { createDevice } from '#device/create-device.ts';
import { PendingScreen } from '#features/pending/pending-screen.tsx';
import { policies } from '#mirror/collections.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext, useQueue } from '#outbox/hooks.ts';
import { webLock } from '#outbox/web-lock.ts';
import { thisMachine } from '#ports/machine.ts';
import { SessionContext } from '#session/hooks.ts';
import { refundFields, ticketFields } from '#tests/outbox/props.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { noise, rawStore, timeToPut } from './raw.ts';

/** Another page of the same device. */
const page = () =>
  createDevice({
    ...thisMachine,
    name: 'amparo-bench-queue',
    fetch: (...request) => fetch(...request),
    xhr: () => new XMLHttpRequest(),
    apiBase: '/api',
    hostBase: '/host',
    lock: webLock(),
    rounds: 1000,
  });
const { db, session, mirror, drafts, outbox } = page();
let who = { idUsuario: '', policyId: '' };

async function signIn(): Promise<void> {
  const signed = await session.signIn('costarica@demo.test', 'Amparo2026');
  if (!signed.ok) throw new Error(signed.problem.code);
  await mirror.pull(policies);
  const { groups } = await mirror.read(policies);
  const policy = groups?.flatMap(({ rows }) => rows).find(({ LineOfBusinessType }) => LineOfBusinessType === 'Health');
  who = { idUsuario: (await session.customer())?.idUsuario ?? '', policyId: policy?.Policy ?? '' };
}

const refund = () => refundFields(who, 'Migraña');
const filesOf = (sizes: readonly number[]) => {
  const [historia, factura] = sizes.map((size) => {
    const bytes = noise(size);
    new Uint8Array(bytes).set(new TextEncoder().encode('%PDF-1.4\n'));
    return { bytes, name: 'papel.pdf', type: 'application/pdf' };
  });
  if (!historia || !factura) throw new Error('two files');
  return { documentoHistoriaClinica: historia, documentoFactura: factura };
};
const MEGABYTE_BYTES = 1024 * 1024;

async function emptyQueue(): Promise<void> {
  await db.transaction('rw', [db.outbox, db.outboxFiles, db.receipts], () =>
    Promise.all([db.outbox.clear(), db.outboxFiles.clear(), db.receipts.clear()]),
  );
}

/** Milliseconds from 'Enviar' until a refund with 5 MB is queued, whose files are already in the draft of its form. */
async function enqueue(): Promise<number> {
  await emptyQueue();
  const files = filesOf([3 * MEGABYTE_BYTES, 2 * MEGABYTE_BYTES]);
  const draftId = `refund ${crypto.randomUUID()}`;
  drafts.save(draftId, refund());
  for (const [name, file] of Object.entries(files)) await drafts.saveFile(draftId, name, file);
  await drafts.flush();
  const from = performance.now();
  const queued = await outbox.enqueue('refund.create', refund(), files, { draftId });
  if (!queued.ok) throw new Error(JSON.stringify(queued));
  return performance.now() - from;
}

/** Milliseconds to put the same bytes into a bare store. */
async function putBare(): Promise<number> {
  const raw = await rawStore('amparo-bench-bytes');
  const rows = [
    { id: 1, data: noise(3 * MEGABYTE_BYTES) },
    { id: 2, data: noise(2 * MEGABYTE_BYTES) },
  ];
  const took = await timeToPut(raw, rows);
  raw.close();
  return took;
}

async function fillWithTickets(count: number): Promise<void> {
  await emptyQueue();
  for (let number = 0; number < count; number += 1) {
    const queued = await outbox.enqueue(
      'ticket.create',
      ticketFields(who, `Consulta ${number} ${crypto.randomUUID()}`),
      {},
      {
        label: { tipo: 'Consulta sobre mi póliza', numeroPoliza: 'CR-SAL-0098114' },
      },
    );
    if (!queued.ok) throw new Error(JSON.stringify(queued));
  }
}

/** Milliseconds to drain 50 tickets to the server. */
async function drainTickets(): Promise<number> {
  await fillWithTickets(50);
  const from = performance.now();
  const { sent } = await outbox.drain({ connected: true });
  if (sent !== 50) throw new Error(`sent ${sent} of 50`);
  return performance.now() - from;
}

let recorded: { url: string; headers: [string, string][]; body: XMLHttpRequestBodyInit }[] = [];

/** Records the 50 requests of one drain, to repeat them bare. Pages send by XMLHttpRequest, because it reports progress. */
async function recordRequests(): Promise<void> {
  recorded = [];
  const { open, setRequestHeader, send } = XMLHttpRequest.prototype;
  const going = new WeakMap<XMLHttpRequest, { url: string; headers: [string, string][] }>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
    going.set(this, { url: `${url}`, headers: [] });
    open.call(this, method, url, true);
  };
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    going.get(this)?.headers.push([name, value]);
    setRequestHeader.call(this, name, value);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const one = going.get(this);
    if (one?.url.endsWith('/tickets/create')) recorded.push({ ...one, body: body as XMLHttpRequestBodyInit });
    send.call(this, body);
  };
  await drainTickets();
  Object.assign(XMLHttpRequest.prototype, { open, setRequestHeader, send });
  if (recorded.length !== 50) throw new Error(`recorded ${recorded.length}`);
}

/** Milliseconds for the same 50 requests one after the other, each under a new key. */
async function requestBare(): Promise<number> {
  const from = performance.now();
  for (const { url, headers: sent, body } of recorded) {
    const headers = new Headers(sent);
    headers.set('Idempotency-Key', crypto.randomUUID());
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.json();
  }
  return performance.now() - from;
}

/** Stands for home or settings, from which a customer reaches 'Pendientes'. */
function Before() {
  const waiting = useQueue().length;
  return <h1 className={waiting > 0 ? 'bare' : ''}>{waiting}</h1>;
}

/** Milliseconds from the press to the first paint of 'Pendientes' with its items, in a page that has just started. */
async function openPending(): Promise<number> {
  const root = createRootRoute({
    component: () => (
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    ),
  });
  const app = createRoute({ getParentRoute: () => root, path: '/app', component: Outlet });
  const bare = createRoute({ getParentRoute: () => app, path: '/una', component: Before });
  const screen = createRoute({ getParentRoute: () => app, path: '/pendientes', component: PendingScreen });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([bare, screen])]),
    history: createMemoryHistory({ initialEntries: ['/app/una'] }),
  });
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const tree = createRoot(container);
  await router.load();
  tree.render(
    <SessionContext value={session}>
      <MirrorProvider mirror={mirror}>
        <OutboxContext value={{ outbox: page().outbox, drafts }}>
          <RouterProvider router={router as never} />
        </OutboxContext>
      </MirrorProvider>
    </SessionContext>,
  );
  await shown('.bare');
  await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  const from = performance.now();
  router.history.push('/app/pendientes');
  await shown('[role=listitem]');
  const took = performance.now() - from;
  tree.unmount();
  return took;
}

/** Resolves after the first frame with the element has been painted. */
async function shown(selector: string): Promise<void> {
  while (!document.querySelector(selector)) await new Promise((next) => requestAnimationFrame(next));
  await new Promise<void>((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(null);
    });
  });
}

/** Queues a refund with 6 MB of files, to be sent by `send`. */
async function queueLarge(): Promise<void> {
  await emptyQueue();
  const queued = await outbox.enqueue('refund.create', refund(), filesOf([5 * MEGABYTE_BYTES, 1 * MEGABYTE_BYTES]));
  if (!queued.ok) throw new Error(JSON.stringify(queued));
}

async function send(): Promise<void> {
  const { sent } = await outbox.drain({ connected: true });
  if (sent !== 1) throw new Error('the large refund was not taken');
}

export const queue = {
  signIn,
  enqueue,
  putBare,
  fillWithTickets,
  drainTickets,
  recordRequests,
  requestBare,
  openPending,
  queueLarge,
  send,
};
