import * as v from 'valibot';
import { accessToken, anyAnswer, loginAnswer, loginRequest, renewalAnswer, renewalToken } from '../account.ts';
import { openSessions, sessionNaming, sessionsEnd } from '../sessions.ts';
import { id } from '../values.ts';
import { type Endpoint, get, open, ownPerson, post, withAccess, withTokens } from './endpoint.ts';

/** Signing in and out, locking, tokens, and where the customer is signed in. */
export const sessionsEndpoints = {
  login: {
    ...post,
    ...open,
    path: '/usuarios/login',
    input: loginRequest,
    answer: loginAnswer,
    packsTokens: true,
    errorField: 'error',
  },
  // D76: an unlock is not a sign-in. A backend without it gives no renewal token.
  renewSession: {
    ...post,
    ...open,
    path: '/usuarios/renovar',
    input: v.object({ renovacion: renewalToken }),
    answer: renewalAnswer,
    errorField: 'error',
  },
  logout: {
    ...post,
    ...withAccess,
    ...ownPerson,
    path: '/usuarios/logout',
    input: v.object({ idUsuario: id }),
    answer: anyAnswer,
  },
  // D57: what lies on a locked device is good for nothing but the queue. The send-only token is what such a device has left.
  lock: { ...post, ...withAccess, path: '/usuarios/bloquear', input: v.object({}), answer: anyAnswer, sendToken: true },
  sessions: {
    ...get,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/sesiones',
    input: v.object({ idUsuario: id }),
    answer: openSessions,
  },
  nameSession: {
    ...post,
    ...withTokens,
    ...ownPerson,
    method: 'PATCH',
    path: '/usuarios/sesiones',
    input: sessionNaming,
    answer: anyAnswer,
  },
  endSessions: {
    ...post,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/sesiones/cerrar',
    input: sessionsEnd,
    // `borrar`: the devices are told to erase; absent from a backend that cannot tell them.
    answer: v.object({ borrar: v.optional(v.boolean()) }),
  },
  renewInternalToken: {
    ...post,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/resetToken',
    carries: 'form',
    input: v.object({ idUsuario: id }),
    answer: v.object({ token: v.pipe(v.string(), v.nonEmpty()) }),
  },
  accessToken: {
    ...post,
    ...open,
    internal: 'required',
    owns: { document: 'cedula' },
    path: '/auth/salesforce/getAccessToken',
    input: v.object({ cedula: v.pipe(v.string(), v.nonEmpty()) }),
    answer: accessToken,
  },
} as const satisfies Record<string, Endpoint>;
