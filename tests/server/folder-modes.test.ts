import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { folderTransport } from '#server/mail/mail.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[S9] only the owner of the process can read the database and the mails, also in folders that existed before', async () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'correo'), { recursive: true, mode: 0o755 });
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const template = join(folder, 'template.tar.gz');
  writeFileSync(template, await databaseTemplate(root));
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
