import type { QueuedItem } from '#outbox/list.ts';
import { wordsFor } from '#rules/problem-words.ts';
import type { IconName } from '#ui/icon.tsx';
import type { Tone } from '#ui/pill.tsx';

export interface QueuedWords {
  /** The status in two or three words. */
  pill: string;
  tone: Tone;
  icon: IconName;
  /** What is going on and what to do. */
  text: string;
}

/** How a queued item stands, for people. */
export function queuedWords(
  item: Pick<QueuedItem, 'state' | 'problem' | 'held' | 'nextAt'>,
  online: boolean,
): QueuedWords {
  switch (item.state) {
    case 'sending':
      return { pill: 'Enviando', tone: 'info', icon: 'clock', text: 'La estamos enviando.' };
    case 'parked':
      return {
        pill: 'Pendiente de envío',
        tone: 'warn',
        icon: 'clock',
        text: 'Espera a que vuelvas a iniciar sesión. No tienes que escribir nada de nuevo.',
      };
    case 'behind':
      return {
        pill: 'Pendiente de envío',
        tone: 'warn',
        icon: 'clock',
        text: 'Saldrá en cuanto se envíe la solicitud.',
      };
    case 'blocked':
      return {
        pill: 'Necesita tu atención',
        tone: 'bad',
        icon: 'alert',
        text: 'Espera a una solicitud que no se pudo enviar. Corrige primero esa solicitud.',
      };
    case 'unknown':
      return {
        pill: 'Necesita tu atención',
        tone: 'bad',
        icon: 'alert',
        text: 'Esta versión de la app no puede leerla. Actualiza la app: la conservamos en este dispositivo.',
      };
    case 'refused':
      return { pill: 'Necesita tu atención', tone: 'bad', icon: 'alert', text: attention(item) };
    default:
      return { pill: 'Pendiente de envío', tone: 'warn', icon: 'clock', text: waiting(item, online) };
  }
}

function attention({ problem, held }: Pick<QueuedItem, 'problem' | 'held'>): string {
  const said = Object.values(problem?.fields ?? {}).join('. ');
  if (said !== '') return `${said}. Edítala y envíala de nuevo.`;
  if (problem?.code === 'too-large') {
    return `${wordsFor(problem)} Edítala y adjunta archivos más pequeños: las fotos las comprimimos nosotros.`;
  }
  if (problem) return wordsFor(problem);
  return held ? 'La estás corrigiendo: no saldrá hasta que la envíes de nuevo.' : 'Revísala y envíala de nuevo.';
}

function waiting({ problem }: Pick<QueuedItem, 'problem'>, online: boolean): string {
  if (!online) return 'Saldrá sola cuando vuelva la conexión.';
  return problem ? 'No se pudo enviar todavía. Lo intentaremos de nuevo en un momento.' : 'Sale en un momento.';
}
