import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react';
import { useMirror } from '#mirror/hooks.tsx';
import { type DocumentFile, type DocumentName, type SavedDocument, sameDocument } from '#mirror/saved-documents.ts';
import { longDate } from '#rules/dates.ts';
import { mediaTypes } from '#rules/files.ts';
import { capital } from '#rules/joined.ts';
import { sizeText } from '#rules/numbers.ts';
import { useLocale } from '#screens/use-locale.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSession } from '#session/hooks.ts';
import { classNames } from '#ui/base/class-names.ts';
import { words } from '#ui/base/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { VisitLink } from '#ui/controls/visit-link.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { FailedState } from '#ui/states/states.tsx';
import { Unloaded } from '#ui/states/unloaded.tsx';
import styles from './document-dialog.module.css';
import type { NamedDocument } from './named-documents.ts';
import { type Obtained, obtainDocument } from './obtain-document.ts';

interface DocumentDialogProps {
  document: NamedDocument;
  /** The copy on this device. */
  kept: SavedDocument | null;
  onClose: () => void;
}

/** `owner`: whose it is. In another tab somebody else may have signed in since. unread: the device could not be read. */
type Got = (Obtained & { owner: string | null }) | { kind: 'waiting' | 'unread' };

/** One document, in a dialog. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { name } = props.document;
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={name.category || 'Documento'}
      description={longDate(name.createdOn) || 'Sin fecha'}
    >
      <Obtaining {...props} />
    </Dialog>
  );
}

/** One document, beside the list. */
export function DocumentBeside(props: DocumentDialogProps) {
  return (
    <>
      <Head name={props.document.name} />
      <div className={styles.sheet}>
        <Obtaining {...props} />
      </div>
    </>
  );
}

interface UnopenedProps {
  name: DocumentName;
  /** Whether it is kept on this device. */
  isHere: boolean;
  onOpen: (event: MouseEvent) => void;
}

/** What is known of a document before anything of it is fetched, with the press that opens it. */
export function Unopened({ name, isHere, onOpen }: UnopenedProps) {
  return (
    <>
      <Head name={name} />
      <div className={classNames('stack-3', styles.sheet)}>
        <p className="soft">
          {isHere ? `Está en ${thisDevice()}: se abre también sin conexión.` : 'El más reciente de esta póliza.'}
        </p>
        <Button icon="doc" onClick={onOpen}>
          Abrir este documento
        </Button>
      </div>
    </>
  );
}

function Head({ name }: { name: DocumentName }) {
  return (
    <div>
      <p className="soft small">{longDate(name.createdOn) || 'Sin fecha'}</p>
      <h2 className="t28" dir="auto">
        {name.category || 'Documento'}
      </h2>
    </div>
  );
}

/** Fetches the document first. A tap then opens it as a file, or keeps it on this device. */
function Obtaining({ document, kept, onClose }: DocumentDialogProps) {
  const { keep, keepAnew, drop, busy, note } = useKeeping(document);
  const { got, retry } = useDocument(document, kept, keepAnew);
  const locale = useLocale();
  const { file, owner } = got.kind === 'file' ? got : { file: null, owner: null };

  return (
    <div className="stack-3">
      {got.kind === 'problem' && <Unloaded title={got.text} onRetry={retry} />}
      {/* It may be kept here, so nothing is said of the connection. */}
      {got.kind === 'unread' && (
        <FailedState
          title="No pudimos abrir el documento"
          text={`${capital(thisDevice())} no pudo abrirlo. Inténtalo de nuevo.`}
          action={<Button onClick={retry}>{words.retry}</Button>}
        />
      )}
      {got.kind === 'elsewhere' && (
        <VisitLink icon="download" href={got.address} onSpent={onClose}>
          Abrir documento
        </VisitLink>
      )}
      {file && file.type !== mediaTypes.pdf && <Picture file={file} />}
      {file && (
        <p className={styles.file} dir="auto">
          {file.name} · {sizeText(file.bytes.byteLength, locale)}
        </p>
      )}
      {/* One button before and after, so that it keeps the focus. Browsers save the file; some open it then. */}
      {(file || got.kind === 'waiting') && (
        <Button
          look={file ? 'primary' : 'line'}
          icon="download"
          loading={!file}
          onClick={() => file && handOver(asFile(file))}
        >
          {file ? `Descargar ${file.type === mediaTypes.pdf ? 'PDF' : 'imagen'}` : 'Preparando el documento'}
        </Button>
      )}
      {file && (
        <>
          <Switch
            icon="device"
            checked={kept !== null}
            busy={busy}
            onChange={(wanted) => (wanted ? keep(file, owner) : kept && drop(kept))}
            detail={
              <span role="status">
                {kept
                  ? `Está en ${thisDevice()}: se abre también sin conexión.`
                  : 'Lo abrirás también sin conexión. Solo tú puedes leerlo, después de ingresar.'}
              </span>
            }
          >
            Tener sin conexión
          </Switch>
          {note}
        </>
      )}
    </div>
  );
}

