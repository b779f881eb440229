import { anyAnswer } from '../account.ts';
import { pushChoice, pushEnd, pushSettings, pushSubscription } from '../push.ts';
import { customerQuery } from '../tickets.ts';
import { type Endpoint, get, ownPerson, post, withAccess, withTokens } from './endpoint.ts';

/** Being told of news. */
export const pushEndpoints = {
  pushSettings: {
    ...get,
    ...withAccess,
    ...ownPerson,
    path: '/notificaciones/getByUsuario',
    input: customerQuery,
    answer: pushSettings,
    readsOnly: true,
  },
  choosePush: {
    ...post,
    ...withTokens,
    ...ownPerson,
    path: '/notificaciones/elegirTema',
    input: pushChoice,
    answer: pushSettings,
  },
  // Both accept the send-only token: a browser may change a subscription while the device is locked.
  subscribePush: {
    ...post,
    ...withAccess,
    ...ownPerson,
    path: '/notificaciones/suscribir',
    input: pushSubscription,
    answer: anyAnswer,
    sendToken: true,
  },
  unsubscribePush: {
    ...post,
    ...withAccess,
    ...ownPerson,
    path: '/notificaciones/cancelar',
    input: pushEnd,
    answer: anyAnswer,
    sendToken: true,
  },
} as const satisfies Record<string, Endpoint>;
