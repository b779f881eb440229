import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { ListCard } from './list-card.tsx';
import { Pill, type Tone } from './pill.tsx';
import styles from './queued-card.module.css';
import { ignoreSecondPress } from './second-press.ts';
import { ProgressBar } from './step-bar.tsx';

const Dialog = lazy(() => import('./dialog.tsx').then((piece) => ({ default: piece.Dialog })));

interface QueuedCardProps {
  date?: { day: string; month: string; full: string };
  title: ReactNode;
  detail?: ReactNode;
  /** How it stands: the pill, and a sentence below it. */
  words: { pill: string; tone: Tone; text: string };
  /** How far it is on its way, as a part of 1, where this page sends it. */
  progress?: number | null;
  /** Without a connection it would promise what it cannot do, and is not there. */
  onSend?: () => Promise<void>;
  sendLabel: string;
  /** Opens the form it came from, or the place it belongs to. */
  onEdit?: () => void;
  editLabel?: string;
  onDiscard?: () => Promise<void>;
  /** Why edit and discard are closed for now. */
  barred: string | null;
  /** What is asked before discarding. */
  question: { title: string; text: string };
  /** Something to decide first, such as whether an old item is kept. */
  children?: ReactNode;
}

/** Something the customer asked for that has not left the device yet: how it stands, and what can be done with it. */
export function QueuedCard(props: QueuedCardProps) {
  const { date, title, detail, words, progress, children } = props;
  const waiting = words.tone !== 'info';
  return (
    <ListCard
      {...(date && { date })}
      title={title}
      detail={detail}
      status={
        <span className={styles.status}>
          <Pill tone={words.tone} icon={words.tone === 'bad' ? 'alert' : 'clock'}>
            {words.pill}
          </Pill>
          {waiting && (
            <span className={styles.words} dir="auto">
              {words.text}
            </span>
          )}
          {(!waiting || progress !== undefined) && <Progress part={progress ?? null} />}
        </span>
      }
      actions={
        <>
          {children}
          <QueuedActions {...props} />
        </>
      }
    />
  );
}

/** Nobody sees how far the worker or another tab is; their sending shows without an end. */
function Progress({ part }: { part: number | null }) {
  if (part === null) return <ProgressBar text="Enviando" />;
  const percent = Math.round(part * 100);
  return <ProgressBar percent={percent} text={`Enviando: ${percent} %`} />;
}

type ActionsProps = Pick<
  QueuedCardProps,
  'onSend' | 'sendLabel' | 'onEdit' | 'editLabel' | 'onDiscard' | 'barred' | 'question'
>;

const EDIT = 'Editar';

/** What can be done with a queued item, also where it stands outside of a card. */
export function QueuedActions(props: ActionsProps) {
  const { onSend, sendLabel, onEdit, editLabel = EDIT, onDiscard, barred, question } = props;
  const [busy, setBusy] = useState<'sending' | 'discarding' | null>(null);
  const [asking, setAsking] = useState(false);
  const run = async (what: 'sending' | 'discarding', work: () => Promise<void>) => {
    setBusy(what);
    await work().finally(() => setBusy(null));
  };
  return (
    <>
      {onSend && (
        <Button look="line" size="small" fit loading={busy === 'sending'} onClick={() => void run('sending', onSend)}>
          {sendLabel}
        </Button>
      )}
      {onEdit && (
        <Button
          look="quiet"
          size="small"
          fit
          className={styles.plain}
          {...(editLabel === EDIT && { icon: 'edit' as const })}
          disabled={barred !== null}
          onClick={onEdit}
        >
          {editLabel}
        </Button>
      )}
      {onDiscard && (
        <Button
          look="quiet"
          size="small"
          fit
          icon="trash"
          className={styles.plain}
          disabled={barred !== null}
          loading={busy === 'discarding'}
          onClick={() => {
            setAsking(true);
            // The question may have to be fetched first; by then its answers come up under the finger.
            ignoreSecondPress();
          }}
        >
          Descartar
        </Button>
      )}
      {barred && (onEdit || onDiscard) && <span className={styles.barred}>{barred}</span>}
      {asking && onDiscard && (
        <Suspense fallback={null}>
          <Dialog
            open
            onClose={() => setAsking(false)}
            title={question.title}
            description={question.text}
            actions={
              <>
                <Button
                  look="danger"
                  onClick={() => {
                    setAsking(false);
                    void run('discarding', onDiscard);
                  }}
                >
                  Descartar
                </Button>
                <Button look="quiet" onClick={() => setAsking(false)}>
                  Conservar
                </Button>
              </>
            }
          />
        </Suspense>
      )}
    </>
  );
}