/** An image is seen without a download. A PDF is not: browsers show none inside a page whose frames are shut. */
function Picture({ file }: { file: DocumentFile }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(asFile(file));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address && <img className={styles.picture} src={address} alt="El documento" onError={() => setAddress('')} />;
}

/** Reads the document from this device when it is kept, else from the server. It stays in memory while the dialog is open. */
function useDocument(
  { name, document }: NamedDocument,
  kept: SavedDocument | null,
  keepAnew: ReturnType<typeof useKeeping>['keepAnew'],
): { got: Got; retry: () => void } {
  const session = useSession();
  const { saved } = useMirror();
  const [got, setGot] = useState<Got>({ kind: 'waiting' });
  const [tries, setTries] = useState(0);

  const get = useEffectEvent(async (signal: AbortSignal): Promise<Got> => {
    const owner = await session.owner();
    // In the first render of the list nothing of the table is read yet.
    const here = kept ?? (await saved.list()).find((one) => sameDocument(one, name));
    const file = here && (await saved.open(here.id));
    if (file) return { kind: 'file', file, owner };
    const send = (...request: Parameters<typeof fetch>) => fetch(...request);
    const obtained = await obtainDocument(session, name, document.PhysicalPath, {
      origin: location.origin,
      send,
      signal,
    });
    if (here && obtained.kind === 'file') await keepAnew(here, obtained.file, owner);
    return { ...obtained, owner };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what makes it run again.
  useEffect(() => {
    const closing = new AbortController();
    setGot({ kind: 'waiting' });
    get(closing.signal)
      .catch((error: unknown): Got => {
        console.error('documents: the device could not be read', error);
        return { kind: 'unread' };
      })
      .then((next) => closing.signal.aborted || setGot(next));
    return () => closing.abort();
  }, [tries]);

  return { got, retry: () => setTries(tries + 1) };
}

function useKeeping({ name }: NamedDocument) {
  const { saved } = useMirror();
  const failure = useFailure();
  /** Tells what failed. @returns whether it is kept; null when the session is no longer that owner's */
  const save = async (file: DocumentFile, owner: string | null): Promise<boolean | null> => {
    failure.clear();
    const written = await saved.save(name, file, owner).catch((error: unknown) => {
      console.error('documents: one could not be kept', error);
      return 'failed' as const;
    });
    if (written === 'failed') failure.fail('No pudimos guardarlo. Inténtalo de nuevo.');
    else if (written?.ok === false)
      failure.fail(`No hay espacio en ${thisDevice()}. Libera espacio e inténtalo de nuevo.`);
    return written === null ? null : written !== 'failed' && written.ok;
  };
  const keeping = useBusy(async (file: DocumentFile, owner: string | null) => {
    const isKept = await save(file, owner);
    // A second press must not drop the file again.
    if (isKept) ignoreSecondPress();
    else if (isKept === null) failure.fail('Tu sesión se cerró. Ingresa de nuevo para guardarlo.');
  });
  /** Keeps again what the device has lost (F65). Where that fails, nothing says any longer that it is here. */
  const keepAnew = async (lost: SavedDocument, file: DocumentFile, owner: string | null): Promise<void> => {
    if ((await save(file, owner)) !== false) return;
    await saved.remove(lost.id).catch((error: unknown) => console.error('documents: a lost one stays listed', error));
  };

  const dropping = useBusy(async ({ id }: SavedDocument) => {
    failure.clear();
    const dropped = await saved.remove(id).then(
      () => true,
      (error: unknown) => {
        console.error('documents: one could not be removed', error);
        return false;
      },
    );
    if (!dropped) return failure.fail('No pudimos quitarlo. Inténtalo de nuevo.');
    ignoreSecondPress();
  });

  return { keep: keeping.run, keepAnew, drop: dropping.run, busy: keeping.busy || dropping.busy, note: failure.note };
}

const asFile = ({ name, type, bytes }: DocumentFile): File => new File([bytes], name, { type });
