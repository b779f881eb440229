// @module-tag depth
import '#tests/page.ts';

import { Blob as NodeBlob } from 'node:buffer';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileAnswer } from '#forms/answers.ts';
import { FileField } from '#forms/file-field.tsx';
import { paperText } from '#forms/file-words.ts';
import { pagesOf } from '#forms/pages.ts';
import { PictureView } from '#forms/picture-view.tsx';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { pagesIn } from '#photos/paper.ts';
import { joined, jpegOf } from '#tests/photos/pictures.ts';
import { compressesTo, MB, pdf, photo, photosThat, picked } from './files.ts';

beforeEach(() => {
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:page');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  [['Página 1'], ['Ver a tamaño real']],
  [
    ['Página 1', 'Página 2'],
    ['Ver a tamaño real: Página 1', 'Ver a tamaño real: Página 2'],
  ],
])('[D87] of the pages that are shown large each one has a name of its own: %j', async (names, buttons) => {
  const pictures = names.map((name) => ({ name, address: 'blob:page' }));
  await act(async () => void render(<PictureView open pictures={pictures} onClose={() => {}} />));
  const large = await waitFor(() => screen.getAllByRole('button', { name: /^Ver a tamaño real/ }));
  expect(large.map((one) => one.getAttribute('aria-label'))).toEqual(buttons);
});

/** Each photo becomes a JPEG as wide as its name says, so that pages can be told apart. */
const told = photosThat((_, name) => {
  const width = Number.parseInt(name, 10);
  const bytes = joined(jpegOf(width, 100)).buffer;
  const facts = { type: 'image/jpeg' as const, width, height: 100, size: bytes.byteLength };
  return { ok: true, value: { bytes, name, ...facts } };
});
const shots = (...widths: number[]) => widths.map((width) => photo(`${width}.jpg`));

function openField(props: Partial<ComponentProps<typeof FileField>> = {}, start: FileAnswer | null = null) {
  const drafts: (FileAnswer | null)[] = [];
  const view = render(
    <StepForm
      answers={{ factura: start }}
      schema={v.object({ factura: fileAnswer() })}
      onAnswers={({ factura }) => drafts.push(factura as FileAnswer | null)}
      onFileAfterLeave={({ factura }) => drafts.push(factura as FileAnswer | null)}
      onContinue={() => undefined}
    >
      <FileField name="factura" label="Factura" limit={3 * MB} photos={told} locale="es-EC" {...props} />
    </StepForm>,
  );
  return { ...view, drafts, last: () => drafts.at(-1) ?? null };
}

const goOn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' });
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
const input = () => screen.getByLabelText<HTMLInputElement>(/^Elegir PDF o foto/);
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"][hidden]')];
const more = () => inputs().at(-1) as HTMLInputElement;
async function pick(files: File[], into = input()) {
  await act(async () => void fireEvent.change(into, { target: { files } }));
  await settle();
  await settle();
}
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle();
};
/** The widths of a file's pages, in their order. */
const widths = (file: FileAnswer | null) =>
  (pagesOf(file) ?? []).map((page) => {
    const view = new DataView(page);
    return view.getUint16(
      [...new Uint8Array(page)].findIndex((byte, at, all) => byte === 0xff && all[at + 1] === 0xc0) + 7,
    );
  });
let handedOver = Promise.resolve<{ name: string; type: string; bytes: ArrayBuffer } | null>(null);
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

