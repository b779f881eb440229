/** H4.9, word for word. */
export const SESSION_EXPIRED =
  'Tu sesión ha expirado. Si necesitas seguir realizando gestiones, por favor, vuelve a iniciar sesión.';

/** F19: said when the browser took away what was on this device, with what of it nobody else has. */
export function lossText(waiting: number): string {
  const cleared = 'El navegador borró los datos de Amparo en este dispositivo.';
  const again = 'Vuelve a ingresar para recuperar los que ya teníamos.';
  if (waiting === 0) return `${cleared} ${again}`;
  const lost =
    waiting === 1
      ? 'Se perdió 1 solicitud que aún no se había enviado: tendrás que pedirla otra vez.'
      : `Se perdieron ${waiting} solicitudes que aún no se habían enviado: tendrás que pedirlas otra vez.`;
  return `${cleared} ${lost} ${again}`;
}

/** Where a customer was: the address, and the history's state that says which step of it. */
export interface Destination {
  href: string;
  state: object;
}

/**
 * What the start screen says above everything else, and where the customer goes after signing in again. Kept in memory only:
 * an address names a policy, and nothing that names one may stay behind on the device.
 */
let notice: string | null = null;
let destination: Destination | null = null;

export const giveNotice = (text: string) => {
  notice = text;
};
export const currentNotice = () => notice;

export const rememberDestination = (href: string, state: object = {}) => {
  destination = { href, state };
};

/** Somebody else came in: where the one before was names their policies, and is nothing to them. */
export const forgetDestination = () => {
  destination = null;
};

/** Where to go after a sign-in; asked once. */
export function takeDestination(): Destination {
  const to = destination ?? { href: '/app', state: {} };
  destination = null;
  notice = null;
  return to;
}
