import { useQueue } from '#outbox/hooks.ts';
import { Banner } from '#ui/banner.tsx';

/** What has not left the device yet, in one calm line. */
export function QueueNotice() {
  const queue = useQueue();
  const waiting = queue.length;
  if (waiting === 0) return null;
  const attention = queue.filter((item) => item.state === 'refused' || item.state === 'unknown').length;
  if (attention > 0) {
    return (
      <Banner tone="alert" icon="alert">
        <b>
          {attention === 1 ? '1 solicitud necesita tu atención.' : `${attention} solicitudes necesitan tu atención.`}
        </b>{' '}
        Ábrela en el historial para corregirla.
      </Banner>
    );
  }
  return (
    <Banner tone="waiting" icon="clock">
      <b>{waiting === 1 ? '1 solicitud pendiente de envío.' : `${waiting} solicitudes pendientes de envío.`}</b>{' '}
      {waiting === 1 ? 'Saldrá' : 'Saldrán'} cuando vuelva la conexión.
    </Banner>
  );
}
