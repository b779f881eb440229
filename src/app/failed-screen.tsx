import { useEffect, useState, useSyncExternalStore } from 'react';
import { storedParts } from '#screens/ask-stored.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Button } from '#ui/controls/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { FailedState } from '#ui/states/states.tsx';

const KEPT = `Lo que ya se guardó y lo que está pendiente de envío sigue en ${thisDevice()}.`;
const LATER = `Aún no está en ${thisDevice()}: se abrirá cuando vuelva la conexión.`;

/** Shown after a bug of ours, or when a part of the app could not be loaded. It offers to reload the page. */
export function FailedScreen({ error }: { error: unknown }) {
  console.error(error);
  const unloaded = useUnloaded();
  return (
    <main className="page">
      <h1 className="visually-hidden" tabIndex={-1}>
        Algo salió mal
      </h1>
      <FailedState
        title="No pudimos mostrar esta pantalla"
        text={unloaded ? `${LATER} ${KEPT}` : KEPT}
        action={
          <Button fit disabled={unloaded} why={LATER} onClick={() => window.reloadWhole?.()}>
            Volver a cargar
          </Button>
        }
      />
    </main>
  );
}

/**
 * Whether the missing connection is the cause: some screens still load over the network until the service worker has stored
 * the whole app. A reload without a connection would not help, so it happens by itself when the connection returns.
 */
function useUnloaded(): boolean {
  const online = useOnline();
  const parts = useSyncExternalStore(storedParts.subscribe, storedParts.now, () => null);
  const [wasOffline] = useState(() => !navigator.onLine);
  const atFirst = wasOffline && (parts ? parts.stored < parts.all : !navigator.serviceWorker?.controller);
  useEffect(() => {
    if (atFirst && online) window.reloadWhole?.();
  }, [atFirst, online]);
  return atFirst && !online;
}
