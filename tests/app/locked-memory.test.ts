// @module-tag depth
import '#tests/page.ts';

import { Session as Inspector } from 'node:inspector/promises';
import { expect, test, vi } from 'vitest';
import { device as appDevice } from '#app/device.ts';
import { readingKeys } from '#database/keyring.ts';
import { type MirrorTable, mirrorTables } from '#database/rows.ts';
import type { Device } from '#device/create-device.ts';
import { type Collection, collections } from '#mirror/collections.ts';
import { replaceGroups, sealGroups } from '#mirror/groups.ts';
import { customerHere } from '#tests/app/customer-here.ts';
import { pdf } from '#tests/outbox/props.ts';

/**
 * A lock ends reading, so nothing that was opened may stay in the page's memory. Every string that the engine still holds is
 * searched for a mark that all opened content carries: whatever keeps opened rows is found, known here or not.
 */

/** Made anew each time, so that the test itself does not hold it. */
const mark = (what: string) => ['zarza', what, 'memoria'].join('');
const parts = ['customer', 'mirror', 'outbox', 'draft', 'received', 'saved', 'late', 'control'] as const;
type Part = (typeof parts)[number];

/** Which marks the memory holds, after a garbage collection. */
async function inMemory(): Promise<Part[]> {
  const inspector = new Inspector();
  inspector.connect();
  const pieces: Buffer[] = [];
  inspector.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => void pieces.push(Buffer.from(params.chunk)));
  await inspector.post('HeapProfiler.takeHeapSnapshot');
  inspector.disconnect();
  const snapshot = Buffer.concat(pieces);
  return parts.filter((part) => snapshot.includes(Buffer.from(mark(part))));
}

/** The app's device with a customer signed in, offline. No server is there whose memory would be searched too. */
async function signedIn(): Promise<Device> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const device = appDevice();
  await customerHere(device.db, { email: mark('customer') });
  expect(await device.session.start()).toBe('open');
  return device;
}

/** The days by which collections group their rows. */
const dated = {
  ParsedCompletedDate: '2026-01-01',
  fechaDiagnostico: '2026-01-01',
  fechaSolicitud: '2026-01-01',
  created: '',
};

/** Puts one row of a collection onto the device, as a pull does. */
async function mirrored(
  { db, mirror }: Pick<Device, 'db' | 'mirror'>,
  table: MirrorTable,
  policyId: string,
  id: string,
): Promise<void> {
  const collection = collections[table] as Collection<unknown>;
  const [place, keys] = await Promise.all([mirror.locate(collection, policyId), readingKeys(db)]);
  if (!place || !keys) throw new Error('locked');
  await replaceGroups(db, place, await sealGroups(keys.readKey, place, collection.group([{ ...dated, id }]), 1));
  const { scope, owner } = place;
  await db.pulls.put({ scope, owner, at: 1, etag: null, problem: null, revision: '1' });
}

const ticket = (descripcion: string) => ({ idUsuario: '7', idTipoTicket: '1', descripcion, poliza: '1' });

/** Puts marked content onto the device. */
async function fill({ db, session, mirror, outbox, drafts, received }: Device): Promise<void> {
  for (const table of mirrorTables) {
    await mirrored({ db, mirror }, table, '1', mark('mirror'));
    if (table === 'roles') await mirrored({ db, mirror }, table, '2', mark('late'));
  }
  await outbox.enqueue('ticket.create', ticket(mark('outbox')));
  drafts.save('ticket', { descripcion: mark('draft') });
  await drafts.saveFile('ticket', 'documento', { ...pdf('x'), name: mark('draft') });
  await drafts.flush();
  await received.keep({ ...pdf('x'), name: mark('received') });
  const document = { policyId: '1', category: mark('saved'), createdOn: null, place: 0 };
  await mirror.saved.save(document, { ...pdf('x'), name: mark('saved') }, await session.owner());
}

/** Opens all of it, as the screens do. */
async function readAll({ mirror, outbox, drafts, received, session }: Device): Promise<void> {
  for (const table of mirrorTables) await mirror.read(collections[table] as Collection<unknown>, '1');
  for (const table of mirrorTables) {
    const place = await mirror.locate(collections[table], '1');
    if (place) await mirror.readAt(place, 'aside');
  }
  await mirror.news.list();
  await outbox.list();
  await outbox.receipts();
  await outbox.recentReceipts();
  await drafts.load('ticket');
  await drafts.peek('ticket');
  const [shared] = await received.list();
  await received.open(shared?.id ?? '');
  const [saved] = await mirror.saved.list();
  await mirror.saved.open(saved?.id ?? '');
  await session.customer();
}

/** Holds each decryption back after it was done. Returns the function that lets them go on. */
function holdDecryption(): () => void {
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
    const opened = await decrypt(...given);
    await gate;
    return opened;
  });
  return letGo;
}

/** Locks while reads are under way, and waits for them. Nothing here holds what they opened. */
async function lockWhileReading({ mirror, outbox, session }: Device): Promise<void> {
  const place = await mirror.locate(collections.roles, '2');
  if (!place) throw new Error('locked');
  const letGo = holdDecryption();
  const reads = [mirror.readAt(place), outbox.list(), session.customer()];
  await vi.waitFor(() => expect(crypto.subtle.decrypt).toHaveBeenCalledTimes(3));
  await session.lock();
  letGo();
  await Promise.all(reads);
  vi.restoreAllMocks();
}

test('[S9] after a lock the page’s memory holds nothing that was opened, nor what a read opens that ends later', async () => {
  const device = await signedIn();
  await fill(device);
  await readAll(device);
  expect(device.mirror.peek(collections.roles, '1')).not.toBeNull();
  expect(device.mirror.peekAside(collections.roles, ['1'])?.get('1')).toHaveLength(1);
  expect(device.outbox.lastList()).toHaveLength(1);
  expect(device.drafts.lastPeek('ticket')).not.toBeNull();
  expect(device.session.lastCustomer()).not.toBeUndefined();
  await device.outbox.enqueue('ticket.create', ticket(mark('late')));
  await lockWhileReading(device);
  const control = { text: mark('control') };
  expect(await inMemory()).toEqual(['control']);
  expect(control.text).toContain('control');
});
