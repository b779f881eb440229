import * as v from 'valibot';
import {
  done,
  passwordChange,
  personalInformation,
  personalInformationChange,
  registrationAnswer,
  registrationRequest,
} from '../account.ts';
import { cleanText } from '../typed-text.ts';
import { id } from '../values.ts';
import type { Endpoint } from './endpoint.ts';

/** A text that a customer typed: cleaned, not empty, no longer than this many characters. */
const typedText = (most: number) =>
  v.pipe(v.string(), v.transform(cleanText), v.trim(), v.nonEmpty(), v.maxLength(most));

/** Registering, personal information and the password. */
export const accountEndpoints = {
  checkEmail: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getUserByEmail',
    bearer: 'none',
    internal: 'none',
    carries: 'query',
    input: v.object({ email: typedText(254) }),
    answer: done,
    errorField: 'message',
  },
  checkNif: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getUserByNif',
    bearer: 'none',
    internal: 'none',
    carries: 'query',
    // D52: kind and country are ours; a backend that does not know them answers for the number alone.
    input: v.object({ nif: typedText(40), tipoId: v.optional(typedText(80)), pais: v.optional(typedText(80)) }),
    answer: done,
    errorField: 'message',
  },
  register: {
    method: 'POST',
    base: 'api',
    path: '/usuarios/create',
    bearer: 'none',
    internal: 'none',
    carries: 'multipart',
    input: registrationRequest,
    files: ['frontal', 'reverso'],
    answer: registrationAnswer,
    errorField: 'error',
  },
  personalInformation: {
    method: 'GET',
    base: 'api',
    path: '/usuarios/getPersonalInformation',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: v.object({ id }),
    answer: personalInformation,
    errorField: 'message',
    readsOnly: true,
  },
  updatePersonalInformation: {
    method: 'PUT',
    base: 'api',
    path: '/usuarios/updatePersonalInformation',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: personalInformationChange,
    answer: personalInformation,
    errorField: 'message',
  },
  changePassword: {
    method: 'PATCH',
    base: 'api',
    path: '/usuarios/changePassword',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: passwordChange,
    answer: done,
    errorField: 'message',
  },
  forgotPassword: {
    method: 'POST',
    base: 'api',
    path: '/resetPassword/forgotPassword',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: v.object({ email: typedText(254) }),
    answer: done,
    errorField: 'error',
  },
} as const satisfies Record<string, Endpoint>;
