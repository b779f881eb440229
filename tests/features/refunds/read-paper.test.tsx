// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import { readCodes } from '#invoices/read-invoice.ts';
import { policies, refunds } from '#mirror/collections.ts';
import type { PaperReader, PhotoCode } from '#papers/client.ts';
import { readFile } from '#papers/read-file.ts';
import { photo, picked } from '#tests/forms/files.ts';
import { colombiaXml, costaRicaXml } from '#tests/invoices/papers.ts';
import { isOff } from '#tests/is-off.ts';
import { refundFields, refundFilesOf } from '#tests/outbox/house.ts';
import { house, page, withHouse } from '../at-house.ts';
import { button, choose, close, field, goOn, openAt, pick, press, title, type, until } from './open.tsx';

withHouse();

const now = new Date('2026-11-27T12:00:00Z');
const STAMP =
  'https://ecf.dgii.gov.do/ecf/ConsultaTimbre?RncEmisor=167244142&RncComprador=472846026&ENCF=E310009394589&FechaEmision=13-02-2026&MontoTotal=4850.00&FechaFirma=13-02-2026%2011:55:41&CodigoSeguridad=C78q%2BV';
const CREDIT_NOTE = STAMP.replace('E310009394589', 'E340009394589');
const ECUADOR = '0603202401169360599300120010130007123641710263515';

const PLACE = { left: 0.5, top: 0.25, width: 0.25, height: 0.25 };
const code = (text: string): PhotoCode => ({ text, place: PLACE });

/** Finds this code on every photo. */
function finds(codes: string[] | null): PaperReader {
  return {
    note: () => undefined,
    codes: async () => codes?.map(code) ?? null,
    frame: async () => codes,
    said: async (texts) => readCodes(texts, { now }),
    xml: async (file) => readFile(new Uint8Array(file), now),
    close: () => undefined,
  };
}

/** Resumes a request at its last step, with these answers. */
async function openStep(papers: PaperReader, answers: Record<string, string> = {}) {
  const { paciente, importe, divisa, tipoGasto, ...texts } = refundFields(house, 'Gripe');
  const dates = { fechaInicioSintomas: '01-02-2026', fechaDiagnostico: '02-02-2026', fechaServicio: '' };
  const patient = JSON.stringify([paciente, 'Titular', '']);
  const form = { ...texts, ...dates, paciente: patient, pais: 'República Dominicana', ...answers };
  page.drafts.save(`refund/${house.policyId}`, { type: 'ambulatorio', step: 4, texts: form });
  await page.drafts.flush();
  await reopen(papers);
}

async function reopen(papers: PaperReader) {
  await openAt(page, `/app/reembolsos/añadir/${house.policyId}`, {}, papers);
  await until(() => expect(title()).toBe('¿Cuánto pagaste?'));
}

const slot = () => document.querySelector('[data-field="documentoFactura"] input[type="file"]') as HTMLInputElement;
const take = (file: File) => act(async () => void fireEvent.change(slot(), { target: { files: [file] } }));
const card = () => screen.getByRole('region', { name: 'Leímos tu factura' });
const line = (label: string) =>
  within(card()).getByText(label, { exact: false, selector: 'p' }).parentElement?.textContent;
/** What the field of the amount holds, however the country groups it. */
const amount = () => field('Importe').value.replace(/[\s.,]/g, '');
const kept = async () =>
  (await page.drafts.load(`refund/${house.policyId}`))?.form as { texts: Record<string, string> };

test('a photo with a code fills in amount, currency and day, and says where they come from', async () => {
  await openStep(finds([STAMP]));
  await take(photo());
  await until(() => expect(line('Importe y divisa')).toMatch(/del código.*4[.,\s ]850/));
  expect(line('Emisor')).toContain('RNC 1-67-24414-2');
  expect(line('Número')).toContain('E310009394589');
  expect(line('Fecha')).toMatch(/del código.*13 de febrero de 2026/);
  // The card stands for the two fields.
  await until(() => expect(screen.queryByLabelText('Importe')).toBeNull());
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '4850', divisa: 'DOP', fechaServicio: '13-02-2026' });
  await press(/^Cambiar.*Importe y divisa/);
  await until(() => expect(amount()).toBe('4850'));
  await until(() => expect(document.activeElement).toBe(field('Importe')));
});

