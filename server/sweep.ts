import { lt } from 'drizzle-orm';
import { after, type Clock, DAY } from './clock.ts';
import { forgetOldCommands } from './commands/run-once.ts';
import type { Database } from './database/open.ts';
import { attempts, mailCodes, recoveries, tokens, usedAddresses } from './database/schema.ts';

/** Removes what time has made useless: old keys, expired tokens and links, counts nobody would look at. */
export async function sweep(db: Database, clock: Clock): Promise<void> {
  const now = clock();
  await forgetOldCommands(db, clock);
  await db.delete(tokens).where(lt(tokens.expires, now));
  await db.delete(recoveries).where(lt(recoveries.expires, now));
  await db.delete(mailCodes).where(lt(mailCodes.expires, now));
  await db.delete(usedAddresses).where(lt(usedAddresses.expires, now));
  await db.delete(attempts).where(lt(attempts.last, after(clock, -DAY)));
}
