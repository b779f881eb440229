// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { documents } from '#mirror/collections.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, fetchOn, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, resized, sees, title, until } from '../reading.tsx';

const PAPERS = '/app/documentos/520021';

let server: TestApp;
let device: Device;
let handed: File[];
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
  handed = [];
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    device.network.up ? fetchOn(server.app)(...request) : Promise.reject(new TypeError('offline')),
  );
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    handed.push(file as File);
    return 'blob:x';
  });
});
afterEach(() => {
  cleanup();
  setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const cards = () => screen.getAllByRole('listitem').map((one) => one.textContent);
const openFirst = async () => {
  await until(() => cards());
  await act(
    async () => void fireEvent.click(screen.getAllByRole('listitem')[0]?.querySelector('button') as HTMLElement),
  );
};

const paper = (CategoryDescription: string, CreatedOnDate: string) => ({
  ...{ CategoryDescription, CreatedOnDate, PhysicalPath: '/archivos/x' },
});
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

describe('the list', () => {
  test('[H2.60][H3.10] each document is shown with category, creation date and a button', async () => {
    answerWith(device, 'getDocuments', [
      { CategoryDescription: 'Póliza', CreatedOnDate: '2026-02-12T00:00:00', PhysicalPath: '/archivos/x' },
    ]);
    await openAt(device, PAPERS);
    await until(() => expect(cards()).toHaveLength(1));
    expect(title()).toBe('Tus Documentos');
    expect(cards()[0]).toContain('Póliza');
    expect(cards()[0]).toContain('12 de febrero de 2026');
    expect(document.querySelector('[data-icon=download]')).toBeTruthy();
  });

  test('[H2.59] a drawer filters by Todos and by each category in the list', async () => {
    answerWith(
      device,
      'getDocuments',
      ['Recibo', 'Carta', 'Recibo'].map((one) => paper(one, '2026-02-12')),
    );
    await openAt(device, PAPERS);
    await sees('3 en 2026');
    await press('Todos');
    const choices = await until(() => screen.getAllByRole('radio'));
    expect(choices).toHaveLength(3);
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Recibo' })));
    await sees('2 en 2026');
    expect(cards().every((card) => card?.includes('Recibo'))).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[D86] a year that the address names and that is not here says so, and the others are a press away', async () => {
    answerWith(device, 'getDocuments', [paper('Recibo', '2026-02-12')]);
    await openAt(device, `${PAPERS}?ano=2019`);
    await sees('No tenemos documentos de 2019');
    await press('2026');
    await until(() => expect(cards()).toHaveLength(1));
    expect(missing('No tenemos documentos de 2019')).toBe(true);
  });

  test('of one kind alone nothing is chosen from', async () => {
    answerWith(device, 'getDocuments', [paper('Recibo', '2026-02-12'), paper('Recibo', '2026-02-13')]);
    await openAt(device, PAPERS);
    await until(() => expect(cards()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Todos' })).toBeNull();
  });

  test('a year of more than twelve documents is told apart by month, and so is what is found', async () => {
    const months = ['11', '11', '11', '10', '09', '08', '07', '06', '05', '04', '03', '02', '01'];
    answerWith(device, 'getDocuments', [
      ...months.map((month) => paper('Recibo', `2026-${month}-05`)),
      paper('Carta', '2025-12-24'),
    ]);
    await openAt(device, PAPERS);
    await sees('13 en 2026');
    expect(headings().slice(0, 2)).toEqual(['Noviembre de 2026', 'Octubre de 2026']);
    await press('2025');
    await until(() => expect(headings()).toEqual(['2025']));
    await sees('1 en 2025');
  });

  test('a year of documents is a page, the newest first, and all are found by kind, month and year', async () => {
    answerWith(device, 'getDocuments', [
      paper('Carta', '2024-06-02'),
      paper('Recibo', '2026-02-12'),
      paper('Recibo', '2024-11-05'),
    ]);
    const { router } = await openAt(device, PAPERS);
    await until(() => expect(headings()).toEqual(['2026']));
    expect(cards()).toHaveLength(1);
    await press('2024');
    await until(() => expect(headings()).toEqual(['2024']));
    expect(router.state.location.search).toEqual({ ano: '2024' });
    expect(cards()).toHaveLength(2);
    expect(cards()[0]).toContain('5 de noviembre de 2024');
    // The years are one stop of Tab.
    const years = within(screen.getByRole('navigation', { name: 'Años' })).getAllByRole('button');
    expect(years.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
    years[1]?.focus();
    for (const [key, at] of [
      ['ArrowLeft', 0],
      ['ArrowLeft', 0],
      ['End', 1],
      ['Home', 0],
    ] as const) {
      fireEvent.keyDown(document.activeElement as Element, { key });
      expect(document.activeElement).toBe(years[at]);
    }
    await press('2026');
    await until(() => expect(headings()).toEqual(['2026']));
    const search = screen.getByRole('searchbox', { name: 'Busca por tipo, mes o día' });
    const type = (value: string) => act(async () => void fireEvent.change(search, { target: { value } }));
    await type('recibo nov 2024');
    await sees('1 documento');
    expect(cards()[0]).toContain('5 de noviembre de 2024');
    await type('factura');
    await sees('Nada coincide con lo que buscas');
    await press('Ver todo');
    await until(() => expect(headings()).toEqual(['2026']));
    await type('recibo');
    await until(() => expect(headings()).toEqual(['2026', '2024']));
    // A year is a page of the whole list.
    await press('2024');
    await until(() => expect(cards()).toHaveLength(2));
    expect((search as HTMLInputElement).value).toBe('');
  });

  test('[D70] on its way to 2 000 documents the screen tells no other count', async () => {
    const days = Array.from({ length: 2000 }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString());
    answerWith(
      device,
      'getDocuments',
      days.map((day) => ({ CategoryDescription: 'Recibo', CreatedOnDate: day, PhysicalPath: '/archivos/x' })),
    );
    await device.mirror.pull(documents, '520021');
    // As after a start: nothing is open in memory.
    device.mirror.forget();
    const told = new Set<string>();
    const drawn = new window.MutationObserver(() =>
      told.add(pageText().match(/\d+ (?:documentos?|en \d{4})/)?.[0] ?? ''),
    );
    drawn.observe(document.body, { childList: true, characterData: true, subtree: true });
    await openAt(device, PAPERS);
    await sees(/^\d+ en 2025$/);
    drawn.disconnect();
    expect([...told].filter((text) => /\d/.test(text))).toHaveLength(1);
  });

  test('[D71] a document that arrived while one looks is marked; a new address of one is none', async () => {
    const paper = (day: string, PhysicalPath: string) => ({
      CategoryDescription: 'Recibo',
      CreatedOnDate: day,
      PhysicalPath,
    });
    const pulled = async (...papers: object[]) => {
      answerWith(device, 'getDocuments', papers);
      await act(async () => void (await device.mirror.pull(documents, '520021')));
    };
    const marked = () => cards().map((card) => card?.includes('Recién llegado'));
    await pulled(paper('2026-02-12', '/archivos/a'));
    await openAt(device, PAPERS);
    await until(() => expect(marked()).toEqual([false]));
    // Of the same day and category: nothing but the order tells them apart.
    await pulled(paper('2026-02-12', '/archivos/c'), paper('2026-02-12', '/archivos/b'));
    await until(() => expect(marked()).toEqual([true, false]));
  });

  test('[H2.59] when a refresh removes the chosen category, the filter goes back to Todos', async () => {
    const refreshed = async (...categories: string[]) => {
      answerWith(
        device,
        'getDocuments',
        categories.map((one) => paper(one, '2026-02-12')),
      );
      await act(async () => void (await device.mirror.pull(documents, '520021')));
    };
    await refreshed('Recibo', 'Póliza', 'Carta');
    await openAt(device, PAPERS);
    await sees('3 en 2026');
    await press('Todos');
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Recibo' })));
    await sees('1 en 2026');
    await refreshed('Póliza', 'Carta');
    await sees('2 en 2026');
    expect(cards()).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Todos' })).toBeTruthy();
  });

  test('[H2.61][H8.13][D70] an empty list says so; a failed load says that it is not here, and offers a retry', async () => {
    answerWith(device, 'getDocuments', []);
    await openAt(device, PAPERS);
    await sees('No tenemos documentos que mostrarte');
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    cleanup();
    device = await deviceOf(server, 'costarica@demo.test');
    answerWith(device, 'getDocuments', {}, 500);
    await openAt(device, PAPERS);
    await sees('Esto aún no está en este teléfono');
    expect(pageText()).not.toContain('No tenemos');
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
  });
});

/** The switch that keeps the open document. */
const keeping = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Tener sin conexión' });
const isKept = () => expect(keeping().checked).toBe(true);
const pressSwitch = () => act(async () => void fireEvent.click(keeping()));

describe('one document', () => {
  test('[D48] a document opens as a file with its name, repeatedly, although each address works only once', async () => {
    await openAt(device, PAPERS);
    for (const time of [1, 2]) {
      await openFirst();
      await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
      await press('Descargar PDF');
      expect(handed).toHaveLength(time);
      await press('Cerrar');
    }
    expect(handed[0]?.type).toBe('application/pdf');
    expect(handed[0]?.name).toMatch(/\.pdf$/);
    expect(await handed[1]?.slice(0, 5).text()).toBe('%PDF-');
  });

  test('a document kept on the device is counted and opens without a connection', async () => {
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    await pressSwitch();
    await until(isKept);
    await sees(/^1 guardado en este teléfono, 1 KB$/);
    cleanup();

    device.network.up = false;
    await openAt(device, PAPERS);
    await sees('En este teléfono');
    await openFirst();
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
    await press('Descargar PDF');
    expect(handed[0]?.size).toBeGreaterThan(100);
    await pressSwitch();
    await until(() => expect(pageText()).not.toContain('En este teléfono'));
  });

  test("[H2.60] a double press on 'Tener sin conexión' keeps the document and does not remove it again", async () => {
    await openAt(device, PAPERS);
    await openFirst();
    const hand = { clientX: 120, clientY: 500 };
    const timeStamp = performance.now();
    const pressedAt = async () => {
      const button = (await until(keeping)) as HTMLElement;
      // Both presses carry the same time, however long the test takes between them.
      const down = new window.PointerEvent('pointerdown', { ...hand, bubbles: true });
      fireEvent(button, Object.defineProperty(down, 'timeStamp', { value: timeStamp }) as unknown as Event);
      fireEvent.click(button, { ...hand, detail: 1 });
    };
    await pressedAt();
    await until(isKept);
    await pressedAt();
    await sees('Está en este teléfono: se abre también sin conexión.');
    expect(await device.db.savedDocuments.count()).toBe(2);
  });

  test('[F16] a kept document opens without a connection even after a full device evicted the list', async () => {
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    await pressSwitch();
    await until(isKept);
    cleanup();

    device.mirror.forget();
    await device.db.documents.clear();
    await device.db.pulls.clear();
    device.network.up = false;
    await openAt(device, PAPERS);
    await sees('En este teléfono');
    expect(pageText()).toContain('No pudimos actualizar. Estos son los guardados en este teléfono');
    expect(cards()).toHaveLength(1);
    await openFirst();
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
  });

  describe('a document among others of its category and day', () => {
    const paper = (name: string) => ({
      CategoryDescription: 'Recibo',
      CreatedOnDate: '2026-02-12',
      PhysicalPath: `/archivos/${name}`,
    });
    const listed = async (...names: string[]) => {
      answerWith(device, 'getDocuments', names.map(paper));
      await act(async () => void (await device.mirror.pull(documents, '520021')));
    };
    const openAtIndex = async (index: number) => {
      const button = screen.getAllByRole('listitem')[index]?.querySelector('button');
      await act(async () => void fireEvent.click(button as HTMLElement));
    };
    const fileAtIndex = async (index: number) => {
      await openAtIndex(index);
      const file = (await until(() => screen.getByText(/\.pdf · /))) as unknown as HTMLElement;
      const name = file.textContent?.split(' · ')[0];
      await press('Cerrar');
      return name;
    };
    const gone = new Set<string>();
    beforeEach(() => {
      gone.clear();
      vi.stubGlobal('fetch', async (address: string | URL) => {
        const name = String(address).split('/').at(-1) ?? '';
        if (gone.has(name)) return new Response('', { status: 404 });
        const headers = { 'content-disposition': `attachment; filename="${name}.pdf"` };
        return new Response(new TextEncoder().encode(`%PDF-1.4\n${name}`), { headers });
      });
    });

    test('[H2.60] a kept document is not confused with one listed later', async () => {
      await listed('A');
      await openAt(device, PAPERS);
      await until(() => expect(cards()).toHaveLength(1));
      await openAtIndex(0);
      await until(keeping);
      await pressSwitch();
      await until(isKept);
      await press('Cerrar');
      await listed('NEW', 'A');
      await until(() => expect(cards()).toHaveLength(3));
      const kept = cards().map((card) => card?.includes('En este teléfono'));
      expect(kept).toEqual([false, false, true]);
      expect([await fileAtIndex(0), await fileAtIndex(1), await fileAtIndex(2)]).toEqual(['NEW.pdf', 'A.pdf', 'A.pdf']);
      await listed('A');
      await until(() => expect(cards()).toHaveLength(1));
      expect(cards()[0]).toContain('En este teléfono');
    });

    test('[D48] each of several documents is kept under its own name', async () => {
      await listed('A', 'B');
      await openAt(device, PAPERS);
      await until(() => expect(cards()).toHaveLength(2));
      await openAtIndex(1);
      await until(keeping);
      await pressSwitch();
      await until(isKept);
      await press('Cerrar');
      expect(cards().map((card) => card?.includes('En este teléfono'))).toEqual([false, true]);
      gone.add('A');
      answerWith(device, 'getDocuments', ['A2', 'B2'].map(paper));
      expect(await fileAtIndex(0)).toBe('A2.pdf');
    });

    test('[D48] no other document opens instead when the address was already used', async () => {
      await listed('A');
      await openAt(device, PAPERS);
      await until(() => expect(cards()).toHaveLength(1));
      gone.add('A');
      answerWith(device, 'getDocuments', ['NEW', 'A2'].map(paper));
      await openAtIndex(0);
      await sees('La lista de tus documentos cambió. Actualízala y elige el documento de nuevo.');
    });
  });

  test('[F18] a failed save of a document is reported and can be tried again', async () => {
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing = vi.spyOn(device.mirror.saved, 'save').mockRejectedValue(new Error('UnknownError'));
    await pressSwitch();
    await sees('No pudimos guardarlo. Inténtalo de nuevo.');
    failing.mockRestore();
    await pressSwitch();
    await until(isKept);
  });

  test('[F18] a kept document that could not be removed is reported, stays, and can be removed again', async () => {
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    await pressSwitch();
    await until(isKept);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(device.mirror.saved, 'remove').mockRejectedValueOnce(new Error('UnknownError'));
    await pressSwitch();
    await sees('No pudimos quitarlo. Inténtalo de nuevo.');
    expect(keeping().checked).toBe(true);
    await pressSwitch();
    await until(() => expect(keeping().checked).toBe(false));
  });

  test('[F16] an open document stays open while its list is evicted', async () => {
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    await act(async () => {
      device.mirror.forget();
      await device.db.documents.clear();
      await device.db.pulls.clear();
    });
    await until(() => expect(screen.queryByRole('list', { name: 'Documentos', hidden: true })).toBeNull());
    expect(keeping().checked).toBe(false);
  });

  test('a document that is not kept says why it does not open without a connection', async () => {
    await openAt(device, PAPERS);
    await until(() => cards());
    device.network.up = false;
    await openFirst();
    await sees(/No pudimos conectarnos/);
    device.network.up = true;
    await press('Reintentar');
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
  });

  test.each([
    ['who is signed in', () => vi.spyOn(device.session, 'owner')],
    ['what is kept on it', () => vi.spyOn(device.mirror.saved, 'list')],
  ])('[F65] a document opens on another try where the device once could not read %s', async (_, read) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openAt(device, PAPERS);
    await until(() => cards());
    read().mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
    await openFirst();
    await until(() => expect(screen.getByRole('alert').textContent).toMatch(/^No pudimos abrir el documento/));
    expect(missing('Preparando el documento')).toBe(true);
    await press('Reintentar');
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
  });

  test('[F65] a kept document that the device could not read is not said to be elsewhere, and opens on another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openAt(device, PAPERS);
    await openFirst();
    await until(keeping);
    await pressSwitch();
    await until(isKept);
    await press('Cerrar');
    device.network.up = false;
    await act(async () => setOnline(false));
    vi.spyOn(device.mirror.saved, 'open').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
    await openFirst();
    await until(() => expect(screen.getByRole('alert').textContent).toMatch(/^No pudimos abrir el documento/));
    expect(missing('Esto aún no está en este teléfono')).toBe(true);
    await press('Reintentar');
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
  });

  describe('[F65] a kept document whose bytes the browser has lost', () => {
    beforeEach(async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      await openAt(device, PAPERS);
      await openFirst();
      await until(keeping);
      await pressSwitch();
      await until(isKept);
      await press('Cerrar');
      const before = await device.db.savedDocuments.toCollection().primaryKeys();
      loseValues(device.db.savedDocuments, ({ id = '', size }) => size > 0 && before.includes(id));
    });

    test('is kept again as soon as it can be had, and then opens without a connection', async () => {
      await openFirst();
      await until(isKept);
      await press('Cerrar');
      device.network.up = false;
      await act(async () => setOnline(false));
      await openFirst();
      await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
    });

    test('is no longer said to be here where it finds no place again', async () => {
      vi.spyOn(device.mirror.saved, 'save').mockResolvedValueOnce({ ok: false, code: 'storage-full' });
      await openFirst();
      await until(() => expect(keeping().checked).toBe(false));
      await sees('No hay espacio en este teléfono. Libera espacio e inténtalo de nuevo.');
      expect(pageText()).not.toContain('se abre también sin conexión');
      await pressSwitch();
      await until(isKept);
    });

    test('stays where the session has ended meanwhile', async () => {
      vi.spyOn(device.mirror.saved, 'save').mockResolvedValueOnce(null);
      await openFirst();
      await until(isKept);
    });
  });

  test('[D70] without a connection it says that the document is not here, and it comes by itself once there is one', async () => {
    await openAt(device, PAPERS);
    await until(() => cards());
    device.network.up = false;
    await act(async () => setOnline(false));
    await openFirst();
    await sees('Esto aún no está en este teléfono');
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    device.network.up = true;
    await act(async () => setOnline(true));
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
  });

  test.each(['https://evil.example/x.pdf', 'javascript:alert(1)', '//evil.example', ''])(
    '[S3] the address %j is not opened',
    async (PhysicalPath) => {
      answerWith(device, 'getDocuments', [{ CategoryDescription: 'X', CreatedOnDate: '2026-01-01', PhysicalPath }]);
      await openAt(device, PAPERS);
      await openFirst();
      await sees(/No encontramos la dirección de este documento/);
      expect(screen.queryByRole('link', { name: 'Abrir documento' })).toBeNull();
    },
  );

  test('[S4] an HTML page sent as a PDF is neither opened nor kept', async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response('<html>', {
          headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="x.pdf"' },
        }),
    );
    await openAt(device, PAPERS);
    await openFirst();
    await sees(/no es de Amparo/);
    expect(screen.queryByRole('switch', { name: 'Tener sin conexión' })).toBeNull();
  });
});

