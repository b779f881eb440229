import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { loadImaging, shareAsPicture } from './share-card.ts';

interface ShareButtonProps {
  card: RefObject<HTMLElement | null>;
  clientName: string | null | undefined;
}

/**
 * H2.58: disabled as specified, unless this build shares cards (D20). The condition is a build constant, so other builds
 * drop the code.
 */
export function ShareButton(props: ShareButtonProps) {
  if (!__SETTINGS__.shareCard)
    return (
      <Button look="line" disabled>
        Compartir
      </Button>
    );
  return <Sharing {...props} />;
}

function Sharing({ card, clientName }: ShareButtonProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  // A failed load is reported when the customer presses, not before. Offline the chunk comes from the service worker's
  // cache.
  useEffect(() => void loadImaging().catch(() => {}), []);
  const share = async () => {
    if (!card.current) return;
    setBusy(true);
    try {
      await shareAsPicture(card.current, clientName);
    } catch {
      toast({
        text: 'No se pudo compartir el carnet. Inténtalo de nuevo o haz una captura de pantalla.',
        tone: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="line" icon="share" loading={busy} onClick={() => void share()}>
      Compartir
    </Button>
  );
}
