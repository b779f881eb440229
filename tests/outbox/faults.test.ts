// @module-tag depth
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { fail } from '#contract/result.ts';
import type { OutboxRow } from '#database/rows.ts';
import { sealAhead, settleFile } from '#database/sealed-file.ts';
import { refunds, tickets } from '#mirror/collections.ts';
import { type CommandKinds, commandKinds } from '#outbox/commands.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { waitAfter } from '#outbox/outcome.ts';
import { thisMachine } from '#ports/machine.ts';
import { queuedWords } from '#requests/queue-words.ts';
import { refund } from '#requests/refund.ts';
import { refunds as refundsAtServer, renewals, tickets as ticketsAtServer, tokens } from '#server/database/schema.ts';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import { sessionKeys } from '#session/door.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { createSecrets } from '#vault/keys.ts';
import { bodyOf, rewriteBody, sendKeyOf } from './bodies.ts';
import {
  createHouse,
  type Device,
  EMAIL,
  type House,
  PASSWORD,
  type Page,
  refundFields,
  refundFilesOf,
  ticketFields,
} from './house.ts';
import { pdf, unique } from './props.ts';

let house: House;
const devices: Device[] = [];

beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
afterEach(async () => {
  vi.restoreAllMocks();
  for (const device of devices.splice(0)) await device.close();
});

async function newDevice(): Promise<Device> {
  const device = await house.device();
  devices.push(device);
  return device;
}

/** Queues a ticket. @returns its key */
async function queueTicket(page: ReturnType<Device['page']>, what: string, options = {}): Promise<string> {
  const label = { asunto: what };
  const queued = await page.outbox.enqueue('ticket.create', ticketFields(house, what), {}, { label, ...options });
  if (!queued.ok) throw new Error(queued.code);
  return queued.value.key;
}

async function queueRefund(page: ReturnType<Device['page']>, what: string, options = {}): Promise<string> {
  const files = refundFilesOf(what);
  const queued = await page.outbox.enqueue('refund.create', refundFields(house, what), files, options);
  if (!queued.ok) throw new Error(queued.code);
  return queued.value.key;
}

describe('a queued command', () => {
  test('[H9.2] a refund with two files reaches the server once, leaves a receipt, and shows in the mirrored history', async () => {
    const device = await newDevice();
    const page = device.page();
    await page.mirror.pull(refunds, house.policyId);
    const what = unique('Gripe');
    const key = await queueRefund(page, what);
    expect(await page.outbox.drain()).toEqual({ sent: 1, waiting: 0, attention: 0, parked: 0, nextAt: null });

    expect(await house.refundsWith(what)).toBe(1);
    expect(await device.rows()).toEqual([]);
    expect(await device.db.outboxFiles.count()).toBe(0);
    const receipt = await page.outbox.receipt(key);
    expect(receipt?.recibo).toMatchObject({ clave: key, tipo: 'refund.create' });
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const shown = groups?.flatMap(({ rows }) => rows);
    expect(shown?.filter(({ diagnostico }) => diagnostico === what)).toMatchObject([
      { CaseNumber: receipt?.recibo.numero },
    ]);
  });

  test('[D29] every kind of command is queued without a network and sent in order once there is one', async () => {
    const device = await newDevice();
    let connected = false;
    const page = device.page({ online: () => connected });
    const what = unique('Sin red');
    const refund = await queueRefund(page, what);
    const document = { documento: pdf(`extra ${what}`) };
    await page.outbox.enqueue('refund.addDocument', { idUsuario: house.idUsuario }, document, { dependsOn: refund });
    await queueTicket(page, what);

    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 3 });
    expect(device.network.seen).toEqual([]);
    expect((await page.outbox.list()).map(({ state, unclear }) => [state, unclear])).toEqual([
      ['waiting', false],
      ['behind', false],
      ['waiting', false],
    ]);
    connected = true;
    expect(await page.outbox.drain()).toMatchObject({ sent: 3, waiting: 0 });
    expect(await house.refundsWith(what)).toBe(1);
    expect(await house.documentsNamed(document.documento.name)).toBe(1);
    expect(await house.ticketsWith(what)).toBe(1);
  });

  test('[F16] full storage is a result, not an exception; nothing of the command is written and the draft stays', async () => {
    const device = await newDevice();
    const page = device.page();
    page.drafts.save('nuevo', { medico: 'Dra. Mora' });
    await page.drafts.flush();
    vi.spyOn(page.db.outboxFiles, 'bulkAdd').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const what = unique('Lleno');
    const options = { draftId: 'nuevo' };
    const queued = await page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what), options);
    expect(queued).toEqual({ ok: false, code: 'storage-full' });
    expect(await device.rows()).toEqual([]);
    expect((await page.drafts.load('nuevo'))?.form).toEqual({ medico: 'Dra. Mora' });
  });

  test('[F57] a command is queued into a new log, and not at all where there is no room for one', async () => {
    const device = await newDevice();
    const page = device.page();
    const begun = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('IO error', 'UnknownError');
    });
    const ask = () => page.outbox.enqueue('ticket.create', ticketFields(house, unique('Sin un byte')));
    expect(await ask()).toEqual({ ok: false, code: 'storage-full' });
    expect(await device.rows()).toEqual([]);
    begun.mockRestore();
    expect(await ask()).toMatchObject({ ok: true });
  });

  test('[F57] a page frozen between the making of a log and its end keeps no other one from queueing', async () => {
    const device = await newDevice();
    const { after } = thisMachine.timers;
    const soon = { ...thisMachine.timers, after: (ms: number, run: () => void) => after(Math.min(ms, 20), run) };
    const page = device.page({ timers: soon });
    const blocked = vi.spyOn(indexedDB, 'deleteDatabase').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
    const asked = await page.outbox.enqueue('ticket.create', ticketFields(house, unique('Otra está helada')));
    blocked.mockRestore();
    expect(asked).toMatchObject({ ok: true });
    await device.close();
  });

  test('[F17] a command whose files could not be written is not queued, and keeps its draft', async () => {
    const device = await newDevice();
    const page = device.page();
    page.drafts.save('nuevo', { medico: 'Dra. Mora' });
    let files = 0;
    page.db.outboxFiles.hook('creating', () => {
      files += 1;
      if (files === 2) throw new Error('killed between two files');
    });
    const what = unique('A medias');
    const options = { draftId: 'nuevo' };
    await expect(
      page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what), options),
    ).rejects.toThrow();
    expect(await device.rows()).toEqual([]);
    expect(await device.db.outboxFiles.count()).toBe(0);
    expect(await page.drafts.load('nuevo')).not.toBeNull();
  });

  test('[F17] a command with a missing or different file is never sent, but shown', async () => {
    const device = await newDevice();
    const page = device.page();
    const lost = await queueRefund(page, unique('Perdido'));
    const what = unique('Cambiado');
    const changed = await queueRefund(page, what);
    await device.db.outboxFiles.delete([lost, 'documentoFactura']);
    // This file is sealed correctly and has the same size, but other bytes than the queued one.
    const stored = await device.db.outboxFiles.get([changed, 'documentoFactura']);
    if (!stored) throw new Error('a file expected');
    const context = { table: 'outboxFiles', row: `${changed}/documentoFactura`, owner: stored.owner };
    const bytes = refundFilesOf(what).documentoFactura.bytes.slice(0);
    new Uint8Array(bytes).fill(0x20, 9, 12);
    const other = await settleFile(await sendKeyOf(device), await sealAhead(bytes), context);
    await device.db.outboxFiles.put({ ...stored, ...other });

    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 2 });
    expect(device.network.seen).toEqual([]);
    expect((await page.outbox.list()).map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['refused', 'damaged'],
      ['refused', 'damaged'],
    ]);
    // The form gets the file that is there, and asks again for the missing one.
    const edit = await page.outbox.beginEdit(lost);
    expect(edit.ok && Object.keys(edit.value.files)).toEqual(['documentoHistoriaClinica']);
  });

  test('queueing a command deletes its draft, with files and last keystrokes', async () => {
    const device = await newDevice();
    const page = device.page();
    await page.drafts.saveFile('nuevo', 'documentoFactura', pdf('factura'));
    page.drafts.save('nuevo', { medico: 'Dra. Mora' });
    await queueTicket(page, unique('Sin borrador'), { draftId: 'nuevo' });
    await page.drafts.flush();
    expect(await device.db.drafts.count()).toBe(0);
    expect(page.pokes).toBe(1);
  });

  test('[F12][F56] a lock while it is being queued leaves no draft of it', async () => {
    const device = await newDevice();
    const page = device.page();
    page.drafts.save('nuevo', { descripcion: 'Enviada al cerrar' });
    await page.drafts.flush();
    const reading = await device.db.vault.get('reading');
    const handing = queueTicket(page, unique('Al cerrar'), { draftId: 'nuevo' });
    await device.db.vault.delete('reading');
    await handing;
    if (reading) await device.db.vault.put(reading);
    expect(await device.db.drafts.count()).toBe(0);
  });

  test('[F12][F56] once the session is locked it is not queued, and its draft stays', async () => {
    const device = await newDevice();
    const page = device.page();
    page.drafts.save('nuevo', { descripcion: 'Después del cierre' });
    await page.drafts.flush();
    await device.db.vault.delete('reading');
    const handed = await page.outbox.enqueue('ticket.create', ticketFields(house, 'Después'), {}, { draftId: 'nuevo' });
    expect(handed).toEqual({ ok: false, code: 'signed-out' });
    expect([await device.db.outbox.count(), await device.db.drafts.count()]).toEqual([0, 1]);
  });

  test('[F24] a file without bytes is refused before anything is queued', async () => {
    const page = (await newDevice()).page();
    const files = { ...refundFilesOf('x'), documentoFactura: { bytes: new ArrayBuffer(0), name: 'a.pdf', type: '' } };
    expect(await page.outbox.enqueue('refund.create', refundFields(house, unique('Vacío')), files)).toEqual({
      ok: false,
      code: 'empty-file',
      field: 'documentoFactura',
    });
  });

  test('[S9] nothing readable is stored in the queue, its files, drafts or receipts', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Diagnóstico secreto');
    page.drafts.save(`reembolso:${house.policyId}`, { diagnostico: what });
    await page.drafts.flush();
    await page.drafts.saveFile(`reembolso:${house.policyId}`, 'documentoFactura', pdf(what));
    await queueRefund(page, what, { label: { paciente: 'Ana Rojas' } });
    const sent = await queueTicket(page, unique('Consulta secreta'));
    device.network.fate = ({ key }) => (key === sent ? 'pass' : 'before');
    await page.outbox.drain();

    const tables = ['outbox', 'outboxFiles', 'receipts', 'drafts'] as const;
    const rows = (await Promise.all(tables.map((table) => device.db[table].toArray()))).flat();
    expect(rows.length).toBeGreaterThanOrEqual(6);
    const dump = rows.map(dumped).join('\n');
    for (const secret of [
      what,
      'secreta',
      'Ana Rojas',
      'Dra. Mora',
      house.policyId,
      house.idUsuario,
      'factura',
      '.pdf',
    ]) {
      expect(dump).not.toContain(secret);
    }
    const bearer = device.network.seen.find(({ authorization }) => authorization)?.authorization?.slice(7) ?? '?';
    expect(dump).not.toContain(bearer);
  });
});

