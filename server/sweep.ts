import { lt, notInArray } from 'drizzle-orm';
import { forgetAttempts } from './accounts/attempts.ts';
import { forgetInstallations } from './accounts/sessions.ts';
import { forgetTrail } from './audit/trail.ts';
import { after, type Clock, DAY_MS } from './clock.ts';
import { forgetOldCommands } from './commands/run-once.ts';
import type { Database } from './database/open.ts';
import {
  endedTokens,
  insurerReports,
  mailCodes,
  pushSubscriptions,
  recoveries,
  relays,
  tokens,
  usedAddresses,
  usedQuestions,
} from './database/schema.ts';

import { forgetErased } from './person/erase.ts';

/** Deletes expired rows: idempotency keys, tokens, links and old counts. */
export async function sweep(db: Database, clock: Clock): Promise<void> {
  const now = clock();
  await forgetOldCommands(db, clock);
  await db.delete(tokens).where(lt(tokens.expires, now));
  await db.delete(endedTokens).where(lt(endedTokens.expires, now));
  // A device whose tokens are all over is signed out, and is told nothing.
  await db
    .delete(pushSubscriptions)
    .where(notInArray(pushSubscriptions.deviceId, db.select({ id: tokens.deviceId }).from(tokens)));
  await db.delete(recoveries).where(lt(recoveries.expires, now));
  await db.delete(relays).where(lt(relays.expires, now));
  await db.delete(mailCodes).where(lt(mailCodes.expires, now));
  await db.delete(usedAddresses).where(lt(usedAddresses.expires, now));
  await db.delete(insurerReports).where(lt(insurerReports.received, after(clock, -90 * DAY_MS)));
  await db.delete(usedQuestions).where(lt(usedQuestions.expires, now));
  await forgetTrail(db, clock);
  await forgetErased(db, clock);
  await forgetInstallations(db, clock);
  await forgetAttempts(db, clock);
}
