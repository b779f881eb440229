import { type RefObject, useEffect } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailure } from '#ui/states/failure.tsx';
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
      <Button look="line" disabled why="Compartir el carnet aún no está disponible.">
        Compartir
      </Button>
    );
  return <Sharing {...props} />;
}

function Sharing({ card, clientName }: ShareButtonProps) {
  const failure = useFailure();
  // A failed load is reported when the customer presses, not before. Offline the chunk comes from the service worker's
  // cache.
  useEffect(() => void loadImaging.ahead(), []);
  const { busy, run } = useBusy(async () => {
    failure.clear();
    try {
      if (card.current) await shareAsPicture(card.current, clientName);
    } catch (error) {
      console.error('health card: not shared', error);
      failure.fail('No se pudo compartir el carnet. Inténtalo de nuevo o toma una captura de pantalla.');
    }
  });
  return (
    <>
      <Button look="line" icon="share" loading={busy} onClick={run}>
        Compartir
      </Button>
      {failure.note}
    </>
  );
}
