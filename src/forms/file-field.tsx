import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { PhotoClient } from '#photos/client.ts';
import { paperAdvice } from '#photos/look.ts';
import { type FileKind, isEncryptedPdf, sizeText } from '#rules/files.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { FilePick, FileSlot } from '#ui/controls/file-slot.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import type { FieldBasics } from './answer-frame.tsx';
import { type FileAnswer, fileOf } from './answers.ts';
import styles from './file-field.module.css';
import { acceptFor, limitHint } from './file-words.ts';
import { useAddressOf, useAnswer } from './hooks.ts';
import { PhotoAdvice } from './photo-advice.tsx';
import { CameraPick, Named, RetakeInput, useStoredFirst } from './pickers.tsx';
import { PictureView } from './picture-view.tsx';
import { useDropped } from './use-dropped.ts';
import { useFilePick } from './use-file-pick.ts';
import { useLook } from './use-look.ts';
import { formWords } from './words.ts';

interface FileFieldProps extends FieldBasics {
  photos: PhotoClient;
  /** The file must be smaller than this many bytes. The hint says so beforehand. */
  limit: number;
  /** The longest side of a photo after compression, in pixels; D10's by default. */
  maxEdge?: number;
  /** Accepted kinds; by default PDF and any picture. */
  accepted?: readonly FileKind[];
  /** Whether cancelling the picker clears the slot, as in registration (V4.8). */
  clearOnCancel?: boolean;
  /** Files that other apps shared. They are offered while the field is empty, and removed once the field has them. */
  received?: OfferedFiles;
  /** Resolves when the draft is stored. The picker opens afterwards, since a camera may end the page (F27). */
  onBeforePick?: () => Promise<unknown>;
}

export interface OfferedFiles {
  /** Sizes in bytes. */
  files: readonly { id: string; name: string; size: number }[];
  /** Reads one when it is used; null when it is gone. */
  open: (id: string) => Promise<{ name: string; type: string; bytes: ArrayBuffer } | null>;
  remove: (id: string) => Promise<unknown>;
}

/** The field for one file from camera, gallery or files. It shows the file's preview, size and state. */
export function FileField(props: FileFieldProps) {
  const { name, label, hint, optional, limit, accepted, clearOnCancel, onBeforePick, photos } = props;
  const answer = useAnswer(name, label);
  const intake = useFilePick(name, answer.choose, {
    ...{ photos, limit },
    ...(accepted ? { accepted } : {}),
    ...(props.maxEdge !== undefined && { maxEdge: props.maxEdge }),
  });
  const box = useRef<HTMLFieldSetElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const file = useMemo(() => fileOf(answer.value), [answer.value]);
  const compressing = intake.compressing;
  const locked = useMemo(() => isLockedPdf(file), [file]);
  const accept = acceptFor(accepted);
  const disabled = props.disabled ?? false;

  const picked = ([next]: File[]) => {
    if (next) {
      void intake.take(next);
      // The focused input disappears when the file is there, so its group takes the focus.
      box.current?.focus();
    } else if (clearOnCancel) intake.clear();
  };
  const offer = useOffer(props.received, file, intake.take, onBeforePick);
  useDropped((dropped) => picked([dropped]), !disabled && !compressing && !file);
  const remove = () => {
    intake.clear();
    // The focused button disappears with the file.
    box.current?.focus();
  };
  const error = intake.problem ?? (compressing ? null : answer.error);
  return (
    <div data-field={name} className={styles.field} onClickCapture={useStoredFirst(onBeforePick)}>
      <FieldGroup
        groupRef={box}
        label={label}
        hint={hint ?? limitHint(limit, accepted)}
        error={error}
        optional={optional ?? false}
      >
        {compressing && <FileSlot name={compressing.name} size={sizeText(compressing.size)} state="compressing" />}
        {!compressing && file && (
          <ReadySlot
            file={file}
            photos={photos}
            label={label}
            disabled={disabled}
            onRemove={remove}
            onRetake={() => again.current?.click()}
          />
        )}
        {!compressing && !file && (
          <FilePick
            label={<Named text={formWords.pick} about={label} />}
            accept={accept}
            disabled={disabled}
            onPick={picked}
          />
        )}
        <EncryptedNote shown={!compressing && locked} />
      </FieldGroup>
      {!compressing &&
        !file &&
        offer.files.map(({ id, name, size }) => (
          <Button
            key={id}
            about={label}
            look="quiet"
            size="small"
            icon="doc"
            disabled={disabled}
            onClick={() => void offer.use(id)}
          >
            {formWords.useReceived} <span dir="auto">{name}</span> ({sizeText(size)})
          </Button>
        ))}
      {!compressing && !file && <CameraPick label={label} disabled={disabled} onPick={picked} />}
      <RetakeInput inputRef={again} accept={accept} onPick={picked} />
    </div>
  );
}

