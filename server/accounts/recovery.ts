import { and } from 'drizzle-orm';
import { HOUR_MS } from '#contract/age.ts';
import { ok } from '#contract/result.ts';
import { after } from '../clock.ts';
import { customers, recoveries } from '../database/schema.ts';
import type { Handler, World } from '../handler.ts';
import { greeting } from '../mail/greeting.ts';
import { hashOf, newToken } from '../secrets.ts';
import { counted } from './counted.ts';
import { ofEmail, plainEmail } from './emails.ts';
import { lockAccount } from './still-signed-in.ts';
import { isUsableAccount } from './usable.ts';

/** How long the link of a recovery mail is good for. */
export const RECOVERY_LIFE_MS = 2 * HOUR_MS;

/**
 * POST /resetPassword/forgotPassword: the same answer for any address, so nobody learns who is registered (S6). The answer is
 * given before the address is even looked up. From outside, nobody can tell the work on it or a mail that failed.
 */
export const forgotPassword: Handler<'forgotPassword'> = async (call) => {
  const { attempts, networks, input } = call;
  const email = plainEmail(input.email);
  const counts = [
    ['recoveryPerAddress', networks],
    ['recoveryPerAccount', email],
  ] as const;
  return counted(attempts, counts, async () => {
    call.later.start(() => sendLink(call, input.email));
    return ok({});
  });
};

async function sendLink(world: World, email: string): Promise<void> {
  const { db, commonClock, mail, publicOrigin } = world;
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(ofEmail(email), isUsableAccount(world)));
  if (!customer) return;
  const token = newToken();
  const link = `${publicOrigin}/restablecer/${token}`;
  await db.transaction(async (tx) => {
    // A link to an address that was changed meanwhile would take the account over (S15).
    if ((await lockAccount(tx, world, customer.id))?.email !== customer.email) return;
    const expires = after(await commonClock(tx), RECOVERY_LIFE_MS);
    await tx.insert(recoveries).values({ hash: hashOf(token), customerId: customer.id, expires });
    await mail(
      {
        customerId: customer.id,
        to: customer.email,
        subject: 'Restablece tu contraseña de Amparo',
        text: [
          greeting(customer),
          'Recibimos una solicitud para restablecer tu contraseña. Abre este enlace en las próximas dos horas:',
          link,
          'Si no la pediste, puedes ignorar este mensaje: tu contraseña sigue siendo la misma.',
        ].join('\n\n'),
        link,
        action: 'Restablecer contraseña',
        usefulFor: RECOVERY_LIFE_MS,
      },
      tx,
    );
  });
}
