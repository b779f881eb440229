import { done } from '../account.ts';
import { pushChoice, pushEnd, pushSettings, pushSubscription } from '../push.ts';
import { customerQuery } from '../tickets.ts';
import type { Endpoint } from './endpoint.ts';

/** Being told of news. */
export const pushEndpoints = {
  pushSettings: {
    method: 'GET',
    base: 'api',
    path: '/notificaciones/getByUsuario',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: pushSettings,
    errorField: 'message',
    readsOnly: true,
  },
  choosePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/elegirTema',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: pushChoice,
    answer: pushSettings,
    errorField: 'message',
  },
  // Both accept the send-only token: a browser may change a subscription while the device is locked.
  subscribePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/suscribir',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: pushSubscription,
    answer: done,
    errorField: 'message',
    sendToken: true,
  },
  unsubscribePush: {
    method: 'POST',
    base: 'api',
    path: '/notificaciones/cancelar',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: pushEnd,
    answer: done,
    errorField: 'message',
    sendToken: true,
  },
} as const satisfies Record<string, Endpoint>;
