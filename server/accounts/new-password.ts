import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/open.ts';
import { customers, devices, mailCodes, passkeys, recoveries } from '../database/schema.ts';
import type { World } from '../handler.ts';
import { greeting } from '../mail/greeting.ts';
import { instantText } from '../mail/instant-text.ts';
import { writersOf } from './bearer.ts';
import { plainEmail } from './emails.ts';
import { endDevices } from './end-devices.ts';
import { forgetInstallations } from './installations.ts';
import { endRenewals } from './tokens.ts';

type Customer = typeof customers.$inferSelect;

/** Why everything set up before ends: who knows the password changed it, who reads the mail set it, or proved the address first. */
export type Occasion = 'changed' | 'recovered' | 'confirmed';

/** Whether passkeys end too. docs/decisions/new-password.md holds the whole table; the rest ends each time. */
const endsPasskeys: Record<Occasion, boolean> = { changed: false, recovered: true, confirmed: true };

/**
 * Ends what was set up before (D84): sessions, recovery links, waiting codes and known browsers, and on two of the occasions
 * passkeys. The sign-in in hand signs in at its next unlock (D76). Call `giveTriesBack` and `news.sendSoon` when the transaction stands.
 *
 * @param keep the sign-in in hand, which stays with its browser; null when nothing does
 */
export async function endEarlier(
  tx: Transaction,
  { commonClock }: Pick<World, 'commonClock'>,
  customerId: string,
  occasion: Occasion,
  keep: string | null,
): Promise<void> {
  const [kept] = keep === null ? [] : await tx.select().from(devices).where(eq(devices.id, keep));
  await endDevices(tx, commonClock, customerId, keep === null ? 'all' : { but: keep });
  await endRenewals(tx, customerId);
  if (endsPasskeys[occasion]) await tx.delete(passkeys).where(eq(passkeys.customerId, customerId));
  await endRecoveries(tx, customerId);
  await tx.delete(mailCodes).where(eq(mailCodes.customerId, customerId));
  await forgetInstallations(tx, customerId, kept?.installation ?? null);
}

/**
 * Sets a password, ends what was set up before, and tells the customer by mail. An address that nobody confirmed may be a
 * stranger's, and is told only what its own link did.
 *
 * @param sealed what `sealPassword` made of it
 */
export async function setPassword(
  tx: Transaction,
  world: Pick<World, 'clock' | 'commonClock' | 'mail' | 'publicOrigin'>,
  customer: Customer,
  sealed: string,
  occasion: Exclude<Occasion, 'confirmed'>,
  keep: string | null,
): Promise<void> {
  await tx
    .update(customers)
    .set({ password: sealed, passwordChanged: world.clock() })
    .where(eq(customers.id, customer.id));
  await endEarlier(tx, world, customer.id, occasion, keep);
  if (occasion === 'changed' && customer.emailVerified === null) return;
  const { clock, publicOrigin } = world;
  const { email, residenciaFiscal } = customer;
  await world.mail(
    {
      customerId: customer.id,
      to: email,
      subject: 'Tu contraseña cambió',
      text: [
        greeting(customer),
        `La contraseña de tu cuenta de Amparo cambió el ${instantText(clock(), residenciaFiscal)}. ${told[occasion]}`,
        'Si fuiste tú, no tienes que hacer nada.',
        `Si no fuiste tú, pide otra ahora mismo con «¿Olvidaste tu contraseña?»: ${publicOrigin}`,
      ].join('\n\n'),
      link: publicOrigin,
    },
    tx,
  );
}

const told = {
  changed: 'Cerramos tus otras sesiones.',
  recovered: 'Cerramos todas las sesiones y quitamos las formas de entrar con huella, rostro o PIN.',
};

/** Ends the links by which a password can be set. */
export async function endRecoveries(tx: Transaction, customerId: string): Promise<void> {
  await tx.delete(recoveries).where(eq(recoveries.customerId, customerId));
}

/**
 * Gives the owner the counted tries back, which strangers may have used up (S33).
 *
 * @param isMailboxProved then the counted sign-ins, requests and codes too. Whoever has only the password could make himself free ones (S40)
 */
export async function giveTriesBack(
  { attempts }: Pick<World, 'attempts'>,
  { id, email }: Pick<Customer, 'id' | 'email'>,
  isMailboxProved: boolean,
): Promise<void> {
  await attempts.giveBack('signInPerAccount', plainEmail(email));
  await attempts.giveBack('signInPerKnown', id);
  if (isMailboxProved) {
    await attempts.giveBack('entriesPerCustomer', id);
    await attempts.giveBack('requestsPerCustomer', writersOf(id));
    await attempts.giveBack('codePerAccount', id);
  }
}