describe('sending', () => {
  test.each(['hang', 'hang-after'] as const)(
    '[F1] after a kill during sending (%s), the next page sends the item and it counts once',
    async (fate) => {
      const device = await newDevice();
      const killed = device.page();
      const what = unique('Cortado');
      const key = await queueTicket(killed, what);
      device.network.next(fate);
      void killed.outbox.drain();
      await eventually(() => expect(device.network.seen).toHaveLength(1));
      expect(await device.rows()).toMatchObject([{ state: 'sending', unclear: true }]);

      const next = device.page({ lock: freeLock });
      expect(await next.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
      device.clock.move(46 * SECOND_MS);
      expect(await next.outbox.drain()).toMatchObject({ sent: 1 });
      expect(await house.ticketsWith(what)).toBe(1);
      expect((await next.outbox.receipt(key))?.recibo.clave).toBe(key);
      // The page was only asleep, and its late answer must change nothing.
      device.network.letPass();
      await settled();
      expect(await device.rows()).toEqual([]);
      expect(await house.ticketsWith(what)).toBe(1);
    },
  );

  test('[F2] when the answer is lost, the next attempt gets the first receipt and the server has the item once', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Respuesta perdida');
    const key = await queueRefund(page, what);
    device.network.next('after');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    expect(await device.rows()).toMatchObject([{ unclear: true, attempts: 1 }]);
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(device.network.arrivals(key)).toBe(2);
    expect(await house.refundsWith(what)).toBe(1);
  });

  test('[F3] when a receipt cannot be stored, the row stays as it was and the next drain settles it', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Sin guardar');
    const key = await queueRefund(page, what);
    const failing = vi.spyOn(page.db.outboxFiles, 'where').mockImplementation(() => {
      throw new Error('transaction ends here');
    });
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    // It may be a bug of ours, which would send the request again for ever.
    expect(told).toHaveBeenCalledExactlyOnceWith('outbox: a receipt could not be stored', expect.any(Error));
    told.mockRestore();
    expect(await page.outbox.receipt(key)).toBeNull();
    expect(await device.db.outboxFiles.count()).toBe(2);
    failing.mockRestore();
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(await house.refundsWith(what)).toBe(1);
    expect(await page.outbox.receipt(key)).not.toBeNull();
  });

  test('[F4] when two pages and the worker drain together, even without a lock, each item arrives once', async () => {
    const device = await newDevice();
    const pages = [0, 1, 2].map(() => device.page({ lock: freeLock }));
    const [first] = pages;
    if (!first) throw new Error('three pages');
    const keys: string[] = [];
    for (let count = 0; count < 12; count += 1) keys.push(await queueTicket(first, unique('Juntos')));
    const reports = await Promise.all(pages.map(({ outbox }) => outbox.drain()));
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(12);
    expect(keys.map((key) => device.network.arrivals(key))).toEqual(keys.map(() => 1));
  });

  test('[F5] a frozen page that holds the lock does not keep another from sending within 60 seconds', async () => {
    const device = await newDevice();
    const frozen = device.page();
    const other = device.page();
    const first = unique('Congelado');
    await queueTicket(frozen, first);
    const second = unique('Detrás');
    await queueTicket(frozen, second);
    device.network.next('hang');
    void frozen.outbox.drain();
    await eventually(() => expect(device.network.seen).toHaveLength(1));
    device.clock.move(10 * SECOND_MS);
    const report = await other.outbox.drain();
    expect(report).toMatchObject({ sent: 0, waiting: 2 });
    expect((report.nextAt ?? Number.POSITIVE_INFINITY) - device.clock()).toBeLessThan(60 * SECOND_MS);
    device.clock.move(50 * SECOND_MS);
    expect(await other.outbox.drain()).toMatchObject({ sent: 2 });
    expect(await house.ticketsWith(first)).toBe(1);
    expect(await house.ticketsWith(second)).toBe(1);
  });

  test('[F5] a slow page keeps its claim, because it refreshes it', async () => {
    const device = await newDevice();
    const slow = device.page();
    const other = device.page({ lock: freeLock });
    await queueTicket(slow, unique('Lento'));
    device.network.next('hang');
    void slow.outbox.drain();
    await eventually(() => expect(device.network.seen).toHaveLength(1));
    for (let tens = 0; tens < 9; tens += 1) {
      device.clock.move(10 * SECOND_MS);
      device.ticker.tick();
      await eventually(async () => expect((await device.rows())[0]?.claim?.at).toBe(device.clock()));
    }
    expect(await other.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    expect(device.network.seen).toHaveLength(1);
  });

  test('[F5][F28] a hidden page, whose timers hardly run, keeps its claim while bytes travel', async () => {
    const device = await newDevice();
    const hidden = device.page();
    await queueTicket(hidden, unique('Oculto'));
    let travels: (sent: number, total: number) => void = () => {};
    vi.spyOn(hidden.session, 'deliver').mockImplementation((_, __, { onProgress = travels }) => {
      travels = onProgress;
      return new Promise(() => {});
    });
    void hidden.outbox.drain();
    await eventually(() => expect(hidden.session.deliver).toHaveBeenCalled());
    const renewed = vi.spyOn(hidden.db.outbox, 'get');
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      device.clock.move(SECOND_MS);
      travels(seconds, 100);
    }
    await eventually(async () => expect((await device.rows())[0]?.claim?.at).toBe(device.clock()));
    expect(renewed, 'not at each progress').toHaveBeenCalledTimes(6);
    expect(await device.page({ lock: freeLock }).outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    expect(device.network.seen).toEqual([]);
  });

  test('[F5] a page that wakes up without its claim aborts its sending', async () => {
    const device = await newDevice();
    const asleep = device.page();
    await queueTicket(asleep, unique('Dormido'));
    device.network.next('hang');
    const ended = asleep.outbox.drain();
    await eventually(() => expect(device.network.seen).toHaveLength(1));
    device.clock.move(50 * SECOND_MS);
    expect(await device.page().outbox.drain()).toMatchObject({ sent: 1 });
    device.ticker.tick();
    expect(await ended).toMatchObject({ sent: 0, waiting: 0 });
  });

  test('[F6] revoked tokens park the queue without counting an attempt, and a sign-in resumes it', async () => {
    const device = await newDevice();
    const page = device.page();
    const texts = [unique('Aparcado'), unique('Aparcado')];
    for (const text of texts) await queueTicket(page, text);
    await house.setTokens('revoked');
    const report = await page.outbox.drain();
    expect(report).toMatchObject({ sent: 0, waiting: 0, parked: 2, nextAt: null });
    expect(new Set(device.network.seen.flatMap(({ key }) => key ?? []))).toHaveProperty('size', 1);
    expect(await device.rows()).toMatchObject([
      { state: 'parked', attempts: 0, unclear: false },
      { state: 'parked', attempts: 0, unclear: false },
    ]);
    expect((await page.outbox.list()).map(({ state }) => state)).toEqual(['parked', 'parked']);
    await house.setTokens('good');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, parked: 2 });

    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
    await page.outbox.resumeParked();
    expect(await page.outbox.drain()).toMatchObject({ sent: 2, parked: 0 });
    for (const text of texts) expect(await house.ticketsWith(text)).toBe(1);
  });

  test.each(['nonsense', 'other', 'other-kind', 'html', 'redirect'] as const)(
    '[F7] [F8] an answer that is not the receipt of this very command (%s) settles nothing',
    async (fate) => {
      const device = await newDevice();
      const page = device.page();
      const what = unique('Portal');
      const key = await queueTicket(page, what);
      device.network.next(fate);
      expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
      expect(await page.outbox.receipts()).toEqual([]);
      expect((await page.outbox.list())[0]).toMatchObject({
        state: 'waiting',
        problem: { code: ['html', 'redirect'].includes(fate) ? 'nonsense' : 'unreadable' },
        unclear: true,
      });
      device.clock.move(MINUTE_MS);
      expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
      expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    },
  );

  test("[F9] a refused item keeps its files and the server's text, opens in its form, and is sent once corrected", async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Rechazado');
    const key = await queueRefund(page, what, { label: { paciente: 'Ana' } });
    device.network.next(422);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 0, attention: 1, nextAt: null });
    expect((await page.outbox.list())[0]).toMatchObject({
      state: 'refused',
      problem: { code: 'invalid', text: 'Revisa los datos', fields: { medico: 'Escribe el nombre completo' } },
    });
    // Time alone must not send it again.
    device.clock.move(30 * DAY_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });

    const edit = await page.outbox.beginEdit(key);
    if (!edit.ok) throw new Error(edit.code);
    expect(edit.value.problem?.fields).toEqual({ medico: 'Escribe el nombre completo' });
    expect(edit.value.files.documentoFactura).toEqual(refundFilesOf(what).documentoFactura);
    const fields = { ...edit.value.fields, medico: 'Dra. Lucía Mora' };
    const again = await page.outbox.enqueue('refund.create', fields, edit.value.files, { replaces: key });
    expect(again.ok && again.value.key).not.toBe(key);
    expect(await device.rows()).toHaveLength(1);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(await house.refundsWith(what)).toBe(1);
  });

  test('[F9] a 413 is shown as too large; a refusal of the server has a text at its field', async () => {
    const device = await newDevice();
    const page = device.page();
    await queueTicket(page, unique('Grande'));
    device.network.next(413);
    await page.outbox.drain();
    expect((await page.outbox.list())[0]).toMatchObject({ state: 'refused', problem: { code: 'too-large' } });
    const mislabelled = {
      ...refundFilesOf('x'),
      documentoFactura: { ...pdf('x'), bytes: new TextEncoder().encode('MZ not a pdf').buffer },
    };
    await page.outbox.enqueue('refund.create', refundFields(house, unique('Miente')), mislabelled as never);
    await page.outbox.drain();
    const refused = (await page.outbox.list()).at(-1);
    expect(refused?.state).toBe('refused');
    expect(refused?.problem?.fields?.documentoFactura).toBeTruthy();
  });

  test('[S18] a refund that does not fit its policy gets texts at its fields, and is sent once corrected', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Ajena');
    const foreign = { ...refundFields(house, what), paciente: 'OTRA PERSONA, ANA', divisa: 'DOP' };
    await page.outbox.enqueue('refund.create', foreign, refundFilesOf(what));
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });
    const [item] = await page.outbox.list();
    expect(item).toMatchObject({ state: 'refused', problem: { code: 'invalid' } });
    expect(Object.keys(item?.problem?.fields ?? {})).toEqual(['paciente', 'divisa']);
    expect(item?.problem?.text).toMatch(/no está asegurada en la póliza.*no se paga en DOP/);
    const key = item?.key ?? '';
    const edit = await page.outbox.beginEdit(key);
    if (!edit.ok) throw new Error(edit.code);
    await page.outbox.enqueue('refund.create', refundFields(house, what), edit.value.files, { replaces: key });
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(await house.refundsWith(what)).toBe(1);
  });

  test.each([
    [429, 120],
    [503, 300],
  ] as const)(
    '[F10] after %s an item waits the Retry-After of %s s, and the other items are sent',
    async (status, seconds) => {
      const device = await newDevice();
      const page = device.page();
      const slow = unique('Con calma');
      const slowKey = await queueTicket(page, slow);
      const other = unique('Sigue');
      await queueTicket(page, other);
      device.network.next(status);
      const report = await page.outbox.drain();
      expect(report).toMatchObject({ sent: 1, waiting: 1 });
      expect(await house.ticketsWith(other)).toBe(1);
      expect((report.nextAt ?? 0) - device.clock()).toBeGreaterThanOrEqual(seconds * SECOND_MS);
      device.clock.move((seconds - 1) * SECOND_MS);
      // A returning connection must not shorten the wait that the server asked for.
      expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 0 });
      expect(device.network.seen.filter(({ key }) => key === slowKey)).toHaveLength(1);
      device.clock.move(10 * SECOND_MS);
      expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
      expect(await house.ticketsWith(slow)).toBe(1);
    },
  );

  test('[F10] in a maintenance an item waits in the words of the insurer, may be corrected, and leaves once by itself', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Mantenimiento');
    const key = await queueRefund(page, what);
    const text = 'Mejoramos nuestros sistemas. Volvemos a las 6:00';
    await setMaintenance(house.db, () => new Date(), text);
    const report = await page.outbox.drain();
    expect(report).toMatchObject({ sent: 0, waiting: 1, attention: 0 });
    const [item] = await page.outbox.list();
    // The server did nothing, so whoever corrects it now needs no promise of it.
    expect(item).toMatchObject({ state: 'waiting', unclear: false, problem: { code: 'maintenance', text } });
    expect(queuedWords(item as QueuedItem, true, refund.noun).text).toBe(
      `${text}. Saldrá sola cuando termine el mantenimiento.`,
    );
    // Versions that do not know the code read the row all the same.
    expect((await bodyOf(device, key)).problem).toMatchObject({ code: 'unavailable', text, maintenance: true });
    device.clock.move(59 * SECOND_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0 });
    device.clock.move(10 * SECOND_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    await setMaintenance(house.db, () => new Date(), null);
    device.clock.move(70 * SECOND_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 0 });
    expect([await house.refundsWith(what), await page.outbox.list()]).toEqual([1, []]);
  });

  test('[F10] without a Retry-After the waits grow and stay within 15 minutes', async () => {
    const device = await newDevice();
    const page = device.page({ random: () => 1 });
    await queueTicket(page, unique('Crece'));
    device.network.fate = () => 500;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const { nextAt } = await page.outbox.drain();
      waits.push((nextAt ?? 0) - device.clock());
      device.clock.move(waits.at(-1) ?? 0);
    }
    expect(waits.slice(0, 4)).toEqual([4, 8, 16, 32].map((seconds) => seconds * SECOND_MS));
    expect(Math.max(...waits)).toBe(15 * MINUTE_MS);
    // Other random numbers give other waits, so that devices do not all come back together.
    expect(waitAfter({ code: 'unavailable' }, 3, () => 0.25)).toBe(4 * SECOND_MS);
  });

  test.each<[string, ('before' | 'pass')[], number[]]>([
    ['two fail in a row', ['before', 'before'], [1, 1, 0, 0]],
    ['one fails after each that arrives', ['before', 'pass', 'before', 'pass'], [1, 1]],
  ])(
    '[D29] of four items, tried without a word of the browser, only those are left unclear that were tried: %s',
    async (_, fates, tries) => {
      const device = await newDevice();
      const page = device.page();
      for (let count = 0; count < 4; count += 1) await queueTicket(page, unique('En fila'));
      device.network.fate = () => fates[device.network.seen.length] ?? 'before';
      expect(await page.outbox.drain()).toMatchObject({ sent: 4 - tries.length, waiting: tries.length });
      expect(device.network.seen).toHaveLength(fates.length);
      const left = (await device.rows()).map(({ unclear, attempts }) => [unclear, attempts]);
      expect(left).toEqual(tries.map((attempts) => [attempts > 0, attempts]));
    },
  );

  test('[D29] two attempts that take too long end a drain, as two without a network do', async () => {
    const device = await newDevice();
    const page = device.page();
    for (let count = 0; count < 3; count += 1) await queueTicket(page, unique('Lenta'));
    const deliver = vi.fn(async () => fail('timeout'));
    await device.page({ session: { ...page.session, deliver } }).outbox.drain();
    expect(deliver).toHaveBeenCalledTimes(2);
    expect((await device.rows()).map(({ unclear }) => unclear)).toEqual([true, true, false]);
  });

  test('when the connection returns, items that wait for it are sent at once', async () => {
    const device = await newDevice();
    const page = device.page();
    await queueTicket(page, unique('Vuelve'));
    device.network.next('before');
    await page.outbox.drain();
    expect(await page.outbox.drain()).toMatchObject({ sent: 0 });
    expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 1 });
  });

  test('a browser that wrongly reports offline sends after an online event', async () => {
    const device = await newDevice();
    const page = device.page({ online: () => false });
    await queueTicket(page, unique('Dice que no'));
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 1 });
  });

  test('an item that throws or cannot be opened does not block the others', async () => {
    const device = await newDevice();
    const page = device.page();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const poisoned = await queueTicket(page, unique('Veneno'));
    const broken = await queueTicket(page, unique('Roto'));
    const good = unique('Bueno');
    await queueTicket(page, good);
    await device.db.outbox.update(broken, { data: new ArrayBuffer(32) });
    const deliver = page.session.deliver;
    const session = {
      ...page.session,
      deliver: ((name, fields, delivery) => {
        if (delivery.key === poisoned) throw new Error('a bug');
        return deliver(name, fields, delivery);
      }) as typeof deliver,
    };
    const report = await device.page({ session }).outbox.drain();
    expect(report).toMatchObject({ sent: 1, attention: 1, waiting: 1 });
    expect(await house.ticketsWith(good)).toBe(1);
  });

  test('[F18] when files cannot be read once, the claim ends and the item does not become unclear', async () => {
    const device = await newDevice();
    const page = device.page();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const what = unique('Sin leer');
    const key = await queueRefund(page, what);
    const failing = vi.spyOn(page.db.outboxFiles, 'get').mockRejectedValueOnce(new Error('lost for a moment'));
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    expect((await device.rows())[0]).toMatchObject({ key, state: 'waiting', claim: null, unclear: false });
    failing.mockRestore();
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(await house.refundsWith(what)).toBe(1);
  });

  test('[F65] whose file the browser has lost asks for attention, and its form for that file', async () => {
    const device = await newDevice();
    const page = device.page();
    const key = await queueRefund(page, unique('Perdido para siempre'));
    loseValues(page.db.outboxFiles, ({ field }) => field === 'documentoFactura');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1, waiting: 0 });
    expect((await page.outbox.list()).map(({ problem }) => problem?.code)).toEqual(['damaged']);
    const edit = await page.outbox.beginEdit(key);
    expect(edit).toMatchObject({ ok: true, value: { complete: false } });
    expect(edit.ok && Object.keys(edit.value.files)).toEqual(['documentoHistoriaClinica']);
  });

  test('[F28] a large file on a hanging connection does not delay a ticket queued before or after it', async () => {
    const device = await newDevice();
    const page = device.page();
    const files = { documentoHistoriaClinica: pdf('grande', 300 * 1024), documentoFactura: pdf('chica') };
    const big = await page.outbox.enqueue('refund.create', refundFields(house, unique('Pesado')), files);
    const bigKey = big.ok ? big.value.key : '';
    const before = unique('Antes');
    await queueTicket(page, before);
    device.network.fate = ({ key }) => (key === bigKey ? 'hang' : 'pass');
    void page.outbox.drain();
    await eventually(async () => expect(await house.ticketsWith(before)).toBe(1));
    const after = unique('Después');
    await queueTicket(page, after);
    await page.outbox.drain();
    // Either this drain sends it, or the first one, whose large file still hangs.
    await eventually(async () => expect(await house.ticketsWith(after)).toBe(1));
    expect(device.network.arrivals(bigKey)).toBe(0);
  });
});

