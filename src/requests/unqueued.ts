import type { EnqueueResult } from '#outbox/enqueue.ts';
import { capital } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';
import { type RequestKind, thisOne } from './request.ts';

type Unqueued = Exclude<(EnqueueResult & { ok: false })['code'], 'invalid' | 'empty-file'>;

/** Says in the form why a request could not be queued. Everything typed stays there. */
export function unqueuedText(kind: RequestKind, code: Unqueued): string {
  const { text, feminine } = kind.noun;
  switch (code) {
    case 'storage-full':
      return `No queda espacio en ${thisDevice()} para guardar ${feminine ? 'la' : 'el'} ${text}. Libera espacio e inténtalo de nuevo: lo que escribiste sigue aquí.`;
    case 'signed-out':
      return `Tu sesión terminó. Ingresa de nuevo: lo que escribiste sigue guardado en ${thisDevice()}.`;
    case 'being-sent':
      return `${capital(thisOne(kind))} se está enviando ahora. Espera un momento y revisa tu ${kind.history.name}.`;
    case 'elsewhere':
      return `${capital(thisOne(kind))} ya se envió o se descartó en otra pestaña. Revisa tu ${kind.history.name}; si aun así quieres ${feminine ? 'enviarla, envíala' : 'enviarlo, envíalo'} de nuevo.`;
  }
}
