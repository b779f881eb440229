import { SECOND_MS } from '#contract/age.ts';
import { customers, identityFiles } from '#server/database/schema.ts';
import type { NewAccount } from '#session/judge.ts';
import { registration } from '#tests/server/requests.ts';
import type { Device, Page } from './device.ts';
import type { World } from './world.ts';

/** Somebody who registers on a device. */
export interface Newcomer {
  sign: string;
  device: string;
  /** What they send at each try, under one key. */
  account: NewAccount;
  /**
   * - begun: nobody told them so far that they have an account
   * - told: the app said so
   * - lost: the browser cleared what they had typed, and their key with it
   */
  word: 'begun' | 'told' | 'lost';
}

/** What the insurer has of those who registered, by the document number. */
export interface Registered {
  id: string;
  nif: string;
  photos: number;
}

/** A history has no more. */
const MOST = 3;

const template = await registration('nuevo@demo.test', '');
const photos = Object.fromEntries(
  await Promise.all(
    Object.entries(template.files ?? {}).map(async ([side, file]) => [
      side,
      { bytes: await file.arrayBuffer(), name: file.name, type: file.type },
    ]),
  ),
);

/** A cédula of Pichincha whose last digit is right. */
function cedulaOf(n: number): string {
  const digits = [...`17${String(n).padStart(7, '0')}`].map(Number);
  const sum = digits
    .map((digit, at) => (at % 2 === 0 ? digit * 2 : digit))
    .reduce((all, d) => all + (d > 9 ? d - 9 : d), 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

function newcomer({ told, count, newUuid }: World, { name }: Device): Newcomer {
  count('newcomers');
  const n = told.newcomers.length + 1;
  const fields = { ...template.fields, email: `nuevo${n}@demo.test`, nif: cedulaOf(n) } as NewAccount['fields'];
  const one: Newcomer = { sign: `Nuevo${n}`, device: name, account: { fields, photos, key: newUuid() }, word: 'begun' };
  told.newcomers.push(one);
  return one;
}

/** Somebody registers, or tries again who was not told how it went. */
export async function register(world: World, device: Device, page: Page): Promise<string> {
  const { told, random } = world;
  const waiting = told.newcomers.filter((one) => one.word === 'begun' && one.device === device.name);
  const again = waiting[Math.floor(random() * waiting.length)];
  if (!again && told.newcomers.length >= MOST) return 'nobody else comes';
  const one = again && (told.newcomers.length >= MOST || random() < 0.7) ? again : newcomer(world, device);
  return `${one.sign}: ${await send(world, page, one)}`;
}

async function send(world: World, { session }: Page, one: Newcomer): Promise<string> {
  const made = await session.register(one.account);
  if (!made.ok) {
    const { code } = made.problem;
    // Only the account itself can be in its way.
    if (code === 'taken' || code === 'key-reused')
      world.found.push(`${one.sign} is refused an account of their own: ${code}`);
    return code;
  }
  if (one.word !== 'told') await becomeCustomer(world, one);
  return 'has an account';
}

/** From now on they are a customer like the others, who has no policy. */
async function becomeCustomer(world: World, one: Newcomer): Promise<void> {
  const { email, nif, password } = one.account.fields;
  one.word = 'told';
  const [row] = (await registeredOf(world)).filter((registered) => registered.nif === nif);
  if (!row) return void world.found.push(`${one.sign} was told of an account, and the insurer has none`);
  const who = { sign: one.sign, id: row.id, policyId: '', patient: '', email, passwords: [password] };
  world.people.push({ ...who, earlier: new Set() });
}

export async function registeredOf({ ask, told }: World): Promise<Registered[]> {
  const nifs = new Set(told.newcomers.map(({ account }) => account.fields.nif));
  const [people, files] = await ask(
    async (db) => [await db.select().from(customers), await db.select().from(identityFiles)] as const,
  );
  return people
    .filter(({ nif }) => nifs.has(nif))
    .map(({ id, nif }) => ({ id, nif, photos: files.filter(({ customerId }) => customerId === id).length }));
}

const MAX_TRIES = 6;

/** Once everything has healed, whoever was not told tries again, until they are. */
export async function finishRegistrations(world: World, device: Device): Promise<void> {
  for (const one of world.told.newcomers) {
    if (one.word !== 'begun' || one.device !== device.name) continue;
    const page = device.open();
    const doing = world.begin(page, `${one.sign} tries again`, async () => {
      await page.session.start();
      await page.session.logout();
      for (let tries = 0; tries < MAX_TRIES && one.word === 'begun'; tries += 1) {
        await send(world, page, one);
        await new Promise<void>((later) => world.scheduler.after(120 * SECOND_MS, later, page.actor));
      }
      await page.session.logout();
    });
    await world.scheduler.until(() => doing.is === 'done', 3600 * SECOND_MS);
    device.kill(page);
    if (one.word === 'begun') world.found.push(`${one.sign} never gets an account`);
  }
}
