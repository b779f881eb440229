import { useState } from 'react';
import { erasesWhenUnused } from '#rules/browser-storage.ts';
import { isInstalled } from '#ui/hooks/installed.ts';
import { Banner } from '#ui/states/banner.tsx';

/** F26: warns that this browser may erase waiting requests, and says how to install the app. */
export function ErasureNotice() {
  const [device] = useState(() =>
    erasesWhenUnused({
      userAgent: navigator.userAgent,
      maxTouchPoints: navigator.maxTouchPoints,
      installed: isInstalled(),
    }),
  );
  if (device === null) return null;
  return (
    <Banner tone="warn" icon="alert">
      Si pasas 7 días sin usar Amparo, este navegador puede borrar lo que espera aquí: ábrela antes con conexión, para
      que se envíe. Con la app instalada no pasa: {steps[device]}. Lo que ya espera se envía desde este navegador.
    </Banner>
  );
}

const steps = {
  phone: 'toca Compartir y elige «Agregar a inicio»',
  computer: 'en el menú Archivo, elige «Agregar al Dock»',
};
