import type { Loss } from '#outbox/losses.ts';
import { capital } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';

/** Why something could not be noted on this device, and what to do. */
export const noRoomText = `No queda espacio en ${thisDevice()}. Libera espacio e inténtalo de nuevo.`;

/** How many files of other apps nobody has claimed yet; without their names. */
export const sharedText = (count: number): string =>
  count === 1 ? 'Se compartió 1 archivo' : `Se compartieron ${count} archivos`;

/** Why files of other apps are not here, and what to do. */
export function lostText(loss: Loss, count: number, limits: string): string {
  const [what, share] =
    count === 1
      ? ['Un archivo no se pudo guardar', 'compártelo']
      : [`${count} archivos no se pudieron guardar`, 'compártelos'];
  switch (loss) {
    case 'tipo':
      return `${what}: Amparo recibe PDF, imágenes y el XML de una factura, ${limits}.`;
    case 'espacio':
      return `${what}: no queda espacio en ${thisDevice()}. Libera espacio y ${share} otra vez.`;
    case 'app':
      return `${what} todavía: lo intentaremos de nuevo con conexión, mientras no cierres la app.`;
    case 'fallo':
      return `${what}. ${capital(share)} otra vez.`;
  }
}

/** Of files that other apps handed over, on the screen of them and where it is offered. */
export const receivedText = (count: number) =>
  count === 1
    ? {
        came: 'Recibiste 1 archivo.',
        use: 'Úsalo en un reembolso.',
        kept: `Está cifrado en ${thisDevice()} y se borra pasados 7 días.`,
        ask: '¿Para qué lo quieres usar?',
        offered: 'Al adjuntar un documento te ofreceremos este archivo.',
        over: 'Ya no está: pasó más de una hora desde que se compartió. Compártelo otra vez.',
      }
    : {
        came: `Recibiste ${count} archivos.`,
        use: 'Úsalos en un reembolso.',
        kept: `Están cifrados en ${thisDevice()} y se borran pasados 7 días.`,
        ask: '¿Para qué los quieres usar?',
        offered: 'Al adjuntar un documento te ofreceremos estos archivos.',
        over: 'Ya no están: pasó más de una hora desde que se compartieron. Compártelos otra vez.',
      };