describe('the list', () => {
  test('shows a change of an item, opens each body once, and keeps nothing after a sign-out', async () => {
    const device = await newDevice();
    const page = device.page();
    const key = await queueTicket(page, unique('Uno'));
    await queueTicket(page, unique('Dos'));
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    await page.outbox.list();
    await page.outbox.list();
    expect(decrypt).toHaveBeenCalledTimes(2);
    await rewriteBody(device, key, (body) => ({ ...body, label: { asunto: 'otro' } }));
    expect((await page.outbox.list())[0]?.label).toEqual({ asunto: 'otro' });
    await device.db.vault.bulkDelete(['reading', 'sending']);
    expect(await page.outbox.list()).toEqual([]);
  });
});

describe('versions', () => {
  test('[S9] a queued file opens only in its own row', async () => {
    const device = await newDevice();
    const page = device.page();
    const key = await queueRefund(page, unique('Aquí'));
    const [one, other] = await device.db.outboxFiles.where('key').equals(key).toArray();
    if (!one || !other) throw new Error('two files expected');
    await device.db.outboxFiles.bulkPut([
      { ...one, iv: other.iv, data: other.data, own: other.own },
      { ...other, iv: one.iv, data: one.data, own: one.own },
    ]);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });
    const edit = await page.outbox.beginEdit(key);
    expect(edit.ok && edit.value.files).toEqual({});
  });

  test('[F21] a row whose last problem only a later version knows is sent after the way back to this one', async () => {
    const device = await newDevice();
    const page = device.page();
    const key = await queueTicket(page, unique('Mañana'));
    const problem = { code: 'of-tomorrow', text: 'Espera un momento' };
    await rewriteBody(device, key, (body) => ({ ...body, problem }) as never);
    expect((await page.outbox.list())[0]).toMatchObject({ problem: { code: 'unavailable', text: problem.text } });
    expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 0 });
  });

  test('[F21] a row of an older version is migrated, keeps its fingerprint, and is sent', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Antiguo');
    const key = await queueTicket(page, what);
    const { fingerprint } = await bodyOf(device, key);
    // This is how a version before labels, policies and problems wrote the body.
    await rewriteBody(device, key, ({ command, fields, files, fingerprint }) => ({
      command,
      version: 1,
      fields,
      files,
      fingerprint,
    }));
    const current = commandKinds['ticket.create'];
    if (!current) throw new Error('no such command');
    const seen: unknown[] = [];
    const newer: CommandKinds = {
      ...commandKinds,
      'ticket.create': {
        ...current,
        version: 3,
        migrations: {
          1: (body) => ({ ...body, label: { asunto: 'migrado' } }),
          2: (body) => {
            seen.push(body.label);
            return { ...body, fingerprint: 'another' };
          },
        },
      },
    };
    const later = device.page({ commands: newer });
    expect((await later.outbox.list())[0]).toMatchObject({ label: { asunto: 'migrado' }, state: 'waiting' });
    device.network.next('before');
    await later.outbox.drain();
    expect(await bodyOf(device, key)).toMatchObject({ version: 3, fingerprint });
    device.clock.move(MINUTE_MS);
    expect(await later.outbox.drain()).toMatchObject({ sent: 1 });
    expect(seen[0]).toEqual({ asunto: 'migrado' });
    expect(await house.ticketsWith(what)).toBe(1);
  });

  test.each([
    ['a command', { command: 'policy.cancel' }],
    ['a version', { version: 99 }],
  ])(
    '[F21] %s that this version does not know stays visible, is not sent, and is sent once it is known',
    async (_, change) => {
      const device = await newDevice();
      const page = device.page();
      const what = unique('Desconocido');
      const key = await queueTicket(page, what);
      const body = await bodyOf(device, key);
      await rewriteBody(device, key, (current) => ({ ...current, ...change }));
      for (let days = 0; days < 3; days += 1) {
        expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1, nextAt: null });
        device.clock.move(30 * DAY_MS);
      }
      expect(await page.outbox.list()).toMatchObject([{ key, state: 'unknown' }]);
      expect(device.network.seen).toEqual([]);
      await rewriteBody(device, key, () => body);
      expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
      expect(await house.ticketsWith(what)).toBe(1);
    },
  );
});