describe('an entry beside the list', () => {
  const key = (name: string) =>
    act(async () => void fireEvent.keyDown(document.activeElement as Element, { key: name }));
  const onADesk = async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    const opened = await openAt(device, PAPERS);
    await until(() => cards());
    return opened;
  };
  const stops = () => within(screen.getByRole('list', { name: 'Documentos' })).getAllByRole('button');

  test('[H2.60] by keyboard on a desk Enter leads to the heading of what it opens, Escape back to the entry', async () => {
    await onADesk();
    expect(stops().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    await act(async () => stops()[0]?.focus());
    await key('ArrowDown');
    const entry = document.activeElement as HTMLElement;
    expect(entry).toBe(stops()[1]);
    // A key's press counts no clicks.
    await act(async () => void fireEvent.click(entry, { detail: 0 }));
    const beside = screen.getByRole('region', { name: 'Documento' });
    const heading = within(beside).getByRole('heading', { level: 2 });
    await until(() => expect(document.activeElement).toBe(heading));
    expect(entry.textContent).toContain(heading.textContent ?? '-');
    await key('Escape');
    expect(document.activeElement).toBe(entry);
    expect(screen.getByRole('region', { name: 'Documento' }).textContent).toContain(heading.textContent ?? '-');
  });

  test('[H2.60] whatever year is looked at, the pane begins with the newest of the policy, as it says', async () => {
    answerWith(device, 'getDocuments', [paper('Carta', '2026-02-12'), paper('Recibo', '2024-11-05')]);
    await onADesk();
    const pane = () => screen.getByRole('region', { name: 'Documento' });
    await until(() => expect(pane().textContent).toMatch(/Carta.*El más reciente de esta póliza/));
    await press('2024');
    await until(() => expect(cards()[0]).toContain('Recibo'));
    expect(pane().textContent).toMatch(/Carta/);
  });

  test('[H2.60] the pane begins with the newest document, of which nothing is fetched before a press', async () => {
    const asked: string[] = [];
    const fetchIt = globalThis.fetch;
    vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
      asked.push(String(request[0]));
      return fetchIt(...request);
    });
    await onADesk();
    const beside = screen.getByRole('region', { name: 'Documento' });
    const [newest] = cards();
    expect(newest).toContain(within(beside).getByRole('heading', { level: 2 }).textContent ?? '-');
    expect(asked).toEqual([]);
    await press('Abrir este documento');
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
    expect(asked).toHaveLength(1);
  });

  test.each([false, true])(
    '[H2.60] a kept document opens from this device on the way back to it, online: %s',
    async (up) => {
      const { router, history } = await onADesk();
      await press('Abrir este documento');
      await until(keeping);
      await pressSwitch();
      await until(isKept);
      await act(() => router.navigate({ to: '/app' as string }));
      expect(missing('Tener sin conexión')).toBe(true);
      const asked = vi.fn(() => Promise.reject(new TypeError('offline')));
      vi.stubGlobal('fetch', asked);
      device.network.up = up;
      await act(async () => history.back());
      await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
      expect(keeping().checked).toBe(true);
      expect(asked).not.toHaveBeenCalled();
    },
  );

  test('[H2.60] an image is seen at once, and one that the browser cannot draw leaves its download', async () => {
    const head = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0';
    const png = Buffer.from(head.padEnd(64, '\0'), 'latin1');
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(png, {
          headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="x.png"' },
        }),
    );
    await onADesk();
    await press('Abrir este documento');
    const picture = await until(() => screen.getByRole('img', { name: 'El documento' }));
    expect(picture.getAttribute('src')).toBe('blob:x');
    await act(async () => void fireEvent.error(picture));
    expect(screen.queryByRole('img', { name: 'El documento' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Descargar imagen' })).toBeTruthy();
  });

  test('[H2.60] a pointer that opens an entry moves no focus into it', async () => {
    await onADesk();
    await act(async () => stops()[0]?.focus());
    await act(async () => void fireEvent.click(stops()[0] as HTMLElement, { detail: 1 }));
    await until(() => screen.getByRole('button', { name: 'Descargar PDF' }));
    expect(document.activeElement).toBe(stops()[0]);
  });
});

test('[S2] hostile and missing values are shown as text', async () => {
  answerWith(device, 'getDocuments', [
    { CategoryDescription: '<img src=x>\u202E'.repeat(800), CreatedOnDate: 'ayer', PhysicalPath: '' },
    {},
    { CategoryDescription: 'all', CreatedOnDate: '2026-01-01' },
    { CategoryDescription: 'Carta', CreatedOnDate: '2026-01-02' },
  ]);
  await openAt(device, PAPERS);
  await until(() => expect(cards()).toHaveLength(2));
  await press('Todos');
  await act(async () => void fireEvent.click(await screen.findByRole('radio', { name: 'all' })));
  await sees('1 en 2026');
  await press('Sin fecha');
  await until(() => expect(cards()).toHaveLength(2));
  await sees('2 sin fecha');
  expect(document.querySelector('img')).toBeNull();
  expect(cards()[1]).toContain('Sin categoría');
});
