import * as v from 'valibot';
import { id, instant, listOf, MAX_PASSWORD_CHARS, ownName, text } from './values.ts';

/**
 * Where a customer is signed in. It is an optional part of the contract. A backend without these rows answers 404, and the app
 * says that it has no list.
 */

/** One sign-in. */
export const openSession = v.object({
  id,
  /** Browser and system, as 'Chrome en Android'; '' when they are not known. */
  nombre: text,
  /** When it began, and when it was last heard of. */
  desde: instant,
  visto: instant,
  /** What the customer calls it; '' while they gave it no name. Absent where a backend keeps none, and then the app asks for none. */
  apodo: v.optional(text),
  /** The one that asks. */
  aqui: v.boolean(),
  /** It is locked: it sends what waits there, and reads nothing. */
  bloqueada: v.boolean(),
});
export const openSessions = listOf(openSession);

/** The longest name of a session, in signs as JavaScript counts them. */
export const MAX_SESSION_NAME = 40;

/** The customer's name for a session; '' takes it away. */
export const sessionName = ownName(MAX_SESSION_NAME);

export const sessionNaming = v.object({ idUsuario: id, sesion: id, apodo: sessionName });

/**
 * Ends the named one; without a name all but the one that asks. With `borrar` and the password the devices also erase what they
 * keep of the customer, as soon as they hear of it: what waits there unsent would be lost, so an unlocked phone is not enough.
 */
export const sessionsEnd = v.object({
  idUsuario: id,
  sesion: v.optional(id),
  borrar: v.optional(v.boolean()),
  password: v.optional(v.pipe(v.string(), v.maxLength(MAX_PASSWORD_CHARS))),
});

/**
 * What one browser calls itself to the server: a random text, another one for each customer. A sign-in there takes the place of
 * the one before, and the first one is told to the customer by mail. It opens nothing.
 */
export const installation = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
