import { afterEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { createDrafts } from '#outbox/drafts.ts';
import { createReceived, type Received } from '#outbox/received.ts';
import { isShared } from '../../sw/is-shared.ts';
import { received as share } from '../../sw/received.ts';
import { jpegOf } from '../photos/pictures.ts';
import { createClock } from './props.ts';

const DAY = 24 * 60 * 60 * 1000;
const ORIGIN = 'https://amparo.test';
const opened: Database[] = [];
let named = 0;

afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** A device on which nobody is signed in. */
function setUp() {
  named += 1;
  const db = createDatabase(`received-${named}`);
  opened.push(db);
  const clock = createClock(1_000_000_000_000);
  const received = createReceived({ db, clock });
  return { db, clock, received };
}

const file = (text: string, name = 'factura.pdf') => ({
  bytes: new TextEncoder().encode(text).buffer as ArrayBuffer,
  name,
  type: 'application/pdf',
});

const listed = async (received: Received) => received.open(await received.rows());

/** What the system posts to the share target. */
function posted(files: [Uint8Array, string][], field = 'archivos'): Request {
  const body = new FormData();
  for (const [bytes, name] of files) body.append(field, new File([new Uint8Array(bytes)], name));
  return new Request(`${ORIGIN}/compartir`, { method: 'POST', body });
}

const pdf = () => new TextEncoder().encode('%PDF-1.7\n%\nDIAGNOSTICO-SECRETO');

test('[F27] what another app handed over is there after the page is gone, with nobody signed in', async () => {
  const { db, clock, received } = setUp();
  expect(await received.keep(file('one'))).toBe(true);
  clock.move(1);
  expect(await received.keep(file('two', 'receta.pdf'))).toBe(true);
  const later = createReceived({ db, clock });
  const files = await listed(later);
  expect(files.map(({ name }) => name)).toEqual(['factura.pdf', 'receta.pdf']);
  expect(new TextDecoder().decode(files[0]?.bytes)).toBe('one');
  await later.remove(files[0]?.id ?? '');
  expect((await listed(later)).map(({ name }) => name)).toEqual(['receta.pdf']);
});

test('[S9] it lies sealed: neither its name nor its bytes can be read on the device', async () => {
  const { db, received } = setUp();
  await received.keep(file('DIAGNOSTICO-SECRETO', 'diabetes.pdf'));
  const rows = await db.drafts.toArray();
  expect(rows).toHaveLength(1);
  const lying = rows.map((row) =>
    Object.values(row)
      .map((value) => (value instanceof ArrayBuffer ? latin(value) : String(value)))
      .join(' '),
  );
  expect(lying.join('')).not.toMatch(/DIAGNOSTICO|diabetes/);
});

test('[D45] after seven days it is gone, and a registration that is begun takes nothing of it along', async () => {
  const { db, clock, received } = setUp();
  await received.keep(file('one'));
  const drafts = createDrafts({ db, clock, whose: 'visitor' });
  clock.move(7 * DAY - 1);
  await drafts.removeOld();
  expect(await listed(received)).toHaveLength(1);
  clock.move(2);
  expect(await listed(received)).toEqual([]);
  await received.removeOld();
  expect(await db.drafts.count()).toBe(0);
});

test('[F16] a thirteenth file, an empty and a giant one are refused', async () => {
  const { received } = setUp();
  expect(await received.keep(file(''))).toBe(false);
  expect(await received.keep({ ...file('x'), bytes: new ArrayBuffer(40 * 1024 * 1024 + 1) })).toBe(false);
  const kept = [];
  for (let turn = 0; turn < 13; turn += 1) kept.push(await received.keep(file(`${turn}`)));
  expect(kept.filter(Boolean)).toHaveLength(12);
  expect(kept.at(-1)).toBe(false);
});

test('[S4] the worker takes several at once by what their bytes are, and tells how many it could not take', async () => {
  const { received } = setUp();
  const page = new TextEncoder().encode('<html><script>');
  const answer = await share(
    posted([
      [pdf(), '../../factura.exe'],
      [jpegOf(800, 600), 'foto.png'],
      [page, 'x.pdf'],
    ]),
    received,
    ORIGIN,
  );
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${ORIGIN}/#/app/compartido?perdidos=1`]);
  expect((await listed(received)).map(({ name, type }) => [name, type]).sort()).toEqual([
    ['factura exe.pdf', 'application/pdf'],
    ['foto.jpg', 'image/jpeg'],
  ]);
});

test('[S4] what is no form, or a form without files, leads to the app all the same', async () => {
  const { received } = setUp();
  const plain = new Request(`${ORIGIN}/compartir`, { method: 'POST', body: 'x' });
  expect((await share(plain, received, ORIGIN)).headers.get('location')).toBe(`${ORIGIN}/#/app/compartido`);
  await share(posted([[pdf(), 'a.pdf']], 'otro'), received, ORIGIN);
  expect(await listed(received)).toEqual([]);
});

test('the worker takes only posts to the share target of its own origin', () => {
  const at = (url: string, method = 'POST') => isShared({ url, method }, ORIGIN);
  expect(at(`${ORIGIN}/compartir`)).toBe(true);
  expect([at(`${ORIGIN}/compartir`, 'GET'), at(`${ORIGIN}/api/compartir`), at('https://evil.test/compartir')]).toEqual([
    false,
    false,
    false,
  ]);
});

const latin = (bytes: ArrayBuffer) => String.fromCharCode(...new Uint8Array(bytes));
