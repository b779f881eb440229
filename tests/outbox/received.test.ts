import { afterEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { createDrafts } from '#outbox/drafts.ts';
import { createReceived, type Received } from '#outbox/received.ts';
import { isShared } from '../../sw/is-shared.ts';
import { received as share } from '../../sw/received.ts';
import { jpegOf } from '../photos/pictures.ts';
import { createClock } from './props.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
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

/** The request that the system posts to the share target. */
function posted(files: [Uint8Array, string][], field = 'archivos'): Request {
  const body = new FormData();
  for (const [bytes, name] of files) body.append(field, new File([new Uint8Array(bytes)], name));
  return new Request(`${ORIGIN}/compartir`, { method: 'POST', body });
}

const pdf = () => new TextEncoder().encode('%PDF-1.7\n%\nDIAGNOSTICO-SECRETO');

test('[F27] a file that another app shared survives the page, also when nobody is signed in', async () => {
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

test('[S9] a shared file is stored sealed: neither its name nor its bytes are in the clear', async () => {
  const { db, received } = setUp();
  await received.keep(file('DIAGNOSTICO-SECRETO', 'diabetes.pdf'));
  const rows = await db.drafts.toArray();
  expect(rows).toHaveLength(1);
  const texts = rows.map((row) =>
    Object.values(row)
      .map((value) => (value instanceof ArrayBuffer ? latin(value) : String(value)))
      .join(' '),
  );
  expect(texts.join('')).not.toMatch(/DIAGNOSTICO|diabetes/);
});

test('[D45] a shared file is deleted after seven days, and not earlier by the cleaning of drafts', async () => {
  const { db, clock, received } = setUp();
  await received.keep(file('one'));
  const drafts = createDrafts({ db, clock, whose: 'visitor' });
  clock.move(7 * DAY_MS - 1);
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

test('[S4] the worker accepts several files by the kind of their bytes, and tells how many it refused', async () => {
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

test('[S4] a post without a form or without files also leads to the app', async () => {
  const { received } = setUp();
  const plain = new Request(`${ORIGIN}/compartir`, { method: 'POST', body: 'x' });
  expect((await share(plain, received, ORIGIN)).headers.get('location')).toBe(`${ORIGIN}/#/app/compartido`);
  await share(posted([[pdf(), 'a.pdf']], 'otro'), received, ORIGIN);
  expect(await listed(received)).toEqual([]);
});

test('the worker accepts only posts to the share target of this origin', () => {
  const takes = (url: string, method = 'POST') => isShared({ url, method }, ORIGIN);
  expect(takes(`${ORIGIN}/compartir`)).toBe(true);
  expect([
    takes(`${ORIGIN}/compartir`, 'GET'),
    takes(`${ORIGIN}/api/compartir`),
    takes('https://evil.test/compartir'),
  ]).toEqual([false, false, false]);
});

const latin = (bytes: ArrayBuffer) => String.fromCharCode(...new Uint8Array(bytes));
