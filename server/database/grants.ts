import type { Client } from 'pg';

/**
 * Lets the user that serves read and write the rows of every table of this owner. It may neither empty a table nor alter one:
 * so the audit trail keeps its lines, also from whoever has its password (S25).
 */
export async function grantRows(owner: Client, user: string): Promise<void> {
  const { rows } = await owner.query(
    `select distinct schemaname as name from pg_tables where tableowner = current_user`,
  );
  const to = owner.escapeIdentifier(user);
  for (const { name } of rows) {
    const within = owner.escapeIdentifier(name);
    await owner.query(`grant usage on schema ${within} to ${to}`);
    await owner.query(`grant select, insert, update, delete on all tables in schema ${within} to ${to}`);
    await owner.query(`grant usage, select, update on all sequences in schema ${within} to ${to}`);
  }
  await owner.query(`revoke insert, update, delete on applied_migrations from ${to}`);
}
