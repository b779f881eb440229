import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '#tests/seeded.ts';
import { rowsOnDevice, withoutBackgroundSync } from '../harness/device.ts';
import { type Customer, createCustomer, type Death } from '../harness/edited-queue.ts';
import { insurer } from '../harness/insurer.ts';
import { launchKillable } from '../harness/killable.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { openTicketForm } from '../harness/ticket.ts';
import { EMAIL } from '../harness/trip.ts';

/**
 * Random histories of two or three tickets, written and corrected offline while the browser is killed at any moment.
 * A failing history prints its seed. `AMPARO_SEED` replays it, and `AMPARO_HISTORIES` plays that many from the seed on.
 */
const first = Number(process.env.AMPARO_SEED ?? 1);
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (process.env.AMPARO_SEED === undefined ? 6 : 1));
const A_TEST = Math.min(6, HISTORIES);
const batches = Array.from({ length: Math.ceil(HISTORIES / A_TEST) }, (_, index) => first + index * A_TEST);

for (const from of batches) {
  test(`[F1][F27][F29] a saved ticket keeps its text through corrections and kills, seeds from ${from}`, {
    tag: '@devtools',
  }, async ({ line, server }) => {
    test.setTimeout(60_000 + A_TEST * 120_000);
    const folder = await mkdtemp(join(tmpdir(), 'amparo-edited-'));
    const prepared = join(folder, 'prepared');
    await prepare(prepared, line.url);
    for (let seed = from; seed < from + A_TEST; seed += 1) {
      const profile = join(folder, String(seed));
      await cp(prepared, profile, { recursive: true });
      const { saved, steps } = await playHistory(profile, line.url, seed);
      const office = await insurer(server.url, EMAIL);
      const there = (await office.tickets()).map(({ notas }) => notas).filter((text) => text.startsWith(nameOf(seed)));
      expect(there.sort(), `AMPARO_SEED=${seed}: ${steps.join(', ')}`).toEqual([...saved].sort());
      await rm(profile, { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true });
  });
}

const nameOf = (seed: number) => `Corregida ${String(seed).padStart(4, '0')}:`;

/** Prepares the device by one visit online. */
async function prepare(profile: string, url: string): Promise<void> {
  const browser = await launchKillable(profile, url);
  const { page } = browser;
  await browser.context.addInitScript(withoutBackgroundSync);
  await signIn(page, EMAIL);
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await readyOffline(page);
  await openTicketForm(page);
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);
  await browser.close();
}

async function playHistory(profile: string, url: string, seed: number): Promise<{ saved: string[]; steps: string[] }> {
  const random = randomFrom(seed);
  const customer = await createCustomer(profile, url);
  const steps: string[] = [];
  try {
    const play = stepsOf(customer, random, nameOf(seed), steps);
    for (const name of plannedSteps(random)) {
      steps.push(name);
      await play[name]();
      await customer.look();
    }
    await goOnline(customer);
    return { saved: [...customer.saved()], steps };
  } catch (error) {
    throw new Error(`AMPARO_SEED=${seed}: ${steps.join(', ')}: ${(error as Error)?.message ?? error}`);
  } finally {
    await customer.browser().kill();
  }
}

type Step = 'ask' | 'askKilled' | 'edit' | 'editKilled' | 'editHalf' | 'refund' | 'lock' | 'signOut' | 'kill';

/** The steps follow the two histories that once lost a ticket, with random steps in between and after. */
function plannedSteps(random: () => number): Step[] {
  const pick = (...some: Step[]) => some[Math.floor(random() * some.length)] ?? 'kill';
  const maybe = (chance: number, ...some: Step[]) => (random() < chance ? [pick(...some)] : []);
  return [
    pick('askKilled', 'askKilled', 'ask'),
    ...maybe(0.4, 'signOut', 'editKilled', 'editHalf'),
    'ask',
    ...maybe(0.4, 'editKilled', 'askKilled', 'ask'),
    'edit',
    pick('kill', 'lock', 'editKilled', 'editHalf'),
    ...maybe(0.5, 'refund'),
    'edit',
    ...maybe(0.6, 'edit', 'editKilled', 'editHalf', 'kill'),
    ...maybe(0.4, 'edit', 'ask'),
  ];
}

function stepsOf(
  customer: Customer,
  random: () => number,
  name: string,
  steps: string[],
): Record<Step, () => Promise<void>> {
  let texts = 0;
  const nextText = () => {
    const some = customer.saved();
    // Now and then a text is used twice.
    if (some.length > 0 && random() < 0.15) return some[Math.floor(random() * some.length)] ?? name;
    texts += 1;
    return `${name} texto ${texts}`;
  };
  const deaths = ['opening', 'typing', 'handing', 'handing', 'handing'] as const;
  const death = (): Death => {
    const moment = deaths[Math.floor(random() * deaths.length)] ?? 'handing';
    const late = Math.floor(random() * 160);
    steps.push(`${moment} ${late}`);
    return { moment, late };
  };
  const edit = async (end?: Death | 'half') => {
    const index = Math.floor(random() * customer.saved().length);
    steps.push(`at ${index}`);
    if (customer.saved().length === 0) return;
    await customer.edit(index, nextText(), random() < 0.6 ? 'help' : 'pending', end);
  };
  return {
    ask: () => customer.ask(nextText()),
    askKilled: () => customer.ask(nextText(), death()),
    edit: () => edit(),
    editKilled: () => edit(death()),
    editHalf: () => edit('half'),
    refund: () => customer.beginRefund(),
    lock: () => customer.lock(),
    signOut: () => customer.signOut(),
    kill: () => customer.kill(),
  };
}

/** Restores the connection, and sends held items as they were before their corrections. */
async function goOnline(customer: Customer): Promise<void> {
  const { page, context } = customer.browser();
  await context.setOffline(false);
  // A sign-out gives the tokens back, and the server gives new ones only for the password.
  await customer.lock();
  await page.goto(page.url().replace(/#.*/, '#/app/configuraciones/pendientes'));
  await expect
    .poll(
      async () => {
        const now = page.getByRole('button', { name: /^Enviar (ahora|como estaba)/ }).first();
        if (await now.isVisible()) await now.click({ timeout: 1000 }).catch(() => undefined);
        return rowsOnDevice(page, 'outbox');
      },
      { timeout: 60_000 },
    )
    .toBe(0);
}