describe('[D87] photos of one paper', () => {
  test('picked at once become one PDF, in their order, with the size that will be sent', async () => {
    const { last } = openField();
    expect([input().multiple, more().multiple, more().accept]).toEqual([true, true, 'image/*']);
    await pick(shots(300, 200, 100));
    const file = last();
    expect(file).toMatchObject({ type: 'application/pdf', name: '300.pdf', size: file?.bytes.byteLength });
    expect(widths(file)).toEqual([300, 200, 100]);
    expect(rows()).toEqual(['Página 1', 'Página 2', 'Página 3']);
    expect(screen.getByText(/3 páginas · 2 KB/)).toBeTruthy();
    expect(goOn().getAttribute('aria-disabled')).toBeNull();
  });

  test('added one after the other leave the file before them in the draft at each step', async () => {
    const { drafts } = openField();
    await pick(shots(300));
    expect(drafts.at(-1)).toMatchObject({ type: 'image/jpeg', name: '300.jpg' });
    await press(/^Otra página/);
    await pick(shots(200), more());
    await pick(shots(100), more());
    expect(drafts.map(widths)).toEqual([[300], [300, 200], [300, 200, 100]]);
  });

  test('are turned, moved and removed by buttons that name the page, and what was done is said', async () => {
    const turned: number[] = [];
    const turn = async (bytes: ArrayBuffer, quarters: number) => {
      turned.push(quarters);
      return joined(jpegOf(new DataView(bytes).byteLength, quarters)).buffer;
    };
    const { last } = openField({ photos: { ...told, turn } });
    await pick(shots(300, 200, 100));
    await press('Subir página 3');
    expect(widths(last())).toEqual([300, 100, 200]);
    expect(screen.getByText('La página 3 es ahora la 2')).toBeTruthy();
    await press('Bajar página 1');
    expect(widths(last())).toEqual([100, 300, 200]);
    await press('Quitar página 2');
    expect(widths(last())).toEqual([100, 200]);
    expect(screen.getByText('Página 2 quitada, quedan 2').closest('[role="status"]')).toBeTruthy();
    const before = pagesOf(last())?.[0];
    for (const _ of [1, 2, 3, 4]) await press('Girar página 1');
    // Each turn is made from the first photo, so none loses twice, and the fourth is that photo.
    expect(turned).toEqual([1, 2, 3]);
    expect(pagesOf(last())?.[0]).toBe(before);
    expect(
      ['Subir página 1', 'Bajar página 2'].map((name) =>
        screen.getByRole('button', { name }).getAttribute('aria-disabled'),
      ),
    ).toEqual(['true', 'true']);
  });

  test('the focus goes with a page that is moved, and to the next one when a page is removed', async () => {
    openField();
    await pick(shots(300, 200, 100));
    const focused = () => document.activeElement?.getAttribute('title');
    await press('Subir página 3');
    expect(focused()).toBe('Subir página 2');
    await press('Subir página 2');
    // It cannot go further up.
    expect(focused()).toBe('Bajar página 1');
    await press('Quitar página 3');
    expect(focused()).toBe('Quitar página 2');
    screen.getByRole('button', { name: 'Quitar página 2' }).focus();
    await press('Quitar página 2');
    expect(document.activeElement?.tagName).toBe('FIELDSET');
  });

  test('pressing faster than pages are prepared does what was pressed', async () => {
    const { last } = openField();
    await pick(shots(400, 300, 200, 100));
    const up = screen.getByRole('button', { name: 'Subir página 4' });
    await act(async () => {
      fireEvent.click(up);
      fireEvent.click(up);
      fireEvent.click(screen.getByRole('button', { name: 'Quitar página 1' }));
    });
    await settle();
    expect(widths(last())).toEqual([100, 300, 200]);
  });

  test('that are down to one are a photo again', async () => {
    const { last } = openField();
    await pick(shots(300, 200));
    await press('Quitar página 1');
    expect(last()).toMatchObject({ type: 'image/jpeg', name: '300.jpg' });
    expect(widths(last())).toEqual([200]);
    expect(screen.getByRole('button', { name: /^Girar la foto/ })).toBeTruthy();
  });

  test('[F12] are all there when a draft is read again, and go on', async () => {
    const { last, unmount } = openField();
    await pick(shots(300, 200));
    // As the draft gives it back: other bytes of the same content.
    const kept = { ...(last() as FileAnswer), bytes: (last() as FileAnswer).bytes.slice(0) };
    unmount();
    const again = openField({}, kept);
    expect(rows()).toEqual(['Página 1', 'Página 2']);
    await pick(shots(100), more());
    expect(widths(again.last())).toEqual([300, 200, 100]);
  });

  test('[H5.3] stay under the limit: the page that would pass it is told of with both sizes, the others stay', async () => {
    const { last } = openField({ photos: compressesTo(MB) });
    await pick(shots(1, 2, 3));
    expect(pagesOf(last())).toHaveLength(2);
    expect(
      screen.getByText('3.jpg: Con esa página el documento pesaría 3 MB y debe pesar menos de 3 MB: no la añadimos'),
    ).toBeTruthy();
    expect(goOn().getAttribute('aria-disabled')).toBeNull();
  });

  test('[H5.3] of many photos none is prepared behind the one that the paper had no room for, and one sentence counts them', async () => {
    const compressed: string[] = [];
    const photos = compressesTo(MB);
    const compress: typeof told.compress = (given, ...rest) => {
      compressed.push(given.name);
      return photos.compress(given, ...rest);
    };
    const { last } = openField({ photos: { ...photos, compress } });
    await pick(shots(1, 2, 3, 4, 5, 6));
    await waitFor(() => expect(goOn().getAttribute('aria-disabled')).toBeNull());
    expect(pagesOf(last())).toHaveLength(2);
    expect(compressed).toEqual(['1.jpg', '2.jpg', '3.jpg']);
    expect(
      screen.getByText(
        '3.jpg: Con esa página el documento pesaría 3 MB y debe pesar menos de 3 MB: no la añadimos. Tampoco añadimos las 3 fotos que seguían',
      ),
    ).toBeTruthy();
  });

  test('[F25 H5.3] each that is not taken is named, also where its name ends another’s', async () => {
    openField();
    const note = (name: string) => picked(new TextEncoder().encode('hola'), name, 'image/jpeg');
    await pick([note('11.jpg'), note('1.jpg')]);
    const why = 'Solo se permiten archivos JPG, PNG, WEBP o GIF';
    expect(screen.getByText(`11.jpg: ${why}. 1.jpg: ${why}`)).toBeTruthy();
  });

  test('[F25 H5.3] those that are not taken stay named while the others are, until the next press', async () => {
    const sizes: Record<string, number> = { '200.jpg': 4 * MB };
    const compress: typeof told.compress = (given, ...rest) =>
      (given.name in sizes ? compressesTo(sizes[given.name] ?? 0) : told).compress(given, ...rest);
    const { last } = openField({ photos: { ...told, compress } });
    const note = picked(new TextEncoder().encode('hola'), 'nota.jpg', 'image/jpeg');
    await pick([...shots(400), note, ...shots(300, 200, 100)]);
    expect(widths(last())).toEqual([400, 300, 100]);
    const refused = () => screen.queryByText(/nota\.jpg: /)?.textContent;
    expect(refused()).toBe(
      'nota.jpg: Solo se permiten archivos JPG, PNG, WEBP o GIF. 200.jpg: Con esa página el documento pesaría 4 MB y debe pesar menos de 3 MB: no la añadimos',
    );
    expect(screen.getByText('Página 3 añadida')).toBeTruthy();
    await press('Subir página 3');
    expect(refused()).toBeUndefined();
  });

  test('are not mixed with a PDF', async () => {
    const { drafts } = openField();
    await pick([...shots(300), pdf(2000, 'historia.pdf')]);
    expect(drafts).toEqual([]);
    expect(screen.getByText('Elige varias fotos del mismo documento, o un solo PDF')).toBeTruthy();
  });

  test('a removed paper does not come back with the photos that were still being prepared', async () => {
    let finish = () => {};
    const slow = {
      ...told,
      compress: async (source: Parameters<typeof told.compress>[0]) => {
        if (source.name !== '300.jpg') await new Promise<void>((resolve) => (finish = resolve));
        return told.compress(source);
      },
    };
    const { last } = openField({ photos: slow });
    await pick(shots(300, 200, 100));
    expect(screen.getByText('2 de 3', { exact: false })).toBeTruthy();
    expect(goOn().getAttribute('aria-disabled')).toBe('true');
    await press('Quitar: 300.jpg');
    await act(async () => finish());
    await settle();
    expect(last()).toBeNull();
    expect(input()).toBeTruthy();
  });

  test('[F25] a step waits for the photo that replaces a paper, also when an earlier page of it is done first', async () => {
    const finish: Record<string, () => void> = {};
    const slow = {
      ...told,
      async compress(source: Parameters<typeof told.compress>[0]) {
        if (source.name !== '300.jpg') await new Promise<void>((resolve) => (finish[source.name] = resolve));
        return told.compress(source);
      },
    };
    const { last } = openField({ photos: slow });
    await pick(shots(300));
    await pick(shots(200), more());
    await pick(shots(100), inputs().at(-2));
    await act(async () => finish['200.jpg']?.());
    await settle();
    expect(widths(last())).toEqual([300]);
    expect(goOn().getAttribute('aria-disabled')).toBe('true');
    await act(async () => finish['100.jpg']?.());
    await settle();
    expect(widths(last())).toEqual([100]);
    expect(goOn().getAttribute('aria-disabled')).toBeNull();
  });

  test('[F25] a step waits for the next photo while that is still being read', async () => {
    const [first, next] = shots(300, 200) as [File, File];
    let read = () => {};
    const whole = next.arrayBuffer.bind(next);
    next.arrayBuffer = () => new Promise<void>((resolve) => (read = resolve)).then(whole);
    const { last } = openField();
    await pick([first, next]);
    expect(widths(last())).toEqual([300]);
    expect(goOn().getAttribute('aria-disabled')).toBe('true');
    await act(async () => read());
    await settle();
    expect(widths(last())).toEqual([300, 200]);
    expect(goOn().getAttribute('aria-disabled')).toBeNull();
  });

  describe.each([
    ['picked', (next: File) => pick([next], more())],
    [
      'of another app',
      (next: File) => {
        // What another app handed over is opened first.
        handedOver = next
          .slice()
          .arrayBuffer()
          .then((bytes) => ({ name: next.name, type: next.type, bytes }));
        return press(/^Añadir como página/);
      },
    ],
  ])('whose first bytes are not here yet: %s', (_, add) => {
    /** A photo of 200 whose bytes come with `read`. */
    function inTheCloud() {
      const next = photo('200.jpg');
      let read = () => {};
      const here = new Promise<void>((resolve) => (read = resolve));
      const slice = next.slice.bind(next);
      next.slice = (...part) => {
        const whole = slice(...part);
        const bytes = whole.arrayBuffer.bind(whole);
        whole.arrayBuffer = () => here.then(bytes);
        return whole;
      };
      return {
        next,
        async read() {
          await act(async () => read());
          for (const _ of [1, 2, 3]) await settle();
        },
      };
    }
    const received = {
      files: [{ id: 'a', name: '200.jpg', type: 'image/jpeg', size: 9 }],
      open: () => handedOver,
      remove: async () => undefined,
    };

    test('[F25] the step waits for it from its press on', async () => {
      const { next, read } = inTheCloud();
      const { last } = openField({ received });
      await pick(shots(300));
      await add(next);
      expect(goOn().getAttribute('aria-disabled')).toBe('true');
      await read();
      expect(widths(last())).toEqual([300, 200]);
      expect(goOn().getAttribute('aria-disabled')).toBeNull();
    });

    test('[F25 D87] a paper that is removed meanwhile does not come back with it', async () => {
      const { next, read } = inTheCloud();
      const { last } = openField({ received });
      await pick(shots(300));
      await add(next);
      await press('Quitar: 300.jpg');
      await read();
      expect(last()).toBeNull();
    });
  });

  test('[F25] that became ready after the step was left are kept', async () => {
    let finish = () => {};
    const slow = {
      ...told,
      async compress(source: Parameters<typeof told.compress>[0]) {
        await new Promise<void>((resolve) => (finish = resolve));
        return told.compress(source);
      },
    };
    const { drafts, unmount } = openField({ photos: slow });
    await pick(shots(300, 200));
    unmount();
    for (const _ of [1, 2]) {
      await act(async () => finish());
      await settle();
    }
    expect(drafts.map(widths)).toEqual([[300], [300, 200]]);
  });

  test('of another app become further pages, and are removed there once the paper has them', async () => {
    const removed: string[] = [];
    const bytes = joined(jpegOf(4000, 3000)).buffer;
    const received = {
      files: [
        { id: 'a', name: '200.jpg', type: 'image/jpeg', size: bytes.byteLength },
        { id: 'b', name: 'otra.pdf', type: 'application/pdf', size: 9 },
      ],
      open: async () => ({ name: '200.jpg', type: 'image/jpeg', bytes }),
      remove: async (id: string) => removed.push(id),
    };
    const { last } = openField({ received });
    await pick(shots(300));
    expect(screen.queryByRole('button', { name: /otra\.pdf/ })).toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Añadir como página 200\.jpg/ })));
    await waitFor(() => expect(removed).toEqual(['a']));
    expect(widths(last())).toEqual([300, 200]);
  });

  test('of another app are added once, however often they are pressed while they are prepared', async () => {
    const removed: string[] = [];
    const held: (() => void)[] = [];
    const compress: typeof told.compress = async (given, ...rest) => {
      if (given.name.startsWith('200')) await new Promise<void>((go) => held.push(go));
      return told.compress(given, ...rest);
    };
    const bytes = joined(jpegOf(4000, 3000)).buffer;
    const received = {
      files: [{ id: 'a', name: '200.jpg', type: 'image/jpeg', size: bytes.byteLength }],
      open: async () => ({ name: '200.jpg', type: 'image/jpeg', bytes }),
      remove: async (id: string) => removed.push(id),
    };
    const { last } = openField({ received, photos: { ...told, compress } });
    await pick(shots(300));
    const offer = () => screen.getByRole('button', { name: /^Añadir como página 200\.jpg/ });
    await act(async () => void fireEvent.click(offer()));
    await settle();
    expect(offer().getAttribute('aria-busy')).toBe('true');
    await act(async () => void fireEvent.click(offer()));
    await settle();
    await act(async () => held[0]?.());
    await waitFor(() => expect(removed).toEqual(['a']));
    await settle();
    expect(held).toHaveLength(1);
    expect(widths(last())).toEqual([300, 200]);
  });
});

test('[D87] a PDF of the customer can be opened before it is sent', async () => {
  openField();
  await pick([pdf(2000, 'historia.pdf')]);
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.download);
  });
  await press(/^Abrir el PDF/);
  expect(opened).toEqual(['historia.pdf']);
  // It has no pages that we know of, and nothing is added to it.
  expect(screen.queryByRole('button', { name: /^Otra página/ })).toBeNull();
});

test('a field for photos alone takes one', async () => {
  openField({ accepted: ['jpeg', 'png'] });
  expect(input().multiple).toBe(false);
  await pick(shots(300));
  expect(screen.queryByRole('button', { name: /^Otra página/ })).toBeNull();
});

test('[D87] a paper is named by its pages and size, a PDF of the customer by its size', async () => {
  const { last } = openField();
  await pick(shots(300, 200));
  const file = last() as FileAnswer;
  expect(paperText(file, 'es-EC')).toBe('2 páginas\u00a0· 1 KB');
  expect(pagesIn(file.bytes)).toHaveLength(2);
  const own = { bytes: new ArrayBuffer(2048), name: 'a.pdf', type: 'application/pdf', size: 2048 };
  expect(paperText(own, 'es-EC')).toBe('PDF\u00a0· 2 KB');
});
