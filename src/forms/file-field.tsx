import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { PhotoClient } from '#photos/client.ts';
import { type FileKind, isEncryptedPdf, isOnlyRead } from '#rules/files.ts';
import { sizeText } from '#rules/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { FilePick, FileSlot } from '#ui/controls/file-slot.tsx';
import { useMovedRows } from '#ui/hooks/moved-rows.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import type { AcceptOptions } from './accept-file.ts';
import type { FieldBasics } from './answer-frame.tsx';
import { type FileAnswer, fileOf } from './answers.ts';
import styles from './file-field.module.css';
import { acceptFor, limitHint, photosFor } from './file-words.ts';
import { useAnswer } from './hooks.ts';
import { type FoundOn, pagesOf } from './pages.ts';
import { Adding, PaperSlot } from './paper-slot.tsx';
import { CameraPick, HiddenInput, Named, useStoredFirst } from './pickers.tsx';
import { useDropped } from './use-dropped.ts';
import { useFilePick } from './use-file-pick.ts';
import { usePages } from './use-pages.ts';
import { formWords, pageWords } from './words.ts';

export interface FileFieldProps extends Pick<FieldBasics, 'name' | 'label'> {
  photos: PhotoClient;
  /** The locale that sizes are written in (D22). */
  locale: string;
  /** The file must be smaller than this many bytes. The hint says so beforehand. */
  limit: number;
  /** The longest side of a photo after compression, in pixels; D10's by default. */
  maxEdge?: number;
  /** Accepted kinds; by default PDF and any picture. */
  accepted?: readonly FileKind[];
  /** Called with a photo as it was taken, and with the compressed one that the field holds. */
  onPhoto?: AcceptOptions['onPhoto'];
  found?: FoundOn;
  /** While what the file says is looked for. */
  isReading?: boolean;
  /** Files of another kind that the field is handed and that are no answer of it. `onUsed` is called once one has served. */
  aside?: {
    accept: string;
    isOne: (file: Pick<File, 'name' | 'type'>) => boolean;
    take: (file: File, onUsed?: () => void) => void;
  };
  /** Files that other apps shared. They are offered while the field is empty, and removed once the field has them. */
  received?: OfferedFiles;
  /**
   * Stores the draft, and says by false that the device could not take all of it. The picker opens afterwards, since a camera may
   * end the page (F27).
   */
  onBeforePick?: () => Promise<unknown>;
}

export interface OfferedFiles {
  /** Sizes in bytes. Only what says that it is a picture can become a page. */
  files: readonly { id: string; name: string; type?: string; size: number }[];
  /** Reads one when it is used; null when it is gone. */
  open: (id: string) => Promise<{ name: string; type: string; bytes: ArrayBuffer } | null>;
  remove: (id: string) => Promise<unknown>;
}

/**
 * The field for one paper from camera, gallery or files: a PDF, or photos of its pages. It shows preview, size and state of the file
 * that will be sent.
 */