describe('time', () => {
  test('[F26] after sixty days an item is still sent in order, and the customer is asked once whether to keep it', async () => {
    const device = await newDevice();
    const page = device.page();
    const key = await queueTicket(page, unique('Viejo'));
    const second = await queueTicket(page, unique('Viejo'));
    device.network.next('before', 'before');
    await page.outbox.drain();
    device.clock.move(60 * DAY_MS);
    expect((await page.outbox.list()).map(({ askWhetherToKeep }) => askWhetherToKeep)).toEqual([true, true]);
    await page.outbox.keepOld(key);
    expect((await page.outbox.list()).map(({ askWhetherToKeep }) => askWhetherToKeep)).toEqual([false, true]);
    device.network.seen.length = 0;
    expect(await page.outbox.drain()).toMatchObject({ sent: 2 });
    expect(device.network.seen.map((one) => one.key)).toEqual([key, second]);
  });

  test('[F26] a clock that is set back neither delays an item nor prolongs a claim', async () => {
    const device = await newDevice();
    const page = device.page();
    await queueTicket(page, unique('Reloj'));
    device.network.next('before');
    await page.outbox.drain();
    device.clock.move(-400 * DAY_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });

    await queueTicket(page, unique('Reloj'));
    device.network.next('hang');
    void page.outbox.drain();
    await eventually(async () => expect(await device.rows()).toMatchObject([{ state: 'sending' }]));
    device.clock.move(-DAY_MS);
    expect(await device.page().outbox.drain()).toMatchObject({ sent: 1 });
  });
});

