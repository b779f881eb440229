import type { Database } from '../database/open.ts';
import { maintenance } from '../database/schema.ts';

/** What customers are told, and since when. */
export type Maintenance = Pick<typeof maintenance.$inferSelect, 'text' | 'since'>;

/** The maintenance that is on; null when there is none. */
export async function maintenanceIn(db: Pick<Database, 'select'>): Promise<Maintenance | null> {
  const [row] = await db.select({ text: maintenance.text, since: maintenance.since }).from(maintenance);
  return row ?? null;
}
