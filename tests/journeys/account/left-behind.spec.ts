import type { BrowserContext, Page } from '@playwright/test';
import { awayFor, queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { foundIn, type Piece, piecesOf } from '../harness/dump.ts';
import type { Line } from '../harness/line.ts';
import { MARK, type Planted, plant } from '../harness/planted.ts';
import { attach, fillRefund, handIn, samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';
import { askTicket, fillTicket, handInRefused, openTicketForm, TICKETS } from '../harness/ticket.ts';
import { openNewRefund, pressSignOut } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';
const EXPIRED = 'Tu sesión ha expirado.';

/** Waits for the router: an address set earlier would be lost. */
const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

/** The screen of each collection that home does not pull by itself. */
const screens = {
  payments: '/pagos/520021',
  documents: '/documentos/520021',
  roles: '/beneficiarios/520022',
  dependents: '/dependientes/520021',
  cards: '/carnet/520021',
  bills: '/facturas/520022/VTUSA/null/AMPARO/0',
  refunds: '/reembolsos/520021',
  tickets: '/configuraciones/ayuda',
  ticketTypes: '/configuraciones/ayuda/crear',
  personalInformation: '/configuraciones/informacionPersonal',
};

/** Pulls every collection onto the device. */
async function lookAround(page: Page): Promise<void> {
  for (const [table, path] of Object.entries(screens)) {
    await page.goto(`/#/app${path}`);
    await expect.poll(() => rowsOnDevice(page, table), { message: `${table} of ${path}` }).toBeGreaterThan(0);
  }
}

async function keepDocument(page: Page): Promise<void> {
  await page.goto('/#/app/documentos/520021');
  await page
    .getByRole('button', { name: /Condiciones generales/ })
    .first()
    .click();
  await page.getByRole('switch', { name: 'Tener sin conexión' }).click();
  await expect(page.getByRole('switch', { name: 'Tener sin conexión' })).toBeChecked();
  await page.getByRole('button', { name: 'Cerrar' }).click();
}

/** Asks for one ticket that the server takes and one that it refuses with words of its own. */
async function askAndBeRefused(page: Page, line: Line, planted: Planted): Promise<void> {
  await askTicket(page, `${MARK} enviada`);
  await expect.poll(() => rowsOnDevice(page, 'receipts')).toBe(1);
  line.fault = (method, path) =>
    path === TICKETS
      ? { status: 422, body: JSON.stringify({ message: `${MARK} palabras del servidor` }) }
      : planted.inAnswer(method, path);
  await openTicketForm(page);
  await fillTicket(page, `${MARK} rechazada`);
  await handInRefused(page);
  await expect.poll(async () => (await queuedOnDevice(page)).map(({ state }) => state)).toEqual(['refused']);
  line.fault = planted.inAnswer;
}

/** Queues what waits to be sent: a ticket, and a refund with a photo and a PDF. */
async function queueOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await askTicket(page, `${MARK} en cola`);
  await page.goto('/#/app/reembolsos/520021');
  const files = { photo: await samplePhoto(page), pdf: samplePdf(60_000) };
  await fillRefund(page, { diagnosis: `${MARK} diagnóstico en cola`, ...files });
  await handIn(page);
  expect(await rowsOnDevice(page, 'outbox')).toBe(3);
}

/** Leaves half-written forms: a refund with a file, a ticket, an editor of personal information. */
async function leaveHalfWritten(page: Page): Promise<void> {
  await page.goto('/#/app');
  await home(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill(`${MARK} a medias`);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const file = Buffer.concat([samplePdf(20_000), Buffer.from(`${MARK} al final`)]);
  await attach(page, 'documentoHistoriaClinica', `${MARK}.pdf`, 'application/pdf', file);
  await openTicketForm(page);
  await page.getByLabel('Cuéntanos un poco más').fill(`${MARK} borrador`);
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: 'Editar domicilio' }).click();
  await page.getByLabel('Dirección exacta').fill(`${MARK} calle a medias`);
  // Three forms and one file make four rows.
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(4);
}

