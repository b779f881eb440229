import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { FailedState } from '#ui/states.tsx';
import { useOnline } from '#ui/use-online.ts';
import styles from './failed-screen.module.css';
import { onStoredParts, storedParts } from './register-worker.ts';

const KEPT = 'Lo que escribiste y lo que está pendiente de envío sigue guardado en este dispositivo.';

/** A defect of ours, or a part of the app that could not be loaded: says so and starts the page anew. */
export function FailedScreen({ error }: { error: unknown }) {
  console.error(error);
  const unloaded = useUnloaded();
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden" tabIndex={-1}>
        Algo salió mal
      </h1>
      <FailedState
        title="No pudimos mostrar esta pantalla"
        text={unloaded ? `Aún no está en este dispositivo: se abrirá cuando vuelva la conexión. ${KEPT}` : KEPT}
        action={
          <Button fit disabled={unloaded} onClick={() => location.reload()}>
            Volver a cargar
          </Button>
        }
      />
    </main>
  );
}

/**
 * Whether it is the connection that is missing: until the service worker has brought the whole app, some screens still come
 * over it. To start anew would not bring them; that is done by itself as soon as the connection returns.
 */
function useUnloaded(): boolean {
  const online = useOnline();
  const parts = useSyncExternalStore(onStoredParts, storedParts, () => null);
  const [wasOffline] = useState(() => !navigator.onLine);
  const atFirst = wasOffline && (parts ? parts.stored < parts.all : !navigator.serviceWorker?.controller);
  useEffect(() => {
    if (atFirst && online) location.reload();
  }, [atFirst, online]);
  return atFirst && !online;
}
