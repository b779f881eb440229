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
  /** Asked before it is sent as it stands. */
  sendQuestion?: {
    title: string;
    text: string;
    send: string;
    keep: string;
    onAnswer: (as: 'sent' | 'kept') => Promise<void>;
  };
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
  'onSend' | 'sendLabel' | 'sendQuestion' | 'onEdit' | 'editLabel' | 'onDiscard' | 'barred' | 'question'
>;

const EDIT = 'Editar';

/** What can be done with a queued item, also where it stands outside of a card. */
export function QueuedActions(props: ActionsProps) {
  const { onSend, sendLabel, sendQuestion, onEdit, editLabel = EDIT, onDiscard, barred, question } = props;
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
      {sendQuestion && (
        <Question
          title={sendQuestion.title}
          text={sendQuestion.text}
          onClose={() => void sendQuestion.onAnswer('kept')}
          choices={[
            { text: sendQuestion.keep, look: 'primary', onPress: () => void sendQuestion.onAnswer('kept') },
            {
              text: sendQuestion.send,
              look: 'quiet',
              onPress: () => void run('sending', () => sendQuestion.onAnswer('sent')),
            },
          ]}
        />
      )}
      {asking && onDiscard && (
        <Question
          title={question.title}
          text={question.text}
          onClose={() => setAsking(false)}
          choices={[
            {
              text: 'Descartar',
              look: 'danger',
              onPress: () => {
                setAsking(false);
                void run('discarding', onDiscard);
              },
            },
            { text: 'Conservar', look: 'quiet', onPress: () => setAsking(false) },
          ]}
        />
      )}
    </>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  onClose: () => void;
  choices: { text: string; look: 'primary' | 'quiet' | 'danger'; onPress: () => void }[];
}

function Question({ title, text, onClose, choices }: QuestionProps) {
  return (
    <Suspense fallback={null}>
      <Dialog
        open
        onClose={onClose}
        title={title}
        description={text}
        actions={choices.map((choice) => (
          <Button key={choice.text} look={choice.look} onClick={choice.onPress}>
            {choice.text}
          </Button>
        ))}
      />
    </Suspense>
  );
}
