// @module-tag depth
import '#tests/page.ts';

import { Blob as NodeBlob } from 'node:buffer';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PhotoFields } from '#features/registration/photo-fields.tsx';
import { PhotoSlot } from '#features/registration/photo-slot.tsx';
import type { pickWords } from '#features/registration/words.ts';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PhotosContext } from '#photos/hooks.ts';
import { type Look, lookOf } from '#photos/look.ts';
import type { Field } from '#rules/wizard-country.ts';
import { isOff } from '#tests/is-off.ts';
import { cardOf } from '#tests/photos/drawings.ts';
import { jpegOf } from '#tests/photos/pictures.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { compressesTo, MB, pdf, photo, type photosThat, picked, refuses } from '../../forms/files.ts';

beforeEach(() => {
  // The Blob of the test's browser would try to show bytes that are no picture.
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Photos = ReturnType<typeof photosThat>;

function open({ touch = true, photos = compressesTo(90_000) }: { touch?: boolean; photos?: Photos } = {}) {
  vi.restoreAllMocks();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const media = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('coarse') ? ({ matches: touch } as MediaQueryList) : media(query),
  );
  const stored: string[] = [];
  render(
    <ToastProvider>
      <PhotosContext value={photos}>
        <StepForm
          answers={{ frontal: null }}
          schema={v.object({ frontal: fileAnswer() })}
          onContinue={() => undefined}
          aside={<p>registro</p>}
        >
          <PhotoSlot name="frontal" label="Frontal" side="front" onBeforePick={async () => stored.push('draft')} />
        </StepForm>
      </PhotosContext>
    </ToastProvider>,
  );
  return { stored };
}

type Source = keyof typeof pickWords;
const inputOf = (from: Source) =>
  document.querySelector<HTMLInputElement>(`input[data-source="${from}"]`) as HTMLElement;
const toast = (text: string) =>
  within(document.querySelector('[aria-live="polite"] button') as HTMLElement).getByText(text);
const slot = () => document.querySelector('[data-field="frontal"]') as HTMLElement;
const isTaken = () => screen.queryByRole('button', { name: 'Ampliar: Frontal' }) !== null;

async function pick(file: File, from: Source) {
  await act(async () => {
    fireEvent.change(inputOf(from), { target: { files: [file] } });
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(await screen.findByRole('button', { name }));
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

/** Removes the photo through its own view. */
async function remove() {
  screen.getByRole('button', { name: 'Ampliar: Frontal' }).focus();
  await press('Ampliar: Frontal');
  await press(/^Quitar/);
}

/** A file that the picker lists but nobody can read: removed, locked, or withheld by the system. */
function unreadable(name: string): File {
  const file = photo();
  const refusal = () => Promise.reject(new DOMException('gone', name));
  return Object.assign(file, { slice: () => ({ arrayBuffer: refusal }), arrayBuffer: refusal });
}

describe('a photo that cannot be picked', () => {
  test.each([
    ['file', false, 'No se pudo acceder al archivo', 'NotFoundError'],
    ['gallery', true, 'No se pudo acceder al archivo de la galería', 'NotReadableError'],
    ['camera', true, 'No se pudo acceder al archivo de la cámara', 'SecurityError'],
  ] as const)(
    '[V8.3] a toast says that a photo from the %s cannot be read, and the slot stays unchanged',
    async (from, touch, text, error) => {
      open({ touch });
      const other = touch ? 'gallery' : 'file';
      await pick(photo(), other);
      expect(isTaken()).toBe(true);
      // With a photo there, a phone offers only the camera. The gallery comes back after the removal.
      if (from === 'gallery') await remove();
      await pick(unreadable(error), from);
      expect(toast(text)).toBeTruthy();
      expect(isTaken()).toBe(from !== 'gallery');
    },
  );

  test.each([
    ['file', false, null, 'No se pudo acceder al archivo'],
    ['gallery', true, /^Elegir de la galería/, 'No se puede acceder a la galería en este dispositivo'],
    ['camera', true, /^Tomar foto/, 'No se puede acceder a la cámara en este dispositivo'],
  ] as const)(
    '[V8.3] a toast says that the device does not open the %s, after the draft was stored',
    async (from, touch, button, text) => {
      const { stored } = open({ touch });
      const input = inputOf(from) as HTMLInputElement;
      input.showPicker = () => {
        throw new DOMException('not allowed', 'NotAllowedError');
      };
      await press(/^Añadir: Frontal/);
      if (button) await press(button);
      expect(toast(text)).toBeTruthy();
      expect(stored).toEqual(['draft']);
      expect(screen.getByText('registro')).toBeTruthy();
    },
  );

  test('[V1.4][V8.3] a phone offers camera and gallery, a computer its files, also without showPicker', async () => {
    open({ touch: true });
    expect(inputOf('camera').getAttribute('capture')).toBe('environment');
    expect(inputOf('gallery').hasAttribute('capture')).toBe(false);
    cleanup();
    open({ touch: false });
    expect(inputOf('camera')).toBeNull();
    const clicked = vi.spyOn(inputOf('file'), 'click');
    await press(/^Añadir: Frontal/);
    expect(clicked).toHaveBeenCalledOnce();
  });
});

test('of several photos that are dropped the first is taken, and the slot says so', async () => {
  open();
  const drop = (files: File[]) =>
    act(async () => {
      fireEvent.drop(document.body, { dataTransfer: { files, types: ['Files'] } });
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    });
  await drop([photo('uno.jpg'), photo('dos.jpg')]);
  expect(isTaken()).toBe(true);
  expect(within(slot()).getByText('Aquí va una sola foto: usamos la primera.')).toBeTruthy();
  await remove();
  await drop([photo('uno.jpg')]);
  expect(isTaken()).toBe(true);
  expect(within(slot()).queryByText('Aquí va una sola foto: usamos la primera.')).toBeNull();
});

describe('an unusable file', () => {
  const heic = () =>
    picked(new TextEncoder().encode('\0\0\0\u0018ftypheic\0\0\0\0heicmif1'), 'foto.heic', 'image/heic');
  test.each([
    ['nothing in it', () => picked(new Uint8Array(0), 'foto.jpg', 'image/jpeg'), undefined, /está vacío/],
    [
      'a page that calls itself a photo',
      () => picked(new TextEncoder().encode('<html>'), 'foto.jpg', 'image/jpeg'),
      undefined,
      'Solo se permiten archivos JPG, PNG o WEBP',
    ],
    ['a PDF', () => pdf(), undefined, 'Solo se permiten archivos JPG, PNG o WEBP'],
    ['a cut-off photo', photo, 'corrupt-image', 'La imagen está dañada o incompleta. Repite la foto o elige otra'],
    [
      'a format nobody decodes',
      photo,
      'unsupported-image',
      'No podemos leer este formato de imagen. Adjúntala en JPG o PNG',
    ],
    [
      'a HEIC photo outside Safari',
      heic,
      'unsupported-image',
      'Este navegador no puede leer fotos HEIC. Toma la foto desde aquí o adjúntala en JPG o PNG',
    ],
    [
      'more pixels than are safe',
      photo,
      'too-many-pixels',
      'La imagen tiene demasiada resolución para este teléfono. Toma la foto desde aquí o elige otra',
    ],
    ['a worker that died twice', photo, 'worker-lost', 'No pudimos preparar la foto. Inténtalo otra vez o elige otra'],
  ] as const)(
    '[V8.3][F25] %s is reported in the slot, which neither takes nor offers a PDF',
    async (_, file, code, text) => {
      open({ ...(code && { photos: refuses(code) }) });
      await pick(file(), 'gallery');
      expect(within(slot()).getByText(text)).toBeTruthy();
      expect(slot().textContent).not.toMatch(/PDF/);
      expect(isTaken()).toBe(false);
      expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' }))).toBe(true);
      // The next good photo is taken, and the text disappears.
      if (code) return;
      await pick(photo(), 'gallery');
      expect(isTaken()).toBe(true);
      expect(within(slot()).queryByText(text)).toBeNull();
    },
  );

  test('[V9.4][D43] a photo of 6 MB after compression is too large, and one above 80 MB is not even read', async () => {
    open({ photos: compressesTo(6 * MB) });
    await pick(photo(), 'gallery');
    expect(within(slot()).getByText('El tamaño del documento no puede ser mayor a 6MB')).toBeTruthy();
    const huge = photo();
    Object.defineProperty(huge, 'size', { value: 80 * MB + 1 });
    await pick(huge, 'gallery');
    expect(within(slot()).getByText(/demasiado grande para este teléfono/)).toBeTruthy();
  });

  test('[V4.8][D10] cancelling the picker clears the slot, and so does Quitar', async () => {
    open();
    await pick(photo(), 'gallery');
    await act(async () => void fireEvent(inputOf('camera'), new window.Event('cancel')));
    expect(isTaken()).toBe(false);
    await pick(photo(), 'camera');
    await remove();
    expect(isTaken()).toBe(false);
    // The tile stays one button, so the focus can return to it.
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Añadir: Frontal/ })),
    );
  });
});

