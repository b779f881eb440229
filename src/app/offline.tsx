import { useEffect, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { giveFocusBack } from '#ui/title-focus.ts';
import { useOnline } from '#ui/use-online.ts';

const OFFLINE = 'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.';

/** V2.18: shows while offline until it is clicked away; the next time the connection goes, it shows again. */
export function OfflineBanner() {
  const online = useOnline();
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    // The event itself: a connection that comes and goes at once may never be seen as there. Not the one of its going, which
    // a browser may fire twice.
    const back = () => setDismissed(false);
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  if (online || dismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    // The focus was on the banner; without it the screen begins with its title.
    giveFocusBack(null);
  };
  return (
    <Banner tone="alert" icon="offline" onPress={dismiss} pressLabel="Ocultar este aviso">
      {OFFLINE}
    </Banner>
  );
}
