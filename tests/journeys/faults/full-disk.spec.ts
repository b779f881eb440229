import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { type Killable, launchKillable } from '../harness/killable.ts';
import { fillStorage } from '../harness/storage.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { fillTicket, openTicketForm, ticketsNamed } from '../harness/ticket.ts';
import { EMAIL, signInHome } from '../harness/trip.ts';

const FULL = /No queda espacio en este teléfono/;
const RUNS = 10;
/** Large enough for a browser's profile, and soon filled. */
const DISK = 'size=300m';

test('[F51] with its quota reached and no connection, a request that does not fit leaves policies, card and history', {
  tag: '@devtools',
}, async ({ page, context }) => {
  test.setTimeout(120_000);
  await signInHome(page);
  // A list that arrives later would change the counts below.
  await expect(page.getByText('Todo en tu teléfono')).toBeVisible({ timeout: 45_000 });
  await openTicketForm(page);
  await context.setOffline(true);
  const mirrored = async () => {
    const counts: Record<string, number> = {};
    for (const table of ['policies', 'cards', 'refunds', 'ticketTypes', 'personalInformation', 'pulls'])
      counts[table] = await rowsOnDevice(page, table);
    return counts;
  };
  const before = await mirrored();
  await fillStorage(page);
  await fillTicket(page, 'No cabe');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByText('No queda espacio en este teléfono para guardar la consulta.')).toBeVisible();
  expect(await mirrored()).toEqual(before);
  await page.goto('/#/app');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect(page.getByText('Póliza CR-SAL-0098114').first()).toBeVisible();
});

test('[F57] on a disk without a byte left, what a customer reads as stored is there after a kill, and the rest is told', {
  tag: '@devtools',
}, async ({ line }) => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'amparo-full-disk-'));
  const [disk, prepared] = [join(folder, 'disk'), join(folder, 'prepared')];
  await mkdir(disk);
  test.skip(!isMounted(disk), 'no file system can be mounted here, so no disk can be filled');
  try {
    await prepare(prepared, line.url);
    const outcomes: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const profile = join(disk, 'profile');
      await cp(prepared, profile, { recursive: true });
      outcomes.push(await ask(profile, disk, line.url, `Disco lleno ${run}`));
      await rm(profile, { recursive: true, force: true });
    }
    expect(outcomes.filter((outcome) => !/^(kept|told)$/.test(outcome))).toEqual([]);
    // With room from the ballast most are stored.
    expect(outcomes).toContain('kept');
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    await rm(folder, { recursive: true, force: true });
  }
});

function isMounted(disk: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Prepares the device by one visit online. */
async function prepare(profile: string, url: string): Promise<void> {
  const { page, close } = await launchKillable(profile, url);
  await signIn(page, EMAIL);
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await readyOffline(page);
  await openTicketForm(page);
  // Home brings these after its first paint.
  for (const table of ['cards', 'refunds'] as const)
    await expect.poll(() => rowsOnDevice(page, table), { timeout: 30_000 }).toBeGreaterThan(0);
  await close();
}

/** Asks something on the full disk, kills the browser, makes room, and looks what is left of it. */
async function ask(profile: string, disk: string, url: string, text: string): Promise<string> {
  const filling = join(disk, 'filling');
  const browser = await launchKillable(profile, url);
  const { page } = browser;
  await openTicketForm(page);
  await browser.context.setOffline(true);
  fill(filling);
  await fillTicket(page, text);
  // The form's own saves come first and meet the full disk.
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  const stored = page.getByRole('heading', { level: 1, name: 'Consulta guardada' });
  await expect(stored.or(page.getByText(FULL)).filter({ visible: true }).first()).toBeVisible();
  const isStored = await stored.isVisible();
  await browser.kill();
  await rm(filling);
  const later = await launchKillable(profile, url);
  try {
    const left = await textsLeft(later);
    // The worker may have sent it as soon as the browser had started.
    const isKept = left.includes(text) || (await ticketsNamed(url, text)) === 1;
    if (isStored) return isKept ? 'kept' : `${text} was said to be stored`;
    return (await rowsOnDevice(later.page, 'policies')) > 0 ? 'told' : `${text} took the mirror with it`;
  } finally {
    await later.kill();
  }
}

async function textsLeft({ page, context }: Killable): Promise<(string | undefined)[]> {
  await page.goto('/health');
  await context.setOffline(true);
  // A database that the browser made anew has neither keys nor tables.
  const queued = await queuedOnDevice(page).catch(() => []);
  return queued.map(({ fields }) => fields.descripcion);
}

/** Writes until the disk takes not one byte more. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (const size of [1 << 20, 4096, 1]) {
    const block = Buffer.alloc(size, 'x');
    try {
      for (;;) writeSync(file, block);
    } catch {
      // The next size fills the rest.
    }
  }
  closeSync(file);
}
