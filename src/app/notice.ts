import { useSyncExternalStore } from 'react';
import { createStore } from '#rules/store.ts';
import { thisDevice } from '#senses/this-device.ts';

/** H4.9, word for word. */
export const SESSION_EXPIRED =
  'Tu sesión ha expirado. Si necesitas seguir realizando gestiones, por favor, vuelve a iniciar sesión.';

/** D83. */
export const SESSION_ENDED = 'Tu sesión se cerró: la cerraste en otro lugar o tu contraseña cambió.';

/**
 * Says that the browser cleared this device, and how many items were queued when Amparo was last open here (F19). The worker may
 * have sent them since, so that it does not say that they are lost.
 */
export function lossText(waiting: number): string {
  const cleared = `El navegador borró los datos de Amparo en ${thisDevice()}. Vuelve a ingresar para recuperar los que ya teníamos.`;
  if (waiting === 0) return cleared;
  const [what, them] = waiting === 1 ? ['1 solicitud pendiente', 'la'] : [`${waiting} solicitudes pendientes`, 'las'];
  return `${cleared} La última vez que abriste Amparo aquí había ${what} de envío: mira en la lista si ya ${them} recibimos antes de pedir${them} otra vez.`;
}

/** Where a customer was: the address, and the history's state, which names the step. */
export interface Destination {
  href: string;
  state: object;
}

/**
 * The notice at the top of the start screen, and where the customer goes after signing in again. Kept in memory only: an
 * address names a policy, and nothing that names one may stay on the device.
 */
const notice = createStore<string | null>(null);
let destination: (Destination & { owner: string | null }) | null = null;

export const giveNotice = (text: string) => {
  notice.set(text);
};
/** The notice as it is now; the worker or a call may give one while the start screen is shown. */
export const useNotice = (): string | null => useSyncExternalStore(notice.subscribe, notice.now, () => null);

/** @param owner whose address it is; null when nobody is signed in on the device */
export const rememberDestination = (href: string, state: object, owner: string | null) => {
  destination = { href, state, owner };
};

/** After a sign-in in this window: the address of an earlier customer names their policies, so it is forgotten. */
export const keepDestinationOf = (owner: string | null) => {
  if (destination?.owner && destination.owner !== owner) destination = null;
};

/** Where to go after a sign-in. Returns it once, then forgets it. */
export function takeDestination(): Destination {
  const { href, state } = destination ?? { href: '/app', state: {} };
  destination = null;
  notice.set(null);
  return { href, state };
}
