import type { WithdrawalCode } from '#outbox/withdraw.ts';

const words: Record<WithdrawalCode, string> = {
  gone: 'Ya no está pendiente. Revisa tu historial de reembolsos.',
  sent: 'Ya la recibimos: no hace falta hacer nada más.',
  'being-sent': 'Se está enviando en este momento. Espera unos segundos e inténtalo de nuevo.',
  unreachable:
    'Puede que ya la hayamos recibido, y sin conexión no podemos comprobarlo. Inténtalo de nuevo cuando vuelva la conexión.',
  'signed-out': 'Tu sesión terminó. Vuelve a iniciar sesión para continuar.',
  unreadable: 'Esta versión de la app no puede abrirla. Actualiza la app e inténtalo de nuevo.',
};

/** Why a queued item cannot be edited or discarded now, and what to do. */
export const withdrawalWords = (code: WithdrawalCode): string => words[code];
