import { useEffect, useRef, useState } from 'react';
import type { PhotoClient } from '#photos/client.ts';
import { paperAdvice } from '#photos/look.ts';
import { mediaTypes } from '#rules/files.ts';
import { dotted } from '#rules/joined.ts';
import { sizeText } from '#rules/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileSlot } from '#ui/controls/file-slot.tsx';
import { PageList } from '#ui/controls/page-list.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import type { FileAnswer } from './answers.ts';
import styles from './file-field.module.css';
import { paperIcon } from './file-words.ts';
import { useAddresses, useAddressOf } from './hooks.ts';
import { type FoundOn, type Pages, photoOf, placeOn } from './pages.ts';
import { PhotoAdvice } from './photo-advice.tsx';
import { PictureView } from './picture-view.tsx';
import { useLook } from './use-look.ts';
import type { PagesInHand } from './use-pages.ts';
import { adviceWords, formWords, pageWords } from './words.ts';

interface PaperSlotProps {
  /** The field's name. */
  name: string;
  file: FileAnswer;
  /** The photos that it consists of; null for a PDF of the customer's own. */
  pages: Pages | null;
  hand: PagesInHand;
  photos: PhotoClient;
  /** The locale that sizes are written in (D22). */
  locale: string;
  found?: FoundOn | undefined;
  /** While what the paper says is looked for. */
  isReading?: boolean | undefined;
  label: string;
  onRemove: () => void;
  onRetake: () => void;
  /** Adds photos behind the last page. */
  onMore?: () => void;
}

/** The file that will be sent: a photo, a paper of several pages, or a PDF of the customer's own. */
export function PaperSlot(props: PaperSlotProps) {
  const { file, pages, hand, label, onMore } = props;
  const [only] = pages ?? [];
  const isPhoto = pages === null ? file.type.startsWith('image/') : pages.length === 1;
  return (
    <>
      {isPhoto && <Photo {...props} />}
      {!isPhoto && pages && <Paper {...props} pages={pages} />}
      {!isPhoto && !pages && <OwnPdf {...props} />}
      {(only || !isPhoto) && (
        <div className={styles.steps}>
          {only && isPhoto && (
            <Button {...step} about={label} icon="turn" onClick={() => hand.turn(only)}>
              {pageWords.turnPhoto}
            </Button>
          )}
          {pages && onMore && (
            <Button {...step} about={label} icon="plus" onClick={onMore}>
              {pageWords.another}
            </Button>
          )}
          {!pages && file.type === mediaTypes.pdf && (
            <Button {...step} about={label} icon="doc" onClick={() => handOver(asFile(file))}>
              {pageWords.openPdf}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** What can be done with the file looks alike. */
const step = { look: 'quiet', size: 'small', fit: true } as const;

const asFile = ({ bytes, name, type }: FileAnswer): File => new File([bytes], name, { type });

/** A photo that is being prepared. */
export function Adding({ name, size, number, of, locale }: NonNullable<PagesInHand['adding']> & { locale: string }) {
  const text = dotted(of > 1 && `${number} de ${of}`, sizeText(size, locale));
  return <FileSlot name={name} size={text} state="compressing" />;
}

/** One photo. Its preview is the compressed picture itself. */
function Photo({ name, file, photos, locale, found, isReading, label, onRemove, onRetake }: PaperSlotProps) {
  const [zoomed, setZoomed] = useState(false);
  const [kept, setKept] = useState<ArrayBuffer | null>(null);
  const look = useLook(photos, file.bytes);
  const advice = look && kept !== photoOf(file.bytes) ? paperAdvice(look) : null;
  const address = useAddressOf(file.bytes, file.type);
  return (
    <>
      <FileSlot
        name={file.name}
        size={sizeText(file.size, locale)}
        state={isReading ? 'reading' : 'ready'}
        {...(address ? { preview: address, onPreview: () => setZoomed(true) } : {})}
        box={placeOn(file.bytes, found)}
        previewLabel={`${formWords.enlarge}: ${file.name}`}
        {...{ onRemove, onRetake }}
      />
      <PhotoAdvice {...{ name, advice, label }} onRepeat={onRetake} onKeep={() => setKept(photoOf(file.bytes))} />
      {address && (
        <PictureView open={zoomed} pictures={[{ name: file.name, address }]} onClose={() => setZoomed(false)} />
      )}
    </>
  );
}

/** A PDF, or the XML of an invoice, which is never opened: a browser may run what it holds. */
function OwnPdf({ file, locale, onRemove, onRetake }: PaperSlotProps) {
  const isXml = file.type === mediaTypes.xml;
  return (
    <FileSlot
      name={file.name}
      size={dotted(isXml && 'XML', sizeText(file.size, locale))}
      state="ready"
      icon={paperIcon(file.type)}
      retakeIcon="doc"
      retakeLabel={formWords.pickAnother}
      {...{ onRemove, onRetake }}
    />
  );
}

/** Several photos as one PDF, with the size that it will have on its way. */
function Paper({
  file,
  pages,
  hand,
  photos,
  locale,
  found,
  isReading,
  label,
  onRemove,
}: PaperSlotProps & { pages: Pages }) {
  const [zoomed, setZoomed] = useState<number | null>(null);
  const addresses = useAddresses(pages);
  const notes = useNotes(photos, pages);
  const shown = zoomed === null ? undefined : addresses[zoomed];
  return (
    <>
      <FileSlot
        name={file.name}
        size={dotted(pageWords.count(pages.length), sizeText(file.size, locale))}
        state={isReading ? 'reading' : 'ready'}
        onRemove={onRemove}
      />
      <PageList
        label={label}
        version={file.bytes}
        pages={pages.map((page, index) => ({
          title: pageWords.page(index + 1),
          picture: addresses[index],
          box: placeOn(page, found),
          ...(notes[index] && { note: notes[index] }),
          names: {
            enlarge: pageWords.enlarge(index + 1),
            turn: pageWords.turn(index + 1),
            up: pageWords.up(index + 1),
            down: pageWords.down(index + 1),
            remove: pageWords.remove(index + 1),
          },
          onEnlarge: () => setZoomed(index),
          onTurn: () => hand.turn(page),
          onMove: (by) => hand.move(page, by),
          onRemove: () => hand.remove(page),
        }))}
      />
      {zoomed !== null && shown && (
        <PictureView
          open
          pictures={[{ name: pageWords.page(zoomed + 1), address: shown }]}
          onClose={() => setZoomed(null)}
        />
      )}
    </>
  );
}

/** What could be better about each page: 'Borrosa'. Turning a page does not change it. */
function useNotes(photos: PhotoClient, pages: Pages): readonly (string | undefined)[] {
  const seen = useRef(new WeakMap<ArrayBuffer, string>());
  const [, setCount] = useState(0);
  useEffect(() => {
    for (const page of pages) {
      const photo = photoOf(page);
      if (seen.current.has(photo)) continue;
      seen.current.set(photo, '');
      void photos.look(photo).then((look) => {
        const advice = look && paperAdvice(look);
        if (!advice) return;
        seen.current.set(photo, adviceWords[advice].short);
        setCount((count) => count + 1);
      });
    }
  }, [photos, pages]);
  return pages.map((page) => seen.current.get(photoOf(page)) || undefined);
}
