import { BadSetting, MissingSetting } from './bad-setting.ts';
import { FolderInUse } from './database/folder-lock.ts';
import { NotOurFolder } from './database/our-folder.ts';
import { isFull, isOutage, sqlStateOf } from './database/outage.ts';
import { SchemaTooNew, SchemaTooOld } from './database/releases.ts';
import { TwoDatabases } from './database/two-addresses.ts';
import { AddressElsewhere, PortInUse } from './listen.ts';

/**
 * Why a program of the server does not start, by code: in Spanish where it starts, in English for the doctor. What stands in
 * braces is filled in. docs/operations.md says what to do about each.
 */
export const startCodes = {
  'AMP-01': ['el puerto {port} ({setting}) ya está en uso', 'the port {port} ({setting}) is in use'],
  'AMP-02': [
    'esta máquina no tiene la dirección {host} (AMPARO_LISTEN)',
    'this machine does not have the address {host} (AMPARO_LISTEN)',
  ],
  'AMP-03': ['falta el ajuste {setting}', '{setting} is missing'],
  'AMP-04': ['el ajuste {setting} no es válido', '{setting} makes no sense'],
  'AMP-05': ['el ajuste {setting} debe empezar por {beginning}', '{setting} must begin with {beginning}'],
  'AMP-06': [
    'Amparo ya está funcionando con esta carpeta de datos (AMPARO_DATA). {message}',
    'the data folder is in use (AMPARO_DATA). {message}',
  ],
  'AMP-07': ['{reason} (AMPARO_DATA={folder})', '{folder} cannot be used: {reason} (AMPARO_DATA)'],
  'AMP-08': [
    'la carpeta de datos es de otro usuario o no se puede escribir en ella (AMPARO_DATA)',
    "the data folder is another user's or may not be written (AMPARO_DATA)",
  ],
  'AMP-09': ['el disco de la base de datos está lleno', 'the disk of the database is full'],
  'AMP-10': [
    'en esa dirección no hay ninguna base de datos (DATABASE_URL)',
    'no database listens there (DATABASE_URL)',
  ],
  'AMP-11': [
    'el nombre del servidor de la base de datos no existe (DATABASE_URL)',
    'its host is unknown (DATABASE_URL)',
  ],
  'AMP-12': [
    'la base de datos rechaza el usuario o la contraseña (DATABASE_URL)',
    'refuses the user or the password (DATABASE_URL)',
  ],
  'AMP-13': [
    'en ese servidor no existe esa base de datos (DATABASE_URL)',
    'the server has no such database (DATABASE_URL)',
  ],
  'AMP-14': [
    'la conexión cifrada con la base de datos falla (DATABASE_URL, sslmode)',
    'the encrypted connection fails (DATABASE_URL, sslmode)',
  ],
  'AMP-15': ['la base de datos no responde a tiempo (DATABASE_URL)', 'does not answer in time (DATABASE_URL)'],
  'AMP-16': ['la base de datos no admite más conexiones', 'takes no more connections'],
  'AMP-17': ['la base de datos está arrancando o parando', 'is starting or stopping'],
  'AMP-18': [
    'al usuario de la base de datos le falta un permiso (DATABASE_URL)',
    'its user lacks a right (DATABASE_URL)',
  ],
  'AMP-19': [
    'otra conexión ocupa una tabla que hay que cambiar (DATABASE_URL)',
    'somebody holds a table that must change (DATABASE_URL)',
  ],
  'AMP-20': ['no se puede abrir el puerto: {message}', 'the port cannot be opened: {message}'],
  'AMP-21': [
    'una versión más nueva ({release}) cambió la base de datos: {migrations}',
    'a newer release ({release}) changed it: {migrations}',
  ],
  'AMP-22': [
    'a la base de datos le faltan {count} cambios que hace el servidor al arrancar',
    'it lacks {count} migrations, which the start of a server applies',
  ],
  'AMP-23': [
    'DATABASE_URL y DATABASE_OWNER_URL llevan a bases de datos distintas: {served} y {owned}',
    'DATABASE_URL and DATABASE_OWNER_URL lead to different databases: {served} and {owned}',
  ],
  'AMP-99': ['{message}', '{message}'],
} as const satisfies Record<`AMP-${number}`, readonly [spanish: string, english: string]>;

export type StartCode = keyof typeof startCodes;

/** Why the server does not start, in one line for whoever runs it. */
export function startProblem(error: unknown): string {
  return `Amparo no pudo arrancar (${codeOf(error)}): ${toldIn(0, error)}`;
}

/** The same for the doctor, in English. */
export const problemFound = (error: unknown): string => `${codeOf(error)}, ${toldIn(1, error)}`;

function toldIn(language: 0 | 1, error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
  const known: Record<string, unknown> = { ...(error as object), message };
  return startCodes[codeOf(error)][language].replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? ''));
}

function codeOf(error: unknown): StartCode {
  if (error instanceof BadSetting && error.beginning !== '') return 'AMP-05';
  const ours = byKind.find(([kind]) => error instanceof kind);
  if (ours) return ours[1];
  if (isFull(error)) return 'AMP-09';
  for (const one of causesOf(error)) {
    const known = bySystem(one) ?? byCode[sqlStateOf(one) ?? ''];
    if (known) return known;
  }
  return isOutage(error) ? 'AMP-15' : 'AMP-99';
}

/** The error and what it came of, the innermost first. */
function causesOf(error: unknown): NodeJS.ErrnoException[] {
  return error instanceof Error ? [...causesOf(error.cause), error] : [];
}

/** By the errors that the server makes itself. */
const byKind: readonly [kind: abstract new (...args: never) => Error, StartCode][] = [
  [PortInUse, 'AMP-01'],
  [AddressElsewhere, 'AMP-02'],
  [MissingSetting, 'AMP-03'],
  [BadSetting, 'AMP-04'],
  [FolderInUse, 'AMP-06'],
  [NotOurFolder, 'AMP-07'],
  [SchemaTooNew, 'AMP-21'],
  [SchemaTooOld, 'AMP-22'],
  [TwoDatabases, 'AMP-23'],
];

/** By PostgreSQL's own codes (its appendix A). */
const byCode: Record<string, StartCode> = {
  '28P01': 'AMP-12',
  '28000': 'AMP-12',
  '3D000': 'AMP-13',
  '53300': 'AMP-16',
  '55P03': 'AMP-19',
  '57P03': 'AMP-17',
  '42501': 'AMP-18',
};

/** By what the system or node-postgres says, which has no code of PostgreSQL's. */
function bySystem({ code = '', syscall = '', message }: NodeJS.ErrnoException): StartCode | null {
  if (syscall === 'listen') return 'AMP-20';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) && syscall !== 'connect') return 'AMP-08';
  if (code === 'ENOSPC') return 'AMP-09';
  if (code === 'ECONNREFUSED' || (code === 'ENOENT' && syscall === 'connect')) return 'AMP-10';
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'AMP-11';
  if (/CERT|SELF_SIGNED|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/.test(code) || /\bSSL\b|no encryption/.test(message))
    return 'AMP-14';
  return message === 'Query read timeout' ? 'AMP-15' : null;
}
