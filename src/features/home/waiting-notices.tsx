import { useNavigate } from '@tanstack/react-router';
import { useQueue, useReceived } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { needsCustomer, whenSentText } from '#requests/queue-words.ts';
import { sealedCount, sealedText, verbWithObject } from '#requests/sealed-text.ts';
import { receivedText, sharedText } from '#requests/shared-text.ts';
import { useLeaving } from '#requests/use-leaving.ts';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSealedQueue } from '#session/hooks.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';

/** One line about requests that have not been sent; it leads to Pendientes. */
export function QueueNotice() {
  const queue = useQueue();
  const navigate = useNavigate();
  const sealed = useSealedQueue();
  const leaving = useLeaving();
  const online = useOnline();
  const waiting = queue.length;
  const underEarlier = sealedCount(sealed);
  if (waiting === 0 && underEarlier === 0) return null;
  const open = () => void navigate(screens.pending);
  const attention = attentionIn(queue);
  if (attention) {
    return (
      <Banner tone="bad" icon="alert" onPress={open} leads pressLabel="Ver pendientes">
        <b>{attention.what}</b> {attention.how}
      </Banner>
    );
  }
  if (underEarlier > 0) {
    return (
      <Banner tone="warn" icon="clock" onPress={open} leads pressLabel="Ver pendientes">
        <b>{sealedText(sealed)}.</b> Escríbela una vez para{' '}
        {verbWithObject(sealed.waiting === underEarlier ? 'enviar' : 'recuperar', sealed)}.
      </Banner>
    );
  }
  return (
    <Banner tone="warn" icon="clock" onPress={open} leads pressLabel="Ver pendientes">
      <b>{waiting === 1 ? '1 solicitud pendiente de envío.' : `${waiting} solicitudes pendientes de envío.`}</b>{' '}
      {whenSentText(queue, online, leaving)}
    </Banner>
  );
}

/** What needs the customer, as many as Pendientes marks; in other words when only a newer app can read all of it. */
function attentionIn(queue: readonly QueuedItem[]): { what: string; how: string } | null {
  const count = (state: QueuedItem['state']) => queue.filter((item) => item.state === state).length;
  const [all, refused, newer] = [queue.filter(needsCustomer).length, count('refused'), count('unknown')];
  if (all === 0) return null;
  if (all > newer) {
    const them = all === 1 ? 'la' : 'las';
    const how = `Ábre${them} para ${all === refused ? `corregir${them}` : 'ver qué hacer'}.`;
    return { what: all === 1 ? '1 solicitud necesita tu atención.' : `${all} solicitudes necesitan tu atención.`, how };
  }
  const what = newer === 1 ? '1 solicitud es' : `${newer} solicitudes son`;
  return {
    what: `${what} de otra versión de la app.`,
    how: `Actualiza la app: ${newer === 1 ? 'la' : 'las'} conservamos en ${thisDevice()}.`,
  };
}

/** Tells that files shared from other apps wait to be used, or to be claimed. */
export function ReceivedNotice() {
  const { files, unclaimed } = useReceived();
  const navigate = useNavigate();
  if (unclaimed.length > 0) {
    return (
      <Banner icon="doc" onPress={() => void navigate(screens.received)} leads pressLabel="Ver archivos recibidos">
        <b>{sharedText(unclaimed.length)} con Amparo.</b> ¿Fuiste tú?
      </Banner>
    );
  }
  if (files.length === 0) return null;
  const text = receivedText(files.length);
  return (
    <Banner icon="doc" onPress={() => void navigate(screens.received)} leads pressLabel="Ver archivos recibidos">
      <b>{text.came}</b> {text.use}
    </Banner>
  );
}
