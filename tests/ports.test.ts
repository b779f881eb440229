import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The rooms that a simulator drives. What they do later, at random or under a new name is asked of their ports. */
const rooms = ['api', 'database', 'device', 'mirror', 'outbox', 'push', 'session', 'vault'].map(
  (room) => `src/${room}`,
);
const ofTheMachine =
  /\b(setTimeout|setInterval|clearTimeout|clearInterval|randomUUID|Date\.now|Math\.random|performance\.now)\b|\bnew Date\(\)/;

const root = resolve(import.meta.dirname, '..');
const readIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    // React's hooks follow the page, not the device.
    .filter((file) => file.endsWith('.ts') && !file.endsWith('hooks.ts'))
    .map((file) => relative(root, join(root, folder, file)));
const files = [...rooms, 'sw'].flatMap(readIn);

/** Files of the server that are a program's or its process's own. The others ask the machine that `composeServer` was given. */
const ofTheProcess: Record<string, string> = {
  'server/main.ts': 'the process itself',
  'server/dev-plugin.ts': 'the process of the development server',
  'server/listen.ts': 'the sockets of the process',
  'server/http/slow-callers.ts': 'the sockets of the process',
  'server/database/folder-lock.ts': 'the process opens its database before there is a server',
  'server/database/migrate.ts': 'the process opens its database before there is a server',
  'server/accounts/passwords.ts': 'how long a derivation takes on the processor of the process',
  'server/doctor/address.ts': 'a program, and no server',
  'server/doctor/connections.ts': 'a program, and no server',
  'server/doctor/database.ts': 'a program, and no server',
  'server/person/main.ts': 'a program, and no server',
  'server/audit/main.ts': 'a program, and no server',
  'server/maintenance/main.ts': 'a program, and no server',
  'server/invoice/main.ts': 'a program, and no server',
  'server/invoice/pictures.ts': 'a thread of a program, and no server',
  'server/demo/core-demo.ts': 'a program, and no server',
  'server/demo/sandbox-pages.ts': 'a script of a page, which runs in the browser',
};
const ofTheServer = readIn('server').filter((file) => !(file in ofTheProcess));

/** The lines that ask the machine, as file and number. Comments may name it. */
const askingIn = (among: readonly string[], asks: RegExp) =>
  among.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (asks.test(line.replace(/^\s*(\*|\/\/|\/\*).*/, '')) ? [`${file}:${at + 1}`] : [])),
  );
/** A server has one machine, which it is given. */
const byItself = new RegExp(`${ofTheMachine.source}|\\bthisMachine\\b`);

test('no room of a device asks the machine by itself for time, chance or a new name', () => {
  expect(askingIn(files, ofTheMachine)).toEqual([]);
});

test('what the server wires asks the machine by itself for none of it either', () => {
  expect(askingIn(ofTheServer, byItself)).toEqual([]);
});

test('[F49] what watches the database watches on after a read that failed, everywhere', () => {
  const watching = readIn('src').concat(readIn('sw'));
  expect(askingIn(watching, /\bliveQuery\(/).map((place) => place.split(':')[0])).toEqual([
    'src/database/watch-rows.ts',
  ]);
});

test('the rooms are read, and the machine’s own calls would be found', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(ofTheServer.length).toBeGreaterThan(150);
  expect(askingIn(['src/ports/machine.ts'], ofTheMachine)).toHaveLength(8);
  const idle = Object.keys(ofTheProcess).filter((file) => askingIn([file], byItself).length === 0);
  expect(idle, 'need not be in the list').toEqual([]);
});

test('only the senses listen to what a page notices about itself', () => {
  const senses = /addEventListener\(\s*'(online|offline|visibilitychange|pageshow|pagehide|freeze|resume)'/;
  const own = {
    'src/ports/senses.ts': 'by a variable, for all',
    'src/app/prerender/boot.js': 'before there is a module',
  };
  const all = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .map((file) => `src/${file}`);
  expect(all.length).toBeGreaterThan(400);
  expect(askingIn(all, senses).filter((place) => !((place.split(':')[0] as string) in own))).toEqual([]);
});

/** Files of a device's rooms that may reach for a lock or the network. The others are handed both by `createDevice`. */
const reaching: Record<string, string> = {
  'src/outbox/web-lock.ts': 'is the lock that a page or worker hands over',
  'src/database/hold-lock.ts': 'tells other pages what this one holds or does, and asks them',
  'src/session/pages.ts': 'asks which pages still live',
  'src/api/by-fetch.ts': 'calls the fetch that it was given',
};
const ofTheDevice = [...rooms, 'src/ports'].flatMap(readIn);
const reaches =
  /\bnavigator\b.*\blocks\b|\blocks\b.*\bnavigator\b|(?<![.\w])fetch\(|\b(globalThis|window|self)\.fetch\b|\bnew XMLHttpRequest\b/;

test('no room of a device reaches for a lock or the network by itself', () => {
  const reached = askingIn(ofTheDevice, reaches).filter((place) => !((place.split(':')[0] as string) in reaching));
  expect(reached).toEqual([]);
  const idle = Object.keys(reaching).filter((file) => askingIn([file], reaches).length === 0);
  expect(idle, 'need not be in the list').toEqual([]);
});

/** Who may make a room, besides the file that declares it. */
const wiring = {
  'createSession|createMirror|createOutbox|createReceived|createApi': ['src/device/create-device.ts'],
  createApp: ['server/compose.ts'],
};
/** They measure the mirror alone, with no server. */
const benchesOfOneRoom = ['tests/bench/reading/page.tsx', 'tests/bench/reading/growth-page.ts'];

test.each(Object.entries(wiring))('%s: made in one place of the product and its benches', (names, places) => {
  const all = ['src', 'sw', 'server', 'tests/bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const makes = new RegExp(`(?<!function )\\b(${names})\\(`);
  const making = new Set(askingIn(all, makes).map((place) => place.split(':')[0] as string));
  expect([...making].filter((file) => !benchesOfOneRoom.includes(file))).toEqual(places);
});
