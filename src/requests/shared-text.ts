import { thisDevice } from '#senses/this-device.ts';

/** Why something could not be noted on this device, and what to do. */
export const noRoomText = `No queda espacio en ${thisDevice()}. Libera espacio e inténtalo de nuevo.`;

/** How many files of other apps nobody has claimed yet; without their names. */
export const sharedText = (count: number): string =>
  count === 1 ? 'Se compartió 1 archivo' : `Se compartieron ${count} archivos`;

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
