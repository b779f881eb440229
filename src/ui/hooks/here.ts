import { useWide } from './media.ts';

/** What this device is to who holds it (D89): 'teléfono', or 'equipo' on a desk. */
export const useDeviceWord = (): 'teléfono' | 'equipo' => (useWide() ? 'equipo' : 'teléfono');

/** D70: the sentence for what never came to this device. */
export const useNotHere = (): string => `Esto aún no está en este ${useDeviceWord()}`;