describe('advice about a photo', () => {
  const sharp = lookOf(cardOf('frontal').pixels, { width: 800, height: 505 });
  const back = lookOf(cardOf('reverso').pixels, { width: 800, height: 505 });
  const fields = ['frontal', 'reverso'].map((name) => ({ kind: 'photo', name, label: name }) as const) as Field[];
  const bytes = () => new Uint8Array([...jpegOf(800, 600)]).buffer as ArrayBuffer;
  const photoOf = () => ({ bytes: bytes(), name: 'foto.jpg', type: 'image/jpeg', size: 100 });

  async function show(looks: (Look | null)[]) {
    const photos = { ...compressesTo(1000), look: async () => looks.shift() ?? null };
    render(
      <ToastProvider>
        <PhotosContext value={photos}>
          <StepForm
            answers={{ frontal: photoOf(), reverso: photoOf() }}
            schema={v.object({ frontal: fileAnswer(), reverso: fileAnswer() })}
            onContinue={() => undefined}
          >
            <PhotoFields fields={fields} onBeforePick={async () => undefined} />
          </StepForm>
        </PhotosContext>
      </ToastProvider>,
    );
    const regions = screen.getAllByRole('status');
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    return regions;
  }
  const goesOn = () => !isOff(screen.getByRole('button', { name: 'Continuar' }));

  test("[V2.29] advice is shown beside the photo and blocks nothing; 'Usarla así' removes it", async () => {
    const regions = await show([{ ...sharp, sharpness: 0.1 }, back]);
    const advice = screen.getByText('Se ve borrosa:');
    expect(regions, 'a region that was there before').toContain(advice.closest('[role="status"]'));
    expect(screen.getByText('Borrosa')).toBeTruthy();
    expect(goesOn()).toBe(true);
    screen.getByRole('button', { name: /^Usarla así/ }).focus();
    await press(/^Usarla así/);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ampliar: frontal');
    expect(screen.queryByText('Se ve borrosa:')).toBeNull();
    expect(screen.queryByText('Borrosa')).toBeNull();
  });

  test('[V2.29] the same picture on both sides is reported at the second side only', async () => {
    await show([sharp, sharp]);
    expect(screen.getAllByText('Es la misma foto en los dos lados:')).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^Repetir ?: reverso/ })).toBeTruthy();
    expect(goesOn()).toBe(true);
  });

  test('[V2.29] no advice is given when the browser cannot read pixels', async () => {
    await show([null, null]);
    expect(screen.queryByRole('button', { name: /^Usarla así/ })).toBeNull();
    expect(goesOn()).toBe(true);
  });
});
