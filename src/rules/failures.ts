import type { ProblemCode } from '#contract/result.ts';
import { problemText } from './problem-words.ts';

/**
 * Why a pull brought nothing.
 * - offline: this device has no network
 * - unreached: it has a network, but no answer came
 * - portal: something answered that is not Amparo
 * - down: Amparo answered that it is unavailable
 * - core: Amparo runs, but the administration behind it does not answer (F38)
 * - maintenance: Amparo is in maintenance
 * - over: the server no longer knows the session (D49)
 * - outdated: this app is too old for its backend (D51)
 * - other: anything else
 */
export type Failure =
  | 'offline'
  | 'unreached'
  | 'portal'
  | 'down'
  | 'core'
  | 'maintenance'
  | 'over'
  | 'outdated'
  | 'other';

/** @param online whether the browser reports a network */
export function failureOf(code: ProblemCode, online: boolean): Failure {
  if (code === 'offline' || code === 'timeout') return online ? 'unreached' : 'offline';
  return failures[code] ?? 'other';
}

const failures: Partial<Record<ProblemCode, Failure>> = {
  nonsense: 'portal',
  unavailable: 'down',
  'core-away': 'core',
  maintenance: 'maintenance',
  'rate-limited': 'down',
  unauthorised: 'over',
  outdated: 'outdated',
};

/** The text of a screen without rows, below the words that they are not on this device: why, and what to do (D70). */
export const failureTexts: Record<Failure, string> = {
  offline: 'Llegará cuando vuelva la conexión.',
  unreached:
    'No pudimos actualizar: Amparo no responde. Puede ser tu conexión o nuestro servicio; inténtalo de nuevo en unos minutos.',
  portal: problemText({ code: 'nonsense' }),
  down: 'No pudimos actualizar: nuestro servicio no está disponible. No es tu conexión; inténtalo de nuevo en unos minutos.',
  core: 'No pudimos actualizar: nuestro sistema de pólizas no responde. No es tu conexión; inténtalo de nuevo en unos minutos.',
  maintenance: 'Estamos en mantenimiento. Llegará cuando termine.',
  over: 'Tu sesión terminó y esto aún no está aquí.',
  outdated: 'Esta versión ya no puede actualizar ni enviar. Lo que tienes aquí y lo pendiente siguen guardados.',
  other: 'No pudimos actualizar. Inténtalo de nuevo en unos minutos.',
};

/** The note beside the age of rows that are shown all the same. */
export const failureNotes: Record<Failure, string> = {
  offline: 'Sin conexión.',
  unreached: 'No pudimos actualizar.',
  portal: 'No pudimos actualizar.',
  down: 'El servicio no responde.',
  core: 'Nuestro sistema de pólizas no responde.',
  maintenance: 'Estamos en mantenimiento.',
  over: 'Tu sesión terminó.',
  outdated: 'Actualiza la app.',
  other: 'No pudimos actualizar.',
};

/** The same where there is little room: as short as 'hace 12 min', which stands below it. */
export const briefNotes: Record<Failure, string> = {
  offline: 'Sin conexión',
  unreached: 'Sin actualizar',
  portal: 'Sin actualizar',
  down: 'Sin respuesta',
  core: 'Sin respuesta',
  maintenance: 'En mantenimiento',
  over: 'Sesión terminada',
  outdated: 'App antigua',
  other: 'Sin actualizar',
};

/** D49, word for word. */
export const SIGN_IN_AGAIN = 'Ingresa de nuevo para actualizar y enviar';
/** D51, word for word. */
export const UPDATE_THE_APP = 'Actualiza la app';
