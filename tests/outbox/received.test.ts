import { afterEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { openSessionRows } from '#database/keyring.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { createReceived, type Received } from '#outbox/received.ts';
import { sessionKeys } from '#session/door.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { createSecrets } from '#vault/keys.ts';
import { isShared } from '../../sw/is-shared.ts';
import { received as share } from '../../sw/received.ts';
import { jpegOf } from '../photos/pictures.ts';
import { fillDevice } from './full-device.ts';
import { createClock } from './props.ts';

const ORIGIN = 'https://amparo.test';
const opened: Database[] = [];
let named = 0;

afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** A device on which nobody is signed in. Each customer has keys of their own and reads with them while signed in. */
function setUp() {
  named += 1;
  const db = createDatabase(`received-${named}`);
  opened.push(db);
  const clock = createClock(1_000_000_000_000);
  const lock = () => db.vault.bulkDelete(['reading', 'activity']);
  const session = {
    async lockExpired() {
      const row = await db.vault.get('activity');
      const isOver = !row || !('at' in row) || clock() - row.at >= 10 * MINUTE_MS;
      if (isOver) await lock();
      return isOver;
    },
  };
  const received = createReceived({ db, clock, session });
  const keys: Record<string, ReturnType<typeof sessionKeys>> = {};
  const signIn = async (owner: string) => {
    keys[owner] ??= sessionKeys(owner, createSecrets());
    await db.vault.bulkPut(await openSessionRows(db, owner, await keys[owner], clock()));
  };
  return { db, clock, received, session, signIn, lock };
}

const file = (text: string, name = 'factura.pdf') => ({
  bytes: new TextEncoder().encode(text).buffer as ArrayBuffer,
  name,
  type: 'application/pdf',
});

const names = async (received: Received) => (await received.list()).map(({ name }) => name);

/** A file that came while the clock was wrong by this is kept for its days from the first right start on. */
async function waitsItsDays(wrong: number): Promise<void> {
  const { clock, received, signIn } = setUp();
  clock.move(wrong);
  await signIn('ana');
  await received.keep(file('one'));
  clock.move(-wrong);
  await received.removeOld();
  clock.move(6 * DAY_MS);
  await received.removeOld();
  expect(await names(received)).toEqual(['factura.pdf']);
  clock.move(2 * DAY_MS);
  await received.removeOld();
  expect(await names(received)).toEqual([]);
}

/** The request that the system posts to the share target. */
function posted(files: [Uint8Array, string][], field = 'archivos'): Request {
  const body = new FormData();
  for (const [bytes, name] of files) body.append(field, new File([new Uint8Array(bytes)], name));
  return new Request(`${ORIGIN}/compartir`, { method: 'POST', body });
}

const pdf = () => new TextEncoder().encode('%PDF-1.7\n%\nDIAGNOSTICO-SECRETO');

describe('a file that another app shared', () => {
  test('[F27][S23] belongs to the customer who was signed in, and survives the page', async () => {
    const { db, clock, received, session, signIn } = setUp();
    await signIn('ana');
    expect(await received.keep(file('one'))).toBe(true);
    clock.move(1);
    expect(await received.keep(file('two', 'receta.pdf'))).toBe(true);
    const later = createReceived({ db, clock, session });
    const files = await later.list();
    expect(files).toMatchObject([
      { name: 'factura.pdf', type: 'application/pdf', size: 3 },
      { name: 'receta.pdf', size: 3 },
    ]);
    const bytes = (await later.open(files[0]?.id ?? ''))?.bytes;
    expect(new TextDecoder().decode(bytes)).toBe('one');
    await later.remove(files[0]?.id ?? '');
    expect(await names(later)).toEqual(['receta.pdf']);
    expect(await later.unclaimed()).toEqual([]);
  });

  test('[S23] is offered to no other customer, neither its name nor its content, and waits for its own', async () => {
    const { received, signIn } = setUp();
    await signIn('ana');
    await received.keep(file('biopsia', 'biopsia.pdf'));
    const [{ id } = { id: '' }] = await received.list();
    await signIn('luis');
    expect([await received.list(), await received.open(id), await received.unclaimed()]).toEqual([[], null, []]);
    await signIn('ana');
    expect(await names(received)).toEqual(['biopsia.pdf']);
  });

  test('[S23] beyond 40 MB is not even read', async () => {
    const { received, signIn } = setUp();
    await signIn('ana');
    const read = vi.fn(async () => pdf().buffer);
    const given = (size: number) => ({ name: 'grande.pdf', size, arrayBuffer: read });
    expect(await received.take(given(40 * 1024 * 1024 + 1))).toBe('tipo');
    expect(read).not.toHaveBeenCalled();
    expect(await received.take(given(40 * 1024 * 1024))).toBe(true);
    expect(await names(received)).toEqual(['grande.pdf']);
  });

  test('[F65] counts as gone when the browser has lost its bytes, and keeps no other from being claimed', async () => {
    const { db, received, signIn } = setUp();
    for (const text of ['one', 'two']) await received.keep(file(text, `${text}.pdf`));
    const [lost] = await db.drafts.toCollection().primaryKeys();
    loseValues(db.drafts, ({ id, part }) => (id === lost?.[0] && part === lost[1]) || part === 'received');
    await signIn('ana');
    expect(await received.claim(await received.unclaimed())).toEqual({ ok: true, value: 1 });
    const [claimed] = await received.list();
    expect(claimed && (await received.open(claimed.id))).toBeNull();
  });

  test('[S23] cannot be read after a lock', async () => {
    const { db, received, signIn, lock } = setUp();
    await signIn('ana');
    await received.keep(file('biopsia', 'biopsia.pdf'));
    const [{ id } = { id: '' }] = await received.list();
    await lock();
    expect([await received.list(), await received.open(id)]).toEqual([[], null]);
    const device = await db.vault.get('device');
    expect(device, 'not even a key of the device was needed').toBeUndefined();
  });

  test('[S23][D25] after the ten minutes is nobody’s, even if no page has locked the session yet', async () => {
    const { clock, received, signIn } = setUp();
    await signIn('ana');
    clock.move(11 * MINUTE_MS);
    expect(await received.keep(file('one'))).toBe(true);
    await signIn('ana');
    expect(await received.list()).toEqual([]);
    expect(await received.unclaimed()).toHaveLength(1);
  });

  test('[F60] waits its seven days, though it came while the clock stood in 1970', async () => {
    await waitsItsDays(-1_000_000_000_000);
  });

  test('[F60] waits its seven days, though it came while the clock stood years ahead', async () => {
    await waitsItsDays(9 * 365 * DAY_MS);
  });

  test('[F59] is listed by its name and size, without opening its bytes', async () => {
    const { received, signIn } = setUp();
    await signIn('ana');
    await received.keep({ ...file(''), bytes: new ArrayBuffer(2_000_000) });
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    expect(await received.list()).toMatchObject([{ size: 2_000_000 }]);
    expect(decrypt.mock.calls.map(([, , data]) => data.byteLength).filter((size) => size > 1000)).toEqual([]);
    expect(decrypt).toHaveBeenCalled();
    decrypt.mockRestore();
  });

  test('[F59] is listed and counted without reading its row', async () => {
    const { db, received, signIn } = setUp();
    await received.keep(file('nobody'));
    await signIn('ana');
    await received.keep(file('ana'));
    const read: string[] = [];
    db.drafts.hook('reading', (row) => {
      read.push(row.part);
      return row;
    });
    await received.list();
    await received.unclaimed();
    await received.removeOld();
    expect(read).toEqual(['form']);
  });

  test('[S9] is stored sealed: neither its name nor its bytes are in the clear', async () => {
    const { db, received, signIn } = setUp();
    await received.keep(file('DIAGNOSTICO-SECRETO', 'diabetes.pdf'));
    await signIn('ana');
    await received.keep(file('DIAGNOSTICO-SECRETO', 'diabetes.pdf'));
    const rows = await db.drafts.toArray();
    expect(rows).toHaveLength(3);
    const texts = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof ArrayBuffer ? latin(value) : String(value)))
        .join(' '),
    );
    expect(texts.join('')).not.toMatch(/DIAGNOSTICO|diabetes/);
  });

  test('[D45] is deleted after seven days', async () => {
    const { db, clock, received, signIn } = setUp();
    await signIn('ana');
    await received.keep(file('one'));
    clock.move(7 * DAY_MS - 1);
    await signIn('ana');
    await received.removeOld();
    expect(await names(received)).toEqual(['factura.pdf']);
    clock.move(2);
    expect(await names(received)).toEqual([]);
    await received.removeOld();
    expect(await db.drafts.count()).toBe(0);
  });

  test('[F16] is refused when it is a thirteenth, an empty or a giant one; files of others do not count', async () => {
    const { received, signIn } = setUp();
    expect(await received.keep(file(''))).toBe('tipo');
    expect(await received.keep({ ...file('x'), bytes: new ArrayBuffer(40 * 1024 * 1024 + 1) })).toBe('tipo');
    const keepThirteen = async () => {
      const kept = [];
      for (let turn = 0; turn < 13; turn += 1) kept.push(await received.keep(file(`${turn}`)));
      return kept;
    };
    const twelve = [...Array(12).fill(true), 'tipo'];
    expect(await keepThirteen()).toEqual(twelve);
    await signIn('ana');
    expect(await keepThirteen()).toEqual(twelve);
  });
});