test('[D75] an RNC whose digit does not fit is said, and everything is filled in all the same', async () => {
  await openStep(finds([STAMP.replace('RncEmisor=167244142', 'RncEmisor=167244143')]));
  await take(photo());
  await until(() => expect(line('Emisor')).toMatch(/RNC 1-67-24414-3Revisa el RNC: su dígito no coincide\.$/));
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '4850', divisa: 'DOP' });
});

test('what was typed stays, and the card offers what the paper says', async () => {
  await openStep(finds([STAMP]), { fechaServicio: '12-02-2026', importe: '5000', divisa: 'DOP' });
  await take(photo());
  await until(() => expect(line('Importe y divisa')).toContain('lo escribiste tú'));
  expect(amount()).toBe('5000');
  expect(line('Fecha')).toMatch(/la escribiste tú12 de febrero de 2026La factura dice 13 de febrero/);
  await press(/^Usar 4[.,\s ]850/);
  await until(() => expect(line('Importe y divisa')).toContain('del código'));
  await press(/^Usar la de la factura/);
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '4850', divisa: 'DOP', fechaServicio: '13-02-2026' });
});

test('another photo takes what the first filled in away with it, and one that cannot be searched leaves the plain form', async () => {
  let codes: string[] | null = [STAMP];
  await openStep({ ...finds(null), codes: async () => codes?.map(code) ?? null });
  await take(photo());
  await until(() => card());
  codes = null;
  await press(/^Quitar.*foto/);
  await until(() => expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull());
  expect(field('Importe').value).toBe('');
  expect(screen.queryByText(/valor válido/), 'nobody left it empty').toBeNull();
  await type('Importe', '77');
  await take(photo('otra.jpg'));
  await until(() => screen.getByText('otra.jpg'));
  expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull();
  expect(field('Importe').value).toBe('77');
});

test('[D75] another photo takes what the first filled in away before it is searched, which takes seconds', async () => {
  let isSearched = true;
  await openStep({
    ...finds(null),
    codes: (photo) => (isSearched ? Promise.resolve([code(STAMP)]) : new Promise<never>(() => void photo)),
  });
  await take(photo());
  await until(() => card());
  isSearched = false;
  await take(photo('otra.jpg'));
  await until(() => screen.getByText('otra.jpg'));
  await until(() => expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull());
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '', divisa: '', fechaServicio: '', facturaLeida: '' });
});

test('[D75] four corners show where on the photo the code was found that was read, and nothing else', async () => {
  const ADVERT = 'https://example.com/anuncio';
  let codes = [{ text: ADVERT, place: { left: 0, top: 0, width: 0.1, height: 0.1 } }, code(STAMP)];
  await openStep({ ...finds([]), codes: async () => codes });
  await take(photo());
  await until(() => card());
  const inSlot = (css: string) => document.querySelector(`[data-field="documentoFactura"] ${css}`);
  const load = () => {
    const preview = inSlot('img') as HTMLImageElement;
    Object.defineProperties(preview, { naturalWidth: { value: 400 }, naturalHeight: { value: 800 } });
    fireEvent.load(preview);
  };
  load();
  await until(() => expect(inSlot('svg[viewBox="0 0 400 800"] path')).not.toBeNull());
  // The code's middle is at 0.625 of the width and 0.375 of the height.
  expect(middle(inSlot('svg[viewBox="0 0 400 800"] path'))).toEqual([250, 300]);
  await press(/^Quitar.*foto/);
  codes = codes.slice(0, 1);
  await take(photo('otra.jpg'));
  await until(() => screen.getByText('otra.jpg'));
  await until(load);
  await act(async () => void (await new Promise((next) => setTimeout(next, 50))));
  expect(inSlot('svg[viewBox="0 0 400 800"]')).toBeNull();
});

test('while a photo is searched its slot says so, and a photo that replaced it meanwhile says it for itself', async () => {
  const searches: ((codes: PhotoCode[]) => void)[] = [];
  await openStep({ ...finds([]), codes: () => new Promise((resolve) => void searches.push(resolve)) });
  const state = () =>
    document.querySelector('[data-field="documentoFactura"] [data-state] [role="status"]')?.textContent;
  await take(photo());
  await until(() => expect(state()).toBe('Leyendo…'));
  await press(/^Quitar.*foto/);
  await take(photo('otra.jpg'));
  await until(() => expect(searches).toHaveLength(2));
  await act(async () => searches[0]?.([]));
  expect(state()).toBe('Leyendo…');
  await act(async () => searches[1]?.([]));
  await until(() => expect(state()).toBe('Listo'));
});

