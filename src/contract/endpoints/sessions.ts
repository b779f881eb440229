import * as v from 'valibot';
import { accessToken, done, loginAnswer, loginRequest } from '../account.ts';
import { openSessions, sessionsEnd } from '../sessions.ts';
import { id } from '../values.ts';
import type { Endpoint } from './endpoint.ts';

/** Signing in and out, locking, tokens, and where the customer is signed in. */
export const sessionsEndpoints = {
  login: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/login',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: loginRequest,
    answer: loginAnswer,
    errorField: 'error',
  },
  logout: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/logout',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: v.object({ idUsuario: id }),
    answer: done,
    errorField: 'message',
  },
  // D57: what lies on a locked device is good for nothing but the queue. The send-only token is what such a device has left.
  lock: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/bloquear',
    bearer: 'required',
    internal: 'optional',
    carries: 'json',
    input: v.object({}),
    answer: done,
    errorField: 'message',
    sendToken: true,
  },
  sessions: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/sesiones',
    bearer: 'required',
    internal: 'required',
    carries: 'query',
    input: v.object({ idUsuario: id }),
    answer: openSessions,
    errorField: 'message',
  },
  endSessions: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/sesiones/cerrar',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: sessionsEnd,
    answer: done,
    errorField: 'message',
  },
  renewInternalToken: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/resetToken',
    bearer: 'required',
    internal: 'required',
    carries: 'form',
    input: v.object({ idUsuario: id }),
    answer: v.object({ token: v.pipe(v.string(), v.nonEmpty()) }),
    errorField: 'message',
  },
  accessToken: {
    method: 'POST',
    base: 'api',
    path: '/auth/salesforce/getAccessToken',
    bearer: 'none',
    internal: 'required',
    carries: 'json',
    input: v.object({ cedula: v.pipe(v.string(), v.nonEmpty()) }),
    answer: accessToken,
    errorField: 'message',
  },
} as const satisfies Record<string, Endpoint>;