describe('the same file, shared again and again', () => {
  const thrice = async (keep: () => Promise<unknown>) => [await keep(), await keep(), await keep()];

  test('[F59] is there once, for seven days after the last time, and takes no other one’s place', async () => {
    const { clock, received, signIn } = setUp();
    await signIn('ana');
    expect(await thrice(() => received.keep(file('one')))).toEqual([true, true, true]);
    expect(await names(received)).toEqual(['factura.pdf']);
    for (let turn = 0; turn < 11; turn += 1) await received.keep(file(`${turn}`));
    expect([await received.keep(file('twelve')), await received.keep(file('one'))]).toEqual(['tipo', true]);
    clock.move(6 * DAY_MS);
    await signIn('ana');
    await received.keep(file('one'));
    clock.move(2 * DAY_MS);
    await received.removeOld();
    expect(await names(received)).toEqual(['factura.pdf']);
    expect(await received.open((await received.list())[0]?.id ?? '')).toMatchObject({ name: 'factura.pdf' });
  });

  test('[F59] with another name or another content is another one', async () => {
    const { received, signIn } = setUp();
    await signIn('ana');
    await received.keep(file('one'));
    await received.keep(file('one', 'receta.pdf'));
    await received.keep(file('two'));
    expect((await names(received)).sort()).toEqual(['factura.pdf', 'factura.pdf', 'receta.pdf']);
  });

  test('[F59][S23] while nobody is signed in it is asked about once, and claimed beside the customer’s own it is one', async () => {
    const { db, received, signIn, lock } = setUp();
    await signIn('ana');
    await received.keep(file('one'));
    await lock();
    expect(await thrice(() => received.keep(file('one')))).toEqual([true, true, true]);
    await signIn('ana');
    const ids = await received.unclaimed();
    expect(ids).toHaveLength(1);
    expect(await received.claim(ids)).toEqual({ ok: true, value: 1 });
    expect([await names(received), await received.unclaimed(), await db.drafts.count()]).toEqual([
      ['factura.pdf'],
      [],
      2,
    ]);
  });

  test('[S9] has a name that differs on each device', async () => {
    const one = setUp();
    const other = setUp();
    await one.received.keep(file('one'));
    await other.received.keep(file('one'));
    expect(await one.received.unclaimed()).not.toEqual(await other.received.unclaimed());
  });
});

