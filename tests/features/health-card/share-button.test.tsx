// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShareButton } from '#features/health-card/share-button.tsx';
import { imageScale, MAX_CANVAS_SIDE_PX } from '#features/health-card/share-card.ts';
import { isOff } from '#tests/is-off.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

const toBlob = vi.hoisted(() => vi.fn());
vi.mock('html-to-image', () => ({ toBlob }));
const handOver = vi.hoisted(() => vi.fn());
vi.mock('#ui/hooks/hand-over.ts', () => ({ handOver }));

const share = vi.fn();
const canShare = vi.fn();
beforeEach(() => {
  vi.stubGlobal('__SETTINGS__', { shareCard: true });
  toBlob.mockReset().mockResolvedValue(new Blob(['picture'], { type: 'image/png' }));
  share.mockReset().mockResolvedValue(undefined);
  canShare.mockReset().mockReturnValue(true);
  handOver.mockReset();
  Object.assign(navigator, { share, canShare });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Compartir' });
/** The files given to the share sheet. */
const shared = () => share.mock.calls.flatMap(([sheet]) => (sheet as { files: File[] }).files);
const TROUBLE = /No se pudo compartir el carnet/;

async function pressShare(clientName: string | null = 'MARIA ROJAS') {
  const card = document.createElement('article');
  card.innerHTML = '<h2>Titular</h2><p data-only-here>Disponible sin conexión</p>';
  render(
    <ToastProvider>
      <ShareButton card={{ current: card }} clientName={clientName} />
    </ToastProvider>,
  );
  // Vitest gives the real library to a second import while the mocked one still loads.
  await act(() => vi.dynamicImportSettled());
  await act(async () => void fireEvent.click(button()));
  await waitFor(button);
  return card;
}

test('[D20] the button stays disabled without the build setting', () => {
  vi.stubGlobal('__SETTINGS__', { shareCard: false });
  render(<ShareButton card={{ current: null }} clientName="ANA" />);
  expect(isOff(button())).toBe(true);
});

describe('[H2.58][D20] with the build setting', () => {
  test('the card is shared as a picture with its owner’s name', async () => {
    const card = await pressShare();
    expect(toBlob.mock.calls[0]?.[0]).toBe(card);
    expect(shared().map(({ name, type }) => [name, type])).toEqual([['Carnet de Maria Rojas.png', 'image/png']]);
    expect(handOver).not.toHaveBeenCalled();
    expect(isOff(button())).toBe(false);
  });

  test('the picture is downloaded where files cannot be shared', async () => {
    canShare.mockReturnValue(false);
    await pressShare(null);
    expect(handOver.mock.calls[0]?.[0].name).toBe('Carnet de salud.png');
    expect(share).not.toHaveBeenCalled();
  });

  test('[S2] a hostile client name cannot change the file’s folder', async () => {
    await pressShare('../../<b>ANA\u202E\\C:?*');
    expect(shared()[0]?.name).toMatch(/^Carnet de [^/\\<>:?*\u202E]+\.png$/);
  });

  test('closing the share sheet shows no error', async () => {
    share.mockRejectedValue(new DOMException('closed', 'AbortError'));
    await pressShare();
    expect(screen.queryByText(TROUBLE)).toBeNull();
    expect(isOff(button())).toBe(false);
  });

  test.each([
    ['no picture', () => toBlob.mockResolvedValue(null)],
    ['a picture that cannot be drawn', () => toBlob.mockRejectedValue(new Error('tainted'))],
    ['a sheet that does not open', () => share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))],
  ])('%s is reported, and sharing can be tried again', async (_, spoil) => {
    spoil();
    await pressShare();
    // A toast says it, and a text at its place (D81).
    expect(screen.getAllByText(TROUBLE)).toHaveLength(2);
    expect(isOff(button())).toBe(false);
  });

  test('text that is true on this device only is left out of the picture', async () => {
    const card = await pressShare();
    const [[, { filter }]] = toBlob.mock.calls as [[unknown, { filter: (node: Node) => boolean }]];
    expect(filter(card.querySelector('h2') as Node)).toBe(true);
    expect(filter(card.querySelector('[data-only-here]') as Node)).toBe(false);
  });
});

test.each([
  [460, 400, 3],
  [460, 5_461, 3],
  [460, 8_192, 2],
  [460, 40_000, MAX_CANVAS_SIDE_PX / 40_000],
  [0, 0, 3],
])('[H9.11] a card of %i by %i pixels is drawn on a canvas of at most 16384 pixels a side', (width, height, scale) => {
  expect(imageScale({ width, height })).toBeCloseTo(scale, 3);
  expect(Math.max(width, height) * imageScale({ width, height })).toBeLessThanOrEqual(16_384);
});
