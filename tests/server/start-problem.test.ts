import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MissingSetting } from '#server/bad-setting.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { NotOurFolder } from '#server/database/our-folder.ts';
import { DatabaseUnavailable } from '#server/database/outage.ts';
import { SchemaTooNew, SchemaTooOld } from '#server/database/releases.ts';
import { TwoDatabases } from '#server/database/two-addresses.ts';
import { AddressElsewhere, PortInUse } from '#server/listen.ts';
import { badSettings } from '#server/settings.ts';
import { problemFound, type StartCode, startCodes, startProblem } from '#server/start-problem.ts';

/** What node-postgres or the system throws, as the pool hands it on. */
const away = (message: string, more: Partial<NodeJS.ErrnoException> = {}) =>
  new DatabaseUnavailable('no connection', { cause: Object.assign(new Error(message), more) });

const bad = (env: NodeJS.ProcessEnv) => badSettings(env)[0] ?? expect.fail('it is good');

const errors: readonly [StartCode, unknown, RegExp][] = [
  ['AMP-01', new PortInUse(4173), /el puerto 4173 \(PORT\) ya está en uso$/],
  ['AMP-02', new AddressElsewhere('192.0.2.1'), /no tiene la dirección 192\.0\.2\.1 \(AMPARO_LISTEN\)$/],
  [
    'AMP-20',
    Object.assign(new Error('listen EACCES: 80'), { code: 'EACCES', syscall: 'listen' }),
    /listen EACCES: 80$/,
  ],
  ['AMP-03', new MissingSetting('AMPARO_ADDRESS'), /falta el ajuste AMPARO_ADDRESS$/],
  ['AMP-04', bad({ PORT: 'x' }), /el ajuste PORT no es válido$/],
  ['AMP-05', bad({ AMPARO_ADDRESS: 'portal.example.com' }), /AMPARO_ADDRESS debe empezar por https:\/\/$/],
  ['AMP-05', bad({ AMPARO_SMTP_URL: 'correo.example.com' }), /AMPARO_SMTP_URL debe empezar por smtps:\/\/$/],
  ['AMP-05', bad({ AMPARO_FILES: 'papeles' }), /AMPARO_FILES debe empezar por s3:\/\/$/],
  ['AMP-04', bad({ AMPARO_ADDRESS: 'https://' }), /el ajuste AMPARO_ADDRESS no es válido$/],
  ['AMP-06', new FolderInUse('by process 7'), /ya está funcionando con esta carpeta de datos .* by process 7$/],
  ['AMP-07', new NotOurFolder('/datos', 'no es una carpeta'), /no es una carpeta \(AMPARO_DATA=\/datos\)$/],
  ['AMP-08', Object.assign(new Error('mkdir'), { code: 'EACCES', syscall: 'mkdir' }), /carpeta de datos/],
  ['AMP-09', away('could not extend file', { code: '53100' }), /disco/],
  ['AMP-09', Object.assign(new Error('write'), { code: 'ENOSPC' }), /disco/],
  [
    'AMP-10',
    away('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
    /no hay ninguna base de datos/,
  ],
  ['AMP-10', away('connect ENOENT /run/x', { code: 'ENOENT', syscall: 'connect' }), /no hay ninguna base de datos/],
  ['AMP-11', away('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND' }), /el nombre del servidor/],
  ['AMP-12', away('password authentication failed', { code: '28P01' }), /usuario o la contraseña/],
  ['AMP-12', away('role "x" does not exist', { code: '28000' }), /usuario o la contraseña/],
  ['AMP-13', away('database "x" does not exist', { code: '3D000' }), /no existe esa base de datos/],
  ['AMP-14', away('The server does not support SSL connections'), /conexión cifrada/],
  ['AMP-14', away('pg_hba.conf rejects connection for host, no encryption', { code: '28000' }), /conexión cifrada/],
  ['AMP-14', away('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), /conexión cifrada/],
  ['AMP-15', away('timeout exceeded when trying to connect'), /no responde a tiempo/],
  ['AMP-15', away('canceling statement due to statement timeout', { code: '57014' }), /no responde a tiempo/],
  ['AMP-16', away('too many clients already', { code: '53300' }), /más conexiones/],
  ['AMP-17', away('the database system is starting up', { code: '57P03' }), /arrancando o parando/],
  ['AMP-18', Object.assign(new Error('permission denied'), { code: '42501' }), /permiso/],
  ['AMP-19', away('canceling statement due to lock timeout', { code: '55P03' }), /ocupa una tabla/],
  ['AMP-21', new SchemaTooNew(['0020_less.sql'], '0.3.0'), /más nueva \(0\.3\.0\) cambió .*: 0020_less\.sql$/],
  ['AMP-22', new SchemaTooOld(3), /le faltan 3 cambios/],
  [
    'AMP-23',
    new TwoDatabases({ name: 'casa', oid: 16400 }, { name: 'copia', oid: 16500 }),
    /distintas: copia \(16500\) y casa \(16400\)$/,
  ],
  ['AMP-99', new Error('What nobody thought of\nand more'), /: What nobody thought of$/],
];

describe('a server that does not start', () => {
  test.each(errors)('[F61] says %s and the reason, in one line: %s', (code, error, reason) => {
    const told = startProblem(error);
    expect(told.startsWith(`Amparo no pudo arrancar (${code}): `)).toBe(true);
    expect(told).toMatch(reason);
    expect(told).not.toMatch(/\n|\{|undefined/);
    expect(problemFound(error)).toMatch(new RegExp(`^${code}, \\S`));
  });

  test('has a code for each reason, and each stands in the operator’s table with the words that are shown', () => {
    expect(new Set(errors.map(([code]) => code))).toEqual(new Set(Object.keys(startCodes)));
    const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| (AMP-\d\d) \| (.+?) \| (.+?) \|$/gm);
    const table = [...rows].map(([, code, words]) => [code, words]);
    expect(table).toEqual(
      Object.entries(startCodes).map(([code, [words]]) => [code, words.replace(/\{(\w+)\}/g, '…')]),
    );
  });
});