describe('editing or discarding', () => {
  test('[F29] an item that the server already has is settled instead of edited', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Ya estaba');
    const key = await queueRefund(page, what);
    device.network.next('after');
    await page.outbox.drain();
    expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'sent' });
    expect(await device.rows()).toEqual([]);
    expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    expect(await house.refundsWith(what)).toBe(1);
    expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'gone' });
  });

  test('[F29] [D51] an item that a newer server took in words this app cannot read is asked about before it is discarded', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Más nuevo');
    const key = await queueTicket(page, what);
    device.network.next('newer');
    await page.outbox.drain();
    expect((await page.outbox.list())[0]).toMatchObject({ problem: { code: 'outdated', status: 200 } });
    expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'sent' });
    expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    expect(await house.ticketsWith(what)).toBe(1);
  });

  test('[F29] an item that the server does not have is withdrawn there before editing, so that a late copy is refused', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('No llegó');
    const key = await queueTicket(page, what);
    device.network.next('before');
    await page.outbox.drain();
    const edit = await page.outbox.beginEdit(key);
    if (!edit.ok) throw new Error(edit.code);
    expect(await house.commandState(key)).toBe('withdrawn');
    expect((await page.outbox.list())[0]).toMatchObject({ state: 'refused', withdrawn: true, unclear: false });

    const late = await page.session.deliver('createTicket', edit.value.fields, {
      owner: (await device.rows())[0]?.owner ?? '',
      key,
      fingerprint: (await bodyOf(device, key)).fingerprint as string,
    });
    expect(late).toMatchObject({ ok: false, problem: { code: 'withdrawn' } });

    await page.outbox.enqueue('ticket.create', edit.value.fields, {}, { replaces: key });
    await page.outbox.drain();
    expect(await house.ticketsWith(what)).toBe(1);
    expect(await device.rows()).toEqual([]);
  });

  test('[F29] an item that is being sent cannot be changed; once discarded, its late copy is refused', async () => {
    const device = await newDevice();
    const frozen = device.page();
    const page = device.page();
    const what = unique('En camino');
    const key = await queueTicket(frozen, what);
    device.network.next('hang');
    void frozen.outbox.drain();
    await eventually(() => expect(device.network.seen).toHaveLength(1));
    expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'being-sent' });
    expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'being-sent' });
    // The server was not asked, since that would withdraw the key while its item is being sent.
    expect(await house.commandState(key)).toBeNull();
    device.clock.move(50 * SECOND_MS);
    expect(await page.outbox.discard(key)).toMatchObject({ ok: true });
    device.network.letPass();
    await settled();
    expect(await device.rows()).toEqual([]);
    expect(await house.ticketsWith(what)).toBe(0);
  });

  test('[F29] without a network an unclear item cannot be changed, but one that was never sent can', async () => {
    const device = await newDevice();
    const page = device.page();
    const unclear = await queueTicket(page, unique('Dudoso'));
    device.network.fate = () => 'after';
    await page.outbox.drain();
    const untouched = await queueTicket(page, unique('Intacto'));
    device.network.fate = () => 'before';
    expect(await page.outbox.beginEdit(unclear)).toEqual({
      ok: false,
      code: 'unreachable',
      problem: { code: 'offline' },
    });
    expect(await page.outbox.discard(unclear)).toEqual({
      ok: false,
      code: 'unreachable',
      problem: { code: 'offline' },
    });
    expect(await page.outbox.beginEdit(untouched)).toMatchObject({ ok: true });
    expect(await page.outbox.discard(untouched)).toMatchObject({ ok: true });
    expect((await device.rows()).map(({ key }) => key)).toEqual([unclear]);
    // It cannot be replaced either, because the server may have it.
    expect(
      await page.outbox.enqueue('ticket.create', ticketFields(house, 'otra vez'), {}, { replaces: unclear }),
    ).toEqual({ ok: false, code: 'being-sent' });
  });

  test('[F29] an item opened for editing is not sent meanwhile, and gets a new key when it is sent unchanged', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Al final sí');
    const key = await queueRefund(page, what);
    await page.outbox.beginEdit(key);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });
    const sent = await page.outbox.sendNow(key);
    expect(sent.ok && sent.value.key).not.toBe(key);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1, attention: 0 });
    expect(await house.refundsWith(what)).toBe(1);
  });
});

