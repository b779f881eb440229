import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { onNewVersion } from './service-worker.ts';

/** Addresses where the customer is filling something in: the offer waits until the form is left. */
const forms =
  /^\/(registro|app\/reembolsos\/a(ñ|%C3%B1)adir|app\/configuraciones\/(ayuda\/crear|password|informacionPersonal))/i;

/** Offers a new version, never in the middle of a form and never by force. */
export function UpdatePrompt() {
  const [apply, setApply] = useState<(() => void) | null>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => onNewVersion((take) => setApply(() => take)), []);
  if (!apply || forms.test(pathname)) return null;
  return (
    <Banner tone="info" icon="refresh" onPress={apply} leads pressLabel="Actualizar">
      Hay una versión nueva de Amparo. Toca para actualizar.
    </Banner>
  );
}
