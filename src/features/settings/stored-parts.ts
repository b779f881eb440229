import { useEffect, useState } from 'react';

/** How many of the app's files the service worker has stored. */
export interface StoredParts {
  stored: number;
  all: number;
}

/** Lets the worker fetch the missing files and reports the result; null without a worker or before its answer. */
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

/** Claims offline readiness only when every file is stored. */
export function partsText({ stored, all }: StoredParts): string {
  if (stored === all) return 'Todas las pantallas se abren';
  const missing = all - stored;
  return missing === 1 ? 'Falta 1 parte por descargar' : `Faltan ${missing} de ${all} partes por descargar`;
}
