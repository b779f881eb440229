import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { MINUTE_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { after } from '../clock.ts';
import type { Transaction } from '../database/open.ts';
import { mailCodes } from '../database/schema.ts';
import type { Acting } from '../handler.ts';

export type CodePurpose = 'email' | 'claim';

/** How long a code may be typed. */
export const CODE_LIFE_MS = 30 * MINUTE_MS;
/** After this many wrong codes another one has to be sent, so five of a million codes can be guessed. */
export const MAX_WRONG_CODES = 5;

interface Recipient {
  customerId: string;
  purpose: CodePurpose;
  /** The address, as it is compared. */
  target: string;
}

/** Strangers may have asked for the codes, so the text blames nobody. */
const TOO_MANY = 'Ya enviamos muchos códigos a este correo. Podrás pedir otro mañana a más tardar';

const expired = fail('invalid', { fields: { codigo: 'El código venció. Pide otro' } });
const wrongCode = fail('invalid', { fields: { codigo: 'El código no es correcto' } });

/**
 * Sends a fresh code to the address; an earlier one of the same purpose is no longer good. Six digits, read in the mail.
 *
 * @param begin what belongs to it, in its transaction; nothing is sent when it refuses
 */
export async function sendCode(
  world: Acting,
  to: Recipient,
  why: string,
  begin: (tx: Transaction) => Promise<Result<null>> = async () => ok(null),
): Promise<Result<null>> {
  const { db, commonClock, attempts, mail } = world;
  const { customerId, purpose, target } = to;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return db.transaction(async (tx) => {
    // In here: a code that could not be sent uses up none of a lifetime's.
    const held = await limited(to, (rule, subject) => attempts.take(rule, subject, 1, tx));
    if (held) return held;
    const begun = await begin(tx);
    if (!begun.ok) return begun;
    const expires = after(await commonClock(tx), CODE_LIFE_MS);
    const fresh = { target, hash: printOf(world, to, code), wrong: 0, expires };
    await tx
      .insert(mailCodes)
      .values({ customerId, purpose, ...fresh })
      .onConflictDoUpdate({ target: [mailCodes.customerId, mailCodes.purpose], set: fresh });
    await mail(
      {
        customerId,
        to: target,
        subject: `${code} es tu código de Amparo`,
        text: [
          `Tu código es ${code}. ${why} Sirve durante 30 minutos.`,
          'Si no lo pediste, ignora este mensaje y no compartas el código con nadie.',
        ].join('\n\n'),
        code,
        usefulFor: CODE_LIFE_MS,
      },
      tx,
    );
    return ok(null);
  });
}

/** A code that was typed as it was sent, and to which address. */
export interface RightCode extends Recipient {
  hash: string;
}

/**
 * Judges a typed code of this purpose, and leaves it to be used up with its effect. Wrong ones are counted under the row's lock, so that
 * tries made at once count one by one.
 */
export async function judgeCode(
  world: Acting,
  customerId: string,
  purpose: CodePurpose,
  typed: string,
): Promise<Result<RightCode>> {
  const { db, commonClock } = world;
  const own = ownCode({ customerId, purpose });
  return db.transaction(async (tx) => {
    const clock = await commonClock(tx);
    const [row] = await tx
      .select()
      .from(mailCodes)
      .where(and(own, lt(mailCodes.wrong, MAX_WRONG_CODES), gt(mailCodes.expires, clock())))
      .for('update');
    if (!row) return expired;
    const to = { customerId, purpose, target: row.target };
    if (isSame(row.hash, printOf(world, to, typed.replace(/\D/g, '')))) return ok({ ...to, hash: row.hash });
    await tx
      .update(mailCodes)
      .set({ wrong: row.wrong + 1 })
      .where(own);
    return wrongCode;
  });
}

/** The code was used, replaced or ended since it was judged. */
export class CodeGone extends Error {
  readonly result = expired;
}

/**
 * Uses up a right code, in the transaction of its effect: what fails then leaves it good.
 *
 * @throws CodeGone
 */
export async function redeemCode(tx: Transaction, code: RightCode): Promise<void> {
  const used = await tx
    .delete(mailCodes)
    .where(and(ownCode(code), eq(mailCodes.hash, code.hash)))
    .returning();
  if (used.length === 0) throw new CodeGone();
}

/** Whether the next code would have to wait. Counts nothing. */
export const mustWait = ({ attempts }: Acting, to: Pick<Recipient, 'customerId' | 'target'>) =>
  limited(to, attempts.waitOf);

/** Who asks is counted first: one who has to wait uses up nothing of a stranger's address. */
async function limited(
  { customerId, target }: Pick<Recipient, 'customerId' | 'target'>,
  ask: (rule: 'codePerAccount' | 'codePerTarget', subject: string) => Promise<number>,
) {
  const own = await ask('codePerAccount', customerId);
  if (own > 0) return fail('rate-limited', { retryAfter: own });
  const theirs = await ask('codePerTarget', target);
  return theirs > 0 ? fail('rate-limited', { retryAfter: theirs, text: TOO_MANY }) : null;
}

/** The address a code of this purpose was sent to and can still be typed; null when there is none. */
export async function waitingCode({ db, commonClock }: Acting, customerId: string, purpose: CodePurpose) {
  const clock = await commonClock(db);
  const own = ownCode({ customerId, purpose });
  const [row] = await db
    .select({ target: mailCodes.target })
    .from(mailCodes)
    .where(and(own, gt(mailCodes.expires, clock())));
  return row?.target ?? null;
}

const ownCode = ({ customerId, purpose }: Pick<Recipient, 'customerId' | 'purpose'>) =>
  and(eq(mailCodes.customerId, customerId), eq(mailCodes.purpose, purpose));

const printOf = ({ hash }: Acting, { customerId, purpose, target }: Recipient, code: string): string =>
  hash('code', [customerId, purpose, target, code].join('\n'));

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
