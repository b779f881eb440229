import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { timeAgo } from '#rules/dates.ts';
import { namedAmong } from '#rules/told-apart.ts';
import { Button } from '#ui/controls/button.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { LazyDialog } from '#ui/layers/lazy-layer.tsx';
import { keepAnswer, keepQuestion, needsCorrection, sendLabel, sendQuestion, withdrawalBar } from './queue-words.ts';
import styles from './queued-actions.module.css';
import { discardQuestion } from './request.ts';
import { fullTitleOf, kindOf, wordsOf } from './requests.ts';
import { useQueuedActions, useWithdrawalToast } from './use-queued-actions.ts';

const EDIT = 'Editar';

interface Correct {
  label: string;
  open: () => void;
}

interface QueuedActionsProps {
  item: QueuedItem;
  /** Corrects the item on this screen instead of in its form. */
  correctHere?: Correct;
}

/** The buttons of a queued item. An item with a correction that was not handed in is sent without it only after a question. */
export function QueuedActions({ item, correctHere }: QueuedActionsProps) {
  const navigate = useNavigate();
  const online = useOnline();
  const { isCorrected, send, discard } = useQueuedActions(item);
  const [busy, setBusy] = useState<'sending' | 'discarding' | null>(null);
  const [asking, setAsking] = useState<'send' | 'discard' | null>(null);
  const { about, documents } = useAmong(item);
  const wrong = needsCorrection(item);
  // Without a connection the button could not keep its promise.
  const sendable = online && !wrong && isSendable(item);
  const sending = item.state === 'sending';
  const correct = canOpen(item) ? (correctHere ?? inItsForm(item, navigate)) : null;
  const { noun } = wordsOf(item.command);
  const barred = withdrawalBar(item, online, noun);
  const close = () => setAsking(null);
  const run = async (what: 'sending' | 'discarding', work: () => Promise<void>) => {
    close();
    setBusy(what);
    await work().finally(() => setBusy(null));
  };
  const sendOrAsk = async () => ((await isCorrected()) ? setAsking('send') : send());

  return (
    <span className={styles.actions}>
      {item.askWhetherToKeep && <KeepOld item={item} about={about} />}
      {/* Sending takes the button away from nobody who has pressed it. */}
      {(sendable || sending) && (
        <Button
          look="line"
          size="small"
          fit
          loading={sending || busy === 'sending'}
          about={about}
          onClick={() => void run('sending', sendOrAsk)}
        >
          {sendLabel(item)}
        </Button>
      )}
      {correct && (
        <Button
          look={wrong ? 'line' : 'quiet'}
          size="small"
          fit
          className={wrong ? '' : styles.plain}
          about={about}
          {...(correct.label === EDIT && { icon: 'edit' as const })}
          disabled={barred !== null}
          why={barred ?? undefined}
          onClick={correct.open}
        >
          {correct.label}
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        fit
        icon="trash"
        about={about}
        className={styles.plain}
        disabled={barred !== null}
        why={barred ?? undefined}
        loading={busy === 'discarding'}
        onClick={() => {
          setAsking('discard');
          // The dialog may have to load first. Its buttons could then appear under the finger of a second press.
          ignoreSecondPress();
        }}
      >
        Descartar
      </Button>
      <Barred why={barred} />
      {asking === 'send' && sendable && correct && (
        <SendQuestion words={sendQuestion(noun, correct.label)} onSend={() => run('sending', send)} onClose={close} />
      )}
      {asking === 'discard' && (
        <Confirm
          {...discardQuestion(wordsOf(item.command), documents)}
          act="Descartar"
          keep="Conservar"
          quiet
          onAct={() => run('discarding', discard)}
          onClose={close}
        />
      )}
    </span>
  );
}

interface SendQuestionProps {
  words: ReturnType<typeof sendQuestion>;
  onSend: () => Promise<void>;
  onClose: () => void;
}

function SendQuestion({ words, onSend, onClose }: SendQuestionProps) {
  return (
    <LazyDialog
      open
      onClose={onClose}
      title={words.title}
      description={words.text}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button look="quiet" onClick={() => void onSend()}>
            {words.send}
          </Button>
        </>
      }
    />
  );
}

const Barred = ({ why }: { why: string | null }) => why && <span className={styles.barred}>{why}</span>;

const isSendable = ({ state }: QueuedItem): boolean => state === 'waiting' || state === 'refused';

/** Whether this version can read it, and its screen is still there: a document's is that of its refund. */
const canOpen = ({ state, leftBehind }: QueuedItem): boolean => state !== 'unknown' && !leftBehind;

/**
 * Its title, and its place among waiting items of that title: no two buttons of a screen have one name. And the number of documents
 * that wait for it.
 */
function useAmong(item: QueuedItem): { about: string; documents: number } {
  const queue = useOutbox().lastList() ?? [];
  const titled = ({ command, fields, label }: QueuedItem) => fullTitleOf(command, { ...fields, ...label });
  return {
    about: namedAmong(queue, titled, item, ({ key }) => key),
    documents: queue.filter(({ dependsOn }) => dependsOn === item.key).length,
  };
}

function inItsForm(item: QueuedItem, navigate: UseNavigateResult<string>): Correct | null {
  const kind = kindOf(item.command);
  return kind && { label: kind.correct.label, open: () => void kind.correct.open(item, navigate) };
}

/** Asks once whether to keep an item older than a week (F26). Before and after the answer it is sent like any other. */
function KeepOld({ item, about }: { item: QueuedItem; about: string }) {
  const outbox = useOutbox();
  const tell = useWithdrawalToast(item.command);
  const now = useMinute();
  const { noun } = wordsOf(item.command);
  return (
    <span className={styles.old}>
      <span className={styles.text}>{keepQuestion(noun, timeAgo(new Date(item.createdAt), now))}</span>
      <Button look="line" size="small" fit about={about} onClick={() => void outbox.keepOld(item.key).then(tell)}>
        {keepAnswer(noun)}
      </Button>
    </span>
  );
}