export function FileField(props: FileFieldProps) {
  const { name, label, limit, accepted, onBeforePick, photos, locale, found } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const more = useRef<HTMLInputElement>(null);
  const paper = usePaper(props, box);
  const { file, pages, hand, isEmpty } = paper;
  const compressing = paper.intake.compressing;
  const locked = useMemo(() => isLockedPdf(file), [file]);
  const accept = acceptFor(accepted) + (props.aside?.accept ?? '');
  return (
    <div data-field={name} className={styles.field} onClickCapture={useStoredFirst(onBeforePick)}>
      <FieldGroup groupRef={box} label={label} hint={limitHint(limit, accepted)} error={paper.error}>
        {compressing && (
          <FileSlot name={compressing.name} size={sizeText(compressing.size, locale)} state="compressing" />
        )}
        {!compressing && file && (
          <PaperSlot
            {...{ name, file, pages, hand, photos, locale, label, found, isReading: props.isReading }}
            onRemove={paper.remove}
            onRetake={() => again.current?.click()}
            {...(takesPages(accepted) && { onMore: () => more.current?.click() })}
          />
        )}
        {!compressing && hand.adding && <Adding {...hand.adding} locale={locale} />}
        {isEmpty && (
          <FilePick
            label={<Named text={formWords.pick} about={label} />}
            accept={accept}
            multiple={takesPages(accepted)}
            onPick={paper.picked}
          />
        )}
        <EncryptedNote shown={!compressing && locked} />
        <LiveRegion>{paper.said !== '' && <span className="visually-hidden">{paper.said}</span>}</LiveRegion>
      </FieldGroup>
      <Offers paper={paper} props={props} />
      {isEmpty && <CameraPick label={label} onPick={paper.picked} />}
      <HiddenInput inputRef={again} accept={accept} onPick={paper.picked} />
      <HiddenInput inputRef={more} accept={photosFor(accepted)} multiple onPick={(files) => void hand.add(files)} />
    </div>
  );
}

/** Several photos become one PDF, so they need a field that takes one. */
const takesPages = (accepted: readonly FileKind[] | undefined): boolean => !accepted || accepted.includes('pdf');

/** The field's file, and what is done with it as a whole. `box` takes the focus when the focused element goes. */
function usePaper(props: FileFieldProps, box: RefObject<HTMLElement | null>) {
  const { name, label, limit, accepted, maxEdge, photos, locale, onPhoto, aside } = props;
  const answer = useAnswer(name, label);
  const options = { photos, limit, onPhoto, ...(accepted && { accepted }), ...(maxEdge !== undefined && { maxEdge }) };
  const intake = useFilePick(name, answer.choose, options);
  const file = useMemo(() => fileOf(answer.value), [answer.value]);
  const pages = useMemo(() => pagesOf(file), [file]);
  const hand = usePages(name, file, answer.choose, { ...options, locale, onPress: intake.forget });
  const [isTaken, setTaken] = useState(false);
  useFocusKept(box, pages?.length ?? 0);

  const take: typeof intake.take = async (coming) => {
    hand.drop();
    setTaken(false);
    const taken = await intake.take(coming);
    setTaken(taken !== null);
    return taken;
  };
  const picked = (given: File[]) => {
    const others = given.filter((file) => aside?.isOne(file));
    for (const other of others) aside?.take(other);
    const files = given.filter((file) => !others.includes(file));
    const [next] = files;
    if (!next) return;
    void (files.length > 1 ? hand.add(files) : take(next));
    // The focused input disappears when the file is there, so its group takes the focus.
    box.current?.focus();
  };
  const isEmpty = !intake.compressing && !file && !hand.adding;
  useDropped((dropped) => picked(takesPages(accepted) ? dropped : dropped.slice(0, 1)), isEmpty);
  return {
    ...{ intake, hand, file, pages, isEmpty, take, picked },
    // The slot is born with its own words, which not every screen reader announces (WCAG 4.1.3).
    said: hand.said === '' && isTaken && file ? formWords.attached : hand.said,
    error: intake.problem ?? hand.problem ?? (intake.compressing ? null : answer.error),
    remove() {
      // The picker takes the file's place.
      ignoreSecondPress();
      hand.drop();
      intake.clear();
      // The focused button disappears with the file.
      box.current?.focus();
    },
  };
}

interface OffersProps {
  paper: ReturnType<typeof usePaper>;
  props: FileFieldProps;
}

