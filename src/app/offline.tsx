import { useEffect, useState } from 'react';
import { onSense } from '#senses/page.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';

const OFFLINE = 'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.';

/** Shown while offline, until it is dismissed (V2.18). The next time the connection goes, it is shown again. */
export function OfflineBanner() {
  const online = useOnline();
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    // Listens to the event itself, since a connection that comes and goes at once may never show as online. 'offline' will not
    // do, because a browser may fire it twice.
    return onSense(['online'], () => setDismissed(false));
  }, []);
  if (online || dismissed) return null;
  return (
    <Banner tone="neutral" icon="offline" onPress={() => setDismissed(true)} pressLabel="Ocultar este aviso">
      {OFFLINE}
    </Banner>
  );
}
