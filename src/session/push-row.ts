import type { Database } from '#database/open.ts';

/**
 * Updates the push row at a sign-in. The server must get the subscription again for each session, and a row of another
 * customer is deleted. `before` is the customer's owner name until now.
 */
export async function handOnPush(db: Database, owner: string, before = owner): Promise<void> {
  const push = await db.vault.get('push');
  if (push?.id !== 'push') return;
  if (push.owner !== before) await db.vault.delete('push');
  else if (push.on) await db.vault.put({ ...push, owner, renewed: null });
}