describe('a file that was shared while nobody was signed in', () => {
  test('[S23] is offered to nobody; who says within the hour that they shared it gets it', async () => {
    const { db, clock, received, signIn } = setUp();
    await received.keep(file('one'));
    clock.move(MINUTE_MS);
    await signIn('luis');
    expect(await received.list()).toEqual([]);
    clock.move(58 * MINUTE_MS);
    await signIn('ana');
    const ids = await received.unclaimed();
    expect(ids).toHaveLength(1);
    expect(await received.list()).toEqual([]);
    expect(await received.claim(ids)).toEqual({ ok: true, value: 1 });
    expect([await names(received), await received.unclaimed()]).toEqual([['factura.pdf'], []]);
    expect((await db.drafts.toArray()).map(({ owner }) => owner)).toEqual(['ana', 'ana']);
    await signIn('luis');
    expect([await received.list(), await received.unclaimed()]).toEqual([[], []]);
  });

  test('[S23] is over after an hour: it cannot be claimed any more, and is deleted', async () => {
    const { db, clock, received, signIn } = setUp();
    await received.keep(file('one'));
    const ids = await received.unclaimed();
    clock.move(60 * MINUTE_MS);
    await signIn('ana');
    expect(await received.unclaimed()).toEqual([]);
    expect(await received.claim(ids)).toEqual({ ok: true, value: 0 });
    await received.removeOld();
    expect(await db.drafts.count()).toBe(0);
  });

  test('[S23] is over when the clock says that it comes from the future: its age is unknown', async () => {
    const { db, clock, received } = setUp();
    await received.keep(file('one'));
    clock.move(-DAY_MS);
    expect(await received.unclaimed()).toEqual([]);
    await received.removeOld();
    expect(await db.drafts.count()).toBe(0);
  });

  test('[S23] is still claimable after the clock was corrected by seconds', async () => {
    const { clock, received } = setUp();
    await received.keep(file('one'));
    clock.move(-5000);
    await received.removeOld();
    expect(await received.unclaimed()).toHaveLength(1);
  });

  test('[S23] claimed in two tabs at once is there once', async () => {
    const { db, clock, received, session, signIn } = setUp();
    await received.keep(file('one'));
    await signIn('ana');
    const ids = await received.unclaimed();
    const other = createReceived({ db, clock, session });
    await Promise.all([received.claim(ids), other.claim(ids)]);
    expect(await names(received)).toEqual(['factura.pdf']);
    expect(await db.drafts.count()).toBe(2);
  });

  test('[S23] stays nobody’s when the session ends while it is claimed', async () => {
    const { received, signIn, lock } = setUp();
    await received.keep(file('one'));
    await signIn('ana');
    const ids = await received.unclaimed();
    const seal = crypto.subtle.encrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
      await lock();
      return seal(...given);
    });
    expect(await received.claim(ids)).toEqual({ ok: true, value: 0 });
    vi.restoreAllMocks();
    expect(await received.unclaimed()).toEqual(ids);
  });

  test('[D45] is left alone by the cleaning of visitors’ drafts', async () => {
    const { db, clock, received } = setUp();
    await received.keep(file('one'));
    clock.move(59 * MINUTE_MS);
    await createDrafts({ db, clock, whose: 'visitor' }).removeOld();
    expect(await received.unclaimed()).toHaveLength(1);
  });
});

