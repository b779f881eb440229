import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytesOf, openRoom } from './room.ts';

/** The folder cannot be used: it is somebody else's, or what it holds is damaged. Nothing in it was touched. */
export class NotOurFolder extends Error {
  override name = 'NotOurFolder';
  readonly folder: string;
  /** In Spanish, for whoever starts the server. */
  readonly reason: string;
  constructor(folder: string, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.folder = folder;
    this.reason = reason;
  }
}

/** Files that make a folder of PGlite's (PostgreSQL, 'Database File Layout'). */
const parts = ['PG_VERSION', 'global/pg_control', 'pg_wal', 'base'];

/** As the system says it where it refuses by itself. */
const refusal = (code: 'EACCES' | 'ENOSPC', message: string) => Object.assign(new Error(message), { code });

/**
 * What another user writes there, root above all, the server's own cannot open afterwards. A system without users has no owners.
 *
 * @throws EACCES when another user has it
 */
export function checkOwner(path: string): void {
  const user = process.getuid?.();
  if (user !== undefined && statSync(path).uid !== user) throw refusal('EACCES', `${path} is another user's`);
}

/** Nothing may be begun that is not ended for want of room. @throws ENOSPC */
export function checkRoom(folder: string): void {
  if (!openRoom(() => freeBytesOf(folder)).any()) throw refusal('ENOSPC', `${folder} has no room left`);
}

/** @throws NotOurFolder when the data folder holds something else, or a database that is not whole; EACCES when another user has it */
export function checkFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new NotOurFolder(folder, 'no es una carpeta');
  const names = readdirSync(folder);
  const base = join(folder, 'base');
  if (!names.includes('base')) {
    const foreign = names.filter((name) => !/^(en-uso.*|correo|base\.nueva)$/.test(name));
    if (foreign.length > 0) throw new NotOurFolder(folder, 'la carpeta ya tiene otros archivos');
    return;
  }
  checkOwner(base);
  const missing = parts.filter((part) => !existsSync(join(base, part)));
  // Files over sectors of 512 bytes are written whole or not (pg_control.h: 8,192 bytes).
  const control = missing.length === 0 ? statSync(join(base, 'global/pg_control')).size : 0;
  if (control !== 8192 || !/^\d+\s*$/.test(readFileSync(join(base, 'PG_VERSION'), 'utf8'))) {
    throw new NotOurFolder(folder, 'los datos de la carpeta están dañados o no son de Amparo');
  }
}