/** Files that other apps shared: for an empty field, and pictures as further pages of photos. */
function Offers({ paper, props }: OffersProps) {
  const { file, pages, hand, isEmpty, take } = paper;
  const { aside } = props;
  const offer = useOffer(props.received, file, props.onBeforePick);
  const asPage = pages !== null && !paper.intake.compressing && takesPages(props.accepted);
  const offered = offer.files.filter(({ name, type = '' }) =>
    isOnlyRead(type) ? aside?.isOne({ name, type }) : isEmpty || (asPage && type.startsWith('image/')),
  );
  const moves = useMovedRows(offered.map(({ id }) => id).join(' '));
  /** One that is gone since it was offered says so, as in an empty field. */
  const served = async (coming: Promise<File | null>) => {
    hand.forget();
    const given = await coming;
    if (!given) return hand.refuse(formWords.vanished);
    return aside ? new Promise<{ bytes: null }>((resolve) => aside.take(given, () => resolve({ bytes: null }))) : null;
  };
  const asked = (coming: Promise<File | null>) => hand.add([coming]);
  return offered.map(({ id, name, type = '', size }) => (
    <Button
      key={id}
      about={props.label}
      look="quiet"
      size="small"
      icon="doc"
      // What is only read may say nothing, and then nobody tells that it is over.
      loading={!isOnlyRead(type) && offer.inUse.includes(id)}
      onClick={() => {
        moves();
        void offer.use(id, isOnlyRead(type) ? served : isEmpty ? take : asked);
      }}
    >
      {isEmpty || isOnlyRead(type) ? formWords.useReceived : pageWords.useAsPage} <span dir="auto">{name}</span> (
      {sizeText(size, props.locale)})
    </Button>
  ));
}

/** The list of pages goes when one page is left, and may take the focus with it. */
function useFocusKept(box: RefObject<HTMLElement | null>, pages: number): void {
  const before = useRef(pages);
  useEffect(() => {
    if (before.current > 1 && pages === 1) focusIfLost(box.current);
    before.current = pages;
  }, [box, pages]);
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

/** A shared file that the field has taken; without bytes one that was only read. */
interface Used {
  id: string;
  bytes: ArrayBuffer | null;
}

async function succeeds(work: Promise<unknown> | undefined): Promise<boolean> {
  try {
    return (await work) !== false;
  } catch (error) {
    console.error('a shared file was taken, and could not be removed', error);
    return false;
  }
}

/**
 * Removes a shared file only once the draft has it, and only if this field still has that very file then. One that is refused
 * or taken out again may fit elsewhere. One that could not be removed is offered again. From its press until then it is in use:
 * pressed again, it would be taken twice.
 */
function useOffer(offered: OfferedFiles | undefined, has: FileAnswer | null, stored: FileFieldProps['onBeforePick']) {
  const [inUse, setInUse] = useState<readonly string[]>([]);
  const [used, setUsed] = useState<readonly Used[]>([]);
  const end = (id: string) => setInUse((ids) => ids.filter((one) => one !== id));
  const isHere = useEffectEvent((bytes: ArrayBuffer | null) => bytes === null || has?.bytes === bytes);
  const removeUsed = useEffectEvent(async () => {
    setUsed((now) => now.filter((one) => !used.includes(one)));
    // The form writes its draft in an effect that runs after this one.
    await Promise.resolve();
    const isStored = await succeeds(stored?.());
    for (const { id, bytes } of used) {
      const isGone = isStored && isHere(bytes) && (await succeeds(offered?.remove(id)));
      if (!isGone) end(id);
    }
  });
  useEffect(() => {
    if (used.length > 0) void removeUsed();
  }, [used]);
  return {
    files: offered?.files ?? [],
    inUse,
    async use(id: string, take: (coming: Promise<File | null>) => Promise<Pick<Used, 'bytes'> | null>) {
      setInUse((ids) => [...ids, id]);
      const opened = offered?.open(id).catch(() => null) ?? null;
      const coming = Promise.resolve(opened).then((file) => file && new File([file.bytes], file.name, file));
      let taken: Pick<Used, 'bytes'> | null = null;
      try {
        taken = await take(coming);
      } finally {
        if (!taken) end(id);
      }
      if (!taken) return;
      const { bytes } = taken;
      setUsed((now) => [...now, { id, bytes }]);
    },
  };
}
