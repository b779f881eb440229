import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The rooms that a simulator drives. What they do later, at random or under a new name is asked of their ports. */
const rooms = ['api', 'database', 'device', 'mirror', 'outbox', 'push', 'session', 'vault'].map(
  (room) => `src/${room}`,
);
/** React's hooks follow the page, not the device. */
const isRoom = (file: string) => file.endsWith('.ts');
const ofTheMachine =
  /\b(setTimeout|setInterval|clearTimeout|clearInterval|randomUUID|Date\.now|Math\.random|performance\.now)\b|\bnew Date\(\)/;

const root = resolve(import.meta.dirname, '..');
const files = [...rooms, 'sw'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter(isRoom)
    .map((file) => relative(root, join(root, room, file))),
);

test('no room of a device asks the machine by itself for time, chance or a new name', () => {
  const asking = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        ofTheMachine.test(line.replace(/^\s*(\*|\/\/|\/\*).*/, '')) ? [`${file}:${at + 1}`] : [],
      ),
  );
  expect(asking).toEqual([]);
});

test('the rooms are read, and the machine’s own calls would be found', () => {
  expect(files.length).toBeGreaterThan(80);
  const machine = readFileSync(join(root, 'src/ports/machine.ts'), 'utf8');
  expect(machine.split('\n').filter((line) => ofTheMachine.test(line))).toHaveLength(7);
});
