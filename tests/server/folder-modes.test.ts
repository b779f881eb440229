import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { database } from '#server/doctor/database.ts';
import { examine } from '#server/doctor/examine.ts';
import { folderTransport } from '#server/mail/mail.ts';
import { startProblem } from '#server/start-problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-'));
const template = join(folder, 'template.tar.gz');
beforeAll(async () => {
  writeFileSync(template, await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[S9] only the owner of the process can read the database and the mails, also in folders that existed before', async () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'correo'), { recursive: true, mode: 0o755 });
  const first = await openDatabase({ folder: data, template });
  await first.close();
  expect(modeOf(join(data, 'base'))).toBe(0o700);
  // An earlier version left the folder with this mode.
  chmodSync(join(data, 'base'), 0o755);
  const { close } = await openDatabase({ folder: data });
  await close();
  await folderTransport(join(data, 'correo'), { clock: () => new Date(), uuid: thisMachine.uuid })({
    to: 'a@b.co',
    subject: 'x',
    text: 'y',
  });
  expect([modeOf(join(data, 'base')), modeOf(join(data, 'correo'))]).toEqual([0o700, 0o700]);
  const [mail = ''] = readdirSync(join(data, 'correo'));
  expect(modeOf(join(data, 'correo', mail))).toBe(0o600);
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Only root gives files away and mounts a small disk. */
describe.skipIf(process.getuid?.() !== 0)('[F33] a data folder that is whole and cannot be used', () => {
  const ELSE = 54_321;
  /** What a start and the doctor say of it. */
  const told = async (data: string) => {
    const begun = await openDatabase({ folder: data, template }).then(({ close }) => close(), startProblem);
    const [, found] = await examine({ AMPARO_DATA: data }, [database]);
    return [begun, found?.message].map((text) => /AMP-\d\d/.exec(text ?? '')?.[0]);
  };

  test('since it is another user’s, or a file in it is, is told as such and never as damaged', async () => {
    const data = join(folder, 'of-another');
    await (await openDatabase({ folder: data, template })).close();
    const base = join(data, 'base');
    chownSync(base, ELSE, ELSE);
    expect(await told(data)).toEqual(['AMP-08', 'AMP-08']);
    chownSync(base, 0, 0);
    // What the server's user does not open of root's, root opens: so something else keeps it from being opened here.
    const control = join(base, 'global/pg_control');
    writeFileSync(control, Buffer.alloc(8192));
    chownSync(join(base, 'PG_VERSION'), ELSE, ELSE);
    expect(await told(data)).toEqual(['AMP-08', 'AMP-08']);
    chownSync(join(base, 'PG_VERSION'), 0, 0);
    expect(await told(data)).toEqual(['AMP-07', 'AMP-07']);
  }, 60_000);

  test('since its disk is full is told as such, before anything is written', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', disk]);
    try {
      mkdirSync(join(disk, 'base'));
      for (const part of ['global', 'pg_wal', 'base']) mkdirSync(join(disk, 'base', part));
      for (const part of ['PG_VERSION', 'global/pg_control']) writeFileSync(join(disk, 'base', part), '17\n');
      writeFileSync(join(disk, 'base/global/pg_control'), Buffer.alloc(8192));
      expect(await told(disk)).toEqual(['AMP-09', 'AMP-09']);
      expect(readdirSync(disk)).toEqual(['base']);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});
