import * as v from 'valibot';
import { type PushMessage, type PushSubject, pushMessage } from '#contract/push.ts';

/** What a lock screen shows, and where a tap on it leads. */
export interface Told {
  title: string;
  body: string;
  /** A later one about the same takes its place. */
  tag: string;
  /** The address inside the app, below its origin. */
  address: string;
}

interface Words {
  title: string;
  body: string;
}

/** Never what a stranger may not read beside the phone: D63. */
const words: Record<PushSubject, Words> = {
  solicitudes: { title: 'Hay novedades en tu solicitud', body: 'Abre Amparo para verlas.' },
  facturas: { title: 'Hay novedades en tus facturas', body: 'Abre Amparo para verlas.' },
  documentos: { title: 'Hay novedades en tus documentos', body: 'Abre Amparo para verlas.' },
  seguridad: { title: 'Hay novedades en la seguridad de tu cuenta', body: 'Abre Amparo y revisa que fuiste tú.' },
};

/** A push has to show something, also one that a newer server sends to an older app. */
const unknown: Words = { title: 'Hay novedades en Amparo', body: 'Abre la app para verlas.' };

/** Of a push after which the session turned out to be ended from elsewhere (D83). */
export const ENDED_TOLD: Told = {
  title: 'Tu sesión se cerró',
  body: 'Para ver tus datos aquí, ingresa de nuevo.',
  tag: 'seguridad',
  address: '/#/',
};

/** What to show of a push; `data` is what it carried, null when that cannot be read. */
export function notificationFor(data: unknown): Told {
  const parsed = v.safeParse(pushMessage, data);
  if (!parsed.success) return { ...unknown, tag: 'amparo', address: addressOf({}) };
  const message = parsed.output;
  const { tema, poliza = '', reembolso, consulta } = message;
  return {
    ...words[tema],
    tag: [tema, reembolso ?? consulta ?? poliza].filter(Boolean).join(' '),
    address: addressOf(message),
  };
}

/** Ids alone, as everywhere in addresses (D44); home follows it once the customer is in. */
function addressOf(message: Partial<PushMessage>): string {
  const search = new URLSearchParams();
  const { tema, poliza, reembolso } = message;
  if (tema) search.set('aviso', tema);
  if (poliza) search.set('de', poliza);
  if (reembolso) search.set('caso', reembolso);
  return `/#/app${tema ? `?${search}` : ''}`;
}

/** What a customer chooses, as the settings name it. */
export const subjectWords: Record<PushSubject, { title: string; detail: string }> = {
  solicitudes: { title: 'Reembolsos y consultas', detail: 'Cuando cambian de estado o te respondemos' },
  facturas: { title: 'Facturas', detail: 'Cuando hay una nueva por pagar' },
  documentos: { title: 'Documentos', detail: 'Cuando publicamos uno de tu póliza' },
  seguridad: { title: 'Seguridad', detail: 'Cuando cambia algo de tu cuenta' },
};
