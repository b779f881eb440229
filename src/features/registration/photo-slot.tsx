import { useRef, useState } from 'react';
import { fileOf } from '#forms/answers.ts';
import { useAddressOf, useAnswer } from '#forms/hooks.ts';
import { PictureView } from '#forms/picture-view.tsx';
import { useIntake } from '#forms/use-intake.ts';
import { usePhotos } from '#photos/hooks.ts';
import { type FileKind, MEGABYTE } from '#rules/files.ts';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toasts.tsx';
import { FramingHint } from './framing-hint.tsx';
import styles from './photo-fields.module.css';
import { PickButtons } from './pick-buttons.tsx';
import { pickWords, words } from './words.ts';

const pictures: readonly FileKind[] = ['jpeg', 'png', 'webp', 'heic'];
const LIMIT = 6 * MEGABYTE;

interface PhotoSlotProps {
  name: string;
  /** 'Frontal' or 'Reverso'. */
  label: string;
  calledAs?: string | undefined;
  /** A card's frame is drawn, otherwise an open passport's. */
  card: boolean;
  onBeforePick: () => Promise<unknown>;
}

/** One side of the document: from the camera or the gallery, compressed, shown as it will be sent, and to be taken again. */
export function PhotoSlot({ name, label, calledAs, card, onBeforePick }: PhotoSlotProps) {
  const answer = useAnswer(name, calledAs ?? label);
  const intake = useIntake(name, answer.choose, { photos: usePhotos(), limit: LIMIT, accepted: pictures });
  const say = useToast();
  const box = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState(false);
  const photo = fileOf(answer.value);
  const address = useAddressOf(photo?.bytes ?? null, photo?.type ?? '');
  const compressing = intake.compressing !== null;

  const picked = async (file: File | null, from: keyof typeof pickWords) => {
    if (!file) return intake.clear(); // V4.8
    if (!(await isThere(file))) return say({ text: pickWords[from].access, tone: 'error' });
    intake.take(file);
    // The button that has the focus goes away when the photo is there.
    box.current?.focus();
  };
  const remove = () => {
    intake.clear();
    // So does the button that removes it, with the photo.
    box.current?.focus();
  };
  return (
    <div ref={box} className={styles.slot} data-field={name} tabIndex={-1}>
      <div className={styles.frame} data-filled={address ? '' : undefined}>
        {address ? (
          <button
            type="button"
            className={styles.preview}
            aria-label={`${words.enlarge}: ${label}`}
            onClick={() => setZoomed(true)}
          >
            <img className={styles.picture} src={address} alt="" />
          </button>
        ) : (
          <FramingHint card={card} />
        )}
        <p className={styles.name} data-ready={address ? '' : undefined}>
          {address && <Icon name="ok" size={16} />}
          {label}
          <span className="visually-hidden" role="status">
            {compressing ? words.compressing : photo ? words.ready : ''}
          </span>
        </p>
        {compressing && <p className={styles.busy}>{words.compressing}</p>}
      </div>
      <PickButtons
        label={label}
        again={photo !== null}
        onBeforePick={onBeforePick}
        onPick={(file, from) => void picked(file, from)}
        onClosed={(from) => say({ text: pickWords[from].open, tone: 'error' })}
        {...(photo && { onRemove: remove })}
      />
      <div aria-live="polite">
        {intake.problem && (
          <p className={styles.problem}>
            <Icon name="alert" size={18} />
            <span>{intake.problem}</span>
          </p>
        )}
      </div>
      {address && <PictureView open={zoomed} name={label} address={address} onClose={() => setZoomed(false)} />}
    </div>
  );
}

/** A picked file may be gone or locked already (F24); one byte tells. */
async function isThere(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
