import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Banner } from '#ui/banner.tsx';
import { isOvertaken, onOvertaken } from './overtaken.ts';
import { onNewVersion, type Take } from './service-worker.ts';

/** Addresses where the customer is filling something in: the offer waits until the form is left. */
const forms =
  /^\/(registro|app\/reembolsos\/a(ñ|%C3%B1)adir|app\/configuraciones\/(ayuda\/crear|password|informacionPersonal))/i;

type Taking = 'not asked' | 'under way' | 'not yet';

/** Offers a new version, never in the middle of a form and never by force; tells when another tab already runs it. */
export function UpdatePrompt() {
  const [take, setTake] = useState<Take | null>(null);
  const [taking, setTaking] = useState<Taking>('not asked');
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => onNewVersion((offered) => setTake(() => offered)), []);
  const overtaken = useSyncExternalStore(onOvertaken, isOvertaken, () => false);
  if (overtaken) {
    // In a form too: this version may not know what the newer one stores. What was typed is on the device (F12).
    return (
      <Banner tone="alert" icon="refresh" onPress={() => location.reload()} leads pressLabel="Actualizar">
        Amparo se actualizó en otra pestaña. Toca para seguir aquí con la versión nueva: lo que escribiste está
        guardado.
      </Banner>
    );
  }
  if (!take || forms.test(pathname)) return null;
  if (taking === 'under way') {
    return (
      <Banner tone="info" icon="refresh">
        Actualizando Amparo…
      </Banner>
    );
  }
  const apply = () => {
    setTaking('under way');
    const notYet = () => setTaking('not yet');
    // Also where the browser no longer lets the page ask for its worker.
    void take(() => !forms.test(router.state.location.pathname)).then(notYet, notYet);
  };
  return (
    <Banner tone="info" icon="refresh" onPress={apply} leads pressLabel="Actualizar">
      {taking === 'not yet'
        ? 'Aún no pudimos actualizar Amparo. Puedes seguir como siempre; toca para intentarlo de nuevo.'
        : 'Hay una versión nueva de Amparo. Toca para actualizar.'}
    </Banner>
  );
}