/** Says that nobody may be able to open the PDF. */
const EncryptedNote = ({ shown }: { shown: boolean }) => (
  <LiveRegion>
    {shown && (
      <Banner tone="warn" icon="alert">
        {formWords.encrypted}
      </Banner>
    )}
  </LiveRegion>
);

const isPicture = ({ type }: FileAnswer): boolean => type.startsWith('image/');

const isLockedPdf = (file: FileAnswer | null): boolean =>
  file !== null && !isPicture(file) && isEncryptedPdf(new Uint8Array(file.bytes));

/**
 * Removes a shared file only once the draft has it, and only if this field still has that very file then. One that is refused
 * or taken out again may fit elsewhere.
 */
function useOffer(
  offered: OfferedFiles | undefined,
  has: FileAnswer | null,
  take: ReturnType<typeof useFilePick>['take'],
  stored: FileFieldProps['onBeforePick'],
) {
  const [used, setUsed] = useState<{ id: string; bytes: ArrayBuffer } | null>(null);
  const isHere = useEffectEvent((bytes: ArrayBuffer) => has?.bytes === bytes);
  const removeUsed = useEffectEvent(async () => {
    if (!used) return;
    setUsed(null);
    // The form writes its draft in an effect that runs after this one.
    await Promise.resolve();
    await stored?.();
    if (isHere(used.bytes)) await offered?.remove(used.id);
  });
  useEffect(() => {
    if (used) void removeUsed();
  }, [used]);
  return {
    files: offered?.files ?? [],
    async use(id: string) {
      const opened = offered?.open(id).catch(() => null) ?? null;
      const taken = await take(Promise.resolve(opened).then((file) => file && new File([file.bytes], file.name, file)));
      if (taken) setUsed({ id, bytes: taken.bytes });
    },
  };
}

interface ReadySlotProps {
  photos: PhotoClient;
  label: string;
  file: FileAnswer;
  disabled: boolean;
  onRemove: () => void;
  onRetake: () => void;
}

/** The file that will be sent. Its preview is the compressed picture itself. */
function ReadySlot({ file, photos, label, disabled, onRemove, onRetake }: ReadySlotProps) {
  const [zoomed, setZoomed] = useState(false);
  const picture = isPicture(file);
  const [kept, setKept] = useState<ArrayBuffer | null>(null);
  const look = useLook(photos, picture ? file.bytes : null);
  const advice = look && kept !== file.bytes && !disabled ? paperAdvice(look) : null;
  const address = useAddressOf(picture ? file.bytes : null, file.type);
  return (
    <>
      <FileSlot
        name={file.name}
        size={sizeText(file.size)}
        state="ready"
        {...(address ? { preview: address, onPreview: () => setZoomed(true) } : {})}
        previewLabel={`${formWords.enlarge}: ${file.name}`}
        {...(!picture && { retakeIcon: 'doc' as const, retakeLabel: formWords.pickAnother })}
        {...(disabled ? {} : { onRemove, onRetake })}
      />
      {advice && <PhotoAdvice advice={advice} label={label} onRepeat={onRetake} onKeep={() => setKept(file.bytes)} />}
      {address && <PictureView open={zoomed} name={file.name} address={address} onClose={() => setZoomed(false)} />}
    </>
  );
}
