import { useEffect, useState } from 'react';

/** How much of the app lies on this device, in files, as its service worker says. */
export interface StoredParts {
  stored: number;
  all: number;
}

/** Has the worker bring what is missing and tells what is there then; null without a worker, or before it has answered. */
export function useStoredParts(): StoredParts | null {
  const [parts, setParts] = useState<StoredParts | null>(null);
  useEffect(() => {
    const worker = navigator.serviceWorker?.controller;
    if (!worker) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => setParts(data as StoredParts);
    worker.postMessage({ type: 'complete' }, [port2]);
    return () => port1.close();
  }, []);
  return parts;
}

/** Told truthfully: only what is all there opens without a connection whatever the customer presses. */
export function partsText({ stored, all }: StoredParts): string {
  if (stored === all) return 'Todas las pantallas se abren';
  const missing = all - stored;
  return missing === 1 ? 'Falta 1 parte por descargar' : `Faltan ${missing} de ${all} partes por descargar`;
}
