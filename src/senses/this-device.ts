/** Shorter side of a screen, in CSS pixels, up to which people call its device a phone. */
const PHONE_PX = 600;

/** What this device is to who holds it (D89): 'teléfono' or 'equipo'. Outside of a page it is taken for a phone. */
export function deviceWord(): 'teléfono' | 'equipo' {
  const { screen } = globalThis as { screen?: { width: number; height: number } };
  return screen && Math.min(screen.width, screen.height) >= PHONE_PX ? 'equipo' : 'teléfono';
}

/** 'este teléfono' or 'este equipo'. */
export const thisDevice = (): string => `este ${deviceWord()}`;

/** D70: the sentence for what never came to this device. */
export const notHere = (): string => `Esto aún no está en ${thisDevice()}`;
