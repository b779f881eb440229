import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { fileOf } from '#forms/answers.ts';
import { useAddressOf, useAnswer } from '#forms/hooks.ts';
import { PictureView } from '#forms/picture-view.tsx';
import { useDropped } from '#forms/use-dropped.ts';
import { useFilePick } from '#forms/use-file-pick.ts';
import { usePhotos } from '#photos/hooks.ts';
import { type FileKind, MEGABYTE } from '#rules/files.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import styles from './photo-fields.module.css';
import { type Side, SideDrawing } from './side-drawing.tsx';
import { type Source, usePicking } from './use-picking.tsx';
import { pickWords, words } from './words.ts';

const pictures: readonly FileKind[] = ['jpeg', 'png', 'webp', 'heic'];
const MAX_PHOTO_BYTES = 6 * MEGABYTE;

export interface PhotoSlotHandle {
  /** Takes the photo again, like 'Repetir'. */
  repeat: () => void;
}

interface PhotoSlotProps {
  name: string;
  /** 'Frontal' or 'Reverso'. */
  label: string;
  calledAs?: string | undefined;
  side: Side;
  /** One word of advice about the photo. */
  doubt?: string | undefined;
  onBeforePick: () => Promise<unknown>;
  ref?: Ref<PhotoSlotHandle>;
}

/**
 * One side of the document, as a tile with one button. Without a photo it opens camera or gallery. With a photo it shows the
 * photo as it will be sent, to replace or remove it.
 */
export function PhotoSlot({ name, label, calledAs, side, doubt, onBeforePick, ref }: PhotoSlotProps) {
  const answer = useAnswer(name, calledAs ?? label);
  const intake = useFilePick(name, answer.choose, { photos: usePhotos(), limit: MAX_PHOTO_BYTES, accepted: pictures });
  const failure = useFailure();
  const [open, setOpen] = useState(false);
  const problemId = useId();
  const photo = fileOf(answer.value);
  const compressing = intake.compressing !== null;

  const picked = async (file: File | null, from: Source) => {
    failure.clear();
    if (!file) return intake.clear(); // V4.8
    setOpen(false);
    if (!(await isThere(file))) return failure.fail(pickWords[from].access);
    intake.take(file);
  };
  const remove = () => {
    setOpen(false);
    intake.clear();
  };
  const picking = usePicking({
    label,
    onBeforePick,
    onPick: (file, from) => void picked(file, from),
    onClosed: (from) => failure.fail(pickWords[from].open),
  });
  const dropped = ([file, ...others]: File[]) => {
    if (file) void picked(file, 'file');
    if (others.length > 0) failure.fail(words.onlyOne);
  };
  useDropped(dropped, !photo && !compressing);
  const repeat = () => void picking.open(picking.hasTouch ? 'camera' : 'file');
  useImperativeHandle(ref, () => ({ repeat }));
  const press = () => {
    if (photo || picking.hasTouch) setOpen(true);
    else void picking.open('file');
  };
  // What is asked for an empty slot stands below the button of the step.
  const problem = intake.problem ?? (photo && !compressing ? answer.error : null);
  const address = useAddressOf(photo?.bytes ?? null, photo?.type ?? '');
  return (
    <div className="stack-2 slim" data-field={name}>
      <Tile
        {...{ label, side, doubt, compressing, address, problemId }}
        isWrong={problem !== null}
        isReady={photo !== null}
        onPress={press}
      />
      <span className="visually-hidden" role="status">
        {compressing ? words.compressing : photo ? words.ready : ''}
      </span>
      {picking.inputs}
      <div id={problemId} aria-live="polite">
        {problem && (
          <p className="problem">
            <Icon name="alert" size={18} />
            <span dir="auto">{problem}</span>
          </p>
        )}
      </div>
      {failure.note}
      {photo && address ? (
        <PictureView
          open={open}
          title={label}
          pictures={[{ name: label, address }]}
          onClose={() => setOpen(false)}
          actions={<Again label={label} onRepeat={repeat} onRemove={remove} />}
        />
      ) : (
        <Sources
          side={side}
          label={label}
          open={open && picking.hasTouch}
          onClose={() => setOpen(false)}
          onChoose={(from) => void picking.open(from)}
        />
      )}
    </div>
  );
}

interface TileProps extends Pick<PhotoSlotProps, 'label' | 'side' | 'doubt'> {
  address: string | undefined;
  compressing: boolean;
  isReady: boolean;
  isWrong: boolean;
  problemId: string;
  onPress: () => void;
}

/** The slot's one button: the photo, or a drawing of it. */
function Tile({ label, side, doubt, address, compressing, isReady, isWrong, problemId, onPress }: TileProps) {
  return (
    <button
      type="button"
      data-pick
      className={styles.tile}
      data-doubt={doubt ? '' : undefined}
      aria-label={`${isReady ? words.enlarge : words.add}: ${label}`}
      aria-describedby={problemId}
      aria-invalid={isWrong || undefined}
      onClick={onPress}
    >
      <span className={styles.scene} data-filled={address ? '' : undefined}>
        {address ? <img className={styles.picture} src={address} alt="" /> : <SideDrawing side={side} />}
      </span>
      <span className={styles.caption}>
        <span className="bold">{label}</span>
        <Mark compressing={compressing} doubt={doubt} ready={isReady} />
      </span>
    </button>
  );
}

/** The photo's state, in the tile's corner. */
function Mark({ compressing, doubt, ready }: { compressing: boolean; doubt: string | undefined; ready: boolean }) {
  if (compressing) return <span className="soft small">{words.compressing}</span>;
  if (doubt) return <span className={styles.doubt}>{doubt}</span>;
  if (ready) return <Icon name="ok" size={20} />;
  return (
    <span className={styles.add}>
      <Icon name="plus" size={18} />
    </span>
  );
}

function Again({ label, onRepeat, onRemove }: { label: string; onRepeat: () => void; onRemove: () => void }) {
  const whose = <span className="visually-hidden">: {label}</span>;
  return (
    <>
      <Button icon="cam" onClick={onRepeat}>
        {words.again}
        {whose}
      </Button>
      <Button look="line" onClick={onRemove}>
        {words.remove}
        {whose}
      </Button>
    </>
  );
}

interface SourcesProps {
  side: Side;
  label: string;
  open: boolean;
  onClose: () => void;
  onChoose: (from: Source) => void;
}

/** The choice between camera and gallery on a phone, with a drawing of what the photo should show. */
function Sources({ side, label, open, onClose, onChoose }: SourcesProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={label}
      description={words.framing[side]}
      actions={
        <>
          <Button icon="cam" onClick={() => onChoose('camera')}>
            {words.camera}
          </Button>
          <Button look="line" icon="image" onClick={() => onChoose('gallery')}>
            {words.gallery}
          </Button>
          <p className="soft small center">{words.formats}</p>
        </>
      }
    >
      <SideDrawing side={side} large />
    </Dialog>
  );
}

/** Whether a picked file can still be read; it may be deleted or locked (F24). Reading one byte is enough. */
async function isThere(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
