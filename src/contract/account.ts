import * as v from 'valibot';
import { policy } from './policies.ts';
import { installation } from './sessions.ts';
import { cleanText } from './typed-text.ts';
import {
  id,
  instant,
  instantOrNone,
  listOf,
  longText,
  MAX_PASSWORD_CHARS,
  optionalField,
  requiredField,
  text,
} from './values.ts';

/** The values of country of residence (V1.5); also the values of residenciaFiscal. */
export const residences = [
  'Ecuador',
  'Costa Rica',
  'República Dominicana',
  'Guatemala',
  'Colombia',
  'Internacional',
] as const;
export type Residence = (typeof residences)[number];

/** Bearer token of the authentication service: `updated` is when it was issued; it expires 30 days later (V4.5). */
export const accessToken = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  updated: instant,
  /**
   * A token that the server accepts for the queue's endpoints alone, so that a locked device can still deliver.
   * A server without it leaves it out: the queue then waits for the next sign-in.
   */
  sendToken: v.optional(v.pipe(v.string(), v.nonEmpty())),
});
export type AccessToken = v.InferOutput<typeof accessToken>;

/**
 * Renews the tokens of the sign-in that it came with, once, and comes with each renewal anew (D76). So an unlock asks for no
 * password at the server. One that was exchanged before ends the sign-in, except where its answer may have been lost. A server
 * without it leaves it out: each unlock then signs in.
 */
export const renewalToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));
/** A renewal token that cannot be one is none: it never bars a sign-in. */
const optionalRenewal = v.fallback(v.optional(renewalToken), undefined);

/** V3.11. `token` is the internal token, sent in the header Amparo-Internal-Token. */
export const account = v.object({
  id,
  nif: text,
  nombre: text,
  token: v.pipe(v.string(), v.nonEmpty()),
  residenciaFiscal: text,
  /**
   * What this device shows at its next sign-in when the account has seen too many wrong passwords. A stranger's guesses do not
   * count against it. It opens nothing by itself. A server without it leaves it out.
   */
  dispositivo: v.optional(v.string()),
  renovacion: optionalRenewal,
});
export type Account = v.InferOutput<typeof account>;

export const loginRequest = v.object({
  email: v.pipe(v.string(), v.transform(cleanText), v.trim(), v.nonEmpty(), v.maxLength(254)),
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_CHARS)),
  dispositivo: v.optional(v.pipe(v.string(), v.maxLength(500))),
  instalacion: v.optional(installation),
});
/** `polizas` is null while the insurer cannot say which they are (F38): an empty list says that there are none. */
export const loginAnswer = v.object({ usuario: account, polizas: v.nullable(listOf(policy)) });

/** V3.10. `token` is the internal token of the new account. */
export const registrationAnswer = v.object({
  accessToken,
  insertedId: id,
  token: v.pipe(v.string(), v.nonEmpty()),
  renovacion: optionalRenewal,
});

/** What a renewal gives: new tokens of the same sign-in, and who its customer is by now. */
export const renewalAnswer = v.object({ usuario: account, accessToken });

const spouseFields = ['nombreConyuge', 'apellido1Conyuge', 'apellido2Conyuge', 'tipoIdConyuge', 'nifConyuge'] as const;
const phoneFields = ['telefono', 'paisTelefono'] as const;
// biome-ignore format: one line per part of an address
const addressFields = [
  'domicilio', 'numeroDomicilio', 'referencia', 'numeroZona', 'sector',
  'distrito', 'canton', 'ciudad', 'provincia', 'departamento', 'pais',
] as const;
// biome-ignore format: one line each for work, income and wealth
const financialFields = [
  'actEco', 'profesion', 'empresa', 'cargo',
  'ingresosPrinc', 'ingresosAdic', 'ingresosAdicOrig',
  'valorActivos', 'valorPasivos', 'paisFondos', 'apnfd',
] as const;
/** Asked at the registration, shown afterwards, and never changed by the customer. */
// biome-ignore format: one line each for the person, the documents and public offices
const lastingFields = [
  'nombre', 'apellidoPrimero', 'apellidoSegundo', 'sexo', 'fechaNacimiento', 'paisNacimiento', 'nacionalidad',
  'nif', 'tipoId', 'nit', 'numeroSS', 'fechaExpedicion', 'paisEmision',
  'pep', 'pepConyuge',
] as const;

