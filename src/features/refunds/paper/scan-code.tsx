import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PaperReader, Reading } from '#papers/client.ts';
import { onSense } from '#senses/page.ts';
import { deviceWord } from '#senses/this-device.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { type NoCamera, watch } from './camera.ts';
import { whyNot } from './reading.ts';
import styles from './scan-code.module.css';

export interface Scanning {
  /** Called with what the first code of an invoice says. */
  onFound: (reading: Reading) => void;
  onClose: () => void;
}

type ScanCodeProps = Scanning & { papers: PaperReader };

/** 'Escanear el código': the camera's picture, and the first code of an invoice in it. Nothing of it is kept. */
export function ScanCode(props: ScanCodeProps) {
  const [said, setSaid] = useState('');
  const [failed, setFailed] = useState('');
  const seen = useSeen();
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Escanear el código"
      description={failed === '' && 'Apunta al código QR o de barras de la factura.'}
      actions={
        <Button look="line" onClick={props.onClose}>
          Volver a la factura
        </Button>
      }
    >
      {failed === '' && (
        <div className={styles.frame}>{seen && <Seen {...props} onSay={setSaid} onFail={setFailed} />}</div>
      )}
      <LiveRegion>
        {(failed || said) && (
          <div className={styles.said}>
            <Banner tone="warn" icon="alert">
              {failed || said}
            </Banner>
          </div>
        )}
      </LiveRegion>
    </Dialog>
  );
}

interface SeenProps extends ScanCodeProps {
  /** Says what is wrong with the code that is seen. */
  onSay: (text: string) => void;
  /** Says why nothing can be seen. */
  onFail: (text: string) => void;
}

/** What the camera sees, as long as it is shown. */
function Seen({ papers, onFound, onSay, onFail }: SeenProps) {
  const video = useRef<HTMLVideoElement>(null);
  const look = useEffectEvent(async (frame: ImageBitmap) => {
    const codes = await papers.frame(frame);
    return codes?.length ? papers.said(codes) : codes;
  });
  const tell = useEffectEvent((seen: Awaited<ReturnType<typeof look>>) => {
    if (!seen) onFail(cannotRead());
    if (!seen || Array.isArray(seen)) return !seen;
    if (seen.facts) onFound(seen);
    else onSay(whyNot(seen.why, 'code') || ANOTHER);
    return seen.facts !== null;
  });
  const fail = useEffectEvent((why: NoCamera) => onFail(noCamera[why]()));
  useEffect(() => {
    if (!video.current) return;
    return watch({
      video: video.current,
      look: (frame) => look(frame),
      onSeen: (seen) => tell(seen),
      onFail: (why) => fail(why),
    });
  }, []);
  return <video ref={video} className={styles.video} muted playsInline aria-label="Lo que ve la cámara" />;
}

/** False while the page is hidden: a camera that nobody sees is off. */
function useSeen(): boolean {
  const [seen, setSeen] = useState(() => document.visibilityState !== 'hidden');
  useEffect(
    () => onSense(['shown', 'hidden', 'left', 'back'], (sense) => setSeen(sense === 'shown' || sense === 'back')),
    [],
  );
  return seen;
}

const ANOTHER = 'Ese código no es el de una factura electrónica. Busca otro en el papel.';
const PHOTO = 'Adjunta la factura en foto o en PDF.';
const cannotRead = () => `Ahora tu ${deviceWord()} no puede leer códigos. ${PHOTO}`;
const noCamera: Record<NoCamera, () => string> = {
  refused: () =>
    `Amparo no tiene permiso para usar la cámara. Dáselo en la configuración de tu ${deviceWord()}, o adjunta la factura en foto o en PDF.`,
  none: () => `No encontramos una cámara en tu ${deviceWord()}. ${PHOTO}`,
  busy: () =>
    `La cámara se detuvo o la usa otra app. Ciérrala e inténtalo de nuevo, o adjunta la factura en foto o en PDF.`,
};
