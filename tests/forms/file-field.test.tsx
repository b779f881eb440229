// @module-tag depth
import '#tests/page.ts';

import { Blob as NodeBlob } from 'node:buffer';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity, type ComponentProps } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileField } from '#forms/file-field.tsx';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import type { PhotoResult } from '#photos/client.ts';
import { lookOf } from '#photos/look.ts';
import { isOff } from '#tests/is-off.ts';
import { pageOf } from '#tests/photos/drawings.ts';
import { compressesTo, MB, pdf, pdfBytes, photo, photosThat, picked, refuses } from './files.ts';

const addresses = { made: [] as string[], revoked: [] as string[] };

beforeEach(() => {
  addresses.made = [];
  addresses.revoked = [];
  // The Blob of the test's browser would try to show bytes that are no picture.
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    addresses.made.push(`blob:${addresses.made.length}`);
    return addresses.made.at(-1) ?? '';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void addresses.revoked.push(address));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openSlot(props: Partial<ComponentProps<typeof FileField>> = {}, start: unknown = null) {
  const drafts: Record<string, unknown>[] = [];
  const given: unknown[] = [];
  const view = render(
    <StepForm
      answers={{ documentoFactura: start as null }}
      schema={v.object({ documentoFactura: fileAnswer() })}
      onAnswers={(answers) => drafts.push(answers)}
      onContinue={(answers) => {
        given.push(answers);
        return undefined;
      }}
    >
      <FileField
        name="documentoFactura"
        label="Factura"
        limit={3 * MB}
        photos={compressesTo(212 * 1024)}
        locale="es-EC"
        {...props}
      />
    </StepForm>,
  );
  return { ...view, drafts, given };
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' });
const input = () => screen.getByLabelText<HTMLInputElement>(/^Elegir PDF o foto/);
const hidden = () => document.querySelector<HTMLInputElement>('input[type="file"][hidden]') as HTMLInputElement;

async function pick(file: File, into = input()) {
  await act(async () => {
    fireEvent.change(into, { target: { files: [file] } });
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
}

test('[H5.3][D10] the hint names types, limit and the preference for a PDF, and describes the input', () => {
  openSlot();
  const hint = 'PDF de menos de 3 MB, o foto, que reducimos. Adjunta el PDF si lo tienes.';
  expect(screen.getByText(hint).id).toBe(input().getAttribute('aria-describedby'));
  expect(screen.getByRole('group', { name: 'Factura' })).toBeTruthy();
  expect(input().accept).toBe('application/pdf,image/*');
});

test('[H5.4] a field with fewer file types says so and restricts the picker to them', () => {
  openSlot({ accepted: ['pdf', 'jpeg', 'png'], limit: 6 * MB });
  expect(screen.getByText(/^PDF de menos de 6 MB, o foto JPG o PNG, que reducimos/)).toBeTruthy();
  expect(input().accept).toBe('application/pdf,image/jpeg,.jpg,.jpeg,image/png');
  const [again, more] = document.querySelectorAll<HTMLInputElement>('input[type="file"][hidden]');
  expect([again?.accept, more?.accept]).toEqual([input().accept, 'image/jpeg,.jpg,.jpeg,image/png']);
});

test('[D10] a PDF is taken at once, byte for byte, and Continuar is enabled', async () => {
  const { drafts, given } = openSlot();
  expect(isOff(button())).toBe(true);
  await pick(pdf(212 * 1024, 'factura.pdf'));
  expect(screen.getByText('factura.pdf')).toBeTruthy();
  expect(screen.getByText('Listo').getAttribute('role')).toBe('status');
  const file = drafts.at(-1)?.documentoFactura as { bytes: ArrayBuffer };
  expect(new Uint8Array(file.bytes)).toEqual(pdfBytes(212 * 1024));
  expect(file.bytes).toBeInstanceOf(ArrayBuffer);
  expect(isOff(button())).toBe(false);
  fireEvent.click(button());
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(given).toMatchObject([
    { documentoFactura: { name: 'factura.pdf', type: 'application/pdf', size: 212 * 1024 } },
  ]);
});

test.each([
  ['a PDF', () => pdf(212 * 1024, 'factura.pdf')],
  ['a photo', photo],
])('[H5.3] that %s was attached is said in a region that stood there before (WCAG 4.1.3)', async (_, file) => {
  openSlot();
  const regions = [...screen.getByRole('group', { name: 'Factura' }).querySelectorAll('[role="status"]')];
  const heard = () => regions.map(({ isConnected, textContent }) => isConnected && textContent).join('');
  expect(heard()).toBe('');
  await pick(file());
  await waitFor(() => expect(heard()).toBe('Archivo adjuntado'));
  fireEvent.click(screen.getByRole('button', { name: /^Quitar/ }));
  expect(heard()).toBe('');
});

test.each([
  ['es-EC', /1,5 MB/],
  ['es-GT', /1\.5 MB/],
])('[D22] the size of a file is written as in %s', async (locale, text) => {
  openSlot({ locale });
  await pick(pdf(1.5 * MB, 'factura.pdf'));
  expect(screen.getByText(text)).toBeTruthy();
});

test('[D10] a photo shows Comprimiendo, then its result, and the step waits for it', async () => {
  let finish: (result: PhotoResult) => void = () => {};
  openSlot({ photos: photosThat(() => new Promise((resolve) => (finish = resolve))) });
  await pick(photo());
  expect(screen.getByText('Comprimiendo')).toBeTruthy();
  expect(isOff(button())).toBe(true);
  const done = await compressesTo(212 * 1024).compress({ bytes: new ArrayBuffer(0), name: 'foto.jpg', type: '' });
  await act(async () => finish(done));
  expect(screen.getByText('Listo')).toBeTruthy();
  expect(screen.getByText(/212 KB/)).toBeTruthy();
  expect(isOff(button())).toBe(false);
});

test('[D10] the preview shows the compressed photo, and its object URL is revoked', async () => {
  const { unmount } = openSlot();
  await pick(photo());
  expect(document.querySelector('img')?.getAttribute('src')).toBe(addresses.made.at(-1));
  expect(screen.getByRole('button', { name: 'Ampliar: foto.jpg' })).toBeTruthy();
  unmount();
  expect(addresses.revoked).toEqual(addresses.made);
});

test('[H5.3][F24][F25] an unusable file shows the reason and leaves the slot empty', async () => {
  openSlot({ photos: refuses('corrupt-image') });
  for (const [file, text] of [
    [picked(new TextEncoder().encode('hola'), 'nota.txt', 'text/plain'), 'Solo se permiten imágenes o archivos PDF'],
    [pdf(3 * MB), 'El tamaño del documento no puede ser mayor a 3MB'],
    [picked(new Uint8Array(), 'foto.jpg', 'image/jpeg'), /^El archivo está vacío/],
    [photo(), /^La imagen está dañada/],
  ] as const) {
    await pick(file);
    expect(screen.getByText(text)).toBeTruthy();
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(isOff(button())).toBe(true);
  }
});

test('[F25] a photo that fails to compress does not replace the one before', async () => {
  const answers = [compressesTo(9000), refuses('worker-lost')];
  openSlot({
    photos: {
      ...compressesTo(9000),
      compress: (source) => (answers.shift() ?? refuses('worker-lost')).compress(source),
    },
  });
  await pick(photo('primera.jpg'));
  await pick(photo('segunda.jpg'), hidden());
  expect(screen.getByText('primera.jpg')).toBeTruthy();
  expect(screen.getByText(/^No pudimos preparar la foto/)).toBeTruthy();
});

test('a file can be replaced and removed', async () => {
  openSlot();
  await pick(pdf(2000, 'una.pdf'));
  await pick(pdf(2000, 'otra.pdf'), hidden());
  expect(screen.getByText('otra.pdf')).toBeTruthy();
  screen.getByRole('button', { name: 'Quitar: otra.pdf' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Quitar: otra.pdf' }));
  expect(input()).toBeTruthy();
  expect(isOff(button())).toBe(true);
  // The pressed button is gone with the file, so its field takes the focus.
  expect(document.activeElement).toBe(screen.getByRole('group', { name: /./ }));
});

test('[V4.3][F25] a press while a photo is being prepared in a paper’s place waits for it', async () => {
  const { given } = openSlot({ photos: photosThat(() => new Promise(() => {})) });
  await pick(pdf(2000, 'una.pdf'));
  await pick(photo(), hidden());
  fireEvent.submit(button());
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(given).toEqual([]);
  expect(screen.getByText('Un momento: estamos revisando lo que adjuntaste.')).toBeTruthy();
});

test('only the last pick counts when the first is still being compressed', async () => {
  let finish: (result: PhotoResult) => void = () => {};
  openSlot({ photos: photosThat(() => new Promise((resolve) => (finish = resolve))) });
  await pick(photo());
  await pick(pdf(2000, 'factura.pdf'), hidden());
  const late = await compressesTo(5000).compress({ bytes: new ArrayBuffer(0), name: 'tarde.jpg', type: '' });
  await act(async () => finish(late));
  expect(screen.getByText('factura.pdf')).toBeTruthy();
  expect(isOff(button())).toBe(false);
});

test('[H4.8] no file is taken while the one before is being sent', async () => {
  let finish: (refusal: { text: string }) => void = () => {};
  render(
    <StepForm
      answers={{ documentoFactura: null }}
      schema={v.object({ documentoFactura: fileAnswer() })}
      onContinue={() => new Promise((resolve) => (finish = resolve))}
    >
      <FileField
        name="documentoFactura"
        label="Factura"
        limit={3 * MB}
        photos={photosThat(() => new Promise(() => {}))}
        locale="es-EC"
      />
    </StepForm>,
  );
  await pick(pdf(2000, 'primera.pdf'));
  await act(async () => void fireEvent.click(button()));
  await pick(photo('segunda.jpg'), hidden());
  await act(async () => finish({ text: 'No pudimos conectarnos' }));
  expect([screen.getByText('primera.pdf'), isOff(button())]).toEqual([expect.anything(), false]);
  expect(screen.queryByText('segunda.jpg')).toBeNull();
  await pick(pdf(2000, 'segunda.pdf'), hidden());
  expect(screen.getByText('segunda.pdf')).toBeTruthy();
});

test('[V4.8] cancelling the picker of a paper keeps it: only a photo slot of the registration is emptied', async () => {
  openSlot();
  await pick(pdf());
  fireEvent(hidden(), new window.Event('cancel'));
  expect(screen.getByText('historia.pdf')).toBeTruthy();
});

test.each(['resolve', 'reject'] as const)(
  '[F27] the picker opens only once storing the draft has ended (%s)',
  async (settle) => {
    const stored = { resolve: () => {}, reject: () => {} };
    openSlot({
      onBeforePick: () => new Promise<void>((resolve, reject) => Object.assign(stored, { resolve, reject })),
    });
    const opened: boolean[] = [];
    input().addEventListener('click', (event) => opened.push(!event.defaultPrevented));
    expect(fireEvent.click(input())).toBe(false);
    opened.length = 0;
    stored[settle]();
    // The click must come in a later task, because the browser drops one made during the press.
    for (let settled = 0; settled < 20; settled += 1) await null;
    expect(opened).toEqual([]);
    await waitFor(() => expect(opened).toEqual([true]));
    // The next press stores the draft first again.
    expect(fireEvent.click(input())).toBe(false);
  },
);

test('[F27] showPicker opens the picker where the browser has it, after storing the draft each time', async () => {
  let stored = 0;
  const onBeforePick = async () => {
    stored += 1;
  };
  openSlot({ onBeforePick });
  const shown: number[] = [];
  input().showPicker = () => {
    shown.push(stored);
  };
  for (const press of [1, 2]) {
    fireEvent.click(input());
    await waitFor(() => expect(shown).toHaveLength(press));
  }
  expect(shown).toEqual([1, 2]);
});

test('[F27] a file stored in a draft is shown again', () => {
  openSlot({}, { bytes: pdfBytes().buffer, name: 'factura.pdf', type: 'application/pdf', size: 2000 });
  expect(screen.getByText('Listo')).toBeTruthy();
  expect(isOff(button())).toBe(false);
});

test('a phone has an extra button for the camera', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('coarse'),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  openSlot();
  const camera = screen.getByLabelText<HTMLInputElement>('Tomar foto: Factura');
  expect([camera.accept, camera.getAttribute('capture')]).toEqual(['image/*', 'environment']);
  await pick(photo(), camera);
  expect(screen.getByText('foto.jpg')).toBeTruthy();
});

describe('a step that is left while its photo is being prepared', () => {
  function openWith(photos: ReturnType<typeof photosThat>) {
    const late: unknown[] = [];
    const shown = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <StepForm
          answers={{ documentoFactura: null }}
          schema={v.object({ documentoFactura: fileAnswer() })}
          onFileAfterLeave={(answers) => late.push(answers)}
          onContinue={() => undefined}
        >
          <FileField name="documentoFactura" label="Factura" limit={3 * MB} photos={photos} locale="es-EC" />
        </StepForm>
      </Activity>
    );
    const view = render(shown('visible'));
    return { late, unmount: view.unmount, show: (mode: 'visible' | 'hidden') => view.rerender(shown(mode)) };
  }

  test('[F25] still hands its photo on when it is ready', async () => {
    let finish: (result: PhotoResult) => void = () => {};
    const { late, unmount } = openWith(photosThat(() => new Promise((resolve) => (finish = resolve))));
    await pick(photo());
    unmount();
    const ready = await compressesTo(5000).compress({ bytes: new ArrayBuffer(0), name: 'lista.jpg', type: '' });
    await act(async () => finish(ready));
    expect(late).toMatchObject([{ documentoFactura: { name: 'lista.jpg', size: 5000 } }]);
  });

  test('[F25] shows the photo on return, and waits for it on an earlier return', async () => {
    let finish: (result: PhotoResult) => void = () => {};
    const { late, show } = openWith(photosThat(() => new Promise((resolve) => (finish = resolve))));
    await pick(photo());
    show('hidden');
    show('visible');
    expect(isOff(button())).toBe(true);
    show('hidden');
    const ready = await compressesTo(5000).compress({ bytes: new ArrayBuffer(0), name: 'lista.jpg', type: '' });
    await act(async () => finish(ready));
    expect(late).toHaveLength(1);
    show('visible');
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(screen.getByText('lista.jpg')).toBeTruthy();
    expect(isOff(button())).toBe(false);
  });

  test('hands nothing on for a photo that was replaced before', async () => {
    let finish: (result: PhotoResult) => void = () => {};
    const { late, unmount } = openWith(photosThat(() => new Promise((resolve) => (finish = resolve))));
    await pick(photo());
    await pick(pdf(2000, 'factura.pdf'), hidden());
    unmount();
    await act(async () => finish({ ok: false, problem: { code: 'corrupt-image' } }));
    expect(late).toEqual([]);
  });
});

test('an encrypted PDF is told of in a region that was there before, and that is empty again without it', async () => {
  openSlot();
  const region = document.querySelector('fieldset [role="status"]');
  expect(region?.childNodes).toHaveLength(0);
  const told = /^Este PDF está cifrado/;
  await pick(
    picked(new TextEncoder().encode('%PDF-1.7\ntrailer<</Encrypt 12 0 R>>\n'), 'cifrado.pdf', 'application/pdf'),
  );
  expect(screen.getByText(told).closest('[role="status"]')).toBe(region);
  await pick(pdf(2000, 'abierto.pdf'), hidden());
  expect(screen.getByText('abierto.pdf')).toBeTruthy();
  expect(region?.isConnected).toBe(true);
  expect(region?.childNodes).toHaveLength(0);
});

test('[D10] too small print on a photographed page gets advice, which blocks nothing', async () => {
  const { pixels, width, height } = pageOf(3);
  openSlot({ photos: { ...compressesTo(9000), look: async () => lookOf(pixels, { width, height }) } });
  await pick(photo());
  expect(await screen.findByText('La letra se ve muy pequeña:')).toBeTruthy();
  expect(screen.getByText('acércate y repítela, o úsala así.')).toBeTruthy();
  expect(isOff(button())).toBe(false);
  const keep = screen.getByRole('button', { name: /^Usarla así/ });
  keep.focus();
  fireEvent.click(keep);
  expect(screen.queryByText('La letra se ve muy pequeña:')).toBeNull();
  expect(document.activeElement?.closest('[data-field]')).not.toBeNull();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

describe('a file that is pasted, dropped or shared', () => {
  const bring = async (
    type: 'paste' | 'drop',
    files: File[],
    on: Element = document.body,
    types: readonly string[] = ['Files'],
  ) => {
    const data = { files, types };
    let isOurs = false;
    await act(async () => {
      isOurs = !(type === 'paste'
        ? fireEvent.paste(on, { clipboardData: data })
        : fireEvent.drop(on, { dataTransfer: data }));
    });
    await settle();
    await settle();
    return isOurs;
  };

  test.each(['paste', 'drop'] as const)(
    '[H5.3] by %s anywhere on the screen goes into an empty slot, and never replaces a file',
    async (type) => {
      const { drafts } = openSlot();
      expect(await bring(type, [pdf(2000, 'pegada.pdf')])).toBe(true);
      expect(screen.getByText('pegada.pdf')).toBeTruthy();
      const before = drafts.length;
      // The browser must not open it instead of the page either.
      expect(await bring(type, [pdf(2000, 'otra.pdf')])).toBe(true);
      expect(screen.queryByText('otra.pdf')).toBeNull();
      expect(drafts).toHaveLength(before);
    },
  );

  test.each(['paste', 'drop'] as const)('[H5.3][D87] by %s together become the pages of one paper', async (type) => {
    openSlot();
    await bring(type, [photo('uno.jpg'), photo('dos.jpg'), photo('tres.jpg')]);
    expect(await screen.findByText(/^3 páginas/)).toBeTruthy();
  });

  test('[H5.3] one of several goes into a field that takes no pages', async () => {
    openSlot({ accepted: ['jpeg'] });
    await bring('drop', [photo('uno.jpg'), photo('dos.jpg')]);
    expect(screen.getByText('uno.jpg')).toBeTruthy();
    expect(screen.queryByText('dos.jpg')).toBeNull();
  });

  test('[H5.3] go one each into the empty fields, and what is left into the last', async () => {
    const fields = (
      <StepForm
        answers={{ informe: null, factura: null }}
        schema={v.object({ informe: fileAnswer(), factura: fileAnswer() })}
        onContinue={() => undefined}
      >
        {['informe', 'factura'].map((name) => (
          <FileField
            key={name}
            name={name}
            label={name}
            limit={3 * MB}
            photos={compressesTo(212 * 1024)}
            locale="es-EC"
          />
        ))}
      </StepForm>
    );
    const shown = () => ['informe', 'factura'].map((name) => screen.getByRole('group', { name }).textContent);
    const { unmount } = render(fields);
    await bring('drop', [pdf(2000, 'uno.pdf'), pdf(2000, 'dos.pdf')]);
    expect(shown()).toEqual([expect.stringContaining('uno.pdf'), expect.stringContaining('dos.pdf')]);
    unmount();
    render(fields);
    await bring('drop', [pdf(2000, 'uno.pdf'), photo('dos.jpg'), photo('tres.jpg')]);
    await screen.findByText(/^2 páginas/);
    expect(shown()).toEqual([expect.stringContaining('uno.pdf'), expect.stringContaining('2 páginas')]);
  });

  test.each([
    ['a text area', () => document.createElement('textarea')],
    ['a line of text', () => document.createElement('input')],
    ['a search', () => Object.assign(document.createElement('input'), { type: 'search' })],
    ['an editable element', () => Object.assign(document.createElement('div'), { contentEditable: 'true' })],
  ])('[S35] beside its text goes as text into %s, and nothing is attached unseen', async (_, make) => {
    const { drafts } = openSlot();
    const field = document.body.appendChild(make());
    // Word, Excel and web pages add a picture of the text to the clipboard.
    const picture = [photo('image.png')];
    expect(await bring('paste', picture, field, ['text/plain', 'text/html', 'Files'])).toBe(false);
    expect(screen.queryByText('image.png')).toBeNull();
    expect(drafts).toEqual([]);
    // Without text, and anywhere else, a paste of files is a paste of files.
    expect(await bring('paste', [pdf(2000, 'factura.pdf')], field, ['Files'])).toBe(true);
    expect(screen.getByText('factura.pdf')).toBeTruthy();
    field.remove();
  });

  test('[S35] with text is taken where no text could go', async () => {
    openSlot();
    const button = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'checkbox' }));
    expect(await bring('paste', [pdf(2000, 'factura.pdf')], button, ['text/plain', 'Files'])).toBe(true);
    expect(screen.getByText('factura.pdf')).toBeTruthy();
    button.remove();
  });

  test('[H5.3] is left to the browser when it is text, or dropped on the input itself', async () => {
    openSlot();
    expect(await bring('paste', [])).toBe(false);
    expect(await bring('drop', [pdf()], input())).toBe(false);
  });

  describe('by another app', () => {
    const shared: Record<string, ArrayBuffer> = {
      'grande.pdf': pdfBytes(3 * MB).buffer as ArrayBuffer,
      'factura.pdf': pdfBytes(2000).buffer as ArrayBuffer,
    };
    const files = Object.entries(shared).map(([name, { byteLength }]) => ({ id: name, name, size: byteLength }));
    const offered = (name: string) => screen.getByRole('button', { name: new RegExp(`^Usar ${name}`) });
    const use = async (name: string) => {
      await act(async () => void fireEvent.click(offered(name)));
      await settle();
      await settle();
    };
    const offer = (given: Partial<ComponentProps<typeof FileField>> = {}) => {
      const done: string[] = [];
      const received = {
        files,
        open: async (id: string) => {
          done.push(`open ${id}`);
          const bytes = shared[id];
          return bytes ? { name: id, type: 'application/pdf', bytes } : null;
        },
        remove: async (id: string) => done.push(`remove ${id}`),
      };
      return { ...openSlot({ received, ...given }), done };
    };

    test('[H5.3][F59] is offered without being read, checked like any other, and removed once it was taken', async () => {
      const { done } = offer();
      expect(done).toEqual([]);
      // Its size stands beside the field's limit before it is used.
      expect(offered('grande.pdf').textContent).toBe('Usar grande.pdf (3 MB): Factura');
      await use('grande.pdf');
      expect(screen.getByText('El tamaño del documento no puede ser mayor a 3MB')).toBeTruthy();
      expect(done).toEqual(['open grande.pdf']);
      await use('factura.pdf');
      expect(screen.getByText('factura.pdf')).toBeTruthy();
      expect(done).toEqual(['open grande.pdf', 'open factura.pdf', 'remove factura.pdf']);
      expect(screen.queryByRole('button', { name: /^Usar/ })).toBeNull();
    });

    test('[F56] stays when it was refused and another file is picked then: it may fit elsewhere', async () => {
      const { done } = offer();
      await use('grande.pdf');
      await pick(pdf(2000, 'otra.pdf'));
      expect(screen.getByText('otra.pdf')).toBeTruthy();
      expect(done).toEqual(['open grande.pdf']);
    });

    test('[F56] does not replace a file that was picked while it was being read', async () => {
      let read = () => {};
      const slow = new Promise<{ name: string; type: string; bytes: ArrayBuffer }>((resolve) => {
        read = () =>
          resolve({ name: 'factura.pdf', type: 'application/pdf', bytes: pdfBytes(2000).buffer as ArrayBuffer });
      });
      const removed: string[] = [];
      openSlot({ received: { files, open: () => slow, remove: async (id) => removed.push(id) } });
      await use('factura.pdf');
      await pick(pdf(2000, 'otra.pdf'));
      await act(async () => read());
      await settle();
      expect(screen.getByText('otra.pdf')).toBeTruthy();
      expect(removed).toEqual([]);
    });

    test('[F56] stays when the field lost it again while the draft was being stored', async () => {
      let store = () => {};
      const storing = new Promise<void>((resolve) => (store = resolve));
      const { done } = offer({ onBeforePick: () => storing });
      await use('factura.pdf');
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Quitar/ })));
      await act(async () => store());
      await settle();
      expect(done).toEqual(['open factura.pdf']);
      expect(offered('factura.pdf')).toBeTruthy();
    });

    test.each(['remove', 'store'])(
      '[F59] is offered again, and not for ever in use, where the device could not %s it',
      async (what) => {
        vi.spyOn(console, 'error').mockImplementation(() => undefined);
        const fails = async () => Promise.reject(new DOMException('lost', 'UnknownError'));
        openSlot({
          received: {
            files,
            open: async (id) => ({ name: id, type: 'application/pdf', bytes: shared[id] ?? new ArrayBuffer(0) }),
            remove: what === 'remove' ? fails : async () => undefined,
          },
          ...(what === 'store' && { onBeforePick: fails }),
        });
        await use('factura.pdf');
        await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Quitar/ })));
        await settle();
        expect(offered('factura.pdf').getAttribute('aria-busy')).not.toBe('true');
      },
    );

    test('[F36] stays where the device has no room for the draft', async () => {
      const { done } = offer({ onBeforePick: async () => false });
      await use('factura.pdf');
      expect(done).toEqual(['open factura.pdf']);
    });

    test('[F27] is removed only after the draft has it', async () => {
      const order: string[] = [];
      const { done } = offer({
        onBeforePick: async () => {
          order.push(`stored after ${done.at(-1)}`);
        },
      });
      await use('factura.pdf');
      expect([...order, done.at(-1)]).toEqual(['stored after open factura.pdf', 'remove factura.pdf']);
    });

    describe('which is only read', () => {
      const xml = { id: 'x', name: 'factura.xml', type: 'text/xml', size: 900 };
      const bytes = new TextEncoder().encode('<factura/>').buffer as ArrayBuffer;
      const removed: string[] = [];
      const received = {
        files: [xml],
        open: async () => ({ ...xml, bytes }),
        remove: async (id: string) => removed.push(id),
      };

      test('[S27] is offered by no field that does not read it', () => {
        openSlot({ received });
        expect(screen.queryByRole('button', { name: /^Usar/ })).toBeNull();
      });

      test('[F27] is handed over, also beside a file, and removed only once it has served', async () => {
        const given: (() => void)[] = [];
        const aside = {
          accept: ',.xml',
          isOne: ({ name }: { name: string }) => name.endsWith('.xml'),
          take: (file: File, onUsed = () => {}) => {
            expect([file.name, file.type]).toEqual(['factura.xml', 'text/xml']);
            given.push(onUsed);
          },
        };
        openSlot({ received, aside });
        await pick(pdf(2000, 'otra.pdf'));
        await use('factura.xml');
        expect([given.length, removed]).toEqual([1, []]);
        expect(screen.getByText('otra.pdf')).toBeTruthy();
        await act(async () => given[0]?.());
        await settle();
        expect(removed).toEqual(['x']);
      });
    });

    test('[H5.3] that is gone meanwhile says so', async () => {
      openSlot({ received: { files, open: async () => null, remove: async () => undefined } });
      await use('factura.pdf');
      expect(screen.getByText('No se pudo acceder al archivo')).toBeTruthy();
    });

    test.each([
      ['as a page', { name: 'otra.jpg', type: 'image/jpeg' }, /^Añadir como página/],
      ['to be read', { name: 'factura.xml', type: 'text/xml' }, /^Usar/],
    ])('[H5.3 S27] that is gone meanwhile says so beside a photo, until the next press: %s', async (_, facts, name) => {
      let there = true;
      const bytes = new TextEncoder().encode('<factura/>').buffer as ArrayBuffer;
      const received = {
        files: [{ id: 'a', ...facts, size: 900 }],
        open: async () => (there ? { ...facts, bytes } : null),
        remove: async () => undefined,
      };
      const aside = { accept: ',.xml', isOne: (file: { name: string }) => file.name.endsWith('.xml'), take: () => {} };
      openSlot({ received, aside });
      // What was told of an earlier file is over with the next press too.
      await pick(picked(new TextEncoder().encode('hola'), 'nota.txt', 'text/plain'));
      await pick(photo('foto.jpg'));
      const press = async () => {
        await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
        await settle();
      };
      const told = () => screen.queryByText('No se pudo acceder al archivo');
      there = false;
      await press();
      expect(told()).toBeTruthy();
      there = true;
      await press();
      expect(told()).toBeNull();
    });

    test('[F25] what was said of a file goes when photos are picked instead of it', async () => {
      openSlot();
      await pick(picked(new TextEncoder().encode('hola'), 'nota.txt', 'text/plain'));
      const input = screen.getByLabelText<HTMLInputElement>(/^Elegir PDF o foto/);
      expect(screen.getByText(/^Solo se permiten/)).toBeTruthy();
      await act(async () => void fireEvent.change(input, { target: { files: [photo('a.jpg'), photo('b.jpg')] } }));
      await settle();
      expect(screen.queryByText(/^Solo se permiten/)).toBeNull();
    });
  });
});
