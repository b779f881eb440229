import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '#rules/store.ts';
import { onSense } from '#senses/page.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';

const OFFLINE = 'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.';

/** Whether this loss of the connection was dismissed. The start page and the app have a banner each. */
const whetherDismissed = createStore(false);

/** Shown while offline, until it is dismissed (V2.18). The next time the connection goes, it is shown again. */
export function OfflineBanner() {
  const online = useOnline();
  const dismissed = useSyncExternalStore(whetherDismissed.subscribe, whetherDismissed.now, () => false);
  useEffect(() => {
    // It came back where no banner listened.
    if (navigator.onLine) whetherDismissed.set(false);
    // Listens to the event itself, since a connection that comes and goes at once may never show as online. 'offline' will not
    // do, because a browser may fire it twice.
    return onSense(['online'], () => whetherDismissed.set(false));
  }, []);
  if (online || dismissed) return null;
  return (
    <Banner tone="neutral" icon="offline" onPress={() => whetherDismissed.set(true)} pressLabel="Ocultar este aviso">
      {OFFLINE}
    </Banner>
  );
}
