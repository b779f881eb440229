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

/** 'Escanear el código': the camera's picture, and the first code of an invoice in it. Nothing of it is kept. */
export function ScanCode({ papers, onFound, onClose }: Scanning & { papers: PaperReader }) {
  const video = useRef<HTMLVideoElement>(null);
  const [said, setSaid] = useState('');
  const [failed, setFailed] = useState('');
  const look = useEffectEvent(async (frame: ImageBitmap) => {
    const codes = await papers.frame(frame);
    return codes?.length ? papers.said(codes) : codes;
  });
  const tell = useEffectEvent((seen: Awaited<ReturnType<typeof look>>) => {
    if (!seen) setFailed(cannotRead());
    if (!seen || Array.isArray(seen)) return !seen;
    if (seen.facts) onFound(seen);
    else setSaid(whyNot(seen.why, 'code') || ANOTHER);
    return seen.facts !== null;
  });
  const fail = useEffectEvent((why: NoCamera) => setFailed(noCamera[why]()));
  const seen = useSeen();
  const isOn = seen && failed === '';
  useEffect(() => {
    if (!isOn || !video.current) return;
    return watch({
      video: video.current,
      look: (frame) => look(frame),
      onSeen: (seen) => tell(seen),
      onFail: (why) => fail(why),
    });
  }, [isOn]);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Escanear el código"
      description={failed === '' ? 'Apunta al código QR o de barras de la factura.' : ''}
      actions={
        <Button look="line" onClick={onClose}>
          Volver a la factura
        </Button>
      }
    >
      {failed === '' && (
        <div className={styles.frame}>
          <video ref={video} className={styles.video} muted playsInline aria-label="Lo que ve la cámara" />
        </div>
      )}
      <LiveRegion>
        {(failed || said) && (
          <Banner tone="warn" icon="alert">
            {failed || said}
          </Banner>
        )}
      </LiveRegion>
    </Dialog>
  );
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
    `Amparo no tiene permiso para usar la cámara. Dáselo en los ajustes de tu ${deviceWord()}, o adjunta la factura en foto o en PDF.`,
  none: () => `No encontramos una cámara en tu ${deviceWord()}. ${PHOTO}`,
  busy: () =>
    `La cámara se detuvo o la usa otra app. Ciérrala e inténtalo de nuevo, o adjunta la factura en foto o en PDF.`,
};
