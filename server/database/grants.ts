import type { Client } from 'pg';

/**
 * Lets the user that serves read and write the rows of every table of this owner, and make a schema for the library of jobs.
 * It may neither empty a table at once nor change one, so the audit trail keeps its lines from whoever has its password (S25).
 */
export async function grantRows(owner: Client, user: string): Promise<void> {
  const { rows } = await owner.query(
    `select distinct schemaname as name, current_database() as base from pg_tables
     where tableowner = current_user and schemaname <> 'graphile_worker'`,
  );
  const to = owner.escapeIdentifier(user);
  for (const { name, base } of rows) {
    const within = owner.escapeIdentifier(name);
    await owner.query(`grant create on database ${owner.escapeIdentifier(base)} to ${to}`);
    await owner.query(`grant usage on schema ${within} to ${to}`);
    await owner.query(`grant select, insert, update, delete on all tables in schema ${within} to ${to}`);
    await owner.query(`grant usage, select, update on all sequences in schema ${within} to ${to}`);
  }
  await owner.query(`revoke insert, update, delete on applied_migrations from ${to}`);
}
