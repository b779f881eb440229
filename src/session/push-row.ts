import type { Database } from '#database/open.ts';

/**
 * Each sign-in is another one at the server, which is to be told anew; and who somebody else was told by is gone. `before` is what
 * the customer was called on this device until now.
 */
export async function handOnPush(db: Database, owner: string, before = owner): Promise<void> {
  const push = await db.vault.get('push');
  if (push?.id !== 'push') return;
  if (push.owner !== before) await db.vault.delete('push');
  else if (push.on) await db.vault.put({ ...push, owner, renewed: null });
}