describe('a first answer that comes when the list is already newer', () => {
  type Page = ReturnType<Device['page']>;
  /** The insurer has approved the refund, and the phone has brought that. */
  async function approved(page: Page, what: string) {
    await house.app.db
      .update(refundsAtServer)
      .set({ idEstado: 5, estado: 'Aprobado' })
      .where(sql`${refundsAtServer.fields}->>'diagnostico' = ${what}`);
    expect(await page.mirror.pull(refunds, house.policyId)).toEqual({ ok: true, value: 'changed' });
    expect(await statesOf(page, what)).toEqual(['Aprobado']);
  }
  const statesOf = async ({ mirror }: Page, what: string) =>
    ((await mirror.read(refunds, house.policyId)).groups ?? [])
      .flatMap(({ rows }) => rows)
      .filter(({ diagnostico }) => diagnostico === what)
      .map(({ estado }) => estado);

  test('[F2][F3] of a refund leaves what the insurer has decided since, and the list as it is', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Ya aprobado');
    const key = await queueRefund(page, what, { policy: house.policyId });
    device.network.next('after');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    await approved(page, what);
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    expect(await statesOf(page, what)).toEqual(['Aprobado']);
    // Nothing was written, so the list keeps its ETag.
    expect(await page.mirror.pull(refunds, house.policyId)).toEqual({ ok: true, value: 'unchanged' });
  });

  test('[F2][F3] of a document leaves it there once, beside what the insurer has decided since', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Con anexo');
    const refund = await queueRefund(page, what, { policy: house.policyId });
    const file = pdf(`anexo ${what}`);
    const options = { dependsOn: refund, policy: house.policyId };
    await page.outbox.enqueue('refund.addDocument', { idUsuario: house.idUsuario }, { documento: file }, options);
    device.network.next('pass', 'after');
    expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 1 });
    await approved(page, what);
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const shown = groups?.flatMap(({ rows }) => rows).find(({ diagnostico }) => diagnostico === what);
    expect(shown?.estado).toBe('Aprobado');
    expect(shown?.documentos.filter(({ filename }) => filename === file.name)).toHaveLength(1);
    expect(await page.mirror.pull(refunds, house.policyId)).toEqual({ ok: true, value: 'unchanged' });
  });

  test('[F2][F3] of a ticket leaves the reply that has come since', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Ya respondida');
    await queueTicket(page, what);
    device.network.next('after');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 1 });
    const answers = [{ secuencia: 1, respuesta: 'Ya está resuelto' }];
    await house.app.db.update(ticketsAtServer).set({ answers }).where(eq(ticketsAtServer.notas, what));
    await page.mirror.pull(tickets);
    device.clock.move(MINUTE_MS);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    const { groups } = await page.mirror.read(tickets);
    const shown = groups?.flatMap(({ rows }) => rows).filter(({ notas }) => notas === what);
    expect(shown).toMatchObject([{ respuestas: [{ texto: 'Ya está resuelto' }] }]);
  });

  test('[F2][F30] that was kept during a lock changes nothing at an unlock days later', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Guardada al cerrar');
    const key = await queueRefund(page, what, { policy: house.policyId });
    const reading = await device.db.vault.get('reading');
    await device.db.vault.delete('reading');
    expect(await device.page().outbox.drain()).toMatchObject({ sent: 1 });
    expect(await device.db.receipts.get(key)).toMatchObject({ under: 'send' });
    if (reading) await device.db.vault.put(reading);
    await approved(page, what);
    await page.outbox.absorbLocked();
    expect(await device.db.receipts.get(key)).toMatchObject({ under: 'read' });
    expect(await statesOf(page, what)).toEqual(['Aprobado']);
  });

  test('[F29] and is asked for by a correction shows what is missing, and changes nothing of what is there', async () => {
    const device = await newDevice();
    const page = device.page();
    await page.mirror.pull(refunds, house.policyId);
    const lost = async (what: string) => {
      const key = await queueRefund(page, what, { policy: house.policyId });
      device.network.next('after');
      await page.outbox.drain();
      return key;
    };
    const [missing, there] = [unique('Aún no estaba'), unique('Ya estaba aprobado')];
    expect(await page.outbox.beginEdit(await lost(missing))).toEqual({ ok: false, code: 'sent' });
    expect(await statesOf(page, missing)).toEqual(['Nuevo']);
    const key = await lost(there);
    await approved(page, there);
    expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'sent' });
    expect(await statesOf(page, there)).toEqual(['Aprobado']);
  });
});

