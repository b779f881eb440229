import * as v from 'valibot';
import { anyAnswer, loginAnswer } from '../account.ts';
import {
  passkey,
  passkeyAddition,
  passkeyChange,
  passkeyQuestion,
  passkeyRemoval,
  passkeyResponse,
  passkeys,
} from '../passkeys.ts';
import { installation } from '../sessions.ts';
import { id, MAX_PASSWORD_CHARS } from '../values.ts';
import { type Endpoint, get, open, ownPerson, post, withTokens } from './endpoint.ts';

/** Ways in besides the password (D56). */
export const passkeysEndpoints = {
  passkeys: {
    ...get,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/passkeys',
    input: v.object({ idUsuario: id }),
    answer: passkeys,
  },
  passkeyQuestion: {
    ...post,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/passkeys/nueva',
    input: v.object({ idUsuario: id, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_CHARS)) }),
    answer: passkeyQuestion,
  },
  addPasskey: {
    ...post,
    ...withTokens,
    ...ownPerson,
    path: '/usuarios/passkeys',
    input: passkeyAddition,
    answer: passkey,
  },
  renamePasskey: {
    ...post,
    ...withTokens,
    ...ownPerson,
    method: 'PATCH',
    path: '/usuarios/passkeys',
    input: passkeyChange,
    answer: anyAnswer,
  },
  removePasskey: {
    ...get,
    ...withTokens,
    ...ownPerson,
    method: 'DELETE',
    path: '/usuarios/passkeys/:credencial',
    input: passkeyRemoval,
    answer: anyAnswer,
  },
  passkeySignInQuestion: {
    ...post,
    ...open,
    path: '/usuarios/passkeys/entrada',
    input: v.object({}),
    answer: passkeyQuestion,
    errorField: 'error',
  },
  passkeySignIn: {
    ...post,
    ...open,
    path: '/usuarios/passkeys/login',
    input: v.object({ respuesta: passkeyResponse, instalacion: v.optional(installation) }),
    answer: loginAnswer,
    packsTokens: true,
    errorField: 'error',
  },
} as const satisfies Record<string, Endpoint>;
