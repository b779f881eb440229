import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, type Timers } from '#ports/machine.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { setMaintenance, textFrom } from './maintenance.ts';

/**
 * A running server holds the folder of its embedded database, so nobody else can write the row. Whoever may write into the
 * folder leaves an order there, and the server follows it.
 */
const nameIn = (folder: string) => join(folder, 'mantenimiento.json');
/** Where an order goes that the server does not follow. That it is gone would tell whoever waits that it was. */
const refusedIn = (folder: string) => `${nameIn(folder)}.no`;

/** Longer than the server takes to look, in milliseconds. */
const TAKEN_WITHIN_MS = 30_000;

/** Leaves an order and waits until the server has followed it. False when none did, or could: then the order is taken back. */
export async function leaveOrder(folder: string, text: string | null, timers: Timers, within = TAKEN_WITHIN_MS) {
  const [name, refused] = [nameIn(folder), refusedIn(folder)];
  rmSync(refused, { force: true });
  // Whole or not at all, since the server may look at any time.
  writeFileSync(`${name}.nueva`, JSON.stringify({ text }), { mode: 0o600 });
  renameSync(`${name}.nueva`, name);
  for (let waited = 0; waited < within && existsSync(name); waited += LOOK_MS) await pause(timers, LOOK_MS);
  const isTaken = !existsSync(name) && !existsSync(refused);
  for (const left of [name, refused]) rmSync(left, { force: true });
  return isTaken;
}

const LOOK_MS = 250;

/** Follows the order that lies in the folder, if there is one. @throws when it cannot be read; it is set aside then */
export async function followOrder(folder: string, db: Database, clock: Clock): Promise<void> {
  const name = nameIn(folder);
  if (!existsSync(name)) return;
  let told: string | null;
  try {
    told = readOrder(name);
  } catch (error) {
    renameSync(name, refusedIn(folder));
    throw error;
  }
  await setMaintenance(db, clock, told);
  rmSync(name, { force: true });
}

/** The text of an order as customers will read it; null for the end of a maintenance. */
function readOrder(name: string): string | null {
  const { text }: { text?: unknown } = JSON.parse(readFileSync(name, 'utf8'));
  const told = typeof text === 'string' ? textFrom(text) : null;
  if (told === null && text !== null) throw new Error('an order to maintain without a text that can be told');
  return told;
}
