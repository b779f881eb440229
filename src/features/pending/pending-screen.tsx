import { useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as v from 'valibot';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { WithdrawalCode } from '#outbox/withdraw.ts';
import { LeavingNote } from '#requests/leaving-note.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { sealedCount } from '#requests/sealed-text.ts';
import { useLeaving } from '#requests/use-leaving.ts';
import { useWithdrawalToast } from '#requests/use-queued-actions.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSealedQueue } from '#session/hooks.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useTitleFocus } from '#ui/hooks/title-focus.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { LongList } from '#ui/lists/long-list.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { BegunList, useBegun } from './begun-list.tsx';
import { ErasureNotice } from './erasure-notice.tsx';
import { ReceiptList } from './receipt-list.tsx';
import { ReceiptScreen } from './receipt-screen.tsx';
import { SealedQueue } from './sealed-queue.tsx';

/** 'Pendientes': the queue, and the receipts of requests that were sent. */
export function PendingScreen() {
  const receipt = useRouterState({ select: (state) => receiptIn(state.location.state) });
  return receipt === null ? <Queue /> : <ReceiptScreen key={receipt} receiptKey={receipt} />;
}

function Queue() {
  const queue = useQueue();
  const online = useOnline();
  const goBack = useGoBack();
  useTitleFocus();
  const sealed = useSealedQueue();
  const leaving = useLeaving();
  const waiting = useBegun();
  const due = queue.filter(({ state }) => state === 'waiting');
  const sendAll = useSendAll(due);

  return (
    <Screen
      title="Pendientes"
      onBack={goBack}
      about={`Lo que espera en ${thisDevice()} y los comprobantes de lo enviado`}
    >
      {(queue.length > 0 || sealed.waiting > 0) && <LeavingNote />}
      {(queue.length > 0 || sealed.waiting > 0) && <ErasureNotice />}
      {sealedCount(sealed) > 0 && <SealedQueue {...sealed} />}
      {queue.length === 0 && sealed.waiting === 0 && waiting.begun.length === 0 && (
        <EmptyState
          icon="ok"
          title="No tienes nada pendiente"
          text={`Cuando pidas algo sin conexión, lo guardamos aquí y lo enviamos en cuanto vuelva${leaving === 'while-open' ? ' y abras Amparo' : ''}.`}
        />
      )}
      {queue.length > 0 && (
        <section className="stack-3" aria-labelledby="waiting">
          <div className="spread">
            <h2 id="waiting">Por enviar</h2>
            {due.length > 1 && online && (
              <Button look="quiet" size="small" fit icon="refresh" onClick={() => void sendAll()}>
                Enviar todo ahora
              </Button>
            )}
          </div>
          <PendingList queue={queue} />
        </section>
      )}
      {waiting.begun.length > 0 && <BegunList {...waiting} />}
      <ReceiptList />
    </Screen>
  );
}

/** Height of a waiting item's card, in pixels. */
const CARD_PX = 190;
const cardHeight = () => CARD_PX;

/** Months without a connection may leave hundreds of items, so only those near the window are drawn. */
function PendingList({ queue }: { queue: readonly QueuedItem[] }) {
  const keyOf = useCallback((index: number) => queue[index]?.key ?? '', [queue]);
  const item = useCallback(
    (index: number) => {
      const one = queue[index];
      return one && <QueuedCard item={one} mixed />;
    },
    [queue],
  );
  return <LongList label="Por enviar" count={queue.length} keyOf={keyOf} estimate={cardHeight} item={item} />;
}

/** Makes all of them due. What one failed for is told once, after the others. */
function useSendAll(due: readonly QueuedItem[]): () => Promise<void> {
  const outbox = useOutbox();
  const tell = useWithdrawalToast(due[0]?.command ?? '');
  return async () => {
    const made = [];
    for (const { key } of due) made.push(await outbox.sendNow(key));
    const failed = made.find((one) => !one.ok && !isOnItsWay(one.code));
    if (failed) tell(failed);
  };
}

/** The first is sent while the others are made due, so that one of them may be on its way, or gone. */
const isOnItsWay = (code: WithdrawalCode): boolean => code === 'being-sent' || code === 'gone' || code === 'sent';

/** What the screen keeps in the history's state: the random key of the open receipt, nothing readable. */
const pendingState = v.object({ receipt: v.pipe(v.string(), v.nonEmpty()) });

declare module '@tanstack/react-router' {
  interface HistoryState extends Partial<v.InferOutput<typeof pendingState>> {}
}

/** The receipt's key in the history's state; null when there is none. */
const receiptIn = (state: unknown): string | null =>
  v.parse(v.fallback(v.nullable(pendingState), null), state)?.receipt ?? null;
