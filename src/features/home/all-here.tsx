import { useState, useSyncExternalStore } from 'react';
import { useMirror } from '#mirror/hooks.tsx';
import type { Progress } from '#mirror/plan.ts';
import { useStoredParts } from '#screens/stored-parts.ts';
import { Banner } from '#ui/banner.tsx';
import { useDeviceWord } from '#ui/here.ts';
import { LiveRegion } from '#ui/live-region.tsx';
import { useOnline } from '#ui/use-online.ts';
import { noteTold, wasTold } from './all-here-told.ts';

/**
 * Tells once that everything opens without a connection: every part of the customer's is here, and every file of the app (D70). It
 * stands from the beginning and says how far it is, because what arrives later would move what one is about to press (F50).
 */
export function AllHere({ owner }: { owner: string }) {
  const { progress } = useMirror().bringing;
  const found = useSyncExternalStore(progress.subscribe, progress.now, () => null);
  const [told, setTold] = useState(() => wasTold(owner));
  const files = useStoredParts(!told && found?.complete === true);
  const word = useDeviceWord();
  const online = useOnline();
  if (told) return null;
  const sendAway = () => {
    noteTold(owner);
    setTold(true);
  };
  const all = files !== null && files.stored === files.all;
  return (
    <>
      <LiveRegion>
        {all && (
          <Banner icon="ok" onPress={sendAway} pressLabel="Entendido">
            <b>Todo en tu {word}</b> <br /> Se abre también sin conexión.
          </Banner>
        )}
      </LiveRegion>
      {!all && (
        <Banner icon={online ? 'down' : 'offline'}>
          <b>Trayendo todo a tu {word}</b> <br /> {online ? farText(found) : 'Seguirá cuando vuelva la conexión.'}
        </Banner>
      )}
    </>
  );
}

const farText = (found: Progress | null): string =>
  found && !found.complete ? `${found.here} de ${found.parts} partes` : 'Se abrirá también sin conexión.';