/** H2.67: what a customer may change; every other field of the personal information is read only. */
export const editableFields = [
  'estadoCivil',
  ...spouseFields,
  'email',
  ...phoneFields,
  ...addressFields,
  ...financialFields,
] as const;
export type EditableField = (typeof editableFields)[number];

/** Every field of the registration form (V3.9). Which ones a country asks for stands in the country data. */
export const registrationFields = [
  'password',
  'comunicaciones',
  'politica',
  'fondosExtranjero',
  ...lastingFields,
  ...editableFields,
] as const;
export type RegistrationField = (typeof registrationFields)[number];

/** What every registration must bring, whatever the country; the rest is checked with the country's own data. */
export const registrationRequest = v.objectWithRest(
  {
    email: requiredField,
    password: v.pipe(v.string(), v.nonEmpty('Por favor, introduce un valor válido'), v.maxLength(MAX_PASSWORD_CHARS)),
    nif: requiredField,
    residenciaFiscal: v.picklist(residences, 'Por favor, introduce un valor válido'),
  },
  optionalField,
);

/**
 * Why the insurer's data are not shown yet (D60). 'correo': the code sent to the account's own address is to be typed.
 * 'codigo': the one sent to the address the insurer has of the person. 'sucursal': the person is to visit a branch. 'no': the
 * insurer knows nobody like this.
 */
export const pendingAccounts = ['correo', 'codigo', 'sucursal', 'no'] as const;
export type PendingAccount = (typeof pendingAccounts)[number];

/** How the account stands; a backend without it leaves these out, and nothing waits. */
const accountState = {
  /** The address that is to be the customer's once its code was typed (D59). */
  emailPendiente: v.optional(text, ''),
  cuentaPendiente: v.optional(v.fallback(v.picklist(['', ...pendingAccounts]), ''), ''),
  /** The insurer's own address of the person, all but hidden. */
  correoAseguradora: v.optional(text, ''),
  /** Where a code is found when mails are not sent, as in the demo. */
  avisoCodigo: v.optional(text, ''),
  /** What a new customer is told of how their account was proved. */
  avisoCuenta: v.optional(text, ''),
  /** When the customer last changed the password; '' when never. */
  contrasenaCambiada: v.optional(instantOrNone, ''),
};

const personalFields = [
  ...lastingFields,
  ...editableFields,
  'apellidos',
  'apellidosConyuge',
  'residenciaFiscal',
] as const;

/** H3.13. `ingresosAdicOrig` is a serialised list of origins; the text 'null' or an empty one when there is none (H5.9). */
export const personalInformation = v.object({ ...each(personalFields, longText), ...accountState });
export type PersonalInformation = v.InferOutput<typeof personalInformation>;

/** H7.19: the fields that a change updated. What the answer does not name is not in it: it stays as it was. */
export const personalInformationPart = v.partial(personalInformation);
export type PersonalInformationPart = v.InferOutput<typeof personalInformationPart>;

const editable = v.nullish(v.pipe(v.string(), v.transform(cleanText), v.trim(), v.maxLength(4000)));
export const personalInformationChange = v.object({
  id,
  /** Goes with another `email` (D59). */
  password: v.optional(v.pipe(v.string(), v.maxLength(MAX_PASSWORD_CHARS))),
  /** The code of a mail, typed: it confirms whichever address waits. */
  codigo: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** Asks for the code that waits to be sent once more. */
  enviarCodigo: v.optional(v.boolean()),
  ...each(editableFields, editable),
});

/** H7.20. The names on the wire are the spec's. */
export const passwordChange = v.object({
  id,
  current: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_CHARS)),
  new: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_CHARS)),
  confirm: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_CHARS)),
});

/** An answer that only says it was done; servers word it differently, so nothing of it is read. */
export const anyAnswer = v.looseObject({});

/** The same schema for each of these fields. */
function each<Name extends string, Schema>(names: readonly Name[], schema: Schema): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}
