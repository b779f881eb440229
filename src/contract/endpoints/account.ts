import * as v from 'valibot';
import {
  anyAnswer,
  passwordChange,
  personalInformation,
  personalInformationChange,
  personalInformationPart,
  registrationAnswer,
  registrationRequest,
} from '../account.ts';
import { cleanText } from '../typed-text.ts';
import { id } from '../values.ts';
import { type Endpoint, get, open, post, withAccess, withTokens } from './endpoint.ts';

/** A text that a customer typed: cleaned, not empty, no longer than this many characters. */
const typedText = (most: number) =>
  v.pipe(v.string(), v.transform(cleanText), v.trim(), v.nonEmpty(), v.maxLength(most));

/** Registering, personal information and the password. */
export const accountEndpoints = {
  checkEmail: {
    ...get,
    ...open,
    path: '/usuarios/getUserByEmail',
    input: v.object({ email: typedText(254) }),
    answer: anyAnswer,
  },
  checkNif: {
    ...get,
    ...open,
    path: '/usuarios/getUserByNif',
    // D52: kind and country are ours; a backend that does not know them answers for the number alone.
    input: v.object({ nif: typedText(40), tipoId: v.optional(typedText(80)), pais: v.optional(typedText(80)) }),
    answer: anyAnswer,
  },
  register: {
    ...post,
    ...open,
    path: '/usuarios/create',
    carries: 'multipart',
    input: registrationRequest,
    files: ['frontal', 'reverso'],
    answer: registrationAnswer,
    errorField: 'error',
  },
  personalInformation: {
    ...get,
    ...withAccess,
    owns: { person: 'id' },
    path: '/usuarios/getPersonalInformation',
    input: v.object({ id }),
    answer: personalInformation,
    readsOnly: true,
  },
  updatePersonalInformation: {
    ...post,
    ...withTokens,
    owns: { person: 'id' },
    method: 'PUT',
    path: '/usuarios/updatePersonalInformation',
    input: personalInformationChange,
    answer: personalInformationPart,
  },
  changePassword: {
    ...post,
    ...withTokens,
    owns: { person: 'id' },
    method: 'PATCH',
    path: '/usuarios/changePassword',
    input: passwordChange,
    answer: anyAnswer,
  },
  forgotPassword: {
    ...post,
    ...open,
    path: '/resetPassword/forgotPassword',
    input: v.object({ email: typedText(254) }),
    answer: anyAnswer,
    errorField: 'error',
  },
} as const satisfies Record<string, Endpoint>;