/** The middle of a path of corners. */
function middle(path: Element | null): number[] {
  const starts = [...(path?.getAttribute('d') ?? '').matchAll(/M(-?\d+) (-?\d+)/g)];
  return [1, 2].map((at) => starts.reduce((sum, one) => sum + Number(one[at]), 0) / starts.length);
}

test('a credit note and a paper of another country are said and fill in nothing', async () => {
  await openStep(finds([CREDIT_NOTE]));
  await take(photo());
  await until(() => screen.getByText(/Esto es una nota de crédito/));
  expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull();
  expect(field('Importe').value).toBe('');
  close();
  await openStep(finds([ECUADOR]));
  await take(photo());
  await until(() =>
    screen.getByText(/Esta factura es de Ecuador, y pusiste que la atención fue en República Dominicana/),
  );
  expect((await kept()).texts.divisa ?? '').toBe('');
});

/** A camera that always shows something. Returns the states of its tracks. */
function withCamera(): string[] {
  const tracks: string[] = [];
  const getUserMedia = async () => {
    const at = tracks.push('on') - 1;
    return { getTracks: () => [{ stop: () => void tracks.splice(at, 1, 'off') }] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.stubGlobal('createImageBitmap', async () => ({}));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
  return tracks;
}

test('[D75] what was scanned stays though a photo that was searched meanwhile says nothing', async () => {
  const cameras = withCamera();
  let seen: (codes: string[]) => void = () => undefined;
  let searched: (codes: PhotoCode[]) => void = () => undefined;
  const papers = finds([]);
  await openStep({
    ...papers,
    frame: () => new Promise((resolve) => (seen = resolve)),
    codes: () => new Promise((resolve) => (searched = resolve)),
  });
  await press('Escanear el código');
  await until(() => expect(cameras).toEqual(['on']));
  // It was picked before, and is ready only now.
  await take(photo());
  await until(() => screen.getByText('foto.jpg'));
  await act(async () => seen([STAMP]));
  await until(() => card());
  expect(cameras).toEqual(['off']);
  await act(async () => searched([]));
  await act(async () => void (await new Promise((next) => setTimeout(next, 50))));
  expect(line('Importe y divisa')).toMatch(/4[.,\s ]850/);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('[D75] what reads papers, and could not be loaded for a scan', () => {
  const READER = '#features/refunds/paper/read-paper.tsx';
  const failed = async () => {
    vi.doMock(READER, () => {
      throw new Error('no chunk');
    });
    onTestFinished(() => void vi.doUnmock(READER));
    await openStep(finds([STAMP]));
    await press('Escanear el código');
    await until(() => screen.getByText(/^Ahora no podemos leer códigos/));
    vi.doUnmock(READER);
  };

  test('is loaded by the next press', async () => {
    const cameras = withCamera();
    await failed();
    await press('Escanear el código');
    // It reads the code at once, and a slow machine sees the camera only when it is off again.
    await until(() => expect(cameras).toHaveLength(1));
    expect(screen.queryByText(/^Ahora no podemos leer códigos/)).toBeNull();
    close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });

  test('is loaded by the next paper, which is read, and no camera opens then', async () => {
    await failed();
    await take(photo());
    await until(() => expect(line('Importe y divisa')).toMatch(/4[.,\s ]850/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('[H4.4] what was typed and is no amount is shown as it was typed', async () => {
  await openStep(finds([STAMP]), { fechaServicio: '12-02-2026', importe: '1234.567', divisa: 'DOP' });
  await take(photo());
  await until(() => expect(line('Importe y divisa')).toMatch(/lo escribiste tú1234\.567La factura dice/));
});

test('an amount that cannot be asked for is named, and stands in its field', async () => {
  await page.mirror.pull(policies);
  await openStep(finds([STAMP.replace('4850.00', '900000000.00')]));
  await take(photo());
  await until(() => screen.getByText(/Revisa: importe/));
  expect(amount()).toBe('900000000');
});

test('an XML fills in the form, is no file of it, and can be taken out', async () => {
  await openStep(finds([]), { pais: 'Costa Rica' });
  await take(picked(new TextEncoder().encode(costaRicaXml()), 'factura.xml', 'text/xml'));
  await until(() => expect(line('Emisor')).toMatch(/del XMLHospital La Sabana S\.A\./));
  expect(line('Número')).toContain('001-00004-01-0000783869');
  screen.getByText(/^Adjunta también la factura en PDF o en foto/);
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '100.13', divisa: 'USD', fechaServicio: '28-10-2025' });
  close();
  await reopen(finds([]));
  await until(() => card());
  await press('Quitar el XML');
  await until(() => expect(field('Importe').value).toBe(''));
  expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull();
});

describe('[D75] an invoice that was paid in advance', () => {
  const takeColombian = async (changes: Record<string, string> = {}) => {
    await openStep(finds([]), { pais: 'Colombia' });
    await take(picked(new TextEncoder().encode(colombiaXml(changes)), 'factura.xml', 'text/xml'));
    await until(() => card());
  };

  test('shows both totals and fills in neither, and each can be taken', async () => {
    await takeColombian();
    expect(line('Total de la factura')).toMatch(/del XML.*200[.,\s ]000/);
    expect(line('Total menos lo pagado por adelantado')).toMatch(/165[.,\s ]000.*Escribe lo que pagaste tú\./);
    await page.drafts.flush();
    expect((await kept()).texts.importe ?? '').toBe('');
    expect((await kept()).texts).toMatchObject({ divisa: 'COP', fechaServicio: '09-03-2026' });
    await press(/^Usar 200[.,\s ]000/);
    await until(() => expect(amount().replace(/\D/g, '')).toBe('200000'));
    close();
    // What was taken is the customer's, and what was read is known after a reload.
    await reopen(finds([]));
    await until(() => expect(line('Total de la factura')).toMatch(/200[.,\s ]000/));
    expect(amount().replace(/\D/g, '')).toBe('200000');
  });

  test('is not called one of zero when nothing is left to pay', async () => {
    await takeColombian({ '>35000.00<': '>200000.00<', '165000.00': '0.00' });
    expect(screen.queryByText(/el total es cero/)).toBeNull();
    expect(within(card()).getAllByRole('button', { name: /^Usar/ })).toHaveLength(1);
    expect(field('Importe').value).toBe('');
  });
});

/** The insurer says that it takes an XML as the invoice. */
/** A screen shows first what its page last read, and reads it anew after the paint. */
const readAnew = () => act(() => new Promise((later) => setTimeout(later, 400)));

async function takesXml() {
  await page.mirror.pull(policies);
  const told = await page.mirror.prepareChange(
    'policies',
    undefined,
    (rows) => (rows as Policy[]).map((policy) => ({ ...policy, RefundTakesXml: true })),
    (await page.session.owner()) ?? '',
  );
  expect(await page.db.transaction('rw', told?.tables ?? [], () => told?.write())).toBe(true);
}

test('where the insurer takes an XML it is the invoice itself, and goes with what was read', async () => {
  await takesXml();
  await openStep(finds([]), { pais: 'Costa Rica' });
  await until(() => screen.getByText(/Salud Global Plus/));
  await readAnew();
  await take(picked(new TextEncoder().encode(costaRicaXml()), 'factura.xml', 'text/xml'));
  await until(() => card());
  await until(() => screen.getByText('factura.xml'));
  screen.getByText(/^XML · \d KB/);
  expect(screen.queryByText('Adjunta este documento en PDF o imagen'), 'it is there').toBeNull();
  expect(screen.queryByText(/^Adjunta también la factura/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Abrir/ }), 'a browser may run what it holds').toBeNull();
  await choose('Tipo de gasto', 'Farmacia');
  await goOn('Revisa y envía');
  expect(screen.queryByRole('button', { name: 'Ver: Factura' })).toBeNull();
  const draft = await page.drafts.load(`refund/${house.policyId}`);
  expect(draft?.files.documentoFactura).toMatchObject({ name: 'factura.xml', type: 'text/xml' });
  close();
  page.drafts.save(`refund/${house.policyId}`, { ...(draft?.form as object), step: 4 });
  await page.drafts.flush();
  await reopen(finds([]));
  await until(() => card());
  await press('Quitar el XML');
  await until(() => expect(screen.queryByText('factura.xml')).toBeNull());
});

test('[F27] a shared XML of another country is not used up: once the country is corrected it fills in', async () => {
  await takesXml();
  const bytes = new TextEncoder().encode(costaRicaXml()).buffer as ArrayBuffer;
  const shared = await page.received.keep({ name: 'factura.xml', type: 'text/xml', bytes });
  expect(shared).toBe(true);
  await openStep(finds([]), { pais: 'Ecuador' });
  await until(() => button(/^Usar factura\.xml/));
  await press(/^Usar factura\.xml/);
  await until(() => screen.getByText(/^Esta factura es de Costa Rica/));
  await page.drafts.flush();
  expect(await page.received.list()).toHaveLength(1);
  const { texts } = await kept();
  close();
  const corrected = { type: 'ambulatorio', step: 4, texts: { ...texts, pais: 'Costa Rica' } };
  page.drafts.save(`refund/${house.policyId}`, corrected);
  await page.drafts.flush();
  await reopen(finds([]));
  await until(() => card());
  await readAnew();
  await page.drafts.flush();
  expect((await kept()).texts).toMatchObject({ importe: '100.13', divisa: 'USD' });
});

test('an XML beside a paper that is there fills in and takes no place of it', async () => {
  await takesXml();
  await openStep(finds([]), { pais: 'Costa Rica' });
  await until(() => screen.getByText(/Salud Global Plus/));
  await readAnew();
  await pick('factura.pdf');
  await take(picked(new TextEncoder().encode(costaRicaXml()), 'factura.xml', 'text/xml'));
  await until(() => card());
  await press('Quitar el XML');
  await until(() => expect(screen.queryByRole('region', { name: 'Leímos tu factura' })).toBeNull());
  screen.getByText('factura.pdf');
});

test('an XML that is dropped on the screen is read like a picked one', async () => {
  await openStep(finds([]), { pais: 'Costa Rica' });
  await until(() => expect(slot()).toBeTruthy());
  const files = [picked(new TextEncoder().encode(costaRicaXml()), 'factura.xml', 'text/xml')];
  await act(async () => void fireEvent.drop(document.body, { dataTransfer: { files, types: ['Files'] } }));
  await until(() => expect(line('Emisor')).toContain('Hospital La Sabana S.A.'));
  expect(within(card()).getByText('Cámbialo si algo no coincide.')).toBeTruthy();
});

test('the XML of a zip fills in the form, and a zip of two is refused in words', async () => {
  await openStep(finds([]), { pais: 'Costa Rica' });
  const one = { 'factura.xml': strToU8(costaRicaXml()) };
  await take(picked(zipSync({ ...one, 'otra.xml': strToU8('<a/>') }), 'factura.zip', 'application/x-zip-compressed'));
  await until(() => screen.getByText(/^No encontramos un solo XML en este zip\. Ábrelo y adjunta el XML/));
  expect(field('Importe').value).toBe('');
  await take(picked(zipSync(one), 'factura.zip', 'application/x-zip-compressed'));
  await until(() => expect(line('Emisor')).toContain('Hospital La Sabana S.A.'));
});

test('a hostile XML is refused in words, and the form stays', async () => {
  await openStep(finds([]), { importe: '20' });
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><factura>&b;</factura>';
  await take(picked(new TextEncoder().encode(bomb), 'factura.xml', ''));
  await until(() => screen.getByText('No pudimos leer este XML como una factura. Adjunta el PDF o una foto.'));
  expect(field('Importe').value).toBe('20');
  await choose('Tipo de gasto', 'Farmacia');
  expect(button('Continuar')).toBeTruthy();
});

describe('[D75] the same invoice in another refund', () => {
  const marked = {
    pais: 'República Dominicana',
    divisa: 'DOP',
    facturaEmisor: '167244142',
    facturaNumero: 'E310009394589',
  };
  const hand = async (from: typeof page, changes: Record<string, string> = marked) => {
    const fields = { ...refundFields(house, 'Otra'), ...changes };
    const queued = await from.outbox.enqueue('refund.create', fields, refundFilesOf('otra'), {
      policy: house.policyId,
    });
    if (!queued.ok) throw new Error(JSON.stringify(queued));
  };
  const read = async () => {
    await openStep(finds([STAMP]));
    await take(photo());
    await until(() => card());
  };

  test('one that waits to be sent is named and can be looked at, and going on is allowed', async () => {
    await page.mirror.pull(policies);
    await hand(page);
    await read();
    await until(() => screen.getByText('Esta factura ya está en una solicitud por enviar:'));
    screen.getByText('Farmacia · Maria');
    screen.getByText('Puedes seguir: solo te avisamos.');
    await choose('Tipo de gasto', 'Farmacia');
    await until(() => expect(isOff(button('Continuar'))).toBe(false));
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Ver esa solicitud' })));
    await until(() => expect(title()).toBe('Detalle del reembolso'));
  });

  test('one that another device sent is named with its number, though this one had not heard of it', async () => {
    await page.mirror.pull(policies);
    await page.mirror.pull(refunds, house.policyId);
    const elsewhere = await house.device();
    const other = elsewhere.page();
    await hand(other);
    expect(await other.outbox.drain()).toMatchObject({ sent: 1 });
    await elsewhere.close();
    await read();
    await until(() => screen.getByText('Esta factura ya está en otro reembolso:'));
    screen.getByText(/^R-\d{4}-\d+$/);
    screen.getByText(/, recibido (hoy|ayer|el )/);
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Ver ese reembolso' })));
    await until(() => expect(title()).toBe('Detalle del reembolso'));
  });

  test('one that was begun on this device for another policy is named and leads to it', async () => {
    await page.mirror.pull(policies);
    const other = 'otra-de-salud';
    const second = await page.mirror.prepareChange(
      'policies',
      undefined,
      (rows) => [...rows, { ...(rows as Policy[]).find(({ Policy }) => Policy === house.policyId), Policy: other }],
      (await page.session.owner()) ?? '',
    );
    expect(await page.db.transaction('rw', second?.tables ?? [], () => second?.write())).toBe(true);
    const { pais, divisa: _, ...marks } = marked;
    const texts = {
      tipoGasto: 'Farmacia',
      facturaLeida: JSON.stringify({ of: '9 otra.jpg', from: 'code', pais, marks }),
    };
    page.drafts.save(`refund/${other}`, { type: 'ambulatorio', step: 4, texts });
    await page.drafts.flush();
    await read();
    await until(() => screen.getByText('Esta factura ya está en una solicitud a medias:'));
    expect(screen.getByRole('link', { name: 'Ver esa solicitud' }).getAttribute('href')).toContain(other);
  });

  test('a queued request that is corrected does not warn of itself', async () => {
    await page.mirror.pull(policies);
    await hand(page, { ...marked, facturaNumero: 'E310009394222' });
    const [item] = await page.outbox.list();
    const papers = finds([STAMP.replace('E310009394589', 'E310009394222')]);
    await openAt(page, `/app/reembolsos/añadir/${house.policyId}`, { refundEditing: item?.key ?? '' }, papers);
    await until(() => expect(title()).toBe('Revisa y envía'));
    await press(/^Factura.*Cambiar$/);
    await until(() => expect(title()).toBe('¿Cuánto pagaste?'));
    await take(photo());
    await until(() => card());
    await act(() => new Promise((done) => setTimeout(done, 200)));
    expect(screen.queryByText(/^Esta factura ya está/)).toBeNull();
  });

  test('the same number of another issuer is another invoice', async () => {
    await page.mirror.pull(policies);
    await hand(page, { ...marked, facturaEmisor: '101023392', facturaNumero: 'E310009394000' });
    await openStep(finds([STAMP.replace('E310009394589', 'E310009394000')]));
    await take(photo());
    await until(() => card());
    await page.drafts.flush();
    expect(screen.queryByText(/^Esta factura ya está/)).toBeNull();
    expect(screen.queryByText('Puedes seguir: solo te avisamos.')).toBeNull();
  });

  test('a request that is resumed does not warn of itself', async () => {
    await page.mirror.pull(policies);
    const papers = finds([STAMP.replace('E310009394589', 'E310009394111')]);
    await openStep(papers);
    await take(photo());
    await until(() => card());
    await page.drafts.flush();
    close();
    await reopen(papers);
    await until(() => card());
    // Once the policies are read, their drafts are looked at.
    await until(() => screen.getByText(/Salud Global Plus/));
    await act(() => new Promise((done) => setTimeout(done, 200)));
    expect(screen.queryByText(/^Esta factura ya está/)).toBeNull();
  });
});
