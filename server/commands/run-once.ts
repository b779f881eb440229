import { and, eq } from 'drizzle-orm';
import { HOUR_MS, SECOND_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { type Bearer, writerOf } from '../accounts/bearer.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import type { Transaction } from '../database/open.ts';
import { commands } from '../database/schema.ts';
import type { Acting } from '../handler.ts';
import type { KeyedHash } from '../secrets.ts';

/** Identifies a command: owner, key and content. */
export interface Command {
  owner: string;
  key: string;
  fingerprint: string;
  name: string;
}

type Answer = Record<string, unknown>;

/**
 * Runs the effect and stores its answer under the key in one transaction. The key is inserted first, so a simultaneous copy
 * waits for this transaction and then finds the answer.
 */
export async function runOnce<A extends Answer>(
  { db, clock, hash }: Pick<Acting, 'db' | 'clock' | 'hash'>,
  command: Command,
  effect: (tx: Transaction) => Promise<Result<A>>,
): Promise<Result<A>> {
  return unlessRefused(() =>
    db.transaction(async (tx) => {
      const { owner, key, name } = command;
      const inserted = await tx
        .insert(commands)
        .values({ owner, key, name, fingerprint: keyedPrint(hash, command), state: 'done', created: clock() })
        .onConflictDoNothing()
        .returning({ key: commands.key });
      if (inserted.length === 0) return ((await findAnswer(tx, hash, command)) ?? fail('unavailable')) as Result<A>;
      const result = await effect(tx);
      if (!result.ok) throw new Refused(result);
      await tx.update(commands).set({ answer: result.value }).where(ofKey(owner, key));
      return result;
    }),
  );
}

/** A refusal takes the transaction back, so the corrected command may use the same key. */
async function unlessRefused<A>(work: () => Promise<Result<A>>): Promise<Result<A>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

/**
 * The answer for a known key; null for a new one. The same content gets the first answer again. Other content and withdrawn
 * keys are refused.
 */
export async function findAnswer(
  db: Pick<Transaction, 'select'>,
  hash: KeyedHash,
  command: Omit<Command, 'name'>,
): Promise<Result<Answer> | null> {
  const row = await storedCommand(db, command.owner, command.key);
  if (!row) return null;
  if (row.state === 'withdrawn') return fail('withdrawn');
  if (row.fingerprint !== keyedPrint(hash, command)) return fail('key-reused');
  return ok(row.answer ?? {});
}

/** What became of a command: its answer, or that it was withdrawn. */
export type Outcome = Answer | 'withdrawn';

/** What became of the command with this key; null when it is not known. */
export async function outcomeOf(db: Pick<Transaction, 'select'>, owner: string, key: string): Promise<Outcome | null> {
  const row = await storedCommand(db, owner, key);
  if (!row) return null;
  return row.state === 'done' ? (row.answer ?? {}) : 'withdrawn';
}

/**
 * The row of a key. It is locked, because whoever reads it acknowledges it again. A lock is written, and so waits for the
 * standbys of a replicated PostgreSQL like any commit. Without it a primary that crashed between its commit and the
 * standbys' word would afterwards acknowledge what it alone has (F44).
 */
async function storedCommand(db: Pick<Transaction, 'select'>, owner: string, key: string) {
  const [row] = await db.select().from(commands).where(ofKey(owner, key)).for('update');
  return row;
}

/**
 * The command's answer. An unknown key is withdrawn, so that a late copy is refused (F29). Such a row stays as long as its customer,
 * so it counts as a request.
 */
export async function answerOrWithdraw(
  { db, clock, attempts }: Pick<Acting, 'db' | 'clock' | 'attempts'>,
  who: Bearer,
  key: string,
): Promise<Result<Outcome>> {
  const owner = who.customer.id;
  return unlessRefused(() =>
    db.transaction(async (tx) => {
      const inserted = await tx
        .insert(commands)
        .values({ owner, key, name: '', fingerprint: '', state: 'withdrawn', created: clock() })
        .onConflictDoNothing()
        .returning({ key: commands.key });
      const refused = inserted.length > 0 ? await takeOfYear(tx, { attempts, who }) : null;
      if (refused) throw new Refused(refused);
      return ok((await outcomeOf(tx, owner, key)) ?? 'withdrawn');
    }),
  );
}

/**
 * What is told when the requests of a year are made: the lists of who sends for days on end would grow until they are too long for
 * us and their devices. A device asks again each hour, whatever the wait.
 */
export const yearSpent = (wait: number) =>
  wait > 0
    ? fail('rate-limited', {
        text: 'Enviaste muchas solicitudes en un año. Por ahora solo recibimos unas pocas al día',
        retryAfter: Math.min(wait, HOUR_MS / SECOND_MS),
      })
    : null;

/** Counts what will stay for as long as its customer, with so many papers. Null when it may. */
export const takeOfYear = async (
  tx: Transaction,
  { attempts, who }: Pick<Acting, 'attempts'> & { who: Bearer },
  papers = 0,
) => yearSpent(await attempts.take('requestsPerCustomer', writerOf(who), 1 + papers, tx));

/** Notes whom a registration made, in the transaction of its effect. */
export async function noteMade(tx: Transaction, { owner, key }: Command, customerId: string): Promise<void> {
  await tx.update(commands).set({ customerId }).where(ofKey(owner, key));
}

/**
 * Takes back the keys of a customer who is being erased. Their own go: nobody has their tokens any more. A registration needs
 * none, so its key stays withdrawn, without what was asked and answered.
 */
export async function closeKeysOf(tx: Transaction, customerId: string): Promise<void> {
  await deleteInSteps(tx, commands, eq(commands.owner, customerId), commands.key);
  const closed = { state: 'withdrawn' as const, name: '', fingerprint: '', answer: null, customerId: null };
  await tx.update(commands).set(closed).where(eq(commands.customerId, customerId));
}

class Refused extends Error {
  readonly result: { ok: false } & Result<never>;
  constructor(result: { ok: false } & Result<never>) {
    super();
    this.result = result;
  }
}

const ofKey = (owner: string, key: string) => and(eq(commands.owner, owner), eq(commands.key, key));

const keyedPrint = (hash: KeyedHash, { owner, fingerprint }: Pick<Command, 'owner' | 'fingerprint'>): string =>
  hash('fingerprint', `${owner}\n${fingerprint}`);
