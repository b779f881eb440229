import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import styles from './queued-actions.module.css';
import { useOnline } from './use-online.ts';
import { withdrawalWords } from './withdrawal-words.ts';

const Dialog = lazy(() => import('#ui/dialog.tsx').then((piece) => ({ default: piece.Dialog })));

interface QueuedActionsProps {
  item: QueuedItem;
  policyId: string;
}

/**
 * What can be done with a queued item. After an attempt without a clear answer the server must be asked before it is edited or
 * discarded (F29), so both need the network then, and say why.
 */
export function QueuedActions({ item, policyId }: QueuedActionsProps) {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const isRefund = item.command === 'refund.create';
  const sending = item.state === 'sending';
  const barred = sending || (item.unclear && !online);
  const sendable = online && (item.state === 'waiting' || item.state === 'refused');

  const sendNow = async () => {
    const due = await outbox.sendNow(item.key);
    if (!due.ok) toast({ text: withdrawalWords(due.code), tone: 'error' });
    else void outbox.drain();
  };
  const discard = async () => {
    setAsking(false);
    const gone = await outbox.discard(item.key);
    if (gone.ok) toast({ text: isRefund ? 'Solicitud descartada' : 'Documento descartado' });
    else toast({ text: withdrawalWords(gone.code), tone: gone.code === 'sent' ? 'success' : 'error' });
  };
  const edit = () =>
    navigate({
      to: '/app/reembolsos/añadir/$policyId',
      params: { policyId },
      state: { refundEditing: item.key },
    });

  return (
    <div className={styles.all}>
      <div className={styles.actions}>
        {sendable && (
          <Button look="line" size="small" fit icon="refresh" onClick={() => void sendNow()}>
            Enviar ahora
          </Button>
        )}
        {isRefund && item.state !== 'unknown' && (
          <Button look="quiet" size="small" fit icon="edit" disabled={barred} onClick={() => void edit()}>
            Editar
          </Button>
        )}
        <Button look="quiet" size="small" fit icon="trash" disabled={barred} onClick={() => setAsking(true)}>
          Descartar
        </Button>
      </div>
      {item.unclear && !online && !sending && (
        <p className={styles.reason}>
          Puede que ya la hayamos recibido: para editarla o descartarla hace falta conexión.
        </p>
      )}
      {item.askWhetherToKeep && (
        <div className={styles.old}>
          <p className={styles.reason}>Lleva más de 7 días en este dispositivo. ¿Quieres conservarla?</p>
          <Button look="quiet" size="small" fit onClick={() => void outbox.keepOld(item.key)}>
            Sí, conservarla
          </Button>
        </div>
      )}
      {asking && (
        <Suspense fallback={null}>
          <Dialog
            open
            onClose={() => setAsking(false)}
            title={isRefund ? '¿Descartar esta solicitud?' : '¿Descartar este documento?'}
            description={
              isRefund
                ? 'Aún no se ha enviado. Se borrará de este dispositivo con sus archivos y no podrás recuperarla.'
                : 'Aún no se ha enviado. Se borrará de este dispositivo y no podrás recuperarlo.'
            }
            actions={
              <>
                <Button look="danger" onClick={() => void discard()}>
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
    </div>
  );
}