test('[S9][S12] no data of the customer is readable at rest: while open, after a lock, after a late receipt, after signing out', async ({
  page,
  context,
  line,
}) => {
  test.setTimeout(150_000);
  const planted = plant();
  line.fault = planted.inAnswer;
  await page.goto('/');
  await readyOffline(page);
  const app = (await piecesOf(page)).map(({ digest }) => digest).filter(Boolean);
  await signIn(page, EMAIL);
  await home(page);
  await lookAround(page);
  await keepDocument(page);
  await askAndBeRefused(page, line, planted);
  await queueOffline(page, context);
  await leaveHalfWritten(page);

  expect(planted.missing(), 'every field of every answer carries a mark').toEqual([]);
  const files = (await queuedOnDevice(page)).flatMap(({ files: ofItem }) => Object.values(ofItem));
  expect(files).toHaveLength(2);
  const secrets = [
    ...planted.secrets(),
    ...[EMAIL, PASSWORD, 'María Fernanda'].map((text) => Buffer.from(text)),
    ...[...files.map((file) => Buffer.from(file, 'base64')), samplePdf()].map((bytes) => bytes.subarray(0, 64)),
    // Every document of the insurer begins with this.
    Buffer.from('%PDF-1.4'),
  ];
  const dump = async () => {
    const pieces = await piecesOf(page, app);
    return { pieces, rows: filled(pieces), found: foundIn(pieces, secrets) };
  };

  const open = await dump();
  expect(open.rows).toEqual(everyTable);
  expect(open.found).toEqual([]);

  // Ten minutes have passed and the page reads the clock, so the reading key is gone.
  await awayFor(page, 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
  const locked = await dump();
  expect(locked.rows).toEqual(everyTable);
  expect(locked.found).toEqual([]);
  expect(keysIn(locked.pieces)).toEqual(['device', 'sending']);

  await context.setOffline(false);
  // The server takes the ticket. It refuses the refund, since nobody on the policy has the marked name of its patient.
  await expect.poll(() => rowsOnDevice(page, 'receipts'), { timeout: 60_000 }).toBe(2);
  expect(await rowsOnDevice(page, 'outbox')).toBe(2);
  expect((await dump()).found).toEqual([]);

  await signIn(page, EMAIL);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  const left = await dump();
  expect(left.found).toEqual([]);
  expect(keysIn(left.pieces)).toEqual(['device']);
});

test('[S9] the search finds every secret stored in the clear, in any store and any encoding', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const secret = `${MARK} Peña 112340567`;
  await context.addCookies([{ name: 'note', value: encodeURIComponent(secret), url: page.url() }]);
  const stores = await page.evaluate(async (text) => {
    const bytes = new TextEncoder().encode(text);
    const wide = new DataView(new ArrayBuffer(1 + text.length * 2));
    for (let index = 0; index < text.length; index += 1) wide.setUint16(1 + index * 2, text.charCodeAt(index), true);
    const forms: Record<string, unknown> = {
      bytes: bytes.buffer,
      wide,
      blob: new Blob([text]),
      base64: btoa(`xx${String.fromCharCode(...bytes)}`),
      hex: Array.from(bytes, (byte) => byte.toString(16)).join(''),
      url: encodeURIComponent(text),
      capitals: text.toUpperCase(),
      nested: [{ deep: { text } }],
    };
    const opening = indexedDB.open('other');
    opening.onupgradeneeded = () => {
      for (const form of [...Object.keys(forms), 'key']) opening.result.createObjectStore(form);
    };
    const db = await new Promise<IDBDatabase>((opened) => {
      opening.onsuccess = () => opened(opening.result);
    });
    const writing = db.transaction([...db.objectStoreNames], 'readwrite');
    for (const [form, value] of Object.entries(forms)) writing.objectStore(form).put({ value }, 1);
    writing.objectStore('key').put({}, text);
    await new Promise((written) => {
      writing.oncomplete = written;
    });
    const cache = await caches.open('answers');
    await cache.put('/body', new Response(text));
    await cache.put('/head', new Response('', { headers: { 'x-told': encodeURIComponent(text) } }));
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('deep', { create: true });
    const file = await (await folder.getFileHandle('note', { create: true })).createWritable();
    await file.write(text);
    await file.close();
    localStorage.setItem('note', text);
    sessionStorage.setItem('note', text);
    history.replaceState({ note: text }, '');
    const names = [...db.objectStoreNames];
    db.close();
    return names;
  }, secret);
  const found = foundIn(await piecesOf(page), [Buffer.from(secret)]).map((one) => one.split(': ')[0] ?? '');
  const cached = ['/body', '/head'].map((path) => `cache answers ${new URL(path, page.url())}`);
  const elsewhere = ['address', 'cookies', 'file note', 'localStorage', 'sessionStorage'];
  expect(found.sort()).toEqual([...stores.map((store) => `other/${store}`), ...cached, ...elsewhere].sort());
});

/** The tables that hold rows on the device. */
const everyTable = [
  ...[
    'bills',
    'cards',
    'dependents',
    'documents',
    'drafts',
    'outbox',
    'outboxFiles',
    'payments',
    'personalInformation',
  ],
  ...[
    'policies',
    'pulls',
    'receipts',
    'refunds',
    'roles',
    'savedDocuments',
    'session',
    'ticketTypes',
    'tickets',
    'vault',
  ],
];

const filled = (pieces: readonly Piece[]): string[] =>
  pieces
    .filter(({ where, text }) => where.startsWith('amparo/') && text.trim() !== '')
    .map(({ where }) => where.replace('amparo/', ''))
    .sort();

/** Which key rows are stored; none of them may be extractable. */
function keysIn(pieces: readonly Piece[]): string[] {
  const vault = pieces.find(({ where }) => where === 'amparo/vault')?.text ?? '';
  expect(vault).not.toContain('EXTRACTABLE');
  return [...new Set(vault.match(/(?<=^id=)(device|reading|sending)$/gm))].sort();
}
