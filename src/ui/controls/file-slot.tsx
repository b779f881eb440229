import { type ReactNode, useId, useRef } from 'react';
import { Icon, type IconName } from '../base/icon.tsx';
import { words } from '../base/words.ts';
import { ProgressBar } from '../states/step-bar.tsx';
import { IconButton } from './button.tsx';
import { useFieldWiring } from './field.tsx';
import { takePicked, useCancelled } from './file-input.ts';
import styles from './file-slot.module.css';
import { type Box, FramedPicture } from './framed-picture.tsx';

export type FileState = 'compressing' | 'reading' | 'ready' | 'waiting' | 'sent' | 'attention';

const stateWords: Record<FileState, string> = {
  compressing: 'Comprimiendo',
  reading: 'Leyendo…',
  ready: 'Listo',
  waiting: 'Pendiente de envío',
  sent: 'Enviado',
  attention: 'Necesita tu atención',
};

interface FileSlotProps {
  name: string;
  /** As a text: '212 KB'. */
  size?: string;
  state: FileState;
  /** Percent sent, from 0 to 100, while it is being sent. */
  progress?: number;
  /** Address of the picture. */
  preview?: string;
  /** Shown without a picture; a sheet by default. */
  icon?: IconName;
  /** What four corners stand around on it. */
  box?: Box | null;
  onPreview?: () => void;
  previewLabel?: string;
  onRemove?: () => void;
  onRetake?: () => void;
  retakeLabel?: string;
  /** A camera by default. */
  retakeIcon?: IconName;
}

/** One chosen file: preview, name, size and progress, with buttons to remove or replace it. */
export function FileSlot(props: FileSlotProps) {
  const { name, size, state, progress, onRemove, onRetake } = props;
  return (
    <div className={styles.slot} data-state={state}>
      <Preview {...props} />
      <div className="grow">
        <p className={styles.name} dir="auto" title={name}>
          {name}
        </p>
        <p className={styles.facts}>
          {size && <>{size} · </>}
          <span className={styles.state} role="status">
            {stateWords[state]}
          </span>
        </p>
        {progress !== undefined && <ProgressBar percent={progress} text={`${stateWords[state]}: ${name}`} />}
      </div>
      {onRetake && (
        <IconButton
          icon={props.retakeIcon ?? 'cam'}
          label={`${props.retakeLabel ?? words.retake}: ${name}`}
          onClick={onRetake}
        />
      )}
      {onRemove && <IconButton icon="x" label={`${words.remove}: ${name}`} onClick={onRemove} />}
    </div>
  );
}

function Preview({ preview, icon = 'doc', box, onPreview, previewLabel, name }: FileSlotProps) {
  const picture = preview ? <FramedPicture address={preview} box={box} /> : <Icon name={icon} />;
  if (!onPreview) return <span className={styles.preview}>{picture}</span>;
  return (
    <button type="button" className={styles.preview} aria-label={previewLabel ?? name} onClick={onPreview}>
      {picture}
    </button>
  );
}

interface FilePickProps {
  label: ReactNode;
  icon?: IconName;
  /** As the input's accept: 'application/pdf,image/*'. */
  accept: string;
  /** Opens the camera at once on a phone. */
  capture?: 'environment' | 'user';
  /** Whether several files may be picked at once. */
  multiple?: boolean;
  /** Empty when the picker was cancelled. */
  onPick: (files: File[]) => void;
}

/** An empty slot: a dashed frame that opens the picker. It is a native file input, so keyboard and drag and drop work. */
export function FilePick({ label, icon = 'plus', accept, capture, multiple, onPick }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null);
  const generatedId = useId();
  const wiring = useFieldWiring();
  const id = wiring.id ?? generatedId;
  useCancelled(input, () => onPick([]));
  return (
    <span className={styles.pick}>
      <input
        {...wiring}
        ref={input}
        id={id}
        className={styles.input}
        data-pick
        type="file"
        accept={accept}
        capture={capture}
        multiple={multiple}
        aria-labelledby={`${id}-pick`}
        onChange={(event) => onPick(takePicked(event))}
      />
      <span className={styles.invite} id={`${id}-pick`}>
        <Icon name={icon} />
        <span>{label}</span>
      </span>
    </span>
  );
}