test('[S4] the worker accepts several files by the kind of their bytes, and tells how many it refused', async () => {
  const { received, signIn } = setUp();
  await signIn('ana');
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
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${ORIGIN}/#/app/compartido?tipo=1`]);
  expect((await received.list()).map(({ name, type }) => [name, type]).sort()).toEqual([
    ['factura exe.pdf', 'application/pdf'],
    ['foto.jpg', 'image/jpeg'],
  ]);
});

test.each(['ana', null])(
  '[F16] files that do not fit are told as that, not as of another kind: signed in %s',
  async (who) => {
    const { db, received, signIn } = setUp();
    if (who) await signIn(who);
    // The first makes the keys of the device.
    await received.keep(file('one'));
    fillDevice(db);
    const page = new TextEncoder().encode('<html><script>');
    const answer = await share(
      posted([
        [pdf(), 'factura.pdf'],
        [page, 'x.pdf'],
        [pdf(), 'receta.pdf'],
      ]),
      received,
      ORIGIN,
    );
    expect(answer.headers.get('location')).toBe(`${ORIGIN}/#/app/compartido?tipo=1&espacio=2`);
  },
);

test('[F24] a share whose body cannot be read is told as lost', async () => {
  const { received, signIn } = setUp();
  await signIn('ana');
  const body = '--x\r\nContent-Disposition: form-data; name="archivos"; filename="a.pdf"\r\n\r\n%PDF-1.4';
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const broken = new Request(`${ORIGIN}/compartir`, { method: 'POST', headers, body });
  const answer = await share(broken, received, ORIGIN);
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/#/app/compartido?fallo=1`);
  expect(await names(received)).toEqual([]);
});

test('[S27] the worker takes an XML and a zip, named as what their bytes are', async () => {
  const { received, signIn } = setUp();
  await signIn('ana');
  const text = (of: string) => new TextEncoder().encode(of);
  const answer = await share(
    posted([
      [text('<?xml version="1.0"?><factura/>'), 'factura.pdf'],
      [text('PK\x03\x04'), 'factura.xml'],
      [text('<?xml version="1.0"?><svg onload="alert(1)"/>'), 'dibujo.xml'],
    ]),
    received,
    ORIGIN,
  );
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/#/app/compartido?tipo=1`);
  expect((await received.list()).map(({ name, type }) => [name, type]).sort()).toEqual([
    ['factura.xml', 'text/xml'],
    ['factura.zip', 'application/zip'],
  ]);
});

test('[S4] a post without a form or without files also leads to the app', async () => {
  const { received } = setUp();
  const plain = new Request(`${ORIGIN}/compartir`, { method: 'POST', body: 'x' });
  expect((await share(plain, received, ORIGIN)).headers.get('location')).toBe(`${ORIGIN}/#/app/compartido`);
  await share(posted([[pdf(), 'a.pdf']], 'otro'), received, ORIGIN);
  expect(await received.unclaimed()).toEqual([]);
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
