import { done } from '../account.ts';
import { pushChoice, pushEnd, pushSettings, pushSubscription } from '../push.ts';
import { customerQuery } from '../tickets.ts';
import { type Endpoint, get, post, withAccess, withTokens } from './endpoint.ts';

/** Being told of news. */
export const pushEndpoints = {
  pushSettings: {
    ...get,
    ...withAccess,
    path: '/notificaciones/getByUsuario',
    input: customerQuery,
    answer: pushSettings,
    readsOnly: true,
  },
  choosePush: { ...post, ...withTokens, path: '/notificaciones/elegirTema', input: pushChoice, answer: pushSettings },
  // Both accept the send-only token: a browser may change a subscription while the device is locked.
  subscribePush: {
    ...post,
    ...withAccess,
    path: '/notificaciones/suscribir',
    input: pushSubscription,
    answer: done,
    sendToken: true,
  },
  unsubscribePush: {
    ...post,
    ...withAccess,
    path: '/notificaciones/cancelar',
    input: pushEnd,
    answer: done,
    sendToken: true,
  },
} as const satisfies Record<string, Endpoint>;
