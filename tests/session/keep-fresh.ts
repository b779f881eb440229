import { onTestFinished } from 'vitest';
import { keepFresh } from '#app/signed-in/keep-fresh.ts';
import type { Device } from './device.ts';

/** Brings what belongs on the device until the test ends, as the signed-in area does. Returns a function that stops it. */
export function keepFreshHere(device: Pick<Device, 'session' | 'mirror'>): () => void {
  const stop = keepFresh(device);
  onTestFinished(stop);
  return stop;
}
