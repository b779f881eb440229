import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import styles from './photo-fields.module.css';
import type { pickWords } from './words.ts';
import { words } from './words.ts';

type Source = keyof typeof pickWords;

interface PickButtonsProps {
  /** Which side: the buttons of both read alike otherwise. */
  label: string;
  /** There is a photo already, so the buttons take it again. */
  again: boolean;
  /** Resolves when what was typed is on the device: a camera may end the page (F27). */
  onBeforePick: () => Promise<unknown>;
  /** Null when the picker was cancelled. */
  onPick: (file: File | null, from: Source) => void;
  /** The device did not let the picker open. */
  onClosed: (from: Source) => void;
  onRemove?: () => void;
}

/** A storage that does not answer must not keep the picker shut; browsers allow opening it for about a second. */
const PATIENCE = 800;

/** Camera and gallery on a phone, the file picker elsewhere. Once there is a photo, one button takes it again. */
export function PickButtons(props: PickButtonsProps) {
  const { label, again, onRemove } = props;
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  return (
    <div className={styles.picks}>
      {hasTouch && <Pick {...props} from="camera" text={again ? words.again : words.camera} />}
      {!(hasTouch && again) && (
        <Pick {...props} from={hasTouch ? 'gallery' : 'file'} text={again ? words.again : words.gallery} />
      )}
      {onRemove && <IconButton icon="x" label={`${words.remove}: ${label}`} onClick={onRemove} />}
    </div>
  );
}

function Pick({
  label,
  again,
  from,
  text,
  onBeforePick,
  onPick,
  onClosed,
}: PickButtonsProps & { from: Source; text: string }) {
  const input = useRef<HTMLInputElement>(null);
  const cancelled = useEffectEvent(() => onPick(null, from));
  useEffect(() => {
    const node = input.current;
    // React hears 'cancel' on dialogs only.
    const hear = () => cancelled();
    node?.addEventListener('cancel', hear);
    return () => node?.removeEventListener('cancel', hear);
  }, []);
  const open = async () => {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    await Promise.race([onBeforePick().catch(() => undefined), patience]);
    try {
      if (input.current?.showPicker) input.current.showPicker();
      else input.current?.click();
    } catch {
      // Forbidden by the device's policy, or the press is too long ago.
      onClosed(from);
    }
  };
  return (
    <>
      <Button
        data-pick
        look="line"
        size="small"
        icon={from === 'camera' || again ? 'cam' : 'plus'}
        onClick={() => void open()}
      >
        {text}
        <span className="visually-hidden">: {label}</span>
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        aria-label={`${text}: ${label}`}
        data-source={from}
        {...(from === 'camera' && { capture: 'environment' })}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Emptied at once, or choosing the same file again would go unnoticed.
          event.target.value = '';
          if (file) onPick(file, from);
        }}
      />
    </>
  );
}