describe('while locked or signed out', () => {
  test('[F30] [D25] the queue is sent during a lock, and the next sign-in can read its receipts', async () => {
    const device = await newDevice();
    const page = device.page();
    await page.mirror.pull(refunds, house.policyId);
    const what = unique('Bloqueado');
    const key = await queueRefund(page, what);
    device.clock.move(2 * 60 * MINUTE_MS);
    await page.session.lock();
    const worker = device.page();
    expect(await worker.outbox.drain()).toMatchObject({ sent: 1, waiting: 0 });
    expect(await house.refundsWith(what)).toBe(1);
    expect(await worker.outbox.receipts()).toEqual([]);
    expect(await device.db.receipts.get(key)).toMatchObject({ under: 'send' });

    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
    await page.outbox.absorbLocked();
    expect(await device.db.receipts.get(key)).toMatchObject({ under: 'read' });
    expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const shown = groups?.flatMap(({ rows }) => rows) ?? [];
    expect(shown.filter(({ diagnostico }) => diagnostico === what)).toHaveLength(1);
  });

  test.each(['receipts', 'outbox'] as const)(
    '[F16][F30] on a disk that takes no more %s, what a sign-in puts in order waits, and fails nothing',
    async (table) => {
      const device = await newDevice();
      const page = device.page();
      const sent = await queueRefund(page, unique('Lleno'));
      await page.session.lock();
      expect(await device.page().outbox.drain()).toMatchObject({ sent: 1 });
      expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
      const parked = await queueTicket(page, unique('Aparcada'));
      await device.db.outbox.update(parked, { state: 'parked' });
      const putInOrder = async () => {
        await page.outbox.absorbLocked();
        await page.outbox.resumeParked();
        return [(await device.db.receipts.get(sent))?.under, (await device.db.outbox.get(parked))?.state];
      };
      for (const write of ['put', 'bulkPut'] as const) {
        vi.spyOn(page.db[table], write).mockImplementation(() => {
          throw new DOMException('full', 'QuotaExceededError');
        });
      }
      expect(await putInOrder()).toEqual(table === 'receipts' ? ['send', 'waiting'] : ['read', 'parked']);
      expect((await page.outbox.receipt(sent))?.recibo.clave).toBe(sent);
      vi.restoreAllMocks();
      expect(await putInOrder()).toEqual(['read', 'waiting']);
    },
  );

  test('[D26] [F11] after a sign-out nothing is sent, and queued items are sent after the next sign-in', async () => {
    const device = await newDevice();
    const page = device.page();
    const what = unique('Fuera');
    await queueTicket(page, what);
    // The sign-out must not reach the server, where it would end the tokens of the other tests.
    device.network.fate = () => 'before';
    await page.session.logout();
    device.network.seen.length = 0;
    device.network.fate = () => 'pass';
    expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 0 });
    expect(device.network.seen).toEqual([]);
    expect(await page.outbox.list()).toEqual([]);
    expect(await page.outbox.enqueue('ticket.create', ticketFields(house, what))).toEqual({
      ok: false,
      code: 'signed-out',
    });
    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true, value: { waiting: 1 } });
    await page.outbox.resumeParked();
    expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
    expect(await house.ticketsWith(what)).toBe(1);
  });
});

test('[D26] a sign-out during a drain stops the remaining items', async () => {
  const device = await newDevice();
  const page = device.page();
  const first = unique('Antes de salir');
  await queueTicket(page, first);
  const second = await queueTicket(page, unique('Después de salir'));
  device.network.fate = ({ key }) => {
    if (key !== null) void device.db.vault.bulkDelete(['reading', 'sending']);
    return 'pass';
  };
  await page.outbox.drain();
  expect(await house.ticketsWith(first)).toBe(1);
  expect(device.network.arrivals(second)).toBe(0);
  // The second item was not tried, so it is unchanged.
  expect(await device.rows()).toMatchObject([{ key: second, state: 'waiting', attempts: 0 }]);
});

