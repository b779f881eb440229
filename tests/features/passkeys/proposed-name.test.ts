import { afterEach, expect, test, vi } from 'vitest';
import { proposedName } from '#features/passkeys/proposed-name.ts';

afterEach(() => void vi.unstubAllGlobals());

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 390, 'Mi iPhone'],
  ['an iPhone that asks for pages of a desk', MAC, 5, 390, 'Mi iPhone'],
  ['an iPad, which calls itself a Macintosh', MAC, 5, 820, 'Mi iPad'],
  ['an older iPad', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 5, 768, 'Mi iPad'],
  ['a Mac', MAC, 0, 900, 'Mi Mac'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, 412, 'Mi teléfono Android'],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 16; Tab)', 5, 800, 'Mi equipo Android'],
  ['Windows with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 1080, 'Mi equipo con Windows'],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64)', 0, 1080, 'Mi equipo'],
])(
  '[D56][D89] the name proposed for a passkey is that of the device, read anywhere: %s',
  (_, userAgent, touches, px, name) => {
    vi.stubGlobal('screen', { width: px, height: 2 * px });
    expect(proposedName({ userAgent, maxTouchPoints: touches })).toBe(name);
  },
);
