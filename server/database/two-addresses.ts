import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Which database an address leads to. */
export interface Place {
  name: string;
  /** Two servers may each have one of that name. */
  oid: number;
}

/** DATABASE_URL and DATABASE_OWNER_URL lead to different databases: one would be migrated, and the other one serve. */
export class TwoDatabases extends Error {
  override name = 'TwoDatabases';
  readonly served: string;
  readonly owned: string;
  constructor(owned: Place, served: Place) {
    super(`${nameOf(served)} serves and ${nameOf(owned)} is migrated`);
    this.served = nameOf(served);
    this.owned = nameOf(owned);
  }
}

const nameOf = ({ name, oid }: Place): string => `${name} (${oid})`;

export async function placeOf(db: Pick<Database, 'select'>): Promise<Place> {
  const [place] = await db
    .select({ name: sql<string>`datname`, oid: sql<number>`oid::int8::float8` })
    .from(sql`pg_database`)
    .where(sql`datname = current_database()`);
  return place ?? { name: '?', oid: 0 };
}

/** @throws TwoDatabases */
export function refuseTwo(owned: Place, served: Place): void {
  if (owned.name !== served.name || owned.oid !== served.oid) throw new TwoDatabases(owned, served);
}