test('[F15] another customer on this device neither sees nor sends these items', async () => {
  const device = await newDevice();
  const page = device.page();
  await queueTicket(page, unique('Ajeno'));
  const { readKey, nameKey, secrets, sendKey } = await sessionKeys('somebody else', createSecrets());
  await device.db.vault.bulkPut([
    { id: 'reading', owner: 'somebody else', readKey, nameKey, secrets },
    { id: 'sending', owner: 'somebody else', sendKey },
  ]);
  expect(await page.outbox.list()).toEqual([]);
  expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 0, waiting: 0 });
  expect(await page.outbox.discard((await device.rows())[0]?.key ?? '')).toEqual({ ok: false, code: 'gone' });
  expect(device.network.seen).toEqual([]);
  expect(await device.rows()).toMatchObject([{ state: 'waiting' }]);
});

describe('an item that depends on another', () => {
  async function refundWithDocument(page: ReturnType<Device['page']>) {
    const what = unique('Padre');
    const refund = await queueRefund(page, what);
    const file = pdf(`anexo ${what}`);
    const fields = { idUsuario: house.idUsuario };
    const queued = await page.outbox.enqueue(
      'refund.addDocument',
      fields,
      { documento: file },
      { dependsOn: refund, policy: house.policyId },
    );
    if (!queued.ok) throw new Error(queued.code);
    return { what, refund, document: queued.value.key, filename: file.name };
  }

  test('a document waits for its refund, gets its id, and is sent in the same drain, even while locked', async () => {
    const device = await newDevice();
    const page = device.page();
    const { what, document, filename } = await refundWithDocument(page);
    await page.session.lock();
    expect(await page.outbox.drain()).toMatchObject({ sent: 2, waiting: 0 });
    expect(await house.refundsWith(what)).toBe(1);
    expect(await house.documentsNamed(filename)).toBe(1);
    expect(device.network.arrivals(document)).toBe(1);
  });

  test('[F30] a lock while the refund is being settled does not delay the document', async () => {
    const device = await newDevice();
    const page = device.page();
    const { filename } = await refundWithDocument(page);
    page.db.receipts.hook('creating', (_key, _row, transaction) => {
      transaction.on('complete', () => void device.db.vault.delete('reading'));
    });
    expect(await page.outbox.drain()).toMatchObject({ sent: 2 });
    expect(await device.db.receipts.toCollection().count()).toBe(2);
    expect((await device.db.receipts.toArray()).map(({ under }) => under).sort()).toEqual(['read', 'send']);
    expect(await house.documentsNamed(filename)).toBe(1);
  });

  test.each([
    ['the open session is good', async () => {}, { code: 'sent' }, 1],
    ['the open session is over', endOpenTokens, { code: 'unreachable', problem: { code: 'unauthorised' } }, 2],
    [
      'the device is locked',
      (page: Page) => page.session.lock(),
      { code: 'unreachable', problem: { code: 'unauthorised' } },
      2,
    ],
    ['the server leaves the answer out', withoutAnswers, { code: 'unreachable', problem: { code: 'unreadable' } }, 2],
  ] as const)(
    '[F29] [F30] a document is sent whose refund, with a lost answer, is discarded while %s',
    async (...row) => {
      const [, meanwhile, refused, sent] = row;
      const device = await newDevice();
      const page = device.page();
      const { what, refund, filename } = await refundWithDocument(page);
      device.network.next('after');
      await page.outbox.drain();
      await meanwhile(page, device);
      expect(await page.outbox.discard(refund)).toMatchObject({ ok: false, ...refused });
      device.clock.move(MINUTE_MS);
      expect(await page.outbox.drain()).toMatchObject({ sent, waiting: 0, attention: 0 });
      expect(await house.refundsWith(what)).toBe(1);
      expect(await house.documentsNamed(filename)).toBe(1);
    },
  );

  test('a document queued while its refund was being settled gets its missing fields from the receipt', async () => {
    const device = await newDevice();
    const page = device.page();
    const { refund, document, filename } = await refundWithDocument(page);
    const row = await device.db.outbox.get(document);
    const file = await device.db.outboxFiles.get([document, 'documento']);
    await device.db.outbox.delete(document);
    await page.outbox.drain();
    await device.db.outbox.add({ ...(row as OutboxRow), dependsOn: refund });
    expect(file).toBeDefined();
    expect((await page.outbox.list()).map(({ leftBehind }) => leftBehind)).toEqual([false]);
    expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 0 });
    expect(await house.documentsNamed(filename)).toBe(1);
  });

  test('a document of a refused refund is blocked but visible, and is sent after the corrected refund', async () => {
    const device = await newDevice();
    const page = device.page();
    const { what, refund, filename } = await refundWithDocument(page);
    device.network.next(422);
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 0, attention: 2, nextAt: null });
    expect((await page.outbox.list()).map(({ state }) => state)).toEqual(['refused', 'blocked']);
    const edit = await page.outbox.beginEdit(refund);
    if (!edit.ok) throw new Error(edit.code);
    await page.outbox.enqueue('refund.create', edit.value.fields, edit.value.files, { replaces: refund });
    // The correction stands behind it, and it waits for that one as for any other.
    expect((await page.outbox.list()).map(({ state }) => state)).toEqual(['behind', 'waiting']);
    device.network.next('before');
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 2, attention: 0 });
    expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 2 });
    expect(await house.refundsWith(what)).toBe(1);
    expect(await house.documentsNamed(filename)).toBe(1);
  });

  test('a document whose refund was discarded stays, and is told as one that nothing sends', async () => {
    const device = await newDevice();
    const page = device.page();
    const { refund } = await refundWithDocument(page);
    const left = async () => (await page.outbox.list()).map(({ state, leftBehind }) => [state, leftBehind]);
    device.network.next(422);
    await page.outbox.drain();
    expect(await left()).toEqual([
      ['refused', false],
      ['blocked', false],
    ]);
    expect(await page.outbox.discard(refund)).toEqual({ ok: true, value: undefined });
    expect(await left()).toEqual([['blocked', true]]);
  });
});

/** Ends the tokens that read and change; the next device has them again. */
async function endOpenTokens(): Promise<void> {
  await house.db.delete(tokens).where(ne(tokens.kind, 'send'));
  await house.db.delete(renewals);
}

/** Stands for a server that says of a receipt that it is there, and not what was answered. */
async function withoutAnswers(_: Page, { network }: Device): Promise<void> {
  const { fetch } = network;
  network.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    return init?.method === 'DELETE' ? Response.json({ ...(await answer.json()), resultado: null }) : answer;
  };
}

const freeLock = { ifFree: <T>(_: string, work: () => Promise<T>) => work() as Promise<T | null> };

/** Waits up to 10 s, since a loaded machine is slow; a passing test needs far less. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

/** Waits until late answers have gone through the database. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

/** The whole row as text: its members, and its bytes read as Latin-1 and as UTF-8. */
function dumped(row: object): string {
  return Object.entries(row)
    .map(([name, value]) => {
      if (!(value instanceof ArrayBuffer || ArrayBuffer.isView(value))) return `${name}=${JSON.stringify(value)}`;
      const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
      return `${name}=${new TextDecoder('latin1').decode(bytes)} ${new TextDecoder().decode(bytes)}`;
    })
    .join('\n');
}
